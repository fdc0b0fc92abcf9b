"""scikit-learn's own tests of its Perceptron, run on ours: test_perceptron.py, and of test_sgd.py what concerns it.

``sgd_tests.txt`` has the version of scikit-learn, and the tests of test_sgd.py that pass when scikit-learn's Perceptron
stands in for SGDClassifier. To write it anew: ``python tests/estimators/test_scikit_learn_suites.py``.
"""

import sys
import warnings
from pathlib import Path
from typing import NamedTuple

import pytest
import sklearn
import sklearn.linear_model

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from helpers.scikit_learn_tests import perceptron_cases, sgd_cases

from rosenblatt import Perceptron

LIST = Path(__file__).parent / "sgd_tests.txt"
VERSION, *LISTED = LIST.read_text().split()
PAGE = Path(__file__).parents[2] / "docs" / "from-scikit-learn.md"
SAME_VERSION = sklearn.__version__ == VERSION
SEED = 42  # the value that scikit-learn's own fixture has where none is asked for
FAILURES = (Exception, pytest.fail.Exception)
SLOW = "test_multi_core_gridsearch_and_early_stopping"  # fails with scikit-learn's Perceptron, after 10 s


class Difference(NamedTuple):
    reason: str
    message: str  # of the failure


PENALTY = Difference(
    "The perceptron has no penalty: another is refused, and SGDClassifier named.", "penalty must be None"
)
WORDS = "The same is refused, in a sentence of ours."
DIFFERENCES = {  # by test, or by test and parameters
    "test_perceptron_l1_ratio": PENALTY,
    "test_clone": PENALTY,
    "test_sgd_clf": PENALTY,
    "test_sgd_l1": PENALTY,
    "test_l1_ratio": PENALTY,
    "test_numerical_stability_large_gradient": PENALTY,
    "test_large_regularization": PENALTY,
    "test_provide_coef": Difference(WORDS, "coef_init must have shape"),
    "test_set_intercept_offset": Difference(WORDS, "intercept_init must have shape"),
    "test_sgd_early_stopping_with_partial_fit": Difference(WORDS, "early_stopping must be False for partial_fit"),
    "test_sgd_error_on_zero_validation_weight": Difference(
        WORDS + " Weights that are all zero are refused before rows are held out.",
        "sample_weight must be positive for at least one row",
    ),
    "test_partial_fit_exception": Difference(
        "partial_fit needs no classes: a new class joins at zero.", "DID NOT RAISE"
    ),
    "test_partial_fit_weight_class_balanced": Difference(
        "partial_fit balances by the counts up to and including each row.", "DID NOT RAISE"
    ),
    "test_wrong_class_weight_label": Difference(
        "A class_weight for a label that y lacks is a warning: a fold may lack a rare class.", "DID NOT RAISE"
    ),
    "test_tol_parameter": Difference(
        "tol is a share of the mistakes per epoch, not of a loss, and n_iter_no_change is 'auto'.", "^$"
    ),
    "test_validation_set_not_used_for_training": Difference(
        "early_stopping holds out rows by a rule of ours, and keeps the weights that predicted them best.",
        "Arrays are not equal",
    ),
    "test_validation_mask_correctly_subsets": Difference(
        "The test looks into a private callback of scikit-learn, which is not called here.", "not subscriptable"
    ),
    "test_sgd_dtype_match[float32-SGDClassifier]": Difference("Weights are float64, whatever the rows are.", "^$"),
    "test_sgd_dtype_match[float32-SparseSGDClassifier]": Difference(
        "Weights are float64, whatever the rows are.", "^$"
    ),
}

OURS, THEIRS = perceptron_cases(Perceptron), sgd_cases(sklearn.linear_model.Perceptron)
OURS_AS_SGD = sgd_cases(Perceptron)
pytestmark = [pytest.mark.compiled, pytest.mark.conformance]


def difference_of(name):
    return DIFFERENCES.get(name) or DIFFERENCES.get(name.partition("[")[0])


def run(case):
    with pytest.MonkeyPatch.context() as monkeypatch:
        case.run(monkeypatch=monkeypatch, global_random_seed=SEED)


def passes(case):
    try:
        run(case)
    except FAILURES:
        return False
    return True


def check(case):
    """Pass, or fail as the list of differences says."""
    difference = difference_of(case.id)
    if difference is None:
        run(case)
        return
    with pytest.raises(FAILURES, match=difference.message):
        run(case)


@pytest.mark.parametrize("name", OURS)
def test_perceptron(name):
    check(OURS[name])


# In another version than the list's, all tests are tried, and those count that scikit-learn's Perceptron passes.
@pytest.mark.parametrize("name", LISTED if SAME_VERSION else OURS_AS_SGD)
def test_sgd(name):
    if SAME_VERSION or passes(THEIRS[name]):
        check(OURS_AS_SGD[name])


@pytest.mark.filterwarnings("default:tests/estimators/sgd_tests.txt")
def test_the_list_is_of_the_installed_version():
    """Or a sentence says that it is not, at the end of the run."""
    if not SAME_VERSION:
        warnings.warn(
            f"tests/estimators/sgd_tests.txt must be of the installed scikit-learn, {sklearn.__version__}; it is of "
            f"{VERSION}, and its tests were found anew: run python tests/estimators/test_scikit_learn_suites.py.",
            stacklevel=1,
        )
        return
    assert set(LISTED) <= set(THEIRS)
    unlisted = set(THEIRS) - set(LISTED) - {SLOW}
    assert [name for name in LISTED if not passes(THEIRS[name])] == []
    assert [name for name in unlisted if passes(THEIRS[name])] == []


def test_every_difference_is_of_a_test_that_runs_and_the_page_counts_them():
    names = [*OURS, *LISTED]
    assert set(DIFFERENCES) <= {*names, *(name.partition("[")[0] for name in names)}
    differ = [name for name in names if difference_of(name)]
    page = PAGE.read_text()
    assert f"{len(names)} tests of version {VERSION}, of which {len(differ)} differ" in page


if __name__ == "__main__":
    found = [name for name, case in THEIRS.items() if passes(case)]
    LIST.write_text("\n".join([sklearn.__version__, *found]) + "\n")
