"""Browser lab: a page that shows a perceptron learning. May import trained and the layers below."""

from rosenblatt.lab.page import LabPage, export, show

__all__ = ["LabPage", "export", "show"]
