"""The state of the lab, in Node: checks, links, CSV, history; and numbers as Python writes them."""

import json
import re
import struct
import subprocess
from pathlib import Path

import pytest
from helpers.browsers import node_path


@pytest.fixture(scope="module")
def node_run():
    tests = Path(__file__).with_name("state.mjs")
    command = [node_path(), "--test", "--test-reporter=tap", str(tests)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_every_test_in_node_passes(node_run):
    assert node_run.returncode == 0, node_run.stdout + node_run.stderr
    assert int(re.search(r"^# pass (\d+)$", node_run.stdout, re.MULTILINE)[1]) > 40


def test_numbers_are_written_as_pythons_repr(node_run):
    """Where Python and JavaScript disagree: 1.0, 1e-07, 1e+22."""
    pairs = json.loads(re.search(r"PYTHON (.*)$", node_run.stdout, re.MULTILINE)[1])
    assert len(pairs) > 300
    for bits, text in pairs:
        assert text == repr(struct.unpack(">d", bytes.fromhex(bits))[0])
