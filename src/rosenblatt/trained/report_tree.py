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
    tree["terms"] = None if report.terms is None else list(report.terms)
    tree["certificate"] = None if report.certificate is None else report.certificate.to_json()
    tree["certified_rows"] = report.certified_rows
    return tree


def report_from(tree: dict[str, Any] | None) -> Report | None:
    if tree is None:
        return None
    report = Report(**{name: tree[name] for name in RUN}, validation_errors_per_epoch=tree["validation"])
    if not all(type(n) is int for n in (*report.mistakes_per_epoch, report.n_epochs, report.n_examples, report.n_rows)):
        raise ValueError("the report's counts are none")
    if not all(type(number) in (int, float) and not math.isnan(number) for number in (report.radius, report.seconds)):
        raise ValueError("the report's numbers are none")
    report.validation_rows = tree.get("validation_rows")  # files of the first version have none
    first = report.first_pass_errors = tree.get("first_pass_errors")  # nor this
    is_count = type(first) is int and [first] == report.mistakes_per_epoch[:1] and 0 <= first <= report.n_rows != 0
    if not (first is None or is_count):
        raise ValueError("the report's first pass is none")
    report.set_errors(tree["errors"])
    if tree["terms"] is not None:
        fit_intercept, n_features, classes, voided_by = tree["terms"]
        report.terms = Terms(fit_intercept, n_features, tuple(classes), tuple(voided_by))
    if tree["certificate"] is not None:
        report.certificate = certificate_of(tree["certificate"], "the certificate")
    report.certified_rows = tree["certified_rows"]
    report.lines()  # raises if the report cannot be printed
    return report
