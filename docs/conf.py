"""Settings of the documentation site. scripts/docs builds it."""

import sys
from pathlib import Path

import rosenblatt

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "_extensions"))

project = "Rosenblatt"
author = "The Rosenblatt authors"
copyright = author
version = release = rosenblatt.__version__

extensions = [
    "myst_parser",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx_copybutton",
    "sphinx_design",
    "sphinx_gallery.gen_gallery",
    # Ours, in _extensions.
    "example_sources",
    "live_lab",
    "math_elements",
    "outside_links",
]
exclude_patterns = ["_build", "_extensions", "_static", "_templates", "api/backreferences", "auto_examples/*.ipynb"]
templates_path = ["_templates"]
nitpicky = True
# Names of other packages. No inventory is fetched, so they are text, not links.
nitpick_ignore_regex = [
    (
        r"py:.*",
        r"(array_api_strict|click|dask|distributed|matplotlib|numba|numpy|onnx|pandas|polars|pyarrow|river|scipy|sklearn)(\..*)?",
    ),
    (r"py:.*", r"(np|pa|pd|pl|plt|sp)\..*"),
    (r"py:.*", r"(collections|fractions|os|pathlib|typing)(\..*)?"),
    (
        r"py:(class|obj)",
        r"(array-like|bool|bytes|callable|dict|float|int|iterable|list|mapping|optional|set|str|tuple)",
    ),
    (r"py:(class|exc|obj)", r"[A-Z][A-Za-z]*(Error|Warning|Exception|Interrupt)"),
]

myst_enable_extensions = ["colon_fence", "dollarmath"]
myst_dmath_allow_digits = False  # $5 is a price
myst_heading_anchors = 4  # links to headings are spelled as on a code host

autosummary_generate = True
toc_object_entries_show_parents = "hide"
autodoc_typehints = "none"  # the Parameters sections have the types
numpydoc_show_class_members = False  # the template lists the members
numpydoc_xref_param_type = False

sphinx_gallery_conf = {
    "examples_dirs": "_build/examples",
    "gallery_dirs": "auto_examples",
    "backreferences_dir": "api/backreferences",
    "doc_module": ("rosenblatt",),
    "within_subsection_order": "ExampleTitleSortKey",
    "abort_on_example_error": True,
    "capture_repr": (),
    "download_all_examples": False,
    "min_reported_time": 1e9,  # times differ from build to build
    "show_signature": False,
    "write_computation_times": False,
}

html_theme = "pydata_sphinx_theme"
html_title = "Rosenblatt"
html_favicon = "_static/favicon.svg"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = ["live-lab.js"]
html_math_renderer = "mathml"
html_show_sourcelink = False
html_copy_source = False
html_context = {"default_mode": "auto"}  # light or dark, as the reader's system
html_sidebars = {"index": [], "lab": []}  # the lab needs the width
html_theme_options = {
    "navbar_align": "left",
    "show_prev_next": False,
    "show_toc_level": 2,
    "secondary_sidebar_items": {"**": ["page-toc"], "index": [], "lab": []},
    "footer_start": ["copyright"],
    "footer_end": [],
    "logo": {"text": "Rosenblatt"},
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
