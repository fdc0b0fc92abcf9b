"""The lecture pages: blocks of code give what is shown."""

import doctest
import re
import shlex
import sys

import pytest
from helpers.paths import DOCS

from rosenblatt.cli import main

TEXTS = {path.stem: path.read_text() for path in (DOCS / "notes.md", *sorted((DOCS / "notes").glob("*.md")))}
BLOCK = re.compile(r"(?ms)^```([\w{}]*)\n(.*?)^```$")


def blocks(text, kind):
    return [block for language, block in BLOCK.findall(text) if language == kind]


@pytest.mark.parametrize("page", TEXTS)
def test_the_python_of_a_page_gives_what_is_shown(page):
    """The blocks of a page share their names, and no other page's."""
    names, shown = {}, []
    runner = doctest.DocTestRunner(verbose=False)
    for number, block in enumerate(blocks(TEXTS[page], "python"), 1):
        test = doctest.DocTestParser().get_doctest(block, {}, f"{page}, block {number}", None, None)
        assert test.examples
        test.globs = names
        runner.run(test, out=shown.append, clear_globs=False)
    assert not runner.summarize(verbose=False).failed, "".join(shown)


@pytest.mark.parametrize("block", blocks("\n".join(TEXTS.values()), "text"), ids=lambda block: block.partition("\n")[0])
def test_the_commands_give_what_is_shown(block, capsys, monkeypatch):
    command, _, output = block.partition("\n")
    prompt, *arguments = shlex.split(command)
    assert prompt == "$"
    monkeypatch.setattr(sys, "argv", arguments)
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    assert capsys.readouterr().out == output
