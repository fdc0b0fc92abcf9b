"""The verb ``exam``: draw an exam about the perceptron from a seed."""

from numbers import Integral

from rosenblatt.errors import OptionError, subject
from rosenblatt.exams.draw import draw_exam
from rosenblatt.exams.exam import Exam


def exam(seed: int = 0) -> Exam:
    """Draw an exam about the perceptron from a seed.

    The exam has five questions: a run, a line, the mistake bound, averaging and voting, and two sets that may be
    separable. The same seed gives the same exam on every machine. The solutions are whole numbers and fractions; runs,
    sums and votes are those of the engine.

    Parameters
    ----------
    seed : int, default=0
        Seed of the questions, from 0 to 2**32 - 1.

    Returns
    -------
    Exam
        Questions and solutions, with the page to print.

    Raises
    ------
    OptionError
        If the seed is not a whole number from 0 to 2**32 - 1.

    See Also
    --------
    grade : Compare a student's training function with the engine.

    Examples
    --------
    >>> import rosenblatt
    >>> paper = rosenblatt.exam(seed=17)
    >>> run = paper.solutions[0]
    >>> len(run.visits), len(run.mistakes)
    (8, 3)
    """
    if not isinstance(seed, Integral) or isinstance(seed, bool) or not 0 <= int(seed) < 2**32:
        raise OptionError(f"{subject('seed')} must be a whole number from 0 to 2**32 - 1; got {seed!r}.")
    return Exam(int(seed), *draw_exam(int(seed)))
