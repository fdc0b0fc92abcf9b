"""What can go wrong, as one family.

    RosenblattError
    ├── OptionError        (ValueError)       an option outside its rule
    ├── DataError          (ValueError)       data that cannot be learned from or predicted on
    │   └── DataTypeError  (TypeError)        data of a type that holds no numbers
    ├── TrainingOverflow   (OverflowError)    scores or weights left the range of float64
    └── NotTrained         (RuntimeError)     a learner was asked before it was taught

Each message is one sentence: the name, the rule, the value, the place and the next step.
"""


class RosenblattError(Exception):
    """The base of every error this package raises on purpose."""


class OptionError(RosenblattError, ValueError):
    """An option outside its rule."""


class DataError(RosenblattError, ValueError):
    """Data that cannot be learned from or predicted on."""


class DataTypeError(DataError, TypeError):
    """Data of a type that holds no numbers."""


class TrainingOverflow(RosenblattError, OverflowError):
    """Scores or weights left the range of float64."""


class NotTrained(RosenblattError, RuntimeError):
    """A learner was asked for its model before it was taught anything."""
