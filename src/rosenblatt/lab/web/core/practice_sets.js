// Questions of the exercises: sets of points and lines that are drawn from a seed, the same on every machine.

import { orderOf, scoreOf } from "./engine.js";
import { verdictOf } from "./verdict.js";
import { remembered } from "./view.js";

export const PREDICT = 1;
export const DRAW = 2;
export const SEPARABLE = 3;
export const ONLINE = 4;
export const MAX_SEED = 999_999;
export const WARM_UPS = 4; // questions of DRAW that come before its sets of points
const MAX_SETS = 9999;
const SIDE = 9; // cells of the grid, −4 … 4
const NEAR = 0.4; // a margin below which a set is hard to judge by eye

/** The question of a state, {exercise, seed, set}; null without an exercise. A link may have any numbers. */
export function questionOf({ extra }) {
  const whole = (value, most) => (Number.isInteger(value) && value >= 0 && value <= most ? value : 0);
  const exercise = whole(extra.exercise, ONLINE);
  return exercise ? { exercise, seed: whole(extra.practiceSeed ?? 1, MAX_SEED), set: whole(extra.set, MAX_SETS) } : null;
}

/** The points of a question; a warm-up has none, and those of ONLINE are received one by one. */
export function pointsOfQuestion({ exercise, seed, set }) {
  return rememberedPoints(exercise, seed, set);
}

const rememberedPoints = remembered((exercise, seed, set) => {
  const key = { exercise, seed, set };
  if (exercise === PREDICT) return drawnSet(key, 6, true, null);
  if (exercise === DRAW) return set < WARM_UPS ? [] : drawnSet(key, 7, true, null);
  // Ten questions in a row have five of each answer, and most of them are near cases.
  const card = cardOf(key, exercise === SEPARABLE ? 10 : 4);
  return exercise === SEPARABLE ? drawnSet(key, 8, card < 5, card % 5 < 3) : drawnSet(key, 10, card < 3, false);
});

/** An order of 0 … n − 1 that depends on the question and on the number of the draw. */
function drawnOrder(n, { exercise, seed, set }, draw) {
  return orderOf(n, seed, (exercise * (MAX_SETS + 1) + set) * 100 + draw);
}

/** A card of a deck of `size`, which is shuffled anew when all cards are used. */
function cardOf({ exercise, seed, set }, size) {
  const deck = { exercise: exercise + ONLINE, seed, set: Math.floor(set / size) };
  return drawnOrder(size, deck, 0)[set % size];
}

/** A set of so many points that is separable or is not; near: true, false, or null where either will do. */
function drawnSet(key, size, separable, near) {
  for (let draw = 0; ; draw += 1) {
    const points = labelledByLine(drawnOrder(SIDE * SIDE, key, draw).slice(0, size + 2), separable ? 0 : near ? 1 : 3);
    const plus = points.filter(({ label }) => label > 0).length;
    if (plus < 2 || plus > size - 2) continue;
    const verdict = verdictOf(points, true);
    const fits = !separable || near === null || verdict.margin < NEAR === near;
    if (verdict.separable === separable && fits) return points;
  }
}

/** Points in cells of the grid, labelled by a line. The labels of the `turned` points nearest to it are reversed. */
function labelledByLine(cells, turned) {
  const [a, c, ...places] = cells.map((cell) => ({ x: (cell % SIDE) - 4, y: Math.floor(cell / SIDE) - 4 }));
  const line = { w1: a.x, w2: a.y, b: -(c.x * a.x + c.y * a.y) / 2 - 0.25 }; // its score is never 0 on this grid
  const scores = places.map(({ x, y }) => scoreOf(line, x, y));
  const nearest = [...places.keys()].sort((i, k) => Math.abs(scores[i]) - Math.abs(scores[k]) || i - k).slice(0, turned);
  return places.map(({ x, y }, row) => ({ x, y, label: scores[row] > 0 !== nearest.includes(row) ? 1 : -1 }));
}

/** The line of a warm-up, with two places on it. The first is that of CMU 10-301/601 Lecture 6. */
export function warmUpOf({ seed, set }) {
  if (set === 0) return { w1: 1, w2: 2, b: -4, places: [[4, 0], [0, 2]] };
  const sizes = [-3, -2, -1, 1, 2, 3];
  for (let draw = 0; ; draw += 1) {
    const [w1, w2] = drawnOrder(6, { exercise: DRAW, seed, set }, 2 * draw).map((k) => sizes[k]);
    const [x, y] = drawnOrder(7, { exercise: DRAW, seed, set }, 2 * draw + 1).map((k) => k - 3);
    const b = -(w1 * x + w2 * y);
    if (b !== 0) return { w1, w2, b, places: [[x, y], [x + w2, y - w1]] };
  }
}
