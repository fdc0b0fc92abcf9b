"""Under the pointer and the cross: the score worked out, the distance, and the prediction of each variant."""

import numpy as np
import pytest

import rosenblatt

from .lab_driver import NOTE_004, arrays, as_state, expect, learning, text, trace_of

T = 7
VARIANTS = {
    "last": rosenblatt.Perceptron,
    "averaged": rosenblatt.AveragedPerceptron,
    "voted": rosenblatt.VotedPerceptron,
    "pocket": rosenblatt.PocketPerceptron,
}


def expected_lines(place, t):
    """What the box should say, by the package."""
    weights = trace_of().replay(t)
    (w1, w2), b = weights.w[0], weights.b[0]
    score = place[0] * w1 + place[1] * w2 + b
    terms = [text(w) if w >= 0 else f"({text(w)})" for w in (w1, w2, b)]
    x, y = (text(p) if p >= 0 else f"({text(p)})" for p in place)
    side = "positive" if score > 0 else "negative"
    distance = float(f"{abs(score) / np.hypot(w1, w2):.3f}")
    return [
        f"x = {text(*place)}",
        f"a = w·x + b = {terms[0]}·{x} + {terms[1]}·{y} + {terms[2]} = {text(score)}",
        f"{text(distance)} from the boundary, on the {side} side",
    ]


def box(lab):
    return lab.at(".probe p").all_inner_texts()


def test_a_pointer_over_the_plane(open_lab):
    lab = open_lab(state=as_state(t=T))
    assert not lab.at(".probe").is_visible()
    lab.page.mouse.move(*lab.on_screen(2, 1))
    expect(lab.at(".probe")).to_be_visible()
    assert box(lab)[:3] == expected_lines((2, 1), T)
    lab.page.mouse.move(5, 5)
    expect(lab.at(".probe")).to_be_hidden()


def test_the_prediction_of_each_variant_at_the_end_of_a_run(open_lab):
    """Where the variants differ: between their lines."""
    lab = open_lab(state=as_state(t=24))
    models = {name: kind(**learning()).fit(*arrays(NOTE_004)) for name, kind in VARIANTS.items()}
    seen = set()
    for place in [(0.5, 0.5), (-0.5, 1), (0.6, -1), (1, 2), (-2, 0), (0, 0)]:
        lab.page.mouse.move(*lab.on_screen(*place))
        expect(lab.at(".probe p").first).to_have_text(f"x = {text(*place)}")
        signs = {name: int(model.predict([place])[0]) for name, model in models.items()}
        assert box(lab)[3] == " · ".join(f"{name} {'+1' if sign > 0 else '−1'}" for name, sign in signs.items())
        seen.add(tuple(signs.values()))
    assert len(seen) > 2


def test_a_finger(open_lab):
    lab = open_lab(state=as_state(t=T), has_touch=True)
    lab.button("Move").click()
    x, y = lab.on_screen(2, 1)
    lab.page.mouse.move(5, 5)
    lab.page.touchscreen.tap(x, y)
    expect(lab.at(".probe")).to_be_visible()
    assert box(lab)[:3] == expected_lines((2, 1), T)
    assert lab.points == list(NOTE_004)
    lab.at("h2:visible").first.tap()
    expect(lab.at(".probe")).to_be_hidden()


def test_the_cross_by_keyboard_says_it_and_shows_it(open_lab):
    lab = open_lab(state=as_state(t=T))
    lab.tab_to("The plane")
    lab.press("Shift+ArrowRight", "ArrowUp")
    place = (2, 1.1)
    lines = expected_lines(place, T)
    assert box(lab)[:3] == lines
    variants = box(lab)[3].replace(" · ", ", ")
    assert lab.said == f"Cross at (2, 1.1). {lines[1]}; {lines[2]}; {variants}."
    lab.press("Shift+Tab")
    expect(lab.at(".probe")).to_be_hidden()


def test_an_open_question_is_not_answered_by_the_probe(open_lab):
    lab = open_lab(state={"tab": "practice"})
    lab.button("Mistake or not?").click()
    lab.page.mouse.move(*lab.on_screen(1, 1))
    lab.tab_to("The plane", back=True)
    lab.press("ArrowUp")
    assert not lab.at(".probe").is_visible()
    assert "a =" not in lab.said
    lab.page.get_by_role("tab", name="Steps").click()
    lab.page.mouse.move(*lab.on_screen(1, 1.5))
    expect(lab.at(".probe")).to_be_visible()


# --- Symbols and marks ---


def lit(lab):
    return lab.page.evaluate("document.documentElement.dataset.lit ?? ''")


def shines(lab, selector):
    """Whether an element has the background of what is lit."""
    script = """(node) => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.background = "var(--now)";
      const same = getComputedStyle(node).backgroundColor === getComputedStyle(probe).backgroundColor;
      probe.remove();
      return same;
    }"""
    return [lab.page.evaluate(script, node) for node in lab.at(selector).element_handles()]


def test_a_symbol_in_steps_and_its_mark_in_the_plane_light_up_together(open_lab):
    lab = open_lab(state=as_state(t=2))
    for mark, inside in [("w", ".layer-arrows"), ("old", ".layer-arrows"), ("added", ".layer-arrows"), ("x", ".point")]:
        assert lab.at(f"{inside} [data-mark={mark}], {inside}[data-mark={mark}]").count() >= 1
        lab.at(f"math [data-mark={mark}]").first.hover()
        assert lit(lab) == mark
        assert all(shines(lab, f"math [data-mark={mark}]"))
        assert not any(shines(lab, f"math [data-mark]:not([data-mark={mark}])"))
    assert lab.at("math [data-mark=w]").all_text_contents() == ["w", "2", "−2", "2", "(−2)"]
    lab.at("h2:visible").first.hover()
    assert lit(lab) == ""


def test_a_mark_in_the_plane_lights_its_symbols(open_lab):
    lab = open_lab(state=as_state(t=2))
    lab.page.mouse.move(*lab.on_screen(-1, -1))
    assert lit(lab) == "x"
    assert all(shines(lab, "math [data-mark=x]"))
    lab.page.mouse.move(*lab.on_screen(2, 1))  # on the boundary 2·x₁ − 2·x₂ − 2 = 0
    assert lit(lab) == "b"
    lab.click(2, 1.5)
    assert len(lab.points) == 5  # marks do not keep points from being placed


@pytest.mark.parametrize("mark", ["x", "a", "w", "b"])
def test_marks_are_lit_and_explained_by_keyboard(open_lab, mark):
    lab = open_lab(state=as_state(t=3))  # no mistake
    lab.tab_to(mark)
    assert lit(lab) == mark
    lab.press("Enter")
    assert lab.said.startswith(f"{mark} ")
    assert lab.at(".score-way").evaluate("(way) => getComputedStyle(way).visibility") == (
        "visible" if mark == "a" else "hidden"
    )
    assert not lab.button("old w").is_visible()
    lab.press("n")  # the next mistake keeps what is lit
    assert lit(lab) == mark
