"""A block that fails leaves the object as it was."""

import numpy as np
import pytest

from rosenblatt.learners.rollback import Rollback


class Holder:
    def __init__(self):
        self.count, self.weights = 1, np.zeros(2)


def change(holder, error, rolled_back=BaseException, include_arrays=False):
    """Change the attributes and the arrays of a holder in a block that then fails."""
    with Rollback(holder, rolled_back) as undo:
        if include_arrays:
            undo.include_arrays()
        holder.count, holder.other = 2, 3
        holder.weights += 1.0
        if error:
            raise error


def test_attributes_are_restored_and_new_ones_are_gone():
    holder = Holder()
    with pytest.raises(ValueError, match="no"):
        change(holder, ValueError("no"))
    assert holder.count == 1
    assert not hasattr(holder, "other")


def test_a_block_that_succeeds_changes_the_object():
    holder = Holder()
    change(holder, None)
    assert holder.count == 2


@pytest.mark.parametrize("include", [True, False])
def test_arrays_changed_in_place_are_restored_only_where_that_is_asked_for(include):
    holder = Holder()
    with pytest.raises(ValueError, match="no"):
        change(holder, ValueError("no"), include_arrays=include)
    assert holder.weights.tolist() == ([0.0, 0.0] if include else [1.0, 1.0])


def test_other_errors_than_the_one_named_change_nothing_back():
    holder = Holder()
    with pytest.raises(KeyboardInterrupt):
        change(holder, KeyboardInterrupt(), Exception)
    assert holder.count == 2
