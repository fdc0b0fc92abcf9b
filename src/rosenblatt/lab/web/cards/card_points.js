// The points of cards: those of the lectures, grids, petals and digits.

import { DIGIT_POINTS, IRIS_PETALS } from "./embedded.js";

export const SIX_POINTS = [[-1, 2, -1], [1, 0, 1], [1, 1, 1], [-1, 0, -1], [-1, -2, -1], [1, -1, 1]]; // CMU
export const FOUR_POINTS = [[-1, 3, -1], [-1, -1, -1], [3, -1, 1], [0, 1.5, 1]]; // Cornwell
export const TWO_GROUPS = [
  [1, 1, 1], [2, 2, 1], [1, 2.5, 1], [2.5, 1, 1], [-1, -1, -1], [-2, -1, -1], [-1, -2, -1], [-2.5, -2, -1],
];

/** Hundredths: first all minus, then all plus. */
export const SORTED_BY_CLASS = [
  [64, -22, 79, -15, 22, 47, -8, 18, -6, 62, 51, 49, -22, 41, 39, 47, 67, 59, 58, -29, 27, 75, 59, 33, -39, 33, 75, -38,
    19, 64, -57, 46, 47, 79, 45, -60, 54, 53, 11, -30, 57, -37, 92, 22, 77, -20, -5, 54, 39, 14, 53, -52],
  [17, -79, 15, -85, -89, -30, -53, -15, -52, -27, -16, -83, 12, -74, 15, -67, 1, -95, -73, -45, -60, -69, -9, -79,
    -68, -45, -90, -35],
];

/** The points of a grid around w·x + b = 0, each with the sign of its side; those on the line are left out. */
export function gridAround(w1, w2, b, [left, right], [bottom, top]) {
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
export function pairsOver(numbers, divisor, label) {
  return numbers.flatMap((x, i) => (i % 2 ? [] : [[x / divisor, numbers[i + 1] / divisor, label]]));
}

/** Iris petals: those of some species as plus, of others as minus. Species: 0 setosa, 1 versicolor, 2 virginica. */
export function petals(plus, minus) {
  return [...plus, ...minus].sort().flatMap((species) =>
    pairsOver(IRIS_PETALS.slice(100 * species, 100 * species + 100), 10, plus.includes(species) ? 1 : -1));
}

/** Twenty zeros (minus) and twenty ones (plus) in turn, by the grey of their middle and of their sides. */
export function digitPoints() {
  return pairsOver(DIGIT_POINTS, 16, 1).map(([middle, sides], i) => [2 * middle, sides, i % 2 ? 1 : -1]);
}

/** Old habits (the sign of x₁), then new ones (the sign of x₂). */
export const CHANGED_HABITS = [
  [2, 1, 1], [-2, -1, -1], [1, -2, 1], [-1, 2, -1], [2.5, -1, 1], [-1, -2, -1], [1.5, 2.5, 1], [-2, 1, -1],
  [1, 2, 1], [-1.5, -2.5, -1], [-2.5, 1.5, 1], [2, -1.5, -1], [-1.5, 2.5, 1], [1, -1, -1], [-2.5, 2.5, 1],
  [2, -2.5, -1],
];
