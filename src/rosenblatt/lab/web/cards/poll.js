// CMU's poll: a small perceptron with 30 features, which overfits. All numbers are whole, so that sums are exact.

import { orderOf, predictSign } from "../core/engine.js";

export const POLL = {
  features: 30, informative: 3, newRows: 100, everyFifth: 5, rows: 30, mostRows: 300, seed: 9, epochs: 60,
};

/**
 * Rows {x, y} made from random orders: row r is the order of epoch r + 1, as numbers from −29 to 29. The label is the
 * sign of its first three together, and wrong for every fifth of the rows in the order of epoch 0.
 */
export function pollRows(seed, count) {
  const wrong = new Set(orderOf(count, seed, 0).slice(0, Math.floor(count / POLL.everyFifth)));
  return Array.from({ length: count }, (_, row) => {
    const x = orderOf(POLL.features, seed, row + 1).map((place) => 2 * place - POLL.features + 1);
    const sum = x.slice(0, POLL.informative).reduce((total, value) => total + value, 0);
    return { x, y: sum > 0 !== wrong.has(row) ? 1 : -1 };
  });
}

/** Rows by their first two features, as [x, y, label]. */
export function pollPoints(seed, rows) {
  return pollRows(seed, rows).map(({ x, y }) => [x[0], x[1], y]);
}

/** How many rows are wrong after each epoch (the first entry: before any), of those trained on and of new ones. */
export function pollCurve(seed, rows) {
  const training = pollRows(seed, rows);
  const fresh = pollRows(seed + 1, POLL.newRows);
  const weights = new Array(POLL.features + 1).fill(0); // the bias is the last
  const score = (x) => x.reduce((sum, value, j) => sum + weights[j] * value, weights[POLL.features]);
  const isWrong = ({ x, y }) => predictSign(score(x), "positive") !== y;
  const counted = () => ({ training: training.filter(isWrong).length, fresh: fresh.filter(isWrong).length, rows });
  const curve = [counted()];
  let mistakes = -1;
  while (mistakes !== 0 && curve.length <= POLL.epochs) {
    mistakes = 0;
    for (const row of training) {
      if (!isWrong(row)) continue;
      mistakes += 1;
      row.x.forEach((value, j) => { weights[j] += row.y * value; });
      weights[POLL.features] += row.y;
    }
    curve.push(counted());
  }
  return curve;
}
