"""A question for the class: the lecturer's link, answers of students as codes, and all of them in one picture."""

import re

import pytest
from axe_playwright_python import sync_playwright as axe

import rosenblatt

from .lab_class import LINE, NEXT, asks
from .lab_driver import NOTE_004, arrays, as_state, expect, text, trace_of
from .lab_keyboard import go_to_tab
from .lab_samples import CLIPBOARD, OVERFLOW, XOR

HIDDEN = "The run is hidden while the question is open."
GRAVE = ("moderate", "serious", "critical")


def collects(lab, *codes):
    lab.page.get_by_label("Codes of the students").fill("\n".join(codes))


def told(lab):
    return lab.text(".for-class p.question")


def table(lab):
    return [
        row.split("\t")
        for row in lab.at(".for-class tbody tr").evaluate_all(
            "(rows) => rows.map((r) => [...r.cells].map((c) => c.textContent).join('\\t'))"
        )
    ]


def code_of(lab):
    lab.button("Make my code").click()
    return lab.page.get_by_label("Your code").input_value()


def answers_visit(lab, visit):
    if visit:
        lab.page.get_by_label("Number of the visit").fill(str(visit))
    else:
        lab.page.get_by_label("No further mistake").check()
    return code_of(lab)


def drags_line(lab, place, tip):
    """From where the line is at first: through the middle of the points, with an arrow upwards."""
    lab.drag((1, 1), place)
    lab.drag((place[0], place[1] + 1), tip)
    return code_of(lab)


def grave(page):
    found = axe.Axe().run(page).response["violations"]
    return [(v["id"], node["html"][:150]) for v in found for node in v["nodes"] if v["impact"] in GRAVE]


# --- From the link to the picture of all answers ---


def test_the_next_mistake_is_asked_answered_and_revealed(open_lab):
    lecturer = open_lab(state={"t": 4})
    link = asks(lecturer, NEXT)
    assert "Paste the codes" in told(lecturer)
    codes = []
    for visit in (8, 8, 6, 0):
        student = open_lab(link, new=True)
        assert not student.at("#tour").is_visible()  # the tour is not over the question
        assert student.page.get_by_role("heading", name=NEXT).is_visible()
        assert "After visit 4, w is (2, −0.5) and b is −1." in student.text(".asked-question")
        assert student.counters == HIDDEN
        codes.append(answers_visit(student, visit))
        assert re.fullmatch(r"\w{3}-\w{4}", codes[-1])
    assert codes[0] == codes[1] != codes[2]
    collects(lecturer, f"Ada: {codes[0]}", codes[1].lower(), codes[2].replace("-", " "), codes[3])
    assert told(lecturer) == "4 answers."
    assert table(lecturer) == [["Visit 6", "", "1"], ["Visit 8", "", "2"], ["No further mistake", "", "1"]]
    lecturer.button("Reveal").click()
    assert trace_of().wrong[4:8].tolist() == [False, False, False, True]
    assert told(lecturer).startswith("4 answers. 2 of them are right. Visit 8 is point 3, plus, at (0, 1.5).")
    assert told(lecturer).endswith("= −1.75, so y·a = −1.75 ≤ 0: a mistake.")
    assert ["Visit 8 ✓ right", "", "2"] in table(lecturer)
    lecturer.tab("Steps")
    lecturer.button("Step").click()
    lecturer.tab("Share")
    assert told(lecturer).startswith("4 answers. 2 of them are right.")  # the lecturer goes on, and the question stays


