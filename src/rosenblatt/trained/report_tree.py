"""Report of a model file, as a tree of names and plain values."""

import math
from typing import Any

from rosenblatt.learners.mistake_bound import Terms
from rosenblatt.learners.report import Report
from rosenblatt.proofs.check.multiclass import certificate_of

RUN = ("reason", "n_epochs", "mistakes_per_epoch", "radius", "n_examples", "n_rows", "seconds")


def report_tree(report: Report | None) -> dict[str, Any] | None:
    if report is None:
        return None
    tree: dict[str, Any] = {name: getattr(report, name) for name in RUN}
    tree["errors"], tree["validation"] = report.errors, report.validation_errors_per_epoch
    tree["validation_rows"], tree["first_pass_errors"] = report.validation_rows, report.first_pass_errors
    tree["terms"] = None if report.terms is None else _terms_list(report.terms)
    tree["certificate"] = None if report.certificate is None else report.certificate.to_json()
    tree["certified_rows"] = report.certified_rows
    if report.updates_per_epoch != report.mistakes_per_epoch or report.zero_rows:  # not for the plain perceptron
        tree["updates_per_epoch"], tree["zero_rows"] = report.updates_per_epoch, report.zero_rows
    if report.per_class:
        tree["per_class"] = True
    if report.mixed_mistakes_per_epoch is not None:
        tree["mixed_mistakes_per_epoch"], tree["n_partitions"] = report.mixed_mistakes_per_epoch, report.n_partitions
    return tree


def report_from(tree: dict[str, Any] | None) -> Report | None:
    if tree is None:
        return None
    report = Report(**{name: tree[name] for name in RUN}, validation_errors_per_epoch=tree["validation"])
    report.updates_per_epoch = tree.get("updates_per_epoch", report.updates_per_epoch)
    report.zero_rows = tree.get("zero_rows", 0)
    report.per_class = tree.get("per_class", False)
    per_epoch = (*report.mistakes_per_epoch, *report.updates_per_epoch)
    if len(report.updates_per_epoch) != len(report.mistakes_per_epoch):
        raise ValueError("the report's updates are of other epochs")
    if not all(
        type(n) is int for n in (*per_epoch, report.n_epochs, report.n_examples, report.n_rows, report.zero_rows)
    ):
        raise ValueError("the report's counts are none")
    if type(report.per_class) is not bool:
        raise ValueError("the report's counts are of nothing")
    if not all(type(number) in (int, float) and not math.isnan(number) for number in (report.radius, report.seconds)):
        raise ValueError("the report's numbers are none")
    mixed = report.mixed_mistakes_per_epoch = tree.get("mixed_mistakes_per_epoch")
    if mixed is not None and not all(type(number) is float and 0 <= number < math.inf for number in mixed):
        raise ValueError("the report's mixed mistakes are not numbers")
    count = report.n_partitions = tree.get("n_partitions")
    if (mixed is None) is not (count is None) or type(count) not in (int, type(None)):
        raise ValueError("the report's partitions are not counted")
    report.validation_rows = tree.get("validation_rows")  # files of the first version have none
    first = report.first_pass_errors = tree.get("first_pass_errors")  # nor this
    is_count = type(first) is int and [first] == report.mistakes_per_epoch[:1] and 0 <= first <= report.n_rows != 0
    if not (first is None or is_count):
        raise ValueError("the report's first pass is none")
    report.set_errors(tree["errors"])
    if tree["terms"] is not None:
        fit_intercept, n_features, classes, voided_by, *of_rule = tree["terms"]
        report.terms = Terms(fit_intercept, n_features, tuple(classes), tuple(voided_by), *of_rule)
    if tree["certificate"] is not None:
        report.certificate = certificate_of(tree["certificate"], "the certificate")
    report.certified_rows = tree["certified_rows"]
    report.lines()  # raises if the report cannot be printed
    return report


def _terms_list(terms: Terms) -> list[Any]:
    """Terms as a list; those of the rule only if it is not the plain perceptron's."""
    return list(terms[:4]) if terms.rule == "perceptron" else list(terms)
