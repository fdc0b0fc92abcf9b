"""Strategies of training on partitions."""

from dataclasses import dataclass

import numpy as np

from rosenblatt.conventions import ALGORITHMS, MIXINGS, STRATEGIES
from rosenblatt.errors import OptionError, check_choice, option, subject
from rosenblatt.learners.base import Learner
from rosenblatt.learners.streaming import ORDERS


@dataclass(frozen=True)
class Strategy:
    """Strategy of training on parts, checked when it is given.

    name: "mixing" or "sequence".
    mix_by: "mistakes" or "uniform".
    then_sequence: passes in sequence after mixing has ended, unless it has converged.
    """

    name: str = "mixing"
    mix_by: str = "mistakes"
    then_sequence: int = 0

    def __post_init__(self) -> None:
        check_choice("strategy", self.name, STRATEGIES, quoted=True)
        check_choice("mix_by", self.mix_by, MIXINGS, quoted=True)
        count = self.then_sequence
        if isinstance(count, bool) or not isinstance(count, int | np.integer) or count < 0:
            raise OptionError(f"{subject('then_sequence')} must be a whole number, at least 0; got {count!r}.")
        if self.mix_by != "mistakes" and self.name == "sequence":
            rule = "must be left out for the strategy 'sequence', which mixes no weights"
            raise OptionError(f"{subject('mix_by')} {rule}; got {self.mix_by!r}.")
        if count and self.name == "sequence":
            raise OptionError(
                f"{subject('then_sequence')} must be 0 for the strategy 'sequence'; got {count!r}: "
                f"{option('max_iter')} says how many passes there are."
            )

    def check(self, learner: Learner, has_windows: bool) -> None:
        """Raise an OptionError if the strategy cannot train this learner. has_windows: the rows are those of files."""
        options, kind = learner.options, type(learner).__name__
        if kind not in STRATEGIES[self.name]:
            algorithms = {known.learner: name for name, known in ALGORITHMS.items()}
            allowed = ", ".join(algorithms[name] for name in STRATEGIES[self.name])
            others = [name for name, kinds in STRATEGIES.items() if kind in kinds]
            step = f": {option('strategy', others[0])} takes it" if others else ""
            rule = f"must be {allowed} for the strategy {self.name!r}"
            raise OptionError(f"{subject('algorithm')} {rule}; got {algorithms[kind]}{step}.")
        orders = ORDERS if self.name == "mixing" or has_windows else ("given",)
        if options.order not in orders:
            step = "" if self.name == "mixing" else f": {option('order', 'given')} visits partition after partition"
            rule = f"must be {' or '.join(orders)} for the strategy {self.name!r}"
            raise OptionError(f"{subject('order')} {rule}; got {options.order!r}{step}.")
        if options.early_stopping:
            raise OptionError("early_stopping must be False for rows in partitions; got True.")
