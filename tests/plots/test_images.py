"""Weights as images: every pixel is a weight, on one scale around 0."""

import numpy as np
import pytest
from helpers.linear_models import linear

from rosenblatt import Perceptron, VotedPerceptron, sample
from rosenblatt.errors import DataError, OptionError
from rosenblatt.learners import Perceptron as Learner
from rosenblatt.plots.images import pixels


def test_ten_classes_are_ten_images_of_their_weights_on_one_scale():
    X, y, _ = sample("digits")
    model = Perceptron(max_iter=1).fit(X[:100], y[:100])
    ax = pixels(model)
    assert [inset.get_title() for inset in ax.child_axes] == [str(digit) for digit in range(10)]
    limit = np.abs(model.coef_).max()
    for inset, w in zip(ax.child_axes, model.coef_, strict=True):
        (image,) = inset.images
        assert np.array_equal(image.get_array(), w.reshape(8, 8))
        assert image.get_clim() == (-limit, limit)
        assert image.get_cmap().name == "RdBu"
    assert ax.get_title() == "Weights as 8 × 8 pixels, 10 classes"
    assert [a.get_xlabel() for a in ax.figure.axes if a is not ax] == ["against  ←  weight  →  for its class"]


def test_insets_do_not_overlap_and_stay_inside():
    for n_classes in (3, 10, 26, 30):
        ax = pixels(linear(range(n_classes), np.ones((n_classes, 4))))
        boxes = [inset.get_axes_locator()(inset, None).bounds for inset in ax.child_axes]
        low = ax.get_position()
        for i, (x, y, width, height) in enumerate(boxes):
            assert low.x0 - 1e-9 <= x
            assert x + width <= low.x1 + 1e-9
            assert low.y0 - 1e-9 <= y
            assert y + height <= low.y1 + 1e-9
            for a, b, c, d in boxes[:i]:
                assert x >= a + c or a >= x + width or y >= b + d or b >= y + height


def test_two_classes_are_one_image_of_the_greater_ones_weights():
    ax = pixels(linear(["no", "yes"], [1.0, -2.0, 3.0, 0.0]))
    assert not ax.child_axes
    (image,) = ax.images
    assert image.get_array().tolist() == [[1.0, -2.0], [3.0, 0.0]]
    assert image.get_clim() == (-3.0, 3.0)
    assert [a.get_xlabel() for a in ax.figure.axes if a is not ax] == ["for no  ←  weight  →  for yes"]
    assert ax.get_title() == "Weights as 2 × 2 pixels"


def test_a_shape_is_height_and_width():
    ax = pixels(linear([0, 1], np.arange(6.0)), (2, 3))
    assert ax.images[0].get_array().tolist() == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]


def test_zero_is_in_the_middle_of_the_colours_and_zero_weights_have_it():
    ax = pixels(linear([0, 1], np.zeros(4)))
    (image,) = ax.images
    assert image.get_clim() == (-1.0, 1.0)
    red, green, blue, _ = image.to_rgba(0.0)
    assert min(red, green, blue) > 0.95
    assert image.to_rgba(1.0)[2] > image.to_rgba(1.0)[0]  # blue for
    assert image.to_rgba(-1.0)[0] > image.to_rgba(-1.0)[2]  # red against


def test_a_lone_class_is_one_image():
    learner = Learner()
    learner.partial_fit(np.array([[3.0, -4.0, 0.0, 1.0]]), [0])
    ax = pixels(learner)
    assert ax.images[0].get_array().tolist() == [[3.0, -4.0], [0.0, 1.0]]


def test_of_many_classes_the_first_thirty_are_drawn_and_that_is_said():
    ax = pixels(linear(range(40), np.ones((40, 4))))
    assert len(ax.child_axes) == 30
    assert ax.get_title() == "Weights as 2 × 2 pixels: the first 30 of 40 classes"


@pytest.mark.parametrize(("n_classes", "shape"), [(3, (2, 2)), (2, (4, 16)), (2, (16, 4)), (2, (1, 30)), (30, (2, 2))])
def test_the_label_of_the_colours_is_inside_of_the_picture(n_classes, shape):
    labels = [f"{place:02} and a long label" for place in range(n_classes)]
    n_rows = 1 if n_classes == 2 else n_classes
    ax = pixels(linear(labels, np.ones((n_rows, shape[0] * shape[1]))), shape)
    ax.figure.canvas.draw()
    (bar,) = (a for a in ax.figure.axes if a is not ax)
    page, label = ax.figure.bbox, bar.xaxis.label.get_window_extent()
    assert page.x0 <= label.x0 < label.x1 <= page.x1
    assert page.y0 <= label.y0
    image = (ax.child_axes or [ax])[0].get_window_extent()
    assert min(image.width, image.height) > 5


def test_axes_in_axes_out():
    from matplotlib import pyplot

    ax = pyplot.figure().add_subplot()
    assert pixels(linear([0, 1, 2], np.ones((3, 4))), ax=ax) is ax


def test_wrong_use_is_one_sentence():
    five = linear([0, 1], np.ones(5))
    with pytest.raises(OptionError) as error:
        pixels(five)
    assert str(error.value) == "shape must be given, as 5 features are no square: shape=(height, width)."
    with pytest.raises(DataError) as error:
        pixels(five, (2, 3))
    assert str(error.value) == "shape must have as many pixels as the model has features, 5; got (2, 3)."
    for shape in (5, (5,), (5, 0), (2.5, 2), "ab"):
        with pytest.raises(OptionError, match="shape must be two whole numbers, \\(height, width\\); got"):
            pixels(five, shape)
    X, y, _ = sample("setosa")
    with pytest.raises(DataError, match="model must have weights"):
        pixels(VotedPerceptron().fit(X[::10], y[::10]))
