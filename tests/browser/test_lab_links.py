"""Links to the lab: a good one brings back its state to the last bit, a damaged one is answered by a sentence."""

import json
import random
import re
import subprocess
from importlib.resources import files

import pytest
from helpers.browsers import node_path

from .lab_states import damaged, random_state, sealed

# A state is made in the page, and its link is the one that the tab Share offers.
MAKE_LINK = """
(state) => {
  if (!lab.dispatch({ ...state, tab: "share" })) return { problem: document.getElementById("problem").textContent };
  const link = document.getElementById("link").value;
  return { link: link.slice(link.indexOf("#") + 1), state: { ...lab.view.state, tab: "steps" } };
}
"""

# Links are opened as by one who pastes them into the address. What is shown after each: its state, or null where
# nothing changed, and what is said about it. The event is sent at once because the browser's own waits for a pause.
OPEN_LINK = """
(link) => {
  const before = lab.view.state;
  lab.problem("");
  history.replaceState(null, "", `#${link}`);
  window.dispatchEvent(new HashChangeEvent("hashchange"));
  const { state } = lab.view;
  const message = document.querySelector("#problem .problem");
  return {
    state: state === before ? null : state,
    problem: message.hidden ? "" : message.querySelector("span").textContent,
    drawn: document.querySelectorAll("#plane-svg .point").length === state.points.length,
  };
}
"""
# In Node, by the page's own modules: states that are not the same after a way to a link and back.
ROUND_TRIPS = """
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
const [{ checkedState }, { decodeState, encodeState }] = await Promise.all(process.argv.slice(1).map((m) => import(m)));
const changed = JSON.parse(readFileSync(0, "utf8")).map(checkedState).filter(({ state, problem }) =>
  problem || !isDeepStrictEqual(decodeState(`#${encodeState(state)}`), { state }));
console.log(JSON.stringify(changed));
"""
SENTENCE = re.compile(r"\w.{10,300}\.", re.DOTALL)


def of_each(lab, function, values):
    """A function of the page for each value, in one call; as JSON, which is faster than Playwright's own way."""
    found = lab.page.evaluate(
        f"(values) => JSON.stringify(JSON.parse(values).map({function.strip()}))", json.dumps(values)
    )
    return json.loads(found)


def made_links(lab, count, seed):
    """Random states as the page has them, with their links."""
    r = random.Random(seed)
    made = of_each(lab, MAKE_LINK, [random_state(r) for _ in range(count)])
    assert [one["problem"] for one in made if "problem" in one] == []
    return made


def test_states_are_the_same_after_a_way_to_a_link_and_back():
    r = random.Random(0)
    states = json.dumps([random_state(r) for _ in range(2000)])
    modules = [files("rosenblatt.lab").joinpath("web", "core", name).as_uri() for name in ("state.js", "link.js")]
    command = [node_path(), "--input-type=module", "--eval", ROUND_TRIPS, *modules]
    done = subprocess.run(command, input=states, capture_output=True, encoding="utf-8", timeout=60)
    assert done.stdout == "[]\n", done.stderr


def test_a_link_brings_back_its_state_to_the_last_bit(lab):
    made = made_links(lab, 300, seed=1)
    of_each(lab, OPEN_LINK, ["card=xor"])  # so that the first link is another state, too
    shown = of_each(lab, OPEN_LINK, [one["link"] for one in made])
    for one, found in zip(made, shown, strict=True):
        assert (found["state"], found["problem"], found["drawn"]) == (one["state"], "", True), one


def test_a_damaged_link_is_answered_by_a_sentence_and_changes_nothing(lab, request):
    count = 10_000 if request.config.getoption("--long") else 2_000
    made = made_links(lab, count // 4, seed=2)
    r = random.Random(3)
    harmed = [(one["state"], damaged(r, one["link"])) for one in made for _ in range(4)]
    shown = of_each(lab, OPEN_LINK, [link for _, link in harmed])
    messages = 0
    for (state, link), found in zip(harmed, shown, strict=True):
        assert found["drawn"], link
        if found["problem"]:
            messages += 1
            assert SENTENCE.fullmatch(found["problem"]), (link, found)
            assert found["state"] is None, (link, found)
        elif link:  # an empty one is no link
            assert found["state"] in (None, state), (link, found)
    assert messages > 0.9 * count


def test_a_wrong_link_with_a_right_checksum_is_a_sentence_or_a_state(lab):
    """Nobody meets one by accident; it shows that not the checksum alone keeps nonsense out."""
    r = random.Random(4)
    links = [sealed(damaged(r, one["link"])) for one in made_links(lab, 500, seed=5)]
    shown = of_each(lab, OPEN_LINK, links)
    for link, found in zip(links, shown, strict=True):
        assert found["drawn"], link
        assert not found["problem"] or SENTENCE.fullmatch(found["problem"]), (link, found)
        assert not (found["problem"] and found["state"]), (link, found)
    assert sum(bool(found["problem"]) for found in shown) > 250
    assert sum("damaged" not in found["problem"] for found in shown if found["problem"]) > 20


def test_every_panel_shows_any_state_that_a_link_can_have(lab):
    r = random.Random(6)
    states = [random_state(r) for _ in range(400)]
    assert set(of_each(lab, "(state) => lab.dispatch(state)", states)) == {True}


@pytest.mark.parametrize(
    "link", ["%", "__proto__", "1~", "é", "1~t=7~1abcdef", "1~p=1_2p3_", "card=XOR", "card=none", "9" * 100_000]
)
def test_a_page_opened_by_a_damaged_link_has_its_usual_points_and_says_why(open_lab, link):
    page = open_lab(link).page
    assert SENTENCE.fullmatch(page.locator("#problem span").inner_text())
    assert page.locator("#plane-svg .point").count() == 4
