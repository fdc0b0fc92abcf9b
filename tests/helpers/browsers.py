"""The browser that tests of pages open, and whether it is there."""

import os
import shutil
from importlib.util import find_spec

import pytest


def chromium_path():
    """The headless shell of Chromium, which takes 2.5 times less than the whole browser; else that; else None."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


def leave_out(fault):
    """Skip the test for want of something to install; in CI, with ROSENBLATT_BROWSER=1, fail."""
    (pytest.fail if os.environ.get("ROSENBLATT_BROWSER") == "1" else pytest.skip)(fault)


def node_path():
    """Node.js, which runs the lab's JavaScript."""
    path = shutil.which("node")
    if path is None:
        leave_out("Node.js must be installed to test the lab; there is no node on the PATH: apt install nodejs.")
    return path


def missing_for_pages():
    """Programs that the tests of pages need and do not find; an empty list in CI, where these tests must run."""
    if os.environ.get("ROSENBLATT_BROWSER") == "1":
        return []
    needs = {"Chromium": chromium_path(), "playwright": find_spec("playwright")}
    return [name for name, place in needs.items() if not place]
