// The mistake theorem in words: whether it covers a run, what is seen now, and why the points are separable or not.

import { countedText, countText, labelText, numberText, pairText, sizeText } from "../ui/format.js";

/** Why the theorem does not cover a run, a sentence each; none where it does. */
export function voidsOf({ order, start, bias }) {
  const found = [];
  if (start.some((weight) => weight !== 0)) {
    const from = bias ? pairText(...start) : `${pairText(start[0], start[1])} and b = ${numberText(start[2])}`;
    found.push(`The run starts at ${from}; the proof adds up steps from zero.`);
  }
  if (order === "all-mistakes") {
    found.push("All mistakes of an epoch are answered at once; the proof needs each step to be taken where the " +
      "weights are wrong now, and here others have gone before.");
  }
  return found;
}

/** The most mistakes that a run can make, as {count, text}; null where nothing is proven. */
export function limitOf({ points, options }, verdict) {
  const bound = verdict.separable ? verdict.augmented?.bound : null;
  const voids = voidsOf(options);
  if (!bound || voids.length > 1 || (voids.length && options.order !== "all-mistakes")) return null;
  if (!voids.length) return { count: bound, text: sizeText(bound) };
  const { radius, margin } = verdict.augmented;
  const count = points.length * (radius / margin) ** 2;
  return { count, text: numberText(Number(count.toPrecision(12))) };
}

/** What is seen now, in a sentence or two. */
export function theoremSentence({ state, run, t, k, verdict }) {
  if (!state.points.length) return "There are no points yet, so there is nothing to be wrong about.";
  const ended = t === run.visits;
  const made = k === 0 ? "No mistake" : countedText(k, "mistake");
  const sofar = k === 0 ? `${made} yet` : `${made} so far`;
  if (!verdict.separable) return withoutEnd(state, run, ended, sofar, made);
  const limit = limitOf(state, verdict);
  const converged = ended && run.reason === "converged";
  const after = `It converged after ${made.toLowerCase()}`;
  if (!limit) return `${converged ? after : sofar}; the theorem does not cover this run.`;
  if (k > limit.count) return `${made}, more than the ${limit.text} of the theorem: that took rounding.`;
  if (converged) return `${after}; at most ${limit.text} could be made.`;
  if (ended) return `${made} when it was stopped; at most ${limit.text} can be made.`;
  return `${sofar}; at most ${limit.text} can be made.`;
}

/** Nothing separates: there are always mistakes, unless a score of zero counts as right. */
function withoutEnd({ options }, run, ended, sofar, made) {
  if (run.reason === "converged") {
    const sign = labelText(options.atZero === "positive" ? 1 : -1);
    const begin = ended ? `It ended after ${made.toLowerCase()}` : sofar;
    return `${begin}. No line separates these points, but a score of zero counts as ${sign} here, and on the points ` +
      "that the line meets that is right.";
  }
  return `${sofar}, and there is no last one: no line separates these points, so there is no γ and no bound.`;
}

/** Rows as they are named: "points 1, 2 and 4". */
function rowsText(rows) {
  const names = rows.map((row) => countText(row + 1));
  if (names.length === 1) return `point ${names[0]}`;
  return `points ${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

const MAX_NAMED = 6; // points in a sentence

/** As `rowsText`, but of many points only how many they are. */
export function fewRowsText(rows) {
  return rows.length > MAX_NAMED ? `${countText(rows.length)} points` : rowsText(rows);
}

/** Whether a line separates the points, and what proves it: sentences. */
export function verdictSentences({ points, options }, verdict) {
  if (!points.length) return ["There are no points: every line separates them."];
  const lines = options.bias ? "line" : "line through the origin";
  if (verdict.separable && verdict.oneClass && options.bias) {
    return ["Separable: there is one class only.",
      "Every line that has all points on one side will do, however far away, so none has the largest margin."];
  }
  if (verdict.separable) {
    return [`Separable: a ${lines} has the plus points on one side and the minus points on the other.`,
      `The one with the largest margin is ${numberText(verdict.margin)} away from ${fewRowsText(verdict.support)}; ` +
      `no ${lines} is further from its nearest points.`];
  }
  return [`Not separable: no ${lines} has the plus points on one side and the minus points on the other.`,
    ...(options.bias ? hullSentences(points, verdict) : originSentences(points, verdict))];
}

/** "0.5·", or nothing where it is all. */
function shareText(share) {
  return share === 1 ? "" : `${numberText(Number(share.toPrecision(4)))}·`;
}

function sharesText(points, witness) {
  return witness.map(({ row, share }) => `${shareText(share)}${pairText(points[row].x, points[row].y)}`).join(" + ");
}

const byRow = (a, b) => a.row - b.row;

function hullSentences(points, { witness, point }) {
  const [plus, minus] = [1, -1].map((label) => witness.filter(({ row }) => points[row].label === label).sort(byRow));
  const place = pairText(point.x, point.y);
  if (witness.length === 2) {
    return [`Point ${plus[0].row + 1} is plus and point ${minus[0].row + 1} is minus, and both are at ${place}.`];
  }
  const mixes = [plus, minus].filter((side) => side.length > 1).map((side) => sharesText(points, side));
  const sides = [plus, minus].map((side, i) => `${rowsText(side.map(({ row }) => row))} (${i ? "minus" : "plus"})`);
  return [
    `The witness: the hulls of ${sides[0]} and of ${sides[1]} meet at ${place}.`,
    `${mixes.join(" = ")} = ${place}.`,
    "A side of a line that holds all corners of a hull holds the hull, so this point would have to be on both sides.",
  ];
}

function originSentences(points, { witness }) {
  if (witness.length === 1) return [`Point ${witness[0].row + 1} is at the origin: its score is zero, whatever w is.`];
  const sorted = [...witness].sort(byRow);
  const turned = sorted.map(({ row, share }) => {
    const { x, y, label } = points[row];
    return `${shareText(share)}${label < 0 ? "(−1)·" : ""}${pairText(x, y)}`;
  });
  const names = rowsText(sorted.map(({ row }) => row));
  return [
    `The witness: with the minus points turned about the origin (y·x), ${names} have the origin in their hull.`,
    `${turned.join(" + ")} = (0, 0).`,
    "A right w has a positive product with every y·x, and so with every mix of them; with (0, 0) it is zero.",
  ];
}
