// The mistake theorem of note 004 in numbers and words: k·γ ≤ W*·W ≤ ‖W‖ ≤ √k·R, so k ≤ (R/γ)².
// W is (w, b) where a bias is learned, and w where it is not; W* is the unit vector with the largest margin γ there.

import { countedText, countText, labelText, numberText, pairText } from "../ui/format.js";

// --- Numbers ---

/** How many mistakes have been answered after t visits. */
export function answeredBy(run, t) {
  let [low, high] = [0, run.mistakeVisits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (run.mistakeVisits[middle] <= t) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The longest points: their rows, their length in the plane, and R, that of (x, 1) or x; null without points. */
export function longestPoint(points, bias) {
  if (!points.length) return null;
  const lengths = points.map(({ x, y }) => Math.hypot(x, y));
  const plain = lengths.reduce((a, b) => Math.max(a, b));
  const rows = [...points.keys()].filter((row) => lengths[row] === plain);
  return { rows, plain, radius: bias ? Math.hypot(points[rows[0]].x, points[rows[0]].y, 1) : plain };
}

/**
 * The four quantities after each number of mistakes that was answered.
 *
 * counts: those numbers k, all of them or, in all-mistakes order, those at the ends of epochs. length: ‖W‖ there.
 * along: W*·W there; null where nothing separates, as are gamma and crossing.
 * gamma, radius: γ and R, times η, by which all four are scaled (scale: "η·", or nothing where it is 1).
 * crossing: the k at which the outer two meet.
 * together: how many points may be answered at once, n in all-mistakes order: then ‖W‖ ≤ √(n·k)·R.
 */
export function proofOf(run, verdict) {
  const { bias, eta, order } = run.options;
  const best = verdict.separable ? verdict.augmented : null;
  const together = order === "all-mistakes" ? Math.max(1, run.points.length) : 1;
  const { mistakeVisits } = run;
  const places = mistakeVisits.map((visit, k) => [visit, k + 1]).filter(([visit], k) => visit !== mistakeVisits[k + 1]);
  places.unshift([0, 0]);
  const each = (number) =>
    Float64Array.from(places, ([visit]) => number(run.w1[visit], run.w2[visit], bias ? run.b[visit] : 0));
  const radius = best?.radius ?? longestPoint(run.points, bias)?.radius ?? 0;
  return {
    counts: Float64Array.from(places, ([, k]) => k),
    length: each((w1, w2, b) => Math.hypot(w1, w2, b)),
    along: best && each((w1, w2, b) => best.w1 * w1 + best.w2 * w2 + best.b * b),
    gamma: best && eta * best.margin,
    radius: eta * radius,
    crossing: best && together * (best.radius / best.margin) ** 2,
    together,
    scale: eta === 1 ? "" : "η·",
  };
}

export const lowerLine = (proof, k) => k * proof.gamma;
export const upperLine = (proof, k) => Math.sqrt(proof.together * k) * proof.radius;

/** The four quantities after t visits: {k, lower, along, length, upper}; lower and along are null without a γ. */
export function proofAt(proof, run, t) {
  const k = answeredBy(run, t);
  const place = proof.together === 1 ? k : proof.counts.indexOf(k);
  return {
    k,
    lower: proof.along && lowerLine(proof, k),
    along: proof.along && proof.along[place],
    length: proof.length[place],
    upper: upperLine(proof, k),
  };
}

// --- What the theorem covers ---

/** A whole number that may be too large to be written out. */
export function sizeText(n) {
  return n < 1e15 ? countText(n) : numberText(n);
}

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

// --- Words ---

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
export function rowsText(rows) {
  const names = rows.map((row) => countText(row + 1));
  if (names.length === 1) return `point ${names[0]}`;
  return `points ${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

const MOST_NAMED = 6; // points in a sentence

/** As `rowsText`, but of many points only how many they are. */
export function fewRowsText(rows) {
  return rows.length > MOST_NAMED ? `${countText(rows.length)} points` : rowsText(rows);
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
