"""The lab by the keyboard: how a tab is opened, and how the numbers on screen are compared."""

from .lab_driver import NOTE_004, numbers_at

TABS = ("Steps", "Data", "Options", "Theorem", "Weights", "Variants", "Practice", "Cards", "Share")


def go_to_tab(lab, name):
    """Open a tab as the keyboard does: to the tabs with Tab, along them with an arrow."""
    open_now = lab.page.get_by_role("tab", selected=True).inner_text()
    if lab.focus != f"#tab-{open_now.lower()}":
        lab.tab_to(f"#tab-{open_now.lower()}")
    for _ in range((TABS.index(name) - TABS.index(open_now)) % len(TABS)):
        lab.press("ArrowRight")
    assert lab.focus == f"#tab-{name.lower()}"


def numbers_agree(lab, points=NOTE_004, t=None, **options):
    go_to_tab(lab, "Share")
    assert lab.shows(numbers_at(t, points, **options)), lab.numbers
