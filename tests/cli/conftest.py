"""Small pages."""

from helpers.pages import small_pages  # noqa: F401
