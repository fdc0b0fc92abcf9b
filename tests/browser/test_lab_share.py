"""Links, scripts and pictures that carry a state away and bring it back."""

import contextlib
import io
import re

import pytest

from .lab_driver import (
    NOTE_004,
    counters_of,
    expect,
    line_of,
    trace_of,
)
from .lab_samples import (
    CLIPBOARD,
    SHARED,
)


@pytest.mark.parametrize("name", SHARED)
def test_a_shared_link_brings_state_and_numbers_back(open_lab, lab_file, name):
    lab = open_lab(state=SHARED[name])
    lab.tab("Share")
    shared, shown = lab.state, lab.text("#numbers")
    link = lab.at("#link").input_value()
    other = open_lab(link.split("#")[1])
    assert {**other.state, "tab": "share"} == shared
    assert other.state["tab"] == "steps"
    other.tab("Share")
    assert other.text("#numbers") == shown
    assert other.problem == ""


def test_the_address_follows_and_a_reload_brings_the_state_back(lab):
    lab.click(1, 1)
    lab.button("Next epoch").click()
    lab.tab("Theorem")
    lab.wait("location.hash.includes('tab=theorem')")
    before = lab.state
    lab.page.reload()
    lab.wait("window.lab")
    assert lab.state == before
    assert lab.counters == counters_of(trace_of(lab.points), 5)


def test_a_damaged_link_is_told_and_the_lab_starts_afresh(open_lab):
    lab = open_lab("1~t=7~nonsense")
    assert lab.problem.startswith("This link is damaged")
    for link in ("%E0%A4%A", "2~t=1~zzz", "<script>alert(1)</script>"):
        lab.button("Close this message").click()
        lab.page.evaluate("(link) => { location.hash = link; }", link)
        expect(lab.at("#problem p.problem span")).to_have_text(
            re.compile("^This link (is damaged|was made by another)")
        )
        assert lab.points == list(NOTE_004)
    lab.button("Step").click()
    assert lab.line == line_of(trace_of(), 1)


def test_a_link_opened_while_the_address_is_about_to_be_written_is_followed(open_lab):
    lab = open_lab()
    lab.page.evaluate("() => { window.setTimeout = (write) => { window.write = write; return 0; }; }")
    lab.button("Step").click()
    lab.page.evaluate("() => { location.hash = 'nonsense'; window.write(); }")  # before the event of the new address
    expect(lab.at("#problem p.problem span")).to_have_text(re.compile("^This link is damaged"))


def test_the_link_is_copied(open_lab):
    lab = open_lab(state=SHARED["mixed"], **CLIPBOARD)
    lab.tab("Share")
    lab.button("Copy link").click()
    expect(lab.at("#toast")).to_have_text("The link is copied.")
    assert lab.page.evaluate("navigator.clipboard.readText()") == lab.at("#link").input_value()


def test_the_link_is_copied_where_the_clipboard_is_not_to_be_had(lab):
    lab.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    lab.tab("Share")
    lab.button("Copy link").click()
    expect(lab.at("#toast")).to_have_text(re.compile("^The link is (copied|selected)"))


@pytest.mark.parametrize("name", ["mixed", "odd"])
def test_copied_as_python_it_prints_the_numbers_on_screen(open_lab, name):
    lab = open_lab(state=SHARED[name], **CLIPBOARD)
    lab.tab("Share")
    lab.button("Copy as Python").click()
    expect(lab.at("#toast")).to_have_text("The script is copied.")
    script = lab.page.evaluate("navigator.clipboard.readText()")
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(script, {})
    assert printed.getvalue().strip() == lab.text("#numbers")
