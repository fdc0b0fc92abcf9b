"""The package as it is imported: light, with documented names, and without docstrings too."""

import subprocess
import sys

import pytest

import rosenblatt


def printed(code, *flags):
    return subprocess.run([sys.executable, *flags, "-c", code], capture_output=True, text=True, check=True).stdout


def test_importing_the_package_imports_the_standard_library_only():
    code = (
        f"import sys; sys.path[:0] = {sys.path!r}; import rosenblatt; "
        "print([name for name in sys.modules if name.split('.')[0] not in sys.stdlib_module_names "
        "and not name.startswith(('rosenblatt', '_', 'sitecustomize'))])"
    )
    assert printed(code, "-S") == "[]\n"


def test_learners_and_dicts_need_no_scikit_learn():
    code = "import sys, rosenblatt.learners, rosenblatt.online; print('sklearn' in sys.modules)"
    assert printed(code) == "False\n"


@pytest.mark.parametrize("name", rosenblatt.__all__)
def test_every_public_name_is_there_and_documented(name):
    assert name in dir(rosenblatt)
    assert getattr(rosenblatt, name).__doc__


def test_another_name_is_refused():
    with pytest.raises(AttributeError, match="Perceptrons"):
        _ = rosenblatt.Perceptrons


def test_without_docstrings_and_assertions_the_package_works():
    code = "import rosenblatt; print(rosenblatt.Perceptron(max_iter=5).fit([[0.0], [1.0]], [0, 1]).report_.reason)"
    assert printed(code, "-OO") == "converged\n"
