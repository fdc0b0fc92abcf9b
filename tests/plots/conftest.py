"""Pictures without a screen."""

from helpers.screens import no_screen  # noqa: F401