def test_lines_are_drawn_sent_and_laid_over_each_other(open_lab):
    lecturer = open_lab()
    link = asks(lecturer, LINE)
    codes = []
    for place, tip in (((-0.5, 1), (0.5, 1)), ((-0.4, 1), (0.6, 1.1)), ((-0.5, 1), (-1.5, 1)), ((1, 1), (1, 3))):
        student = open_lab(link)
        assert student.page.get_by_role("heading", name=LINE).is_visible()
        codes.append(drags_line(student, place, tip))
        assert "Your line: " in student.text(".asked-question")
        assert student.points == list(NOTE_004)
    collects(lecturer, *codes)
    assert told(lecturer).startswith(
        "4 answers: 2 lines separate the points, 2 do not. 1 of them would with the arrow reversed. "
        "The widest margin of an answer is 0."
    )
    assert [row[1] for row in table(lecturer)] == ["✓ yes", "✓ yes", "✗ no, reversed", "✗ no"]
    assert [row[0] for row in table(lecturer)] == codes
    dashes = "(paths) => paths.map((p) => getComputedStyle(p).strokeDasharray !== 'none')"
    assert lecturer.at(".class-line").evaluate_all(dashes) == [True, False]
    assert not lecturer.at(".layer-arrows").is_visible()  # the run would be one line more
    assert lecturer.at(".class-line").evaluate_all(
        "(paths) => paths.map((p) => p.getAttribute('d').split('M').length - 1)"
    ) == [2, 2]
    assert "The best possible" not in told(lecturer)
    lecturer.button("Reveal").click()
    margin = rosenblatt.certify(*arrays(NOTE_004)).margin
    assert f"The best possible is {text(round(margin.lower, 3))}." in told(lecturer)
    assert lecturer.at(".margin-line").count() == 1
    lecturer.tab("Steps")
    assert lecturer.at(".class-line").count() == 0
    lecturer.tab("Share")
    assert lecturer.at(".class-line").count() == 2
    lecturer.at(".layer-points .point").first.focus()
    lecturer.press("Delete")
    assert "The plane shows other points now." in lecturer.text(".for-class")
    assert lecturer.at(".class-line").count() == 0
    lecturer.button("Show the question’s points").click()
    assert lecturer.points == list(NOTE_004)
    assert lecturer.at(".class-line").count() == 2


def test_a_class_is_asked_by_the_keyboard_alone(open_lab):
    lecturer = open_lab(**CLIPBOARD)
    go_to_tab(lecturer, "Share")
    lecturer.tab_to("For the class")
    lecturer.press("Enter")
    lecturer.tab_to(LINE)
    lecturer.press("Enter")
    lecturer.tab_to("Copy the students’ link")
    lecturer.press("Enter")
    expect(lecturer.at("#toast")).to_have_text("The link is copied.")
    link = lecturer.page.evaluate("navigator.clipboard.readText()").partition("#")[2]
    student = open_lab(link, **CLIPBOARD)
    student.tab_to("The line, at (1, 1): arrow keys move it")
    student.press(*["Shift+ArrowLeft"] * 2)
    assert student.focus.startswith("The line, at (")
    student.press("Tab")
    assert student.focus.startswith("The tip of the arrow, at (")
    student.press("Shift+ArrowRight", "Shift+ArrowDown")
    student.tab_to("Make my code")
    student.press("Enter")
    assert student.focus == "Your code"
    first = student.at("#class-code").input_value()
    student.tab_to("Copy my code")
    student.press("Enter")
    expect(student.at("#toast")).to_have_text("The code is copied.")
    assert student.page.evaluate("navigator.clipboard.readText()") == first
    while not student.focus.startswith("The tip of the arrow"):
        student.press("Shift+Tab")
    student.press("Shift+ArrowUp")
    assert not student.at("#class-code").is_visible()  # another answer has no code yet
    student.tab_to("Make my code")
    student.press("Enter")
    assert student.at("#class-code").input_value() != first
    lecturer.tab_to("Codes of the students")
    lecturer.page.keyboard.type(f"Ada {first}, {student.at('#class-code').input_value()}")
    assert told(lecturer).startswith("2 answers: ")
    lecturer.tab_to("Reveal")
    lecturer.press("Enter")
    assert "The best possible is" in told(lecturer)
    assert lecturer.focus == "Reveal"
    student.tab_to("Close the question and show the run")
    student.press("Enter")
    assert student.counters.startswith("Visit 0 of")
    assert student.focus != "nothing"


