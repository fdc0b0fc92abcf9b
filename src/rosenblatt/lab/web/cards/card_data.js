// The data of the cards: the examples of the lectures, and runs for slides that have words only.

import { DEFAULT_STATE } from "../core/state.js";
import { digitImages, extraOfPixels } from "./digits.js";
import { DIGIT_POINTS, IRIS_PETALS } from "./embedded.js";
import { POLL, pollPoints } from "./poll.js";

// The lectures, as the cards call them; docs/notes.md goes through them slide by slide.
const CMU = "CMU 10-301/601 Lecture 6";
const MANCHESTER = "Manchester, Foundations of Machine Learning, Week 2";
const MARYLAND = "Maryland CMSC 422 Lecture 6";
const CORNWELL = "Cornwell, Classification, Halfspaces, the Perceptron algorithm";

const SIX_POINTS = [[-1, 2, -1], [1, 0, 1], [1, 1, 1], [-1, 0, -1], [-1, -2, -1], [1, -1, 1]]; // CMU
const FOUR_POINTS = [[-1, 3, -1], [-1, -1, -1], [3, -1, 1], [0, 1.5, 1]]; // Cornwell
const TWO_GROUPS = [
  [1, 1, 1], [2, 2, 1], [1, 2.5, 1], [2.5, 1, 1], [-1, -1, -1], [-2, -1, -1], [-1, -2, -1], [-2.5, -2, -1],
];

/** Hundredths: first all minus, then all plus. */
const SORTED_BY_CLASS = [
  [64, -22, 79, -15, 22, 47, -8, 18, -6, 62, 51, 49, -22, 41, 39, 47, 67, 59, 58, -29, 27, 75, 59, 33, -39, 33, 75, -38,
    19, 64, -57, 46, 47, 79, 45, -60, 54, 53, 11, -30, 57, -37, 92, 22, 77, -20, -5, 54, 39, 14, 53, -52],
  [17, -79, 15, -85, -89, -30, -53, -15, -52, -27, -16, -83, 12, -74, 15, -67, 1, -95, -73, -45, -60, -69, -9, -79,
    -68, -45, -90, -35],
];

/** The points of a grid around w·x + b = 0, each with the sign of its side; those on the line are left out. */
function gridAround(w1, w2, b, [left, right], [bottom, top]) {
  const points = [];
  for (let x = left; x <= right; x += 1) {
    for (let y = bottom; y <= top; y += 1) {
      const score = w1 * x + w2 * y + b;
      if (score !== 0) points.push([x, y, Math.sign(score)]);
    }
  }
  return points;
}

/** Numbers two by two, divided, as points of one label. */
function pairsOver(numbers, divisor, label) {
  return numbers.flatMap((x, i) => (i % 2 ? [] : [[x / divisor, numbers[i + 1] / divisor, label]]));
}

/** Iris petals: those of some species as plus, of others as minus. Species: 0 setosa, 1 versicolor, 2 virginica. */
function petals(plus, minus) {
  return [...plus, ...minus].sort().flatMap((species) =>
    pairsOver(IRIS_PETALS.slice(100 * species, 100 * species + 100), 10, plus.includes(species) ? 1 : -1));
}

/** Twenty zeros (minus) and twenty ones (plus) in turn, by the grey of their middle and of their sides. */
function digitPoints() {
  return pairsOver(DIGIT_POINTS, 16, 1).map(([middle, sides], i) => [2 * middle, sides, i % 2 ? 1 : -1]);
}

/** Old habits (the sign of x₁), then new ones (the sign of x₂). */
const CHANGED_HABITS = [
  [2, 1, 1], [-2, -1, -1], [1, -2, 1], [-1, 2, -1], [2.5, -1, 1], [-1, -2, -1], [1.5, 2.5, 1], [-2, 1, -1],
  [1, 2, 1], [-1.5, -2.5, -1], [-2.5, 1.5, 1], [2, -1.5, -1], [-1.5, 2.5, 1], [1, -1, -1], [-2.5, 2.5, 1],
  [2, -2.5, -1],
];

