"""HTML pages, written whole."""

import os
from pathlib import Path

from rosenblatt.errors import OptionError, subject
from rosenblatt.files.archives import new_file


def write_page(path: str | os.PathLike[str], page: str, example: str, *names: str) -> Path:
    """Write a page to a file, all of it or nothing. An existing file is replaced.

    example: a file name for an error. names: of the path, as for ``subject``.
    """
    target = Path(path)
    if not target.resolve().parent.is_dir():
        then = f"{target} is not: make the folder {target.parent} first"
        raise OptionError(f"{subject(*names)} must be in a folder that is there; {then}.")
    if target.is_dir():
        then = f"{target} is a folder: name a file in it, such as {target / example}"
        raise OptionError(f"{subject(*names)} must be a file; {then}.")
    text = page.encode()
    with new_file(target) as file:
        file.write(text)
    return target
