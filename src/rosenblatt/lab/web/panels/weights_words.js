// The sentences under weight space.

import { isMistake, scoreOf } from "../core/engine.js";
import { countedText, countText, lineText, numberText, pairText } from "../ui/format.js";

export const SLICE_HINT = "Here a point is a weight vector w. Each point x of the plane is a line: w·x + b = 0. Its teeth " +
  "show the side where x is classified correctly. The solutions are on the right side of every line.";
export const SPACE_HINT = "Here a point is W = (w, b). Each point x is a plane through 0, W·(x, 1) = 0; the disc is that of the " +
  "visited point. The cone holds every solution. Drag the picture, or use the arrow keys, to turn it.";

/** Whether the theorem's two bounds hold for this run: it starts at zero, and a line separates the points. */
export function isCovered({ state, verdict }) {
  return verdict.separable && verdict.augmented !== null && state.options.start.every((value) => value === 0);
}

function wrongBy({ state: { points, options } }, weights) {
  return points.filter(({ x, y, label }) => isMistake(label, scoreOf(weights, x, y), options.atZero)).length;
}

/** The line of the plane that a trial w is; null for none. */
export function trialNote(view, trial) {
  if (!trial) return "Point at this picture, or press arrow keys on it, to see any w as a line in the plane.";
  const [w1, w2] = trial;
  const { b } = view.weights;
  return `w = ${pairText(w1, w2)} is the line ${lineText(w1, w2, b)}, with ${wrongBy(view, { w1, w2, b })} of ${view.state.points.length} points wrong.`;
}

/** The place of w, the solutions, and the latest hop. solved: whether the part that is shown has solutions. */
export function spaceNote(view, solved, third) {
  const { state, weights } = view;
  const { points, options } = state;
  if (!points.length) return "Place points in the plane: each is a line here.";
  const wrong = wrongBy(view, weights);
  const place = options.bias && !third ? `This is the slice at b = ${numberText(weights.b)}. ` : "";
  const [name, sides] = third ? [`W = ${pairText(weights.w1, weights.w2, weights.b)}`, "planes"]
    : [`w = ${pairText(weights.w1, weights.w2)}`, "lines (thick)"];
  const would = wrong === 1 ? "this point would be a mistake" : "these points would be mistakes";
  const where = wrong ? `${name} is not on the right side of ${countText(wrong)} of ${countText(points.length)} ${sides}: ${would} now.`
    : `${name} is on the right side of all ${countText(points.length)} ${third ? "planes" : "lines"}: it is a solution.`;
  return [`${place}${where}`, solutionText(view, solved, third), hopText(view)].filter(Boolean).join(" ");
}

function solutionText({ state, verdict, weights }, solved, third) {
  const { bias } = state.options;
  if (bias && !verdict.separable) return "There is no solution: no line of the plane separates the points.";
  if (third) return "";
  if (solved) return `The shaded region holds every solution${bias ? " with this b" : ""}.`;
  if (bias) return `No w with b = ${numberText(weights.b)} is a solution: this slice misses the cone of solutions.`;
  return weights.b === 0 ? "There is no solution: no line through the origin separates the points."
    : `There is no solution with b = ${numberText(weights.b)}, which this run never changes.`;
}

/** Why w moved at this visit. */
function hopText({ state, step, before, weights }) {
  if (!step || ["w1", "w2", "b"].every((name) => before[name] === weights[name])) return "";
  if (state.options.order === "all-mistakes") return "w moved by the sum of y·x over all mistakes of the epoch.";
  if (before.w1 === weights.w1 && before.w2 === weights.w2) return `The mistake at point ${step.row} moved only b.`;
  const added = pairText(weights.w1 - before.w1, weights.w2 - before.w2);
  return `The mistake at point ${step.row} moved w by ${state.options.eta === 1 ? "" : "η·"}y·x = ${added}, at a right angle to its line and towards its right side.`;
}

/** The proof as a picture: proof is null where the theorem does not cover the run. */
export function proofNote(view, proof) {
  if (!proof) return "The proof needs points that a line separates, and a start at zero.";
  const { k, lower, upper, crossing } = proof;
  const W = view.state.options.bias ? "W = (w, b)" : "w";
  return `The proof after ${countedText(k, "mistake")}: ${W} is beyond the flat side, at least ${numberText(lower)} along W*, and inside the ` +
    `ball of radius ${numberText(upper)}: in the shaded cap. With each mistake the flat side moves by the same step, but the ball ` +
    `grows like √k. At ${numberText(crossing)} mistakes the cap has shrunk to a point, so there can be no more.`;
}
