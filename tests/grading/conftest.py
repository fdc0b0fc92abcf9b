"""Grades of texts."""

import pytest

from rosenblatt.grading.grade import grade


@pytest.fixture
def graded(tmp_path):
    """Function that writes a text to a file and grades it."""

    def graded(text, **options):
        path = tmp_path / "homework.py"
        path.write_text(text)
        return grade(path, **options)

    return graded
