"""A folder for compiled code that belongs to the source as it is now; set before rosenblatt is imported.

Numba looks only at the file of a compiled function, and would run old machine code after a change in another file.
"""

import hashlib
import os
import tempfile
from pathlib import Path

import rosenblatt  # imports the standard library only

PACKAGE = Path(rosenblatt.__file__).parent


def source_hash(folder: Path = PACKAGE) -> str:
    files = sorted(folder.rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]


os.environ["NUMBA_CACHE_DIR"] = str(Path(tempfile.gettempdir()) / f"rosenblatt-bench-{source_hash(PACKAGE)}")
