"""What must be set before Numba and SciPy are imported.

A cache that a change in any compiled module makes stale: Numba itself looks only at the file of the compiled
function, and would run old machine code after a change in rows.py.
"""

import hashlib
import os
import tempfile
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "rosenblatt"


def loops_hash() -> str:
    """Hash of the text of all compiled modules."""
    paths = [*sorted(SOURCE.glob("loops/*.py")), *sorted(SOURCE.glob("files/parsing/*.py"))]
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()[:16]


os.environ["NUMBA_CACHE_DIR"] = str(Path(tempfile.gettempdir()) / f"rosenblatt-numba-{os.getuid()}-{loops_hash()}")

# Without it scikit-learn skips its check of array API input.
os.environ["SCIPY_ARRAY_API"] = "1"

pytest.register_assert_rewrite("helpers")


def pytest_addoption(parser):
    parser.addoption("--long", action="store_true", help="many more random cases against the oracle")


def pytest_configure(config):
    from hypothesis import settings

    examples = 600 if config.getoption("--long") else 60
    settings.register_profile("rosenblatt", deadline=None, max_examples=examples, derandomize=True)
    settings.load_profile("rosenblatt")


def pytest_collection_modifyitems(items):
    """Laws of the contract run without the JIT, unless they need compiled loops: compiling takes most of the time."""
    for item in items:
        if "contract" in item.path.parts and not item.get_closest_marker("compiled"):
            item.add_marker("plain")


# Tests of pages need a browser, and tests of the site a built one. Where it is missing they are left out, with one line
# that says so at the end; with ROSENBLATT_BROWSER=1 and ROSENBLATT_SITE=1, as in CI, they run and fail.


def pytest_ignore_collect(collection_path):
    from helpers.browsers import missing_for_pages
    from helpers.site import SITE_TESTS, missing_site

    if collection_path.name in SITE_TESTS and missing_site():
        return True
    return True if collection_path.name == "browser" and missing_for_pages() else None


def pytest_terminal_summary(terminalreporter):
    from helpers.browsers import missing_for_pages
    from helpers.site import SITE_TESTS, missing_site

    if missing_site():
        terminalreporter.write_line(
            f"Left out: {' and '.join(SITE_TESTS)}, which need the built site. "
            'To run them: pip install ".[docs]", and scripts/docs.'
        )
    if missing := missing_for_pages():
        terminalreporter.write_line(
            f"Left out: tests/browser, which needs {' and '.join(missing)}. "
            'To run it: scripts/packages (Debian), and pip install ".[test]".'
        )