const MISTAKE_BOUND = { from: `${CMU}: Perceptron Mistake Bound`, view: "bounds" };

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
    text: "The line x₁ + 2x₂ − 4 = 0 cuts the plane in two. Where the score is greater than 0 the plane is hatched. " +
      "w = (1, 2) stands at a right angle to the line and points there. All 32 points are labelled by their side, so " +
      "no visit is a mistake.",
    tryThis: "Under Data, set the three starting weights to 0: the perceptron finds a line of the same slope by " +
      "itself, w = (4, 8) and b = −18.",
    points: () => gridAround(1, 2, -4, [-1, 5], [-1, 3]),
    options: { atZero: "positive", start: [1, 2, -4] },
  },
  {
    id: "note-000",
    title: "Six points without a bias",
    from: `${CMU}: Example (no Intercept)`,
    text: "The worked example of the slides. There is no bias, and a score of exactly 0 counts as positive. Visits " +
      "1, 3 and 5 are mistakes; w goes to (1, −2), (2, −1) and (3, 1), and stays there.",
    tryThis: "Step six times, and say before each step whether it will be a mistake. The table under Steps is that " +
      "of the slides.",
    points: SIX_POINTS,
    options: { atZero: "positive", bias: false },
  },
  {
    id: "shift-b",
    title: "b shifts the boundary",
    from: `${CMU}: Updating the Intercept`,
    text: "Every point is projected on w; what is left of it is one number, and the threshold on that strip is " +
      "−b/‖w‖. A greater b moves the boundary towards the negative side, a smaller one towards the positive side. " +
      "With b = 0 the boundary goes through the origin, and no turning of w would do what b does here.",
    tryThis: "Move b from −4 to 0 with the slider and count the points that change sides.",
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
    text: "Here are 30 rows of 30 features; the label is the sign of the first three together, but every fifth row " +
      "has the wrong one. After 6 epochs no training row is wrong. Of 100 new rows 34 are wrong after the first " +
      "epoch and 43 at the end: it has learned the wrong labels by heart. And the number of epochs is a " +
      "hyperparameter.",
    tryThis: "These rows were chosen, since they show it well: take others with another seed, or many more of them. " +
      "In the plane are the first two features alone: there no line separates the rows.",
    points: () => pollPoints(POLL.seed, POLL.rows),
    options: { atZero: "positive" },
    extra: { rows: POLL.rows, seed: POLL.seed },
    view: "poll",
  },
  {
    id: "folded-one",
    title: "The folded 1",
    from: `${CMU}: Notational Hack`,
    text: "The same six points, now with a bias. Each has a third coordinate, which is 1, and b is the weight of " +
      "that 1: one rule updates all. The mistakes are visits 1, 3 and 5 again. They leave θ = (b, w₁, w₂) = (−1, 3, " +
      "1).",
    tryThis: "Step through it and watch b under Steps. Then switch the bias off under Data: w is the same here.",
    points: SIX_POINTS,
    options: { atZero: "positive" },
  },
  {
    id: "recency",
    title: "The last mistakes have the last word",
    from: `${CMU}, and a student's notes on it: Inductive Bias`,
    text: "Of 16 rows the first half is labelled by the sign of x₁, the second half by the sign of x₂: a habit that " +
      "changed. After one epoch the weights are right on all 8 late rows and wrong on 6 of the early ones. A later " +
      "mistake undoes what an earlier one taught.",
    tryThis: "Go to the end, then turn the order round: now the weights are right where they were wrong.",
    points: CHANGED_HABITS,
    options: { bias: false, epochs: 1 },
    view: "halves",
  },
  {
    id: "iris-setosa",
    title: "Iris: setosa against the rest",
    from: `${CMU}: Recall: Fisher Iris Dataset`,
    text: "150 flowers by the length (x₁) and the width (x₂) of their petals, in cm. Setosa (+) lies apart from the " +
      "two others (−), so a line separates them and the run ends.",
    tryThis: "Play it. Then drag one plus into the minus, and see that the run no longer ends by itself.",
    points: () => petals([0], [1, 2]),
    options: { order: "shuffled" },
  },
  {
    id: "iris-virginica",
    title: "Iris: versicolor and virginica",
    from: `${CMU}: Recall: Fisher Iris Dataset`,
    text: "The other two species, virginica as plus. Their petals overlap: no line separates them, and the run makes " +
      "mistakes until its last epoch. One flower of each has petals of the same size, which alone proves it: see the " +
      "witness under Theorem.",
    tryThis: "Step near the end of the run: one flower turns the whole line. The average under Variants is steadier.",
    points: () => petals([2], [1]),
    options: { order: "shuffled" },
  },
  {
    id: "tiny-margin",
    title: "A tiny margin",
    ...MISTAKE_BOUND,
    text: "Four points, two close pairs. The best line is only 0.0707 away from each of them, so (R/γ)² is 1,882, " +
      "and it takes 80 mistakes. The theorem promises an end, not a quick one.",
    tryThis: "Drag the two plus points up by 1 and the two minus points down by 1: the bound falls to 24, the " +
      "mistakes to 6.",
    points: [[-2, -1.9, 1], [2, 2.1, 1], [-2, -2.1, -1], [2, 1.9, -1]],
    options: { epochs: 1000 },
  },
  {
    id: "far-point",
    title: "One point far away",
    ...MISTAKE_BOUND,
    text: "Six points near the origin, and one far out on its right side. The margin is the same with it and " +
      "without it. But R grows, and an update at the far point is a long step that the others must undo: 12 " +
      "mistakes, where without it there are 2.",
    tryThis: "Delete the far point: the bound falls from 581 to 7.",
    points: [[0, 1, 1], [1, 2, 1], [-1, 1.5, 1], [0, -1, -1], [1, -0.5, -1], [-1, -2, -1], [20, 8, -1]],
    options: { epochs: 1000 },
  },
  {
    id: "plain-bound",
    title: "The bound needs the folded 1",
    ...MISTAKE_BOUND,
    text: "Minus at 2 and plus at 4. Read as the slide has it, R is 4 and γ is 1: at most 16 mistakes. The run " +
      "makes 17. Where a bias is learned, R and γ must be taken with the folded 1: then the bound is 170, and true.",
    tryThis: "Go to the end and count. Then drag the minus to −4, so that the origin is in the middle: now both " +
      "bounds hold.",
    points: [[2, 0, -1], [4, 0, 1]],
    options: { atZero: "positive" },
  },
  {
    id: "plain-bound-far",
    title: "The bound, far from the origin",
    ...MISTAKE_BOUND,
    text: "Minus at 10 and plus at 14: R is 14 and γ is 2, so the slide's bound is 49. The run makes 127 mistakes. " +
      "With the folded 1 the bound is 7,141. Most of the run is spent on b, which moves by 1 at a time.",
    tryThis: "Drag both points 12 to the left, so that the origin is between them: few mistakes are left.",
    points: [[10, 0, -1], [14, 0, 1]],
    options: { atZero: "positive" },
  },
  {
    id: "distance",
    title: "Distance by projection",
    from: `${CMU}: Computing the Margin`,
    text: "x″ is any point, x′ any point of the line 3x₁ + 4x₂ − 5 = 0. The way from x′ to x″, projected on w/‖w‖, " +
      "is the distance to the line: here 7. Wherever x′ is on the line, the projection has the same length, because " +
      "wᵀx′ = −b.",
    tryThis: "Drag x′ along the line, or type where it is: the way gets longer, the distance stays. Then move x″.",
    points: [[6, 3, 1], [-2, 8, 1], [-3, -1, -1]],
    options: { start: [3, 4, -5] },
    extra: { farX: 4, farY: 7, along: 2 },
    view: "distance",
  },
  {
    id: "note-002",
    title: "One update by hand",
    from: `${MANCHESTER}: Numerical Example`,
    text: "The weights start at w = (0.5, 0.3), w₀ = 1, and one row comes: x = (−1, 1), y = −1. Its score is 0.8, a " +
      "mistake. The update makes w = (1.5, −0.7) and w₀ = 0, and at the next visit the score is −2.2, which is right.",
    tryThis: "Work out the update on paper, then press Step and compare.",
    points: [[-1, 1, -1]],
    options: { atZero: "negative", start: [0.5, 0.3, 1] },
  },
  {
    id: "loss",
    title: "The loss along a run",
    from: `${MANCHESTER}: Loss function`,
    text: "The loss is the sum of −y·z over the misclassified rows. At w = 0 all scores are 0, so the loss is 0, " +
      "and yet nothing is right. Then it goes up and down: an update lowers the loss of its own row, not the sum. At " +
      "the end it is 0 again.",
    tryThis: "Step with the key m from mistake to mistake and watch the mark on the curve.",
    points: FOUR_POINTS,
    view: "loss",
  },
  {
    id: "not-fixed",
    title: "An update that does not fix its point",
    from: `${CMU}, and ${MANCHESTER}: Intuition`,
    text: "The point (0, 1.5) is wrong with a score of −5. The update raises its score by xᵀx + 1 = 3.25, to −1.75. " +
      "That is less wrong, but still wrong: the slides promise a better score, not a right one. The next update of " +
      "the same point repairs it.",
    tryThis: "Press Step: the same point is visited once more.",
    points: FOUR_POINTS,
    options: { order: "first-mistake" },
    t: 3,
    view: "fixing",
  },
  {
    id: "neuron",
    title: "The perceptron as a neuron",
    from: `${MARYLAND}: Aside: biological inspiration`,
    text: "Inputs come in, each is multiplied by its weight, the products and b are added up, and the neuron fires " +
      "(+1) or not (−1). The numbers are those of the visit that the plane shows.",
    tryThis: "Step through the run. After a mistake the weights on the left have new values at the next visit.",
    points: FOUR_POINTS,
    t: 2,
    view: "neuron",
  },
  {
    id: "turn",
    title: "An update turns w",
    from: `${MARYLAND}: Perceptron update: geometric interpretation`,
    text: "The third row of CMU's example is (1, 1), a plus that was predicted minus. The update adds it to w, so " +
      "w turns towards it: the angle between them was 108° and is 72° now. For a minus, w turns away.",
    tryThis: "Go to visit 5, a minus: w = (2, −1) turns away from (−1, −2).",
    points: SIX_POINTS,
    options: { atZero: "positive", bias: false },
    t: 3,
    view: "fixing",
  },
  {
    id: "all-at-once",
    title: "One update for the whole set",
    from: `${MARYLAND}: Properties of the Perceptron training algorithm`,
    text: "Here the update waits until all six rows are seen, and then answers all their mistakes together. w₁ is 0 " +
      "for five visits and 6 after the sixth. Visit by visit, as in CMU's example, it went to 1, 2 and 3 within the " +
      "same epoch.",
    tryThis: "Compare with the order As given under Data.",
    points: SIX_POINTS,
    options: { order: "all-mistakes", bias: false },
  },
  {
    id: "sorted",
    title: "Sorted rows are slow",
    from: `${MARYLAND}: Practical considerations`,
    text: "40 rows, first all minus, then all plus. As given the run takes 8 epochs, shuffled 3. A long line of " +
      "minus teaches b and little else, and then a long line of plus undoes it.",
    tryThis: "Go through some seeds under Data, with the order Shuffled every epoch.",
    points: () => [...pairsOver(SORTED_BY_CLASS[0], 100, -1), ...pairsOver(SORTED_BY_CLASS[1], 100, 1)],
    view: "orders",
  },
  {
    id: "xor",
    title: "Exclusive or",
    from: `${MARYLAND}: Can the perceptron always find a hyperplane?`,
    text: "No. The two plus and the two minus lie crosswise: a line that has both plus on one side has a minus " +
      "there, too. The perceptron goes round for ever, here until its 100th epoch. Both classes have the same " +
      "middle, (0.5, 0.5), which proves that no line separates them.",
    tryThis: "Move one point out of its corner, past the middle: can it be separated then? The verdict is under " +
      "Theorem.",
    points: [[0, 0, -1], [1, 1, -1], [0, 1, 1], [1, 0, 1]],
  },
  {
    id: "outlier",
    title: "One wrong label",
    from: `${MARYLAND}: Can the perceptron always find a hyperplane?`,
    text: "Two groups that one mistake would settle, and one minus among the plus. No line separates them any more. " +
      "In every epoch the odd one turns the line, and the others turn it back: 234 mistakes in 100 epochs.",
    tryThis: "Delete the odd point: the run ends after one mistake. Or look at the pocket under Variants, which " +
      "keeps the best line so far.",
    points: [...TWO_GROUPS, [2, 1.5, -1]],
  },
  {
    id: "note-004",
    title: "Four points, nine updates",
    from: `${CORNWELL}: Example`,
    text: "The worked example: look for the first wrong row, update, look again from the first. W⁽²⁾ = (1, −3, −1), " +
      "W⁽³⁾ = (2, −2, −2), and after nine updates W⁽¹⁰⁾ = (4, −0.5, 1). The bound (RB)² is 55: R² = 11 and B² = 5.",
    tryThis: "Step nine times. Then choose the order As given under Data: the same nine mistakes.",
    points: FOUR_POINTS,
    options: { order: "first-mistake" },
    view: "bounds",
  },
  {
    id: "note-004-line",
    title: "The line x + y + 1 = 0",
    from: `${CORNWELL}: Linearly separable`,
    text: "w = (1, 1) and b = 1, with the 30 grid points around that line. The score is positive on the hatched " +
      "side. b is not the distance to the origin: that is |b|/‖w‖, here 0.7071.",
    tryThis: "Under Data, set the starting weights to 0: the run finds a line of its own between the same points.",
    points: () => gridAround(1, 1, 1, [-3, 2], [-3, 2]),
    options: { start: [1, 1, 1] },
  },
  {
    id: "digits",
    title: "Ten digits",
    from: `${CORNWELL}: Example of Classification`,
    text: "An image is 64 grey values from 0 to 16, a point in 64 dimensions. Each of ten classes has its own " +
      "weights; the class with the greatest score wins. These weights were learned from 1,437 images, none of which " +
      "they get wrong; of 360 new ones they get 37 wrong. The plane shows zeros (−) and ones (+) by two numbers " +
      "only: the grey in the middle and at the sides.",
    tryThis: "Draw a digit, or load a real one and erase a part of it.",
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
    tab: "cards",
    card: card.id,
    extra: (typeof card.extra === "function" ? card.extra() : card.extra) ?? {},
  };
}
