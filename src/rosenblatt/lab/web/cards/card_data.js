// The data of the cards: the examples of the lectures, and runs for slides that have words only.

import { FIRST_SAMPLE, trainingPoints } from "../core/generator.js";
import { DEFAULT_STATE } from "../core/state.js";
import {
  CHANGED_HABITS, digitPoints, FOUR_POINTS, gridAround, pairsOver, petals, SIX_POINTS, SORTED_BY_CLASS, TWO_GROUPS,
} from "./card_points.js";
import { digitImages, extraOfPixels } from "./digits.js";
import { POLL, pollPoints } from "./poll.js";

// The lectures, as the cards call them; docs/notes.md goes through them slide by slide.
const CMU = "CMU 10-301/601 Lecture 6";
const MANCHESTER = "Manchester, Foundations of Machine Learning, Week 2";
const MARYLAND = "Maryland CMSC 422 Lecture 6";
const CORNWELL = "Cornwell, Classification, Halfspaces, the Perceptron algorithm";

const PETAL_NAMES = { x1: "petal length, cm", x2: "petal width, cm" };
const MISTAKE_BOUND = { from: `${CMU}: Perceptron Mistake Bound`, view: "bounds" };

const AVERAGED_SAMPLE = { ...FIRST_SAMPLE, samplePlus: 20, sampleMinus: 20, sampleMargin: 0, sampleSeed: 17 };

/**
 * A card: id (its link is #card=ID), title, from (lecture and slide), text (what to look at), tryThis, points (each
 * [x, y, label], or what makes them), and where they are not as usual: options, t, extra, and its own
 * view, in card_views.js.
 */
