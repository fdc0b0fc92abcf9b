"""The first minute: the tour, the legend, and what stands on the first screen."""

import re

import pytest

from .lab_driver import as_state, expect
from .lab_samples import XOR

# What is asked for, and what is said when it is done.
CAPTIONS = (
    (
        "This line is wrong about two points (dashed rings). Press Play.",
        "After 9 mistakes, every point is on the correct side.",
    ),
    ("The next one is a + on the wrong side of the line. Press Step.", "That was a mistake, so the line moved."),
    ("Press Mistake to see the next one.", "Visit 8 was a mistake."),
    (
        "Drag a point, or choose one with the Tab key and press an arrow key.",
        "The lab has trained again on your points:",
    ),
    ("Click the upper right corner of the plane", "No line separates these points now"),
    ("How many mistakes can a perceptron make before it finds a line? Open Theorem.", "9 mistakes here, and at most"),
)


def caption(lab):
    return lab.text(".tour-text")


def by_pointer(lab, number):
    """Do what a caption asks for."""
    match number:
        case 0:
            lab.page.evaluate("document.getElementById('speed').value = '2000'")
            lab.button("Play").click()
            lab.wait("lab.view.t === lab.view.run.visits")
        case 1:
            lab.button("Step").click()
        case 2:
            lab.button("Next mistake").click()
        case 3:
            lab.drag((3, -1), (3, -2))
        case 4:
            lab.click(3, 3)
        case 5:
            lab.tab("Theorem")


def by_keyboard(lab, number):
    match number:
        case 0:
            lab.page.evaluate("document.getElementById('speed').value = '2000'")
            lab.tab_to("Play", back=True)
            lab.press("Enter")
            lab.wait("lab.view.t === lab.view.run.visits")
        case 1:
            lab.press("ArrowRight")
        case 2:
            lab.press("m")
        case 3:
            lab.tab_to("point 0, minus, at (−1, 3)", back=True)
            lab.press("ArrowUp")
        case 4:
            lab.at("#plane-svg").focus()
            for key, steps in (("ArrowRight", 40), ("ArrowUp", 40)):
                for _ in range(steps):
                    cursor = re.match(r"Cross at \((.*?), (.*?)\)", lab.said)
                    if cursor and float(cursor[1 if key == "ArrowRight" else 2].replace("−", "-")) >= 3:
                        break
                    lab.press(key)
            lab.press("Enter")
        case 5:
            lab.tab_to("#tab-steps")
            lab.press("ArrowRight", "ArrowRight", "ArrowRight")


@pytest.mark.parametrize("act", [by_pointer, by_keyboard])
def test_each_caption_asks_for_one_thing_and_sees_it_done(open_lab, act):
    lab = open_lab(new=True)
    for number, (task, after) in enumerate(CAPTIONS):
        assert task in caption(lab)
        assert lab.text(".tour-count") == f"{number + 1} of 6"
        assert lab.at(".tour-target").count() == 1
        act(lab, number)
        expect(lab.at(".tour-text")).to_contain_text(after)
        assert lab.at(".tour-target").count() == 0
        if act is by_pointer:
            lab.at("#tour").get_by_text(re.compile("^(Next|Finish)$")).click()
        else:
            lab.tab_to("Finish" if number == 5 else "Next", back=True)
            lab.press("Enter")
    assert not lab.at("#tour").is_visible()
    assert lab.said.startswith("The tour has ended.")


def test_what_the_first_caption_says_of_its_line_is_true(open_lab):
    lab = open_lab(new=True)
    assert lab.at(".layer-points .point.wrong").count() == 2
    assert lab.button("Play").is_visible()


def test_it_is_skipped_and_remembered(open_lab):
    lab = open_lab(new=True)
    assert lab.at("#tour").is_visible()
    lab.button("Skip the tour").click()
    assert not lab.at("#tour").is_visible()
    lab.page.reload()
    lab.wait("window.lab")
    assert not lab.at("#tour").is_visible()
    lab.button("Tour").click()
    assert lab.text(".tour-count") == "1 of 6"
    lab.button("Next").click()
    assert lab.text(".tour-count") == "2 of 6"
    lab.button("Previous").click()
    assert lab.text(".tour-count") == "1 of 6"
    assert lab.button("Previous").is_disabled()


def test_a_link_starts_it_and_other_links_and_data_do_not(open_lab):
    assert open_lab("tour").at("#tour").is_visible()
    assert not open_lab("card=xor", new=True).at("#tour").is_visible()
    assert not open_lab(state=as_state(XOR), new=True).at("#tour").is_visible()
    lab = open_lab()
    lab.page.evaluate("location.hash = 'tour'")
    expect(lab.at("#tour")).to_be_visible()


def test_the_first_screen_says_what_this_is_and_what_to_press(open_lab):
    lab = open_lab(viewport={"width": 1280, "height": 800})
    assert lab.text(".tagline") == "Watch a line learn to separate two classes. It moves after every mistake."
    sizes = {name: lab.button(name).bounding_box() for name in ("Play", "Step", "Back", "End")}
    areas = {name: box["width"] * box["height"] for name, box in sizes.items()}
    assert max(areas, key=areas.get) == "Play"
    entries = lab.at(".legend li").all_inner_texts()
    assert entries == ["y = +1", "y = −1", "a mistake now", "visited", "boundary", "w"]


def test_words_of_the_lectures_are_explained_where_they_stand(lab):
    panel = lab.tab("Steps")
    assert "η is the learning rate, the size of a step." in panel.inner_text()
    assert "survival: for how many visits these weights have lasted" in panel.inner_text()
    assert "loss: −y·a for a mistake, else 0." in panel.inner_text()
