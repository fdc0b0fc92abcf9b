// Weight space, the dual of the plane: w is a point of it, and a point x of the plane is there the line w·x + b = 0.
// With a bias there is a third axis, b; the line is then a slice, at one b, of the plane w·x + b·1 = 0 through 0.

import { clippedBy } from "./geometry.js";
import { verdictOf } from "./verdict.js";

/**
 * Whether some w solves the points with this b, exactly. b is the score of the origin: so there is one where the points
 * and an origin with the label of b's sign are separable. All b of one sign are alike, since (w, b) can be scaled.
 */
export function hasSolutions(points, b) {
  if (b === 0) return verdictOf(points, false).separable;
  return verdictOf([...points, { x: 0, y: 0, label: Math.sign(b) }], true).separable;
}

/** The part of a polygon of weights (a list of [w1, w2]) where every point is on its own side, y·(w·x + b) ≥ 0. */
export function solutionsIn(polygon, points, b) {
  return points.reduce((rest, { x, y, label }) => clippedBy(rest, label * x, label * y, label * b), polygon);
}

const WIDEST = 4; // of the cone, about its middle, as a tangent: a half-space has no edges to draw

/** Unit vectors [w1, w2, b] along the edges of the cone of solutions, in order around `best`, a unit vector inside it. */
export function coneEdges(points, { w1, w2, b }) {
  const best = [w1, w2, b];
  const [first, second] = besideOf(best);
  const section = points.reduce((rest, { x, y, label }) => {
    const point = [label * x, label * y, label];
    return clippedBy(rest, dot(point, first), dot(point, second), dot(point, best));
  }, [[-WIDEST, -WIDEST], [WIDEST, -WIDEST], [WIDEST, WIDEST], [-WIDEST, WIDEST]]);
  return section.map(([p, q]) => unit(best.map((value, i) => value + p * first[i] + q * second[i])));
}

/** Two unit vectors at right angles to a unit vector and to each other. */
export function besideOf(vector) {
  const axis = Math.abs(vector[2]) < 0.8 ? [0, 0, 1] : [1, 0, 0];
  const first = unit(cross(vector, axis));
  return [first, cross(vector, first)];
}

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

function unit(vector) {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

const MOST_HOPS = 200;

/** The latest weights up to t, one after each mistake: [[w1, w2, b], …]. */
export function hopsOf(run, t) {
  const visits = run.mistakeVisits.filter((visit, k, all) => visit <= t && visit !== all[k - 1]);
  const shown = visits.length < MOST_HOPS ? [0, ...visits] : visits.slice(-MOST_HOPS);
  return shown.map((visit) => [run.w1[visit], run.w2[visit], run.b[visit]]);
}

/** The largest length of (w, b) in a run; 0 before its first mistake from a start at zero. */
export function longestWeights(run) {
  let longest = 0;
  for (let t = 0; t <= run.visits; t += 1) longest = Math.max(longest, Math.hypot(run.w1[t], run.w2[t], run.b[t]));
  return longest;
}

/**
 * The proof in the slice at b: w is in the ball ‖(w, b)‖ ≤ upper, and beyond the plane W*·(w, b) = lower. Returns
 * {radius, side, cap}: of the circle, the plane as [w1, w2, b] of a line, and the polygon in both; radius null where the
 * slice misses the ball.
 */
export function proofInSlice({ w1, w2, b: bias }, { lower, upper }, b) {
  const square = upper * upper - b * b;
  const radius = square > 0 ? Math.sqrt(square) : null;
  const side = [w1, w2, bias * b - lower];
  if (radius === null) return { radius, side, cap: [] };
  const circle = Array.from({ length: 120 }, (_, k) => [radius * Math.cos((k * Math.PI) / 60), radius * Math.sin((k * Math.PI) / 60)]);
  return { radius, side, cap: clippedBy(circle, ...side) };
}
