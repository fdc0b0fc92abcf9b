"""Many classes: MNIST's ten and sector's 105, against scikit-learn's one-against-rest."""

from collections.abc import Iterator

from comparison import Effort, Row, parts
from datasets import head, mnist, sector
from models import WARM_ROWS, fits, ours, scikit_learn
from timing import best, epoch_row, fit_times, whole_row

from rosenblatt import AveragedPerceptron

SECTOR_EPOCHS = 20
SECTOR_ACCURACY = 0.903


def compare(effort: Effort) -> Iterator[Row]:
    return parts(effort, ten_digits, company_pages)


def ten_digits(effort: Effort) -> Iterator[Row]:
    """MNIST, 10 classes."""
    X, y = mnist()
    if effort.quick:
        X, y = head(X, y)
    work = f"MNIST {X.shape[0]:,} × {X.shape[1]}, 10 classes"
    times = fit_times(fits(X, y, ours=ours, peer=scikit_learn), effort)
    yield epoch_row(f"{work}, shuffled epoch", times, "ours", "peer", "scikit-learn", 12)
    yield whole_row(work, times, "scikit-learn")


def company_pages(effort: Effort) -> Iterator[Row]:
    """sector, 105 classes."""
    X, y = sector()
    unseen = sector(".t")
    if effort.quick:
        X, y = head(X, y)
    models = {"ours": AveragedPerceptron(max_iter=SECTOR_EPOCHS), "peer": scikit_learn(SECTOR_EPOCHS)}
    for model in models.values():
        model.fit(X[:WARM_ROWS], y[:WARM_ROWS])
    times = best({name: lambda model=model: model.fit(X, y) for name, model in models.items()}, effort)
    work = f"sector {X.shape[0]:,} × {X.shape[1]:,}, 105 classes"
    yield Row(
        f"{work}, averaged, fit of {SECTOR_EPOCHS} epochs",
        times["ours"],
        times["peer"],
        "scikit-learn Perceptron",
        at_least=8,
        remark=f"ours ended as {models['ours'].report_.reason} after {models['ours'].n_iter_} epochs",
        times=times,
    )
    accuracy = {name: model.score(*unseen) for name, model in models.items()}
    yield Row(
        f"{work}, test rows wrong",
        None if effort.quick else 1 - accuracy["ours"],  # a tenth of the rows teaches less
        1 - SECTOR_ACCURACY,
        f"accuracy {SECTOR_ACCURACY}",
        unit="wrong",
        at_least=1,
        remark=f"accuracy {accuracy['ours']:.4f}, scikit-learn's {accuracy['peer']:.4f}",
        times=accuracy,
    )
