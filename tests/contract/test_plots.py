"""Pictures show the numbers of the model: what is drawn is read back from the figure."""

import matplotlib as mpl
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from sklearn.linear_model import LogisticRegression

import rosenblatt
from contract import shell
from rosenblatt import Hyperplane, Perceptron, RosenblattError, VotedPerceptron, plots, sample

mpl.use("Agg")
FOUR, PETALS, IRIS = (sample(name)[:2] for name in ("note-004", "petals", "iris"))
XOR = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]), np.array([-1, 1, 1, -1])
LINE_KINDS = ["boundary", "mistakes", "cumulative", "margins", "loss", "proof", "bound"]
few = settings(max_examples=settings().max_examples // 6)
seeds = st.integers(0, 10**6)


@pytest.fixture(autouse=True)
def close_figures():
    yield
    mpl.pyplot.close("all")


def random_rows(seed, n, width, b=1.0, flipped=0):
    """Rows that a plane separates, but for the first few, which have the other label."""
    rng = np.random.default_rng(seed)
    X, w = rng.normal(size=(2 * n, width)), rng.normal(size=width)
    scores = X @ w + b
    chosen = np.argsort(-np.abs(scores), kind="stable")[:n]
    X, y = X[chosen], np.where(scores[chosen] > 0, 1, -1)
    X[0], y[0] = X[1] - 2 * (X[1] @ w + b) / (w @ w) * w, -y[1]  # both classes are there
    y[2 : 2 + flipped] *= -1
    return X, y


def lines_of(ax):
    """Points inside the axes of each line, in units of the axes: of plots, of collections and of contours."""
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    for artist in (*ax.lines, *(one for one in ax.collections if not one.get_offsets().any())):
        to_data = artist.get_transform() - ax.transData
        for path in artist.get_paths() if hasattr(artist, "get_paths") else [artist.get_path()]:
            for line in to_data.transform_path(path).to_polygons(closed_only=False):
                inside = line[(line >= [left, low]).all(axis=1) & (line <= [right, high]).all(axis=1)]
                if len(inside) > 1:
                    yield inside


def marked(ax):
    """Coordinates of the rows of each scatter, sorted."""
    return [in_order(marks.get_offsets()) for marks in ax.collections]


def in_order(points):
    return sorted(map(tuple, (np.asarray(points) + 0.0).tolist()))


def bars_of(ax):
    """Left end, right end and height of each upright bar that is seen."""
    return sorted((*bar.get_bbox().intervalx, bar.get_height()) for bar in ax.patches if bar.get_height())


SOURCES = {  # source, and what has its weights
    "perceptron": lambda: [Perceptron().fit(*FOUR)] * 2,
    "plane": lambda: [Hyperplane([3.0, -1.0], 0.5)] * 2,
    "trace": lambda: (rosenblatt.trace("sample:note-004", order="given"), Perceptron(order="given").fit(*FOUR)),
    "file": lambda: (rosenblatt.train("sample:note-004", order="given"), Perceptron(order="given").fit(*FOUR)),
    "certificate": lambda: (found := rosenblatt.certify(*FOUR), Hyperplane(found.weights, found.bias)),
    "scikit-learn": lambda: [LogisticRegression().fit(*FOUR)] * 2,
}


@pytest.mark.parametrize("name", SOURCES)
def test_boundary_is_the_line_of_score_zero(name):
    """It crosses the box, and the arrow w stands on it, at a right angle, on the positive side."""
    model, weighted = SOURCES[name]()
    plane = weighted if isinstance(weighted, Hyperplane) else Hyperplane.of(weighted)
    for rows in ((), FOUR):
        ax = plots.boundary(model, *rows)
        size = max(np.ptp(ax.get_xlim()), np.ptp(ax.get_ylim()))
        on_it = [line for line in lines_of(ax) if np.abs(plane.distance(line)).max() < 0.005 * size]
        assert max(np.linalg.norm(np.ptp(line, axis=0)) for line in on_it) > 0.2 * size
        [arrow] = [text for text in ax.texts if getattr(text, "arrow_patch", None)]
        foot, tip = np.array(arrow.xyann), np.array(arrow.xy)
        assert plane.distance(foot) == pytest.approx(0, abs=1e-9 * size)
        assert (tip - foot) / np.linalg.norm(tip - foot) == pytest.approx(plane.normal, abs=1e-9)
        assert ax.get_aspect() == 1.0


@few
@given(seeds)
def test_rows_and_margin_of_a_random_run(seed):
    """Rings on the closest rows of each class and dashed lines through them, or crosses on the wrong rows."""
    X, y = random_rows(seed, 12, 2, flipped=seed % 3)
    model = Perceptron(max_iter=seed % 7 + 1, random_state=seed).fit(X, y)
    plane, ax = Hyperplane.of(model), plots.boundary(model, X, y)
    distances, wrong, rows = plane.distance(X), model.predict(X) != y, marked(ax)
    assert in_order(X[y == 1]) in rows
    assert in_order(X[y == -1]) in rows
    if wrong.any():
        assert in_order(X[wrong]) in rows
        assert f"{wrong.sum()} of 12" in ax.get_title()
    else:
        ends = distances[distances < 0].max(), distances[distances > 0].min()
        assert in_order(X[np.isin(distances, ends)]) in rows
        assert f"{min(-ends[0], ends[1]):.3g}" in ax.get_title()
        for end in ends:
            assert any(np.abs(plane.distance(line) - end).max() < 1e-9 for line in lines_of(ax))
    mpl.pyplot.close(ax.figure)


REGIONS = {
    "two classes": lambda: (Perceptron().fit(*FOUR), FOUR[0], (0, 1)),
    "many classes": lambda: (Perceptron(max_iter=20).fit(*PETALS), PETALS[0][::7], (1, 0)),
    "slice": lambda: (Perceptron(max_iter=20).fit(*IRIS), IRIS[0][::7], (2, 1)),
    "voted": lambda: (VotedPerceptron(max_iter=2, order="given").fit(*FOUR), FOUR[0], (0, 1)),
    "voted slice": lambda: (VotedPerceptron(max_iter=1).fit(IRIS[0][::50], IRIS[1][::50]), IRIS[0][::9], (2, 1)),
    "kernel": lambda: (rosenblatt.KernelPerceptron(kernel="rbf", gamma=2.0).fit(*XOR), XOR[0], (0, 1)),
}


@pytest.mark.parametrize("name", REGIONS)
def test_regions_have_the_colours_of_the_predictions(name):
    """At points clear of every border, with the features that are not drawn at their means."""
    model, rows, drawn = REGIONS[name]()
    ax = plots.boundary(model, rows, features=drawn)
    ax.figure.canvas.draw()
    image = np.asarray(ax.figure.canvas.buffer_rgba())[::-1, :, :3].astype(float)
    low, high = np.transpose([ax.get_xlim(), ax.get_ylim()])
    pixels = ax.transData.transform(low + (0.05 + 0.9 * np.random.default_rng(0).random((300, 2))) * (high - low))

    def predict(places):
        full = np.tile(rows.mean(axis=0), (len(places), 1))
        full[:, drawn] = ax.transData.inverted().transform(places)
        return model.predict(full)

    labels = predict(pixels)
    clear = np.all([predict(pixels + step) == labels for step in ((9, 9), (-9, 9), (9, -9), (-9, -9))], axis=0)
    corners, labels = (pixels[clear] - 6).round().astype(int).tolist(), labels[clear]
    colours = np.array([image[y : y + 13, x : x + 13].mean(axis=(0, 1)) for x, y in corners])
    known = np.unique(labels)
    middles = np.array([np.median(colours[labels == label], axis=0) for label in known])
    nearest = known[np.linalg.norm(colours[:, None] - middles, axis=2).argmin(axis=1)]
    assert len(labels) > 150
    assert len(known) > 1
    assert (nearest == labels).mean() > 0.95
    assert min(np.linalg.norm(a - b) for i, a in enumerate(middles) for b in middles[:i]) > 8


def test_boundary_that_is_not_there():
    """Weights of zero, one class, a line outside of the box: a picture without a line, and no error."""
    zero = Perceptron(max_iter=1, at_zero="positive").fit([[0.0, 0.0], [0.0, 0.0]], [-1, 1])
    for model in (zero, Perceptron().partial_fit([[1.0, 2.0]], ["a"]), Hyperplane([1.0, 0.0], -9.0)):
        ax = plots.boundary(model, XOR[0])
        assert not list(lines_of(ax))
        assert "no boundary" in ax.get_title()


def test_mistakes_per_epoch():
    model, run = Perceptron(order="given").fit(*FOUR), rosenblatt.trace(*FOUR, order="given")
    expected = model.report_.mistakes_per_epoch
    for source in (model, run, run.report, expected):
        points = plots.mistakes(source).lines[0].get_xydata().tolist()
        assert points == [[epoch, count] for epoch, count in enumerate(expected, 1)]
    counts = np.random.default_rng(0).integers(50, 60, 9000)
    counts[[7, 6234]] = 1000, 3  # a long run is thinned out, and keeps its peaks
    x, y = map(np.asarray, plots.mistakes(counts).lines[0].get_data())
    assert (y == counts[x.astype(int) - 1]).all()
    assert {(8, 1000), (6235, 3)} <= set(zip(x.tolist(), y.tolist(), strict=True))
    assert [height for *_, height in bars_of(plots.mistakes([7]))] == [7]


def test_validation_errors_and_best_epoch():
    X, y = random_rows(2, 60, 4, flipped=9)
    model = rosenblatt.AveragedPerceptron(early_stopping=True, n_iter_no_change=2, max_iter=20).fit(X, y)
    lines, report = plots.mistakes(model).lines, model.report_
    wrong, held = report.mistakes_per_epoch, report.validation_errors_per_epoch
    assert lines[0].get_ydata() == pytest.approx(np.array(wrong) / report.n_rows)
    assert lines[1].get_ydata() == pytest.approx(np.array(held) / report.validation_rows)
    assert lines[2].get_xdata()[0] == held.index(min(held)) + 1


def test_mistakes_so_far():
    run = rosenblatt.trace(*FOUR, order="given")
    first, second, baseline, change = plots.cumulative({"a": run, "b": [True] * 3}, baseline=0.5, changes=[2]).lines
    assert first.get_ydata().tolist() == [0, *np.cumsum([step.mistake for step in run])]
    assert [line.get_xdata().tolist() for line in (first, second)] == [[*range(len(run) + 1)], [0, 1, 2, 3]]
    assert (second.get_ydata()[-1], baseline.get_ydata()[-1], change.get_xdata()[0]) == (3, len(run) / 2, 2)


@pytest.mark.parametrize("table", [FOUR, (XOR[0] * 3, XOR[1]), (PETALS[0][::9], PETALS[1][::9])])
def test_loss_after_each_change(table):
    """Two classes: ``perceptron_loss``. More: the lead of the winner, over all rows."""
    (X, y), run = table, rosenblatt.trace(*table, order="given", max_iter=4)
    labels, own = np.unique(y, return_inverse=True)

    def loss(step):
        if len(labels) == 2:
            return rosenblatt.perceptron_loss(X, y, step.weights, step.bias)
        scores = X @ step.weights.T + step.bias
        return (scores.max(axis=1) - scores[np.arange(len(y)), own]).sum()

    changes = [step for step in run if step.mistake]
    points = plots.loss(run).lines[0].get_xydata()
    assert points[:, 0].tolist() == [0, *(step.number for step in changes), len(run)]
    assert points[1:, 1] == pytest.approx([*map(loss, changes), loss(run[-1])], abs=1e-9)


def distances(model, X, y):
    """Distance from the border of the own class, negative where it is wrong; of votes, the share that it leads by."""
    own, scores, w = np.searchsorted(model.classes_, y), model.decision_function(X), getattr(model, "coef_", None)
    if scores.ndim == 1:
        scores, w = np.column_stack([-scores / 2, scores / 2]), None if w is None else np.vstack([-w / 2, w / 2])
    gaps = scores[np.arange(len(y)), own, None] - scores
    if w is not None:
        gaps /= np.linalg.norm(w[own][:, None] - w, axis=2) + np.equal.outer(own, np.arange(len(w)))
    gaps[np.arange(len(y)), own] = np.inf
    return gaps.min(axis=1)


@pytest.mark.parametrize("table", [PETALS, sample("setosa")[:2]], ids=["three classes", "two classes"])
@pytest.mark.parametrize("kind", [Perceptron, VotedPerceptron])
def test_margins_are_counted_in_bars(kind, table):
    X, y = table[0][::4], table[1][::4]
    model = kind(max_iter=2).fit(X, y)
    bars, own = bars_of(plots.margins(model, X, y)), distances(model, X, y)
    assert sum(height for *_, height in bars) == len(X)
    assert sum(height for left, _, height in bars if left < -1e-12) == np.count_nonzero(own < 0)
    for left, right, height in bars[1:-1]:  # the first and the last have all that is beyond
        assert height == np.count_nonzero((own > left) & (own < right))


@pytest.mark.parametrize("n_classes", [2, 3, 25])
def test_confusion_has_the_counts_of_evaluate(n_classes, tmp_path):
    """A line per true class, a column per prediction; of more than 20 classes those with the most mistakes."""
    X, y = np.random.default_rng(n_classes).normal(size=(8 * n_classes, 3)), np.arange(8 * n_classes) % n_classes
    np.savez(tmp_path / "rows.npz", X=X, y=y)
    evaluation = rosenblatt.evaluate(Perceptron(max_iter=3).fit(X, y), tmp_path / "rows.npz")
    ax, counts = plots.confusion(evaluation), np.array(evaluation.confusion)
    shown = [list(map(str, evaluation.classes)).index(name.get_text()) for name in ax.get_yticklabels()]
    mistakes = counts.sum(axis=0) + counts.sum(axis=1) - 2 * counts.diagonal()
    assert sorted(mistakes[shown]) == sorted(mistakes)[-20:]
    places = ax.transData.transform([text.get_position() for text in ax.texts]).round()
    reading = np.lexsort([places[:, 0], -places[:, 1]])  # line by line
    written = [int(ax.texts[at].get_text()) for at in reading]
    assert written == counts[np.ix_(shown, shown)].ravel().tolist()


@pytest.mark.parametrize("label", [None, "setosa", "virginica"])
def test_weights_are_the_coefficients(label):
    model, names = rosenblatt.AveragedPerceptron(max_iter=3).fit(*IRIS), sample("iris").features
    ax = plots.weights(model, names, label=label)
    row = model.coef_[model.classes_.tolist().index(label or "setosa")]
    drawn = {name.get_text(): bar.get_width() for name, bar in zip(ax.get_yticklabels(), ax.patches, strict=True)}
    assert drawn == dict(zip(names, row.tolist(), strict=True))
    assert list(drawn.values()) == sorted(row)
    assert [text.get_text().replace("−", "-") for text in ax.texts] == [f"{w:+.3g}" for w in sorted(row)]


def test_largest_of_many_weights_and_images_of_pixels():
    X, y, _ = sample("digits")
    two, many = Perceptron(max_iter=2).fit(X[y < 2][:60], y[y < 2][:60]), Perceptron(max_iter=1).fit(X[:80], y[:80])
    for label, row in ((None, two.coef_[0]), (1, two.coef_[0]), (0, -two.coef_[0])):
        widths = [bar.get_width() for bar in plots.weights(two, label=label).patches]
        assert widths == sorted(row[np.argsort(-np.abs(row), kind="stable")[:20]])
    assert (plots.pixels(two).images[0].get_array() == two.coef_[0].reshape(8, 8)).all()
    images = [axes.images[0] for axes in plots.pixels(many, (4, 16)).child_axes]
    assert (np.array([image.get_array() for image in images]) == many.coef_.reshape(10, 4, 16)).all()
    assert len({image.get_clim() for image in images}) == 1


@few
@given(seeds)
def test_proof_shows_both_inequalities(seed):
    """kγ ≤ W*·W ≤ ‖W‖ ≤ √k·R, with the weights W after each mistake of the run."""
    bias, eta = bool(seed % 2), 1.0 + seed % 3
    X, y = random_rows(seed, 15, 1 + seed % 3, b=float(bias))
    run = rosenblatt.trace(X, y, fit_intercept=bias, random_state=seed, eta0=eta)
    found = rosenblatt.certify(X, y, fit_intercept=bias)
    ax = plots.proof(run, found)
    high, norm, along, low = ax.lines[:4]
    W = np.array([[0.0] * (len(X[0]) + 1), *([*step.weights, step.bias] for step in run if step.mistake)])
    best, k = np.append(found.augmented_weights, found.augmented_bias), np.arange(len(W))
    assert norm.get_xdata().tolist() == along.get_xdata().tolist() == k.tolist()
    assert norm.get_ydata() == pytest.approx(np.linalg.norm(W, axis=1))
    assert along.get_ydata() == pytest.approx(W @ best / np.linalg.norm(best), abs=1e-9)
    assert low.get_ydata() == pytest.approx(eta * low.get_xdata() * found.augmented_margin.lower)
    assert high.get_ydata() == pytest.approx(eta * np.sqrt(high.get_xdata()) * found.augmented_radius)
    assert (eta * k * found.augmented_margin.lower <= along.get_ydata() + 1e-9).all()
    mpl.pyplot.close(ax.figure)


@pytest.mark.parametrize("table", [FOUR, (np.eye(3), np.arange(3))], ids=["two classes", "three classes"])
def test_bound_is_that_of_the_certificate(table):
    found, run = rosenblatt.certify(*table), rosenblatt.trace(*table)
    for source, end in ((run, len(run)), (run.report, run.report.n_epochs)):
        made, limit = plots.bound(source, found).lines[:2]
        assert set(limit.get_ydata()) == {found.mistake_bound}
        assert tuple(made.get_xydata()[-1]) == (end, run.report.n_mistakes)


@pytest.mark.parametrize("bias", [True, False])
def test_hulls_meet_in_the_point_of_the_certificate(bias):
    rng = np.random.default_rng(1)
    for X, y in (XOR, (rng.normal(size=(30, 2)), rng.choice([-1, 1], 30))):
        found = rosenblatt.certify(X, y, fit_intercept=bias)
        ax, points = plots.hulls(found, X, y), X if bias else X * y[:, None]
        assert in_order(points[list(found.hull.rows)]) in marked(ax)
        meeting = found.meeting_point(X, y) if bias else (0, 0)
        assert any(np.allclose(line.get_xydata(), np.array(meeting, dtype=float)) for line in ax.lines)
    texts = "\n".join(text.get_text() for text in plots.hulls(rosenblatt.certify(*XOR), *XOR).texts).split("\n")
    assert sorted(texts) == [f"row {row}: 1/4" for row in range(4)]


@pytest.mark.parametrize("kind", [*LINE_KINDS, "weights", "confusion", "pixels", "hulls"])
def test_same_seed_same_bytes_of_command_and_function(kind, tmp_path):
    np.savez(tmp_path / "xor.npz", X=np.hstack([XOR[0]] * 2), y=XOR[1])
    source, is_hulls = ("sample:note-004" if kind in LINE_KINDS else str(tmp_path / "xor.npz")), kind == "hulls"
    drawing = {"features": ("0", "1")} if is_hulls else {}
    assert rosenblatt.plot(source, kind, output=tmp_path / "a.png", max_iter=6, **drawing).get_title()
    flags = ["-o", tmp_path / "b.png", "--max-iter", 6, *(["--features", "0,1"] if is_hulls else [])]
    ended = shell.run("plot", source, "--kind", kind, *flags)
    assert (ended.code, "b.png" in ended.out) == (0, True)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(("suffix", "start"), [("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_formats_styles_and_given_axes(suffix, start, tmp_path):
    for name in "ab":
        rosenblatt.plot("sample:note-004", "mistakes", output=tmp_path / f"{name}.{suffix}", style="dark")
    assert (tmp_path / f"a.{suffix}").read_bytes() == (tmp_path / f"b.{suffix}").read_bytes()
    assert (tmp_path / f"a.{suffix}").read_bytes().startswith(start)
    with plots.style("dark"):
        dark = plots.mistakes([3, 1])
    assert max(dark.figure.get_facecolor()[:3]) < 0.2 < 0.9 < min(plots.mistakes([3, 1]).figure.get_facecolor()[:3])
    assert rosenblatt.plot("sample:note-004", "loss", ax=dark) is plots.mistakes([3, 1], ax=dark) is dark


def test_pictures_of_a_model_file_and_its_rows(tmp_path):
    """Rows of --data are encoded as in training: as many are wrong as ``evaluate`` counts."""
    lines = [f"{i * 7 % 40},{'rg'[i % 2]},{'yes' if i % 3 else 'no'}" for i in range(40)]
    (tmp_path / "rows.csv").write_text("\n".join(["size,colour,kind", *lines, ""]))
    rosenblatt.save(tmp_path / "model", rosenblatt.train(tmp_path / "rows.csv", max_iter=5))
    wrong = 40 - rosenblatt.evaluate(tmp_path / "model", tmp_path / "rows.csv").n_right
    for kind, options in (("margins", {}), ("confusion", {}), ("boundary", {"features": ("0", "1")})):
        ax = rosenblatt.plot(tmp_path / "model", kind, data=tmp_path / "rows.csv", **options)
        assert f"{wrong} of 40" in ax.get_title()


@pytest.mark.parametrize(
    ("arguments", "code", "named"),
    [
        ("sample:note-004 --kind nonsense", 2, "--kind"),
        ("sample:note-004 --kind hulls", 1, "--kind"),
        ("sample:iris", 1, "--features"),
        ("sample:note-000 --kind weights --class rose", 2, "--class"),
        ("sample:note-000 --kind weights --top 0", 2, "--top"),
        ("sample:note-000 --kind pixels --shape wide", 2, "--shape"),
        ("sample:note-004 -o picture.gif", 2, "output"),
    ],
)
def test_command_names_the_option_at_fault(arguments, code, named):
    ended = shell.run("plot", *arguments.split())
    assert ended.code == code
    assert shell.OLD_FLAGS["plot"].get(named, named) in ended.error


REFUSED = [
    ("fit", lambda: plots.boundary(Perceptron())),
    ("4 and 2", lambda: plots.boundary(Hyperplane([1, 2]), XOR[0], [1, -1])),
    ("2 features", lambda: plots.boundary(Hyperplane([1, 2]), np.ones((2, 3)))),
    ("labels", lambda: plots.boundary(Perceptron().fit(*FOUR), XOR[0], [7] * 4)),
    ("-1", lambda: plots.mistakes([1, -1])),
    ("baseline", lambda: plots.cumulative([1], baseline=2)),
    ("trace", lambda: plots.loss([1])),
    ("3", lambda: plots.proof(rosenblatt.trace(*PETALS, max_iter=1))),
    ("separable", lambda: plots.hulls(rosenblatt.certify(*FOUR), *FOUR)),
    ("kernel", lambda: plots.weights(rosenblatt.KernelPerceptron().fit(*XOR))),
    ("counts", lambda: plots.confusion((["a"], [[1, 2]]))),
    ("grey", lambda: plots.style("grey").__enter__()),
    ("rows", lambda: rosenblatt.plot(rosenblatt.train("sample:note-004"), "loss")),
]


@pytest.mark.parametrize(("named", "draw"), REFUSED)
def test_what_cannot_be_drawn_says_why(named, draw):
    with pytest.raises(RosenblattError, match=named):
        draw()
