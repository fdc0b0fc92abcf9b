"""The tab Variants: last, averaged, voted and pocket weights side by side."""

import rosenblatt

from .lab_driver import (
    arrays,
    as_state,
    learning,
    text,
    trace_of,
)
from .lab_samples import MIXED


def test_variants_have_the_weights_and_errors_of_the_package(open_lab):
    lab = open_lab(state=as_state(MIXED, options={"epochs": 7}))
    lab.button("End").click()
    lab.tab("Variants")
    labels = [svg.get_attribute("aria-label") for svg in lab.at(".small-plane > svg").all()]
    X, y = arrays(MIXED)
    kinds = {
        "Last": rosenblatt.Perceptron,
        "Averaged": rosenblatt.AveragedPerceptron,
        "Voted": rosenblatt.VotedPerceptron,
        "Pocket": rosenblatt.PocketPerceptron,
    }
    for (name, kind), label in zip(kinds.items(), labels, strict=True):
        model = kind(**learning(epochs=7)).fit(X, y)
        assert label.startswith(f"{name} after 77 visits: ")
        assert label.endswith(f"; {int((model.predict(X) != y).sum())} of 11 wrong.")
        if name != "Voted":
            numbers = [
                text(abs(number)) for number in [*model.coef_[0], model.intercept_[0]] if abs(number) not in (0, 1)
            ]
            assert [number for number in numbers if number not in label] == []


def test_a_variant_is_shown_in_the_plane_while_its_tab_is_open(lab):
    lab.button("End").click()
    lab.tab("Variants")
    for name in ("Averaged", "Voted", "Pocket"):
        lab.button(name).click()
        assert lab.said == f"The plane shows the {name.lower()} weights."
        assert lab.page.evaluate("lab.plane.svg.classList.contains('painted')")
        assert lab.page.evaluate("document.querySelector('.plane-stage canvas').width > 100")
        assert lab.at(".variant-line").count() == (name != "Voted")
    lab.tab("Steps")
    assert not lab.page.evaluate("lab.plane.svg.classList.contains('painted')")


def test_other_orders_are_counted_beside_each_other(open_lab):
    lab = open_lab(state=as_state(MIXED, options={"epochs": 7}))
    for _ in range(2):
        lab.button("Next epoch").click()
    lab.tab("Variants")
    rows = [row.split("\t") for row in lab.at("table.compared tbody tr").all_inner_texts()]
    X, y = arrays(MIXED)
    for place, order in ((0, "given"), (1, "shuffled"), (3, "all-mistakes")):
        trace = trace_of(MIXED, epochs=7, order=order)
        now = trace.replay(22)
        wrong = int((y * (X @ now.w[0] + now.b[0]) <= 0).sum())
        counts = [str(int(trace.wrong[:22].sum())), str(int(trace.wrong.sum())), f"{wrong} of 11", "stopped, 7 epochs"]
        assert rows[place][1:] == counts
    online = trace_of(MIXED, epochs=1)
    assert rows[2][1:3] == [str(int(online.wrong.sum()))] * 2
