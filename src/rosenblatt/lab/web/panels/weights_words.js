// The sentences under weight space.

import { isMistake, scoreOf } from "../core/engine.js";
import { countedText, countText, lineText, numberText, pairText } from "../ui/format.js";

export const SLICE_HINT = "Here a point is a weight vector w. Each point x of the plane is a line: w·x + b = 0. Its teeth " +
  "show its correct side: there x is classified correctly. A solution is on the correct side of every line.";
export const SPACE_HINT = "Here a point is W = (w, b). Each point x is a plane through 0, W·(x, 1) = 0; the disc is that of the " +
  "visited point. The cone holds the solutions; where it is very wide, it is cut off. Drag the picture, or use the arrow keys, to turn it.";

/** Whether the theorem's two bounds hold for this run: it starts at zero, and a line separates the points. */
export function isCovered({ state, verdict }) {
  return verdict.separable && verdict.augmented !== null && state.options.start.every((value) => value === 0);
}

function wrongBy({ state: { points, options } }, weights) {
  return points.filter(({ x, y, label }) => isMistake(label, scoreOf(weights, x, y), options.atZero)).length;
}

/** The line of the plane that a trial w is. */
export function trialNote(view, trial) {
  if (!trial) return "Point at this picture, or press arrow keys on it, to see any w as a line in the plane.";
  const [w1, w2] = trial;
  const { b } = view.weights;
  const line = w1 === 0 && w2 === 0 ? "no line" : `the line ${lineText(w1, w2, b)}`;
  return `w = ${pairText(w1, w2)} is ${line}, with ${wrongBy(view, { w1, w2, b })} of ${countedText(view.state.points.length, "point")} wrong.`;
}

/** The place of w, the solutions, and the latest hop. solved: whether the slice has solutions; seen: in the picture. */
export function spaceNote(view, { solved, seen, third }) {
  const { state, weights } = view;
  const place = state.options.bias && !third ? `This is the slice at b = ${numberText(weights.b)}.` : "";
  if (!state.points.length) return "Place points in the plane: each is a line here.";
  return [place, placeText(view, third), solutionText(view, { solved, seen, third }), hopText(view)].filter(Boolean).join(" ");
}

function placeText({ state, weights }, third) {
  const { points, options } = state;
  const [name, kind] = third ? [`W = ${pairText(weights.w1, weights.w2, weights.b)}`, "plane"]
    : [`w = ${pairText(weights.w1, weights.w2)}`, "line"];
  const wrong = wrongBy({ state }, weights);
  if (wrong) {
    const would = wrong === 1 ? "This point would be a mistake now." : "These points would be mistakes now.";
    return `${name} is not on the correct side of ${countText(wrong)} of ${countedText(points.length, kind)}${third ? "" : " (thick)"}. ${would}`;
  }
  if (points.some(({ x, y }) => scoreOf(weights, x, y) === 0)) {
    return `No point would be a mistake now, but ${name} is on a ${kind}: the rule for a score of 0 (${options.atZero}) decides.`;
  }
  return `${name} is on the correct side of every ${kind}: it is a solution.`;
}

function solutionText({ state, verdict, weights }, { solved, seen, third }) {
  const { bias } = state.options;
  const b = numberText(weights.b);
  if (bias && !verdict.separable) return "There is no solution: no line of the plane separates the points.";
  if (third) return "";
  if (solved && !seen) return `The solutions${bias ? " with this b" : ""} are outside this picture.`;
  if (solved) return `The shaded region holds the solutions${bias ? " with this b" : ""}.`;
  if (bias) return `No w with b = ${b} is a solution: this slice misses the cone of solutions.`;
  return weights.b === 0 ? "There is no solution: no line through the origin separates the points."
    : `There is no solution with b = ${b}, which this run never changes.`;
}

/** Why w moved at this visit. */
function hopText({ state, step, before, weights }) {
  if (!step || ["w1", "w2", "b"].every((name) => before[name] === weights[name])) return "";
  if (state.options.order === "all-mistakes") return "w moved by the sum of y·x over all mistakes of the epoch.";
  if (before.w1 === weights.w1 && before.w2 === weights.w2) return `The mistake at point ${step.row} moved only b.`;
  const added = pairText(weights.w1 - before.w1, weights.w2 - before.w2);
  return `The mistake at point ${step.row} moved w by ${state.options.eta === 1 ? "" : "η·"}y·x = ${added}, at a right angle to its line and towards its correct side.`;
}

/** The proof as a picture: proof is null where the theorem does not cover the run. */
export function proofNote(view, proof) {
  if (!proof) return "The proof needs points that a line separates, and a start at zero.";
  const { k, lower, upper, crossing } = proof;
  const W = view.state.options.bias ? "W = (w, b)" : "w";
  const end = `At ${numberText(crossing)} ${crossing === 1 ? "mistake" : "mistakes"} the cap has shrunk to a point, so there can be no more.`;
  if (k === 0) return `The proof: after each mistake, ${W} is beyond a flat side and inside a ball. ${end}`;
  return `The proof after ${countedText(k, "mistake")}: ${W} is beyond the flat side, at least ${numberText(lower)} along W*, and inside the ` +
    `ball of radius ${numberText(upper)}: in the shaded cap. With each mistake the flat side moves by the same step, but the ball ` +
    `grows like √k. ${end}`;
}
