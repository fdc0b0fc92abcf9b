"""Point sets, states and expressions of the page that several tests of the lab use."""

from rosenblatt.lab.page import examples

from .lab_driver import NOTE_004, as_state, numbers_at

XOR = ((0, 0, -1), (1, 1, -1), (0, 1, 1), (1, 0, 1))
NOTE_000 = ((-1, 2, -1), (1, 0, 1), (1, 1, 1), (-1, 0, -1), (-1, -2, -1), (1, -1, 1))
MIXED = (  # no line separates them
    *((1.5, 0.5, 1), (-0.3, 2.1, 1), (2.2, -1.4, -1), (0.1, 0.2, -1), (-2.5, 0.7, 1), (1.1, 1.9, 1)),
    *((-1.2, -0.8, -1), (0.6, -2.3, -1), (-0.9, 1.3, 1), (2.7, 0.4, -1), (-1.8, -1.6, 1)),
)
CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}
TABS = ("Steps", "Data", "Options", "Theorem", "Weights", "Variants", "Practice", "Cards", "Share")
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"
BACKGROUND = "getComputedStyle(document.body).backgroundColor"
LIGHT, DARK = "rgb(255, 255, 255)", "rgb(20, 23, 27)"


def numbers_agree(lab, points=NOTE_004, t=None, **options):
    """Whether Share shows the numbers of the package, after t visits or at the end."""
    lab.tab("Share")
    assert lab.shows(numbers_at(t, points, **options)), (lab.numbers, numbers_at(t, points, **options))


def reloaded(lab):
    """Load the page again, once its address has the state."""
    lab.page.evaluate("lab.dispatch({ tab: 'share' }, { undo: false })")
    lab.wait("location.hash.includes('tab=share')")
    lab.page.reload()
    lab.wait("window.lab")


CARDS = examples()
SHARED = {
    "mixed": as_state(MIXED, t=30, options={"epochs": 7, "order": "random-mistake", "seed": 11, "eta": 0.3}),
    "odd": as_state(
        [(0.1, -1e-7, 1), (123456.789, 1e6, -1), (-0.30000000000000004, 2 / 3, -1)],
        **{"t": 2, "options": {"bias": False, "start": [1e-3, -2.5, 0.125], "atZero": "negative", "epochs": 3}},
    ),
    "empty": as_state(()),
    "projected": as_state(XOR, projector=True, extra={"variant": 2}, t=5, options={"epochs": 12}),
}
