// Judgement of answers to the exercises.

import { isMistake, predictSign, scoreOf, weightsAt } from "./engine.js";
import { angleBetween } from "./geometry.js";

const MAX_DEGREES = 4;
const MAX_OFFSET = 0.2;
export const W_SIDE = 1; // what is shaded: the side that the drawn w points to,
export const OTHER_SIDE = 2; // or the other; 0 for none

/** A drawn line goes through (x, y) with w at a right angle to it. */
export function drawnWeights({ x, y, w1, w2 }) {
  return { w1, w2, b: -(w1 * x + w2 * y) };
}

/** How a drawn line does: wrong points, its margin as a share of the best, and the angle between w and the best w. */
export function judgedLine(points, drawn, verdict) {
  const weights = drawnWeights(drawn);
  const size = Math.hypot(weights.w1, weights.w2);
  const wrong = points.filter(({ x, y, label }) => isMistake(label, scoreOf(weights, x, y), "mistake"));
  const nearest = Math.min(...points.map(({ x, y, label }) => (label * scoreOf(weights, x, y)) / (size || 1)));
  return {
    wrong: wrong.length,
    turned: wrong.length === points.length && size > 0,
    share: wrong.length ? 0 : nearest / verdict.margin,
    angle: angleBetween(weights.w1, weights.w2, verdict.w1, verdict.w2),
    right: wrong.length === 0,
  };
}

/** A warm-up: the line must pass where the line does, w must point as w does, and the positive side must be shaded. */
export function judgedWarmUp(warmUp, drawn, shade) {
  const weights = drawnWeights(drawn);
  const size = Math.hypot(weights.w1, weights.w2);
  const angle = angleBetween(weights.w1, weights.w2, warmUp.w1, warmUp.w2);
  const offset = Math.max(...warmUp.places.map(([x, y]) => Math.abs(scoreOf(weights, x, y)) / (size || 1)));
  const length = Math.hypot(drawn.w1, drawn.w2) / Math.hypot(warmUp.w1, warmUp.w2);
  const turned = angle !== null && angle >= 180 - MAX_DEGREES;
  const onLine = angle !== null && (turned || angle <= MAX_DEGREES) && offset <= MAX_OFFSET;
  const shaded = angle !== null && shade > 0 && angle < 90 === (shade === W_SIDE);
  return { angle, offset, length, onLine, turned, shaded, right: onLine && !turned && shaded };
}

/** Visit t + 1 of a run before it is made; null at its end. */
export function visitAfter({ run, state }, t) {
  if (t >= run.visits) return null;
  const row = run.row[t];
  return { row, ...state.points[row], weights: weightsAt(run, t), score: run.score[t], mistake: run.wrong[t] === 1 };
}

/**
 * Payments of the online protocol after so many points. guesses: a binary digit per point, 1 for plus.
 * learner: wrong guesses; perceptron: mistakes of the perceptron; last: what the last point cost.
 */
export function paymentsOf(run, points, guesses) {
  const guessAt = (row) => (Math.floor(guesses / 2 ** row) % 2 ? 1 : -1);
  const row = points.length - 1;
  const last = row < 0 ? null : {
    ...points[row], guess: guessAt(row), score: run.score[row], mistake: run.wrong[row] === 1,
    paid: Number(guessAt(row) !== points[row].label), loss: Math.max(0, -points[row].label * run.score[row]),
    predicted: run.score[row] === 0 ? 0 : predictSign(run.score[row], "mistake"), before: weightsAt(run, row),
    after: weightsAt(run, row + 1),
  };
  return { learner: points.filter(({ label }, i) => guessAt(i) !== label).length, perceptron: run.mistakes, last };
}
