// Point sets of the exercises, and the judgement of answers.

import { isMistake, orderOf, scoreOf } from "../core/engine.js";
import { angleBetween } from "../core/geometry.js";

const pointsOf = (triples) => triples.map(([x, y, label]) => ({ x, y, label }));

/** Ten sets: separable or not? The certificate knows. */
export const SEPARABLE_SETS = [
  [[1, 2, 1], [2, 1, 1], [3, 3, 1], [-1, -1, -1], [-2, 1, -1], [0, -2, -1]],
  [[0, 0, 1], [2, 2, 1], [0, 2, -1], [2, 0, -1]],
  [[0, 3, 1], [-3, -2, 1], [3, -2, 1], [0, 0, -1]],
  [[-2, 0, 1], [-1, 2, 1], [0, 3, 1], [1, 0, -1], [2, 2, -1], [0, 1, -1]],
  [[-2, 1, 1], [2, 1, 1], [0, 1, -1], [1, -1, -1]],
  [[-2, 1, 1], [2, 1, 1], [0, 0.9, -1], [1, -1, -1]],
  [[3, 0, 1], [2, 2, 1], [0, 3, 1], [-2, 2, 1], [-3, 0, 1], [0, 0, -1], [1, 1, -1], [-1, 1, -1], [0, -1, -1],
    [2, -1, -1], [-2, -1, -1]],
  [[-3, -2, 1], [-1, 0, 1], [1, 1, 1], [3, 2, 1], [-2, -2, -1], [0, 0, -1], [2, 1, -1], [3, 1, -1]],
  [[1, 1, 1], [2, 3, 1], [-1, 2, 1], [1, 1, -1], [-2, -1, -1]],
  [[-3, 1, 1], [-1, 3, 1], [1, 2.5, 1], [-2, -2, -1], [0, 0.5, -1], [2, 1, -1], [3, -1, -1]],
].map(pointsOf);

/** The warm-up of CMU Lecture 6, with a few points on either side so that the plane shows where the line is. */
export const WARM_UP = { w1: 1, w2: 2, b: -4, points: pointsOf([[6, 2, 1], [1, 4, 1], [-2, -1, -1], [2, -2, -1]]) };

/** A separable set of seven points on a grid, the same for a number on every machine. */
export function practiceSet(number) {
  for (let draw = 0; ; draw += 1) {
    const cells = orderOf(81, number, draw).slice(0, 9);
    const places = cells.map((cell) => ({ x: (cell % 9) - 4, y: Math.floor(cell / 9) - 4 }));
    const [a, c, ...rest] = places;
    const [w1, w2, b] = [a.x, a.y, (c.x * a.x + c.y * a.y) / 2 + 0.25]; // never 0 on a grid of whole numbers
    const points = rest.map(({ x, y }) => ({ x, y, label: w1 * x + w2 * y - b > 0 ? 1 : -1 }));
    const plus = points.filter(({ label }) => label > 0).length;
    if (plus >= 2 && plus <= points.length - 2) return points;
  }
}

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

const MAX_DEGREES = 4;
const MAX_OFFSET = 0.2;

/** The warm-up: the drawn w must point as w does, and the line must pass where the line does. */
export function judgedWarmUp(drawn) {
  const weights = drawnWeights(drawn);
  const size = Math.hypot(weights.w1, weights.w2);
  const angle = angleBetween(weights.w1, weights.w2, WARM_UP.w1, WARM_UP.w2);
  const crossings = [[4, 0], [0, 2]]; // of the line with the axes
  const offset = Math.max(...crossings.map(([x, y]) => Math.abs(scoreOf(weights, x, y)) / (size || 1)));
  const length = Math.hypot(drawn.w1, drawn.w2) / Math.hypot(WARM_UP.w1, WARM_UP.w2);
  return { angle, offset, length, right: angle !== null && angle <= MAX_DEGREES && offset <= MAX_OFFSET };
}

/** Is the next visit a mistake? null at the end of the run. */
export function nextVisit({ run, t, state, weights }) {
  if (t >= run.visits) return null;
  const row = run.row[t];
  const { x, y, label } = state.points[row];
  const score = run.score[t];
  return { row, x, y, label, weights, score, mistake: run.wrong[t] === 1, epoch: run.epoch[t] };
}
