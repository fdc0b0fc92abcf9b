"""The chart of ratios: a bar for each row of the table, from 1 to its ratio on a logarithmic axis."""

from collections.abc import Sequence
from pathlib import Path

from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from records import Record
from table import times

KEPT, LOST, REQUIRED = "#3b6fb6", "#d1495b", "#222222"
MOST = 100  # longer bars are cut; the number beside them is not
INCHES_A_BAR = 0.25


def draw(records: Sequence[Record], path: Path) -> None:
    rows = [(record.name, row) for record in records for row in record.rows if row.ratio is not None]
    figure = Figure(figsize=(13, 1.5 + INCHES_A_BAR * len(rows)), layout="constrained")
    axes = figure.subplots()
    for place, (_, row) in enumerate(rows):
        ratio = min(row.ratio, MOST)
        axes.barh(place, ratio - 1, left=1, height=0.7, color=LOST if row.lost else KEPT)
        # Beside the axes, where no bar and no mark can hide it.
        color = LOST if row.lost else REQUIRED
        axes.text(
            1.01, place, times(row.ratio), transform=axes.get_yaxis_transform(), va="center", fontsize=8, color=color
        )
        if row.at_least is not None:
            axes.plot([row.at_least] * 2, [place - 0.45, place + 0.45], color=REQUIRED, linewidth=2)
        if place and rows[place - 1][0] != rows[place][0]:
            axes.axhline(place - 0.5, color="#cccccc", linewidth=0.8)
    lowest = min([row.ratio for _, row in rows] + [row.at_least for _, row in rows if row.at_least])
    axes.set_xscale("log")
    axes.set_xlim(min(0.3, lowest / 1.5), MOST * 1.2)
    axes.set_xticks([tick for tick in (0.01, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100) if tick >= axes.get_xlim()[0]])
    axes.xaxis.set_major_formatter(lambda ratio, _: f"{ratio:g}×")
    axes.minorticks_off()
    axes.tick_params(axis="x", top=True, labeltop=True)
    axes.axvline(1, color=REQUIRED, linewidth=0.8)
    axes.grid(axis="x", color="#e5e5e5", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_yticks(range(len(rows)), [f"{row.work}  /  {row.against}" for _, row in rows], fontsize=8)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_title("Times as fast as the peer (memory: times as little)")
    legend = [
        Patch(color=KEPT, label="as required, or faster than the peer"),
        Patch(color=LOST, label="below what is required, or slower than the peer"),
        Line2D([], [], color=REQUIRED, marker="|", markersize=10, markeredgewidth=2, linestyle="", label="required"),
    ]
    figure.legend(handles=legend, loc="outside lower center", ncols=3, fontsize=8, frameon=False)
    figure.get_layout_engine().set(w_pad=0.15, h_pad=0.1)
    figure.savefig(path)
