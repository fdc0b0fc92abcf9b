"""All comparisons with our peers, by one command.

    python bench/run.py                         everything, about twenty minutes
    python bench/run.py --only dense sparse     these
    python bench/run.py --quick                 one round on a tenth of the rows: does everything still run?
    python bench/run.py --list                  what there is
    python bench/run.py --against OLD           this checkout against an older one, in place of the peers (against.py)

Ours and the peers' jobs take turns, and the best time of several rounds counts. Prints a table of ratios, and writes
results/<name>.json for each comparison, results/table.md and results/ratios.svg of all that were taken on this machine
(a quick run's in results/quick). Needs the peers, pip install ".[bench]"; one that is missing is named in the table.
"""

import argparse
import sys
import warnings
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import cache  # noqa: F401 (first, because it says where compiled code is kept)
import kept_memory  # noqa: F401 (before anything large is allocated)
import records
from comparison import Effort, Row
from rich.console import Console
from sklearn.exceptions import ConvergenceWarning
from table import markdown, rich_table

COMPARISONS = (
    "dense",
    "product",
    "floor",
    "sparse",
    "averaged",
    "classes",
    "passive_aggressive",
    "defaults",
    "convergence",
    "votes",
    "separability",
    "online",
    "vowpal",
    "file_training",
    "svm",
    "startup",
    "memory",
    "threads",
)

progress = Console(stderr=True)


def rows_of(name: str, effort: Effort) -> tuple[list[Row], bool]:
    """The rows of a comparison, and whether it ran to its end; one that fails says so in the table."""
    rows: list[Row] = []
    try:
        rows.extend(import_module(name).compare(effort))
    except Exception as error:
        progress.print_exception()
        return [*rows, Row(name, remark=f"FAILED: {type(error).__name__}: {error}")], False
    return rows, True


def show(effort: Effort) -> None:
    """The table and the chart of everything that has been taken on this machine."""
    taken = records.read(COMPARISONS, effort)
    Console(width=max(160, progress.width)).print(rich_table(taken))
    folder = records.folder(effort)
    (folder / "table.md").write_text(markdown(taken))
    if find_spec("matplotlib") is None:
        progress.print("matplotlib is not installed: no chart is drawn")
        return
    import_module("chart").draw(taken, folder / "ratios.svg")
    progress.print(f"Written to {folder}: table.md, ratios.svg and the numbers as JSON.", soft_wrap=True)


def list_comparisons() -> None:
    for name in COMPARISONS:
        print(f"{name:18} {(import_module(name).__doc__ or '').splitlines()[0]}")


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare rosenblatt with its peers.")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these comparisons; with --against, parts of names")
    parser.add_argument("--against", type=Path, metavar="OLD", help="time this checkout and OLD in turn")
    parser.add_argument("--quick", action="store_true", help="one round on a tenth of the rows")
    parser.add_argument("--list", action="store_true", help="list the comparisons")
    arguments = parser.parse_args()
    if arguments.against:
        return 0 if import_module("against").compare(arguments.against, arguments.only or [""]) else 1
    unknown = [name for name in arguments.only or [] if name not in COMPARISONS]
    if unknown:
        parser.error(f"--only takes names that --list prints; got {unknown[0]}.")
    if arguments.list:
        list_comparisons()
        return 0
    warnings.simplefilter("ignore", ConvergenceWarning)  # noisy rows are meant not to converge
    effort, well = Effort(arguments.quick), True
    for name in arguments.only or COMPARISONS:
        progress.print(f"{name} …")
        rows, ended = rows_of(name, effort)
        records.write(name, rows, effort)
        well &= ended
    show(effort)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
