"""Results on disk, one JSON file for each comparison, so that one can be taken again without the others."""

import json
import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from cache import source_hash
from comparison import Effort, Row
from machine import machine, versions

RESULTS = Path(__file__).parent / "results"


class Record(NamedTuple):
    name: str
    rows: list[Row]
    about: dict[str, Any]  # when, on what, of which source


def folder(effort: Effort) -> Path:
    """Quick results have a folder of their own: they must never stand where real ones are looked for."""
    return RESULTS / "quick" if effort.quick else RESULTS


def write(name: str, rows: Sequence[Row], effort: Effort) -> None:
    record = {
        "name": name,
        "date": datetime.now().astimezone().isoformat(timespec="seconds"),
        "quick": effort.quick,
        "rounds": effort.rounds,
        "source": source_hash(),
        "load_after": os.getloadavg()[0],
        "machine": machine(),
        "versions": versions(),
        "rows": [row.to_dict() for row in rows],
    }
    folder(effort).mkdir(parents=True, exist_ok=True)
    (folder(effort) / f"{name}.json").write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n")


def read(names: Sequence[str], effort: Effort) -> list[Record]:
    """The records of this machine, in the order of the names; what was never taken is left out."""
    files = [folder(effort) / f"{name}.json" for name in names]
    saved = [json.loads(path.read_text()) for path in files if path.exists()]
    return [
        Record(record["name"], [Row.from_dict(row) for row in record.pop("rows")], record)
        for record in saved
        if record["machine"] == machine()
    ]


def provenance(records: Sequence[Record]) -> str:
    """A sentence: when, on what, of which versions."""
    about = records[-1].about
    days = sorted({record.about["date"][:10] for record in records})
    on = about["machine"]
    said = (
        f"Taken {' to '.join(dict.fromkeys((days[0], days[-1])))} on {on['processor']}, {on['cores']} cores, "
        f"{on['memory_gb']} GB, {on['system']}, Python {on['python']}; "
        + ", ".join(f"{name} {version}" for name, version in about["versions"].items())
        + "."
    )
    if about["quick"]:
        said += " A QUICK RUN: one round on a tenth of the rows, not to be quoted."
    older = [record.name for record in records if record.about["source"] != source_hash()]
    return said + (f" Taken of an older source: {', '.join(older)}." if older else "")
