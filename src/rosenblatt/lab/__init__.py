"""The browser lab: one page in which a perceptron can be seen to learn. May import trained and the layers below."""

from rosenblatt.lab.page import LabPage, export, show

__all__ = ["LabPage", "export", "show"]