export const CARDS = [
  {
    id: "warm-up",
    title: "A line and its w",
    from: `${CMU}: Geometry Warm-up`,
    text: "The line x₁ + 2x₂ − 4 = 0 divides the plane. On the hatched side the score is positive. w = (1, 2) is " +
      "perpendicular to the line and points to that side. Each of the 32 points has the label of its side, so no " +
      "visit is a mistake.",
    tryThis: "Under Options, set the three starting weights to 0. The perceptron then finds a line with the same " +
      "slope by itself: w = (4, 8) and b = −18.",
    points: () => gridAround(1, 2, -4, [-1, 5], [-1, 3]),
    options: { atZero: "positive", start: [1, 2, -4] },
  },
  {
    id: "note-000",
    title: "Six points without a bias",
    from: `${CMU}: Example (no Intercept)`,
    text: "The worked example from the slides. There is no bias, and a score of exactly 0 counts as positive. " +
      "Visits 1, 3 and 5 are mistakes. They change w to (1, −2), then (2, −1), and finally (3, 1).",
    tryThis: "Step six times. Before each step, say whether it will be a mistake. The table under Steps matches " +
      "the one on the slides.",
    points: SIX_POINTS,
    options: { atZero: "positive", bias: false },
  },
  {
    id: "shift-b",
    title: "b shifts the boundary",
    from: `${CMU}: Updating the Intercept`,
    text: "The strip below shows each point projected onto w. A point is predicted positive if its projection is " +
      "above the threshold −b/‖w‖. A larger b moves the boundary towards the negative side, a smaller b towards " +
      "the positive side. With b = 0 the boundary goes through the origin, and then no w separates these points.",
    tryThis: "Move b from −4 to 0 with the slider, and count the points that change sides.",
    points: [
      [4, 2, 1], [3, 1.5, 1], [1, 3, 1], [5, 0, 1], [2.5, 1, 1],
      [3, 0, -1], [0.5, 1.5, -1], [0, 1, -1], [2, -0.5, -1], [-1, 1.2, -1],
    ],
    options: { start: [1, 2, -4] },
    view: "strip",
  },
  {
    id: "poll",
    title: "Does a perceptron overfit?",
    from: `${CMU}: Poll Question 1`,
    text: "Here are 30 rows with 30 features. The label is the sign of the sum of the first three, but one label " +
      "in five is wrong. After 6 epochs all training rows are classified correctly. Of 100 new rows, 34 are wrong " +
      "after the first epoch and 43 at the end, because the weights have also fitted the wrong labels. So the " +
      "number of epochs is a hyperparameter.",
    tryThis: "These rows were chosen because they show the effect clearly. Try another seed, or many more rows. The plane " +
      "shows only the first two features, and no line separates the rows there.",
    points: () => pollPoints(POLL.seed, POLL.rows),
    options: { atZero: "positive" },
    extra: { rows: POLL.rows, seed: POLL.seed },
    view: "poll",
  },
  {
    id: "folded-one",
    title: "The bias as a weight",
    from: `${CMU}: Notational Hack`,
    text: "The same six points, now with a bias. Each point gets a third coordinate that is always 1, and b is " +
      "its weight. So one rule updates all three weights. Visits 1, 3 and 5 are mistakes again, and the run ends " +
      "at θ = (b, w₁, w₂) = (−1, 3, 1).",
    tryThis: "Step through the run and watch b under Steps. Then turn the bias off under Options: w ends at the same " +
      "values.",
    points: SIX_POINTS,
    options: { atZero: "positive" },
  },
  {
    id: "recency",
    title: "Late rows count more than early rows",
    from: `${CMU}, and a student's notes on it: Inductive Bias`,
    text: "There are 16 rows. The first 8 are labelled by the sign of x₁, the last 8 by the sign of x₂. After one " +
      "epoch all 8 late rows are classified correctly, but 6 of the 8 early rows are not. Later updates have " +
      "undone earlier ones.",
    tryThis: "Go to the end, then reverse the order of the rows. Now 6 rows of the other half are wrong.",
    points: CHANGED_HABITS,
    options: { bias: false, epochs: 1 },
    view: "halves",
  },
  {
    id: "iris-setosa",
    title: "Iris: setosa against the rest",
    from: `${CMU}: Recall: Fisher Iris Dataset`,
    text: "150 flowers, plotted by petal length (x₁) and petal width (x₂) in cm. Setosa (+) lies apart from the " +
      "other two species (−), so a line separates them and the run converges.",
    tryThis: "Press Play. Then drag one plus point in among the minus points: the run no longer converges.",
    points: () => petals([0], [1, 2]),
    names: { ...PETAL_NAMES, plus: "setosa", minus: "other species" },
    options: { order: "shuffled" },
  },
  {
    id: "iris-virginica",
    title: "Iris: versicolor and virginica",
    from: `${CMU}: Recall: Fisher Iris Dataset`,
    text: "The other two species, with virginica as plus. Their petals overlap, so no line separates them and " +
      "every epoch has mistakes. One virginica and one versicolor have petals of exactly the same size, and this " +
      "alone is a proof: see Theorem.",
    tryThis: "Step through the last epoch: a single flower can turn the whole line. The average under Variants is " +
      "steadier.",
    points: () => petals([2], [1]),
    names: { ...PETAL_NAMES, plus: "virginica", minus: "versicolor" },
    options: { order: "shuffled" },
  },
  {
    id: "tiny-margin",
    title: "A tiny margin",
    ...MISTAKE_BOUND,
    text: "Four points in two close pairs. The best line is only 0.0707 away from each point, so (R/γ)² is 1,882. " +
      "The run makes 80 mistakes. The theorem promises that the mistakes end, not that they end soon.",
    tryThis: "Drag the two plus points up by 1 and the two minus points down by 1. The bound falls to 24, and the " +
      "number of mistakes to 6.",
    points: [[-2, -1.9, 1], [2, 2.1, 1], [-2, -2.1, -1], [2, 1.9, -1]],
    options: { epochs: 1000 },
  },
  {
    id: "far-point",
    title: "One point far away",
    ...MISTAKE_BOUND,
    text: "Six points are near the origin, and one is far away on its correct side. The far point does not change " +
      "the margin, but it makes R larger. An update at the far point is a long step, which the other points must " +
      "undo. The run makes 12 mistakes; without the far point it makes 2.",
    tryThis: "Delete the far point: the bound falls from 581 to 7.",
    points: [[0, 1, 1], [1, 2, 1], [-1, 1.5, 1], [0, -1, -1], [1, -0.5, -1], [-1, -2, -1], [20, 8, -1]],
    options: { epochs: 1000 },
  },
  {
    id: "plain-bound",
    title: "A bias changes the bound",
    ...MISTAKE_BOUND,
    text: "The minus point is at 2 and the plus point at 4. As on the slide, R is 4 and γ is 1, so the bound is " +
      "16. But the run makes 17 mistakes. When a bias is learned, R and γ must be computed for the points (x, 1). " +
      "Then the bound is 170, and it holds.",
    tryThis: "Go to the end and compare. Then drag the minus point to −4, so that the origin is in the middle: " +
      "now both bounds hold.",
    points: [[2, 0, -1], [4, 0, 1]],
    options: { atZero: "positive" },
  },
  {
    id: "plain-bound-far",
    title: "The bound far from the origin",
    ...MISTAKE_BOUND,
    text: "The minus point is at 10 and the plus point at 14. R is 14 and γ is 2, so the slide's bound is 49. The " +
      "run makes 127 mistakes. For the points (x, 1) the bound is 7,141. Most of the run is spent on b, which " +
      "changes by only 1 per mistake.",
    tryThis: "Drag both points 12 to the left, so that the origin is between them: only a few mistakes remain.",
    points: [[10, 0, -1], [14, 0, 1]],
    options: { atZero: "positive" },
  },
  {
    id: "distance",
    title: "Distance by projection",
    from: `${CMU}: Computing the Margin`,
    text: "x″ is any point, and x′ is any point on the line 3x₁ + 4x₂ − 5 = 0. Project the vector from x′ to x″ " +
      "onto w/‖w‖. The length of the projection is the distance from x″ to the line, here 7. It is the same for " +
      "every x′ on the line, because wᵀx′ = −b.",
    tryThis: "Drag x′ along the line, or type its position. The vector changes, but the distance does not. Then " +
      "move x″.",
    points: [[6, 3, 1], [-2, 8, 1], [-3, -1, -1]],
    options: { start: [3, 4, -5] },
    extra: { farX: 4, farY: 7, along: 2 },
    view: "distance",
  },
  {
    id: "note-002",
    title: "One update by hand",
    from: `${MANCHESTER}: Numerical Example`,
    text: "The weights start at w = (0.5, 0.3) and w₀ = 1. The row x = (−1, 1) with y = −1 has a score of 0.8, so " +
      "it is a mistake. The update gives w = (1.5, −0.7) and w₀ = 0. At the next visit the score is −2.2, which " +
      "is correct.",
    tryThis: "Work out the update on paper, then press Step and compare.",
    points: [[-1, 1, -1]],
    options: { atZero: "negative", start: [0.5, 0.3, 1] },
  },
  {
    id: "loss",
    title: "The loss along a run",
    from: `${MANCHESTER}: Loss function`,
    text: "The loss is the sum of −y·z over the misclassified rows, where z is the score. At w = 0 every score is " +
      "0, so the loss is 0, although no row is classified correctly. Then the loss goes up and down, because an " +
      "update lowers the loss of its own row but not always the sum. At the end the loss is 0 again.",
    tryThis: "Press Mistake (key m) to go from mistake to mistake, and watch the dot on the curve.",
    points: FOUR_POINTS,
    view: "loss",
  },
  {
    id: "not-fixed",
    title: "An update that does not fix its point",
    from: `${CMU}, and ${MANCHESTER}: Intuition`,
    text: "The point (0, 1.5) is plus, but its score is −5. The update raises the score by xᵀx + 1 = 3.25, to " +
      "−1.75. That is better, but still wrong. The slides promise a better score, not a correct one. The next " +
      "update at the same point corrects it.",
    tryThis: "Press Step: the same point is visited again.",
    points: FOUR_POINTS,
    options: { order: "first-mistake" },
    t: 3,
    view: "fixing",
  },
  {
    id: "neuron",
    title: "The perceptron as a neuron",
    from: `${MARYLAND}: Aside: biological inspiration`,
    text: "Each input is multiplied by its weight. The products and b are added up, and the neuron fires (+1) or " +
      "not (−1). The numbers are those of the visit shown in the plane.",
    tryThis: "Step through the run. After a mistake, the next visit uses the new weights.",
    points: FOUR_POINTS,
    t: 2,
    view: "neuron",
  },
  {
    id: "turn",
    title: "An update turns w",
    from: `${MARYLAND}: Perceptron update: geometric interpretation`,
    text: "The third row of CMU's example is (1, 1), a plus point that was predicted as minus. The update adds it " +
      "to w, so w turns towards it. The angle between them falls from 108° to 72°. After a mistake on a minus " +
      "point, w turns away from it.",
    tryThis: "Go to visit 5, a mistake on a minus point: w = (2, −1) turns away from (−1, −2).",
    points: SIX_POINTS,
    options: { atZero: "positive", bias: false },
    t: 3,
    view: "fixing",
  },
  {
    id: "all-at-once",
    title: "One update per epoch",
    from: `${MARYLAND}: Properties of the Perceptron training algorithm`,
    text: "Here the update waits until all six rows have been visited, and then adds all their mistakes together. " +
      "w₁ is 0 for five visits and 6 after the sixth. In CMU's example, with one update per mistake, w₁ goes to " +
      "1, 2 and 3 within the same epoch.",
    tryThis: "Under Options, choose the order As given, and compare.",
    points: SIX_POINTS,
    options: { order: "all-mistakes", bias: false },
  },
  {
    id: "sorted",
    title: "Sorted rows slow training down",
    from: `${MARYLAND}: Practical considerations`,
    text: "There are 40 rows, first all minus rows, then all plus rows. In this order the run takes 8 epochs; " +
      "shuffled, it takes 3. A long series of minus rows changes mostly b, and the plus rows after it undo that " +
      "change.",
    tryThis: "Under Options, choose the order Shuffled every epoch, and try some seeds.",
    points: () => [...pairsOver(SORTED_BY_CLASS[0], 100, -1), ...pairsOver(SORTED_BY_CLASS[1], 100, 1)],
    view: "orders",
  },
  {
    id: "averaging",
    title: "Averaging wins",
    from: `${MARYLAND}: Averaged Perceptron Training`,
    text: "Forty points are drawn by a line, and four labels are then reversed. No line separates such a set, so each " +
      "wrong label moves the last weights to the end. The last weights have 119 of 200 new points wrong. The average of " +
      "all weights has 22 wrong, and their vote has 22 wrong, too. Below: Algorithm 7, which keeps the average with three sums, and " +
      "all weights that vote.",
    tryThis: "Step back from the end: the last weights jump, the average hardly moves. Under Variants, look at the " +
      "errors over time.",
    points: () => trainingPoints(AVERAGED_SAMPLE).map(({ x, y, label }) => [x, y, label]),
    options: { order: "shuffled", epochs: 20 },
    t: 800,
    extra: AVERAGED_SAMPLE,
    view: "averaging",
  },
  {
    id: "xor",
    title: "Exclusive or",
    from: `${MARYLAND}: Can the perceptron always find a hyperplane?`,
    text: "No. The two plus points and the two minus points lie crosswise, so a line with both plus points on one " +
      "side has a minus point there too. The perceptron never stops making mistakes; here the run is stopped " +
      "after 100 epochs. Both classes have the same midpoint, (0.5, 0.5), which proves that no line separates " +
      "them.",
    tryThis: "Drag one point out of its corner, past the middle. Is the set separable now? The answer is under " +
      "Theorem.",
    points: [[0, 0, -1], [1, 1, -1], [0, 1, 1], [1, 0, 1]],
  },
  {
    id: "outlier",
    title: "One wrong label",
    from: `${MARYLAND}: Can the perceptron always find a hyperplane?`,
    text: "One minus point lies among the plus points, so no line separates the classes. In every epoch this " +
      "point turns the line, and the other points turn it back. The run makes 234 mistakes in 100 epochs.",
    tryThis: "Delete the mislabelled point: the run converges after one mistake. Or look at Pocket under " +
      "Variants, which keeps the best line so far.",
    points: [...TWO_GROUPS, [2, 1.5, -1]],
  },
  {
    id: "note-004",
    title: "Four points, nine updates",
    from: `${CORNWELL}: Example`,
    text: "The worked example: find the first wrong row, update, start again from the first row. W⁽²⁾ = (1, −3, " +
      "−1), W⁽³⁾ = (2, −2, −2), and after nine updates W⁽¹⁰⁾ = (4, −0.5, 1). The bound (RB)² is 55, because R² = " +
      "11 and B² = 5.",
    tryThis: "Step nine times. Then choose the order As given under Options: the run makes the same nine mistakes.",
    points: FOUR_POINTS,
    options: { order: "first-mistake" },
    view: "bounds",
  },
  {
    id: "note-004-line",
    title: "The line x + y + 1 = 0",
    from: `${CORNWELL}: Linearly separable`,
    text: "The line has w = (1, 1) and b = 1. The 30 grid points around it are labelled by their side, and the " +
      "score is positive on the hatched side. The distance from the line to the origin is not b but |b|/‖w‖, here " +
      "0.7071.",
    tryThis: "Under Options, set the starting weights to 0: the perceptron finds another line between the same " +
      "points.",
    points: () => gridAround(1, 1, 1, [-3, 2], [-3, 2]),
    options: { start: [1, 1, 1] },
  },
  {
    id: "digits",
    title: "Ten digits",
    from: `${CORNWELL}: Example of Classification`,
    text: "An image is 64 grey values from 0 to 16, so it is a point in 64 dimensions. Each of the ten classes " +
      "has its own weights, and the class with the highest score wins. These weights get all 1,437 training " +
      "images right and 37 of 360 new images wrong. The plane shows zeros (−) and ones (+) by two numbers only: " +
      "the ink in the middle (x₁) and at the sides (x₂).",
    tryThis: "Draw a digit, or load a real one and erase part of it.",
    points: digitPoints,
    extra: () => extraOfPixels(digitImages()[3].pixels),
    view: "digits",
  },
];

export function cardNamed(id) {
  return CARDS.find((card) => card.id === id) ?? null;
}

/** What a card puts into the state; the projector stays as it is. */
export function cardChange(card) {
  const points = typeof card.points === "function" ? card.points() : card.points;
  return {
    points: points.map(([x, y, label]) => ({ x, y, label })),
    options: { ...DEFAULT_STATE.options, ...card.options },
    t: card.t ?? 0,
    names: { ...DEFAULT_STATE.names, ...card.names },
    equalAxes: true,
    tab: "cards",
    card: card.id,
    extra: (typeof card.extra === "function" ? card.extra() : card.extra) ?? {},
  };
}
