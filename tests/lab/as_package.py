"""Points and options of the lab as the package takes them."""

import numpy as np


def arrays(points):
    """X and y of points as the lab has them."""
    X = np.array([(point["x"], point["y"]) for point in points]).reshape(-1, 2)
    return X, np.array([point["label"] for point in points])


def learner_options(options):
    """The options of a run by the names that learners have for them; the run ends where the lab's does."""
    return {
        "order": options["order"],
        "at_zero": options["atZero"],
        "fit_intercept": options["bias"],
        "eta0": options["eta"],
        "max_iter": options["epochs"],
        "random_state": options["seed"],
        "n_iter_no_change": None,
    }


def start_of(options):
    """The starting weights as arguments of ``fit``; none for zero, where it starts by itself."""
    *w, b = options["start"]
    return {"coef_init": w, "intercept_init": [b]} if any(options["start"]) else {}