def test_a_visit_is_typed_by_the_keyboard_alone(open_lab):
    student = open_lab(asks(open_lab(state={"t": 4}), NEXT))
    student.tab_to("Make my code")
    student.press("Enter")
    assert student.said.startswith("Answer first: type the number of a visit")
    student.tab_to("Number of the visit that is the next mistake", back=True)
    student.page.keyboard.type("4")
    student.press("Enter")
    assert student.problem == "The visit must be a whole number after visit 4; got 4."
    student.press("Control+a")
    student.page.keyboard.type("8")
    student.tab_to("Make my code")
    student.press("Enter")
    code = student.at("#class-code").input_value()
    student.tab_to("No further mistake", back=True)
    student.press(" ")
    assert not student.at("#class-code").is_visible()
    student.tab_to("Make my code")
    student.press("Enter")
    assert student.at("#class-code").input_value() != code


# --- What is not a code, and what cannot be asked ---


def test_codes_that_are_wrong_or_of_another_question_are_named(open_lab):
    lecturer = open_lab(state={"t": 4})
    old = answers_visit(open_lab(asks(lecturer, NEXT)), 8)
    lecturer.page.evaluate("lab.go(5)")
    new = answers_visit(open_lab(asks(lecturer, NEXT)), 8)
    assert old != new
    wrong = new[:-1] + ("0" if new[-1] != "0" else "2")
    collects(lecturer, f"Ada: {new}", old, wrong)
    assert told(lecturer) == "1 answer."
    said = lecturer.text(".for-class p.question + p")
    assert said == (
        f"2 entries are not codes of this question: “{old}”, “{wrong}”. "
        "Look for a wrong character, or for a code of another question."
    )
    collects(lecturer, *["nonsense"] * 9)
    assert "and 6 more" in lecturer.text(".for-class p.question + p")
    collects(lecturer, "")
    assert "Paste the codes" in told(lecturer)


def test_questions_that_make_no_sense_are_refused(open_lab):
    empty = open_lab(state=as_state(()))
    asks(empty, LINE)
    assert empty.problem == "There are no points to ask about."
    assert not empty.at("#class-link").is_visible()
    one_class = open_lab(state=as_state([(1, 1, 1), (2, 1, 1)]))
    asks(one_class, LINE)
    assert one_class.problem == "A line to draw needs points of both classes."
    student = open_lab(asks(one_class, NEXT))
    assert answers_visit(student, 1)
    for points, sentence in (((), "There are no points"), ([(1, 1, 1)], "A line to draw needs")):
        student = open_lab(state=as_state(points, extra={"ask": 2}))  # a link that somebody made by hand
        assert sentence in student.text(".asked-question")
        assert not student.button("Make my code").is_visible()
        student.button("Close the question and show the run").click()
        assert student.page.get_by_role("tab", name="Steps").is_visible()


def test_five_hundred_answers_stay_fluent(open_lab):
    lecturer = open_lab()
    student = open_lab(asks(lecturer, LINE))
    code = drags_line(student, (-0.5, 1), (0.5, 1))
    spent = lecturer.page.evaluate(
        """(code) => {
          const box = document.getElementById("class-codes");
          box.value = Array(500).fill(code).join("\\n");
          const began = performance.now();
          box.dispatchEvent(new Event("input"));
          const pasted = performance.now() - began;
          lab.redraw();
          return [pasted, performance.now() - began - pasted];
        }""",
        code,
    )
    assert told(lecturer).startswith("500 answers: 500 lines separate the points, 0 do not.")
    assert spent[0] < 1000
    assert spent[1] < 100  # what is not changed is not made again


# --- Nothing tells the answer ---

TOLD = """() => {
  const seen = [];
  const told = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
  for (let node = told.nextNode(); node; node = told.nextNode()) {
    const given = "script, style, .layer-grid, .layer-points, .layer-arrows, .asked-question table";
    if (!node.checkVisibility() || node.closest(given)) continue;
    for (const name of ["aria-label", "aria-valuetext", "title", "max", "value"]) seen.push(node.getAttribute(name));
    for (const child of node.childNodes) if (child.nodeType === 3) seen.push(child.textContent);
  }
  const text = seen.filter(Boolean).join("|").replace(/After visit \\d+, w is .* Work/, "Work");
  return text.replaceAll(/at \\(.*?\\)/g, "at");
}"""
MARKS = """(all) => all.map((point) => {
  return getComputedStyle(point.querySelector(".halo")).strokeDasharray + point.classList.contains("wrong");
})"""


