"""Training algorithms: state around a compiled loop. May import models, data and loops, but not scikit-learn or SciPy.

>>> from rosenblatt.learners import Perceptron
>>> learner = Perceptron(order="given").fit([[2.0], [4.0]], [-1, 1])
>>> learner.report.reason, learner.report.n_mistakes, learner.model.predict([[3.5]]).tolist()
('converged', 17, [1])
"""

from rosenblatt.learners.averaged import Averaged
from rosenblatt.learners.base import Learner
from rosenblatt.learners.kernel import Kernel
from rosenblatt.learners.kernel_options import KernelOptions
from rosenblatt.learners.options import Options
from rosenblatt.learners.perceptron import Perceptron
from rosenblatt.learners.pocket import Pocket
from rosenblatt.learners.report import Report
from rosenblatt.learners.voted import Voted

__all__ = ["Averaged", "Kernel", "KernelOptions", "Learner", "Options", "Perceptron", "Pocket", "Report", "Voted"]
