"""The verb certify: verdicts, saved proofs, and what is checked."""

import json
from pathlib import Path

from helpers.cli import run
from helpers.paths import DOCS

from rosenblatt.proofs.check.multiclass import MulticlassCertificate


def test_certify_saves_and_checks(capsys, monkeypatch, tmp_path):
    path = str(tmp_path / "proof.json")
    code, out, _ = run(capsys, monkeypatch, "certify", "sample:note-004", "--save", path)
    assert code == 0
    assert out in (DOCS / "certify.md").read_text()
    code, out, _ = run(capsys, monkeypatch, "certify", "--check", path, "sample:note-004")
    said = "Separable: 4 rows, 2 features, labels -1 and 1, with intercept"
    assert (code, out) == (0, f"The proof in {path} holds for sample:note-004. {said}\n")
    code, out, err = run(capsys, monkeypatch, "certify", "--check", path, "sample:note-004", "--no-bias")
    assert (code, out) == (1, "")
    assert "the certificate is about planes with a bias" in err
    undecided = str(tmp_path / "undecided.json")
    run(capsys, monkeypatch, "certify", "sample:note-004", "--budget", "0", "--save", undecided)
    code, out, _ = run(capsys, monkeypatch, "certify", "--check", undecided, "sample:note-004")
    assert (code, "Undecided" in out) == (1, True)
    code, _, err = run(capsys, monkeypatch, "certify", "sample:note-004", "--save", str(tmp_path / "no" / "proof.json"))
    assert (code, "must be in a folder that is there" in err) == (2, True)
    code, out, err = run(capsys, monkeypatch, "certify", "--check", path, "sample:note-000")
    assert (code, out) == (1, "")
    assert err.startswith("rosenblatt: X must have 4 rows, as the certificate; it has 6.")
    text = Path(path).read_text()
    Path(path).write_text(text.replace('"mistake_bound": 55', '"mistake_bound": 54'))
    code, _, err = run(capsys, monkeypatch, "certify", "--check", path, "sample:note-004")
    assert (code, err) == (1, "rosenblatt: mistake_bound must be 55, by radius and margin; it is 54.\n")


def test_certify_tells_what_it_could_not(capsys, monkeypatch, tmp_path):
    code, out, _ = run(capsys, monkeypatch, "certify")
    assert (code, out.startswith("Separable: 150 rows")) == (0, True)
    code, out, _ = run(capsys, monkeypatch, "certify", "--budget", "0")
    assert (code, out.startswith("Undecided")) == (1, True)
    code, out, _ = run(capsys, monkeypatch, "certify", "sample:iris", "--budget", "0")
    assert (code, out.startswith("Undecided: 150 rows, 4 features, 3 labels")) == (1, True)
    code, _, err = run(capsys, monkeypatch, "certify", "--gap", "2")
    assert (code, err) == (2, "rosenblatt: --gap must be a number between 0 and 1; got 2.0.\n")
    code, _, err = run(capsys, monkeypatch, "certify", "--check", str(tmp_path / "none.json"))
    assert code == 1
    code, out, _ = run(capsys, monkeypatch, "certify", "sample:note-004", "--json")
    assert json.loads(out)["separable"] is True


def test_certify_names_the_features_of_a_conflict(capsys, monkeypatch, tmp_path):
    path = tmp_path / "xor.csv"
    path.write_text("a,b,c,class\n0,7,0,no\n1,7,1,no\n0,7,1,yes\n1,7,0,yes\n")
    code, out, _ = run(capsys, monkeypatch, "certify", str(path))
    assert code == 0
    assert out.endswith("  features in which they differ: 2 of 3: a, c\n")
    path.write_text("0,1,no\n0,1,yes\n")
    code, out, _ = run(capsys, monkeypatch, "certify", str(path))
    assert out.endswith("(0, 1)\n  features in which they differ: 0 of 2\n")


def test_certify_says_on_a_terminal_what_it_is_doing(capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setattr("rosenblatt.proofs.search.binary.BETWEEN_WORDS", 0.0)
    code, out, err = run(capsys, monkeypatch, "certify", "sample:note-004")
    assert (code, out.startswith("Separable")) == (0, True)
    assert "from 0" in err


def test_the_shell_prints_saves_and_checks_it(capsys, monkeypatch, tmp_path):
    path = tmp_path / "proof.json"
    code, out, _ = run(capsys, monkeypatch, "certify", "sample:petals", "--save", path)
    assert code == 0
    assert out in (DOCS / "certify.md").read_text()
    code, out, _ = run(capsys, monkeypatch, "certify", "--check", path, "sample:petals")
    assert code == 0
    assert out.startswith(f"The proof in {path} holds for sample:petals. Not separable by argmax: 150 rows")
    code, _, err = run(capsys, monkeypatch, "certify", "--check", path, "sample:note-004")
    assert code == 1
    assert err.splitlines()[0] == "rosenblatt: X must have 150 rows, as the certificate; it has 4."
    path.write_text(path.read_text().replace('"virginica"', '"a"'))
    code, _, err = run(capsys, monkeypatch, "certify", "--check", path, "sample:petals")
    assert code == 1
    labels = "'setosa', 'versicolor', 'virginica'"
    assert err == f"rosenblatt: classes must be the labels of y, {labels}, in order; they are others.\n"
    path.write_text(path.read_text()[:-9])
    code, _, err = run(capsys, monkeypatch, "certify", "--check", path, "sample:petals")
    assert code == 1
    assert err.startswith(f"rosenblatt: {path} must be a certificate in JSON: ")


def test_the_shell_writes_json_and_says_what_is_undecided(capsys, monkeypatch):
    code, out, _ = run(capsys, monkeypatch, "certify", "sample:petals", "--no-bias", "--json")
    assert code == 0
    assert MulticlassCertificate.from_json(out).separable is False
    code, out, _ = run(capsys, monkeypatch, "certify", "sample:petals", "--budget", 0)
    assert code == 1
    assert out.startswith("Undecided: 150 rows, 2 features, 3 labels")


def test_the_shell_says_why_it_is_undecided_without_a_budget(capsys, monkeypatch, tmp_path):
    """Rows with |q·w[k] − w[k + 1]| < w[0]: powers of q = 2**30 + 1 are, for which float64 is too coarse."""
    q, path = 2**30 + 1, tmp_path / "chain.csv"
    lines = [[q + 1, -1, 0, 0, 0, 1], [q - 1, -1, 0, 0, 0, 0]]
    for k in (1, 2, 3):
        lines += [[first, *(q * (j == k) - (j == k + 1) for j in range(1, 5)), int(first > 0)] for first in (1, -1)]
    path.write_text("".join(",".join(map(str, line)) + "\n" for line in lines))
    sentence = "the rows are separable, but no float64 weights were found that prove it"
    code, out, _ = run(capsys, monkeypatch, "certify", str(path), "--no-bias")
    assert (code, out.splitlines()[-1].strip()) == (1, sentence)
    code, out, _ = run(capsys, monkeypatch, "certify", str(path), "--no-bias", "--budget", "0")
    assert (code, sentence in out) == (1, False)