def test_links_with_different_answers_look_alike(open_lab):
    lecturer = open_lab()
    texts, right = set(), set()
    trace = trace_of()
    for t in (3, 4, 10, len(trace) - 1, len(trace)):
        later = [visit for visit in range(t, len(trace)) if trace.wrong[visit]]
        right.add(later[0] + 1 - t if later else 0)
        lecturer.page.evaluate(f"lab.go({t})")
        student = open_lab(asks(lecturer, NEXT))
        texts.add(student.page.evaluate(TOLD))
        assert student.text("#plane-note") == student.text("#ending") == ""
        assert set(student.at(".layer-points .point").evaluate_all(MARKS)) == {"nonefalse"}
        rows = student.at(".asked-question tbody tr").count()
        assert rows == 8 - t % 4  # whenever the run ends
    assert len(right) > 2
    assert len(texts) == 1


def test_points_that_a_line_separates_look_like_others(open_lab):
    texts = set()
    for points in (NOTE_004, XOR):
        student = open_lab(asks(open_lab(state=as_state(points, t=3)), LINE))
        texts.add(re.sub(r"Your line: .* = 0\.", "", student.page.evaluate(TOLD)))
        assert not any(student.at(f".layer-{name}").is_visible() for name in ("arrows", "sides", "band"))
        assert student.state["t"] == 0
    assert len(texts) == 1


@pytest.mark.parametrize("kind", [NEXT, LINE])
def test_an_open_question_keeps_its_run_and_its_points(open_lab, kind):
    student = open_lab(asks(open_lab(state={"t": 4}), kind))
    before = student.state
    student.page.evaluate("document.activeElement.blur()")
    for key in ("ArrowRight", "m", "e", "End", " "):
        student.press(key)
        assert student.said.startswith("Close the question first")
    for name in ("Start", "Back", "Play", "Step", "Next mistake", "Next epoch", "End"):
        assert student.button(name).is_disabled()
    assert student.page.get_by_role("tab").count() == 0
    assert not student.page.get_by_role("tabpanel").is_visible()
    student.click(2, 2)
    student.at(".layer-points .point").first.focus()
    student.press("ArrowRight", "Enter", "Delete")
    assert student.state == before


# --- For everybody, on every screen ---


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("kind", [NEXT, LINE])
@pytest.mark.parametrize("width", [1280, 320])
def test_axe_finds_nothing_and_nothing_is_cut(open_lab, theme, kind, width):
    options = {"color_scheme": theme, "viewport": {"width": width, "height": 640}}
    lecturer = open_lab(state={"t": 4}, **options)
    student = open_lab(asks(lecturer, kind), **options)
    pages = [student, lecturer]
    for lab in pages:
        assert grave(lab.page) == []
        assert lab.page.evaluate(OVERFLOW) <= 0
    code = answers_visit(student, 8) if kind == NEXT else code_of(student)
    collects(lecturer, code, "K7F-3QX9", *["nonsense" * 5] * 4)
    lecturer.button("Reveal").click()
    for lab in pages:
        lab.page.mouse.move(0, 0)
        assert grave(lab.page) == []
        assert lab.page.evaluate(OVERFLOW) <= 0


def test_a_projector_shows_all_answers(open_lab):
    lecturer = open_lab(state={"projector": True}, viewport={"width": 1280, "height": 800})
    student = open_lab(asks(lecturer, LINE), viewport={"width": 1280, "height": 800})
    collects(lecturer, code_of(student))
    assert told(lecturer).startswith("1 answer: 0 lines separate the points, 1 does not.")
    assert lecturer.page.evaluate(OVERFLOW) <= 0
    assert grave(lecturer.page) == []
