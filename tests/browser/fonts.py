"""Sets of fonts to start a browser with, whatever else is installed: widths differ, and pages must fit in each."""

from pathlib import Path

FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".local/share/fonts")
# The families of each set and their files: for text, serif, monospace, mathematics; then signs that the others lack.
FONT_SETS = {
    "dejavu": {
        "DejaVu Sans": "DejaVuSans*.ttf",
        "DejaVu Serif": "DejaVuSerif*.ttf",
        "DejaVu Sans Mono": "DejaVuSansMono*.ttf",
        "DejaVu Math TeX Gyre": "DejaVuMathTeXGyre.ttf",
    },
    "liberation": {
        "Liberation Sans": "LiberationSans-*.ttf",
        "Liberation Serif": "LiberationSerif-*.ttf",
        "Liberation Mono": "LiberationMono-*.ttf",
        "STIX Math": "STIXMath-Regular.otf",
        "DejaVu Sans": "DejaVuSans*.ttf",
    },
}
CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir>
  <cachedir>{cache}</cachedir>
  {aliases}
  <match target="pattern"><edit name="family" mode="append_last"><string>{sans}</string></edit></match>
</fontconfig>
"""
ALIAS = "<alias><family>{name}</family><prefer><family>{preferred}</family></prefer></alias>"


def missing_families(name):
    """Families of the set that are not installed."""
    return [family for family, pattern in FONT_SETS[name].items() if not _files(pattern)]


def write_configuration(name, folder):
    """Write a fontconfig file that shows only the fonts of the set; return its path, for FONTCONFIG_FILE."""
    (folder / "fonts").mkdir()
    for file in {file.name: file for pattern in FONT_SETS[name].values() for file in _files(pattern)}.values():
        (folder / "fonts" / file.name).symlink_to(file)
    sans, serif, mono, math = list(FONT_SETS[name])[:4]
    preferred = {"sans-serif": sans, "system-ui": sans, "serif": serif, "monospace": mono, "math": math}
    aliases = "\n  ".join(ALIAS.format(name=name, preferred=family) for name, family in preferred.items())
    places = {"fonts": folder / "fonts", "cache": folder / "cache"}
    path = folder / "fonts.conf"
    path.write_text(CONFIGURATION.format(**places, aliases=aliases, sans=sans))
    return path


def _files(pattern):
    """Font files, found by name: fc-list shows no more than the fontconfig file in force does."""
    return [file for folder in FOLDERS for file in folder.rglob(pattern)]
