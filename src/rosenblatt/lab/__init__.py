"""The lab: one page, in which a perceptron can be seen to learn."""

from rosenblatt.lab.page import LabPage, export, show

__all__ = ["LabPage", "export", "show"]
