"""The lab inside a page: a comment and the picture after it become the lab itself.

``<!-- lab -->`` shows the lab as it starts, ``<!-- lab: card=xor -->`` the state of ``lab.html#card=xor``. On a
code host the comment is invisible, and the picture stays.
"""

import re
from html import escape
from pathlib import Path

PAGE = "lab/live.html"
PLACE = re.compile(r"^<!-- lab(?:: (\S+))? -->\n(?:!\[[^]]*\]\([^)]*\)\n)?", re.M)
FRAME = """\
```{{raw}} html
<figure class="live-lab">
<iframe src="{address}" title="The lab, a page to see a perceptron learn" loading="lazy"></iframe>
<figcaption><a href="{address}">Open the lab in a page of its own</a></figcaption>
</figure>
```
"""


def show_lab(app, docname, content):
    """Replace the comments of a page."""

    def frame(match):
        address = "../" * docname.count("/") + PAGE + (f"#{match[1]}" if match[1] else "")
        return FRAME.format(address=escape(address, quote=True))

    content[0] = PLACE.sub(frame, content[0])


def export_lab(app, exception):
    """Write the lab into the site."""
    if exception is None and app.builder.format == "html":
        from rosenblatt import lab

        path = Path(app.outdir) / PAGE
        path.parent.mkdir(exist_ok=True)
        lab.export(path)


def setup(app):
    app.connect("source-read", show_lab)
    app.connect("build-finished", export_lab)
    return {"parallel_read_safe": True}
