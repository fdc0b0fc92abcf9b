// The mistake theorem in words: whether it covers a run, what is seen now, and why the points are separable or not.

import { countedText, countText, labelText, numberText, pairText, sizeText } from "../ui/format.js";

/** Why the theorem does not cover a run, a sentence each; none where it does. */
export function voidsOf({ order, start, bias }) {
  const found = [];
  if (start.some((weight) => weight !== 0)) {
    const from = bias ? pairText(...start) : `${pairText(start[0], start[1])} and b = ${numberText(start[2])}`;
    found.push(`The run starts at ${from}, but the proof needs a start at zero.`);
  }
  if (order === "all-mistakes") {
    found.push("All mistakes of an epoch are added at once, but the proof needs one update per mistake, " +
      "made before the next visit.");
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
  if (!state.points.length) return "There are no points yet, so there can be no mistakes.";
  const ended = t === run.visits;
  const made = k === 0 ? "No mistakes" : countedText(k, "mistake");
  const sofar = `${made} so far`;
  if (!verdict.separable) return withoutEnd(state, run, ended, sofar, made);
  const limit = limitOf(state, verdict);
  const converged = ended && run.reason === "converged";
  const after = `The run converged after ${made.toLowerCase()}`;
  if (!limit) return `${converged ? after : sofar}; the theorem does not cover this run.`;
  if (k > limit.count) return `${made}, more than the bound of ${limit.text}: this comes from rounding.`;
  if (converged) return `${after}; at most ${limit.text} were possible.`;
  if (ended) return `${made} when the run was stopped; at most ${limit.text} are possible.`;
  return `${sofar}; at most ${limit.text} are possible.`;
}

/** Nothing separates: there are always mistakes, unless a score of zero counts as right. */
function withoutEnd({ options }, run, ended, sofar, made) {
  if (run.reason === "converged") {
    const sign = labelText(options.atZero === "positive" ? 1 : -1);
    const begin = ended ? `The run ended after ${made.toLowerCase()}` : sofar;
    return `${begin}. No line separates these points, but a score of zero counts as ${sign} here, which is correct ` +
      "for the points on the line.";
  }
  return `${sofar}, and the mistakes never end: no line separates these points, so there is no γ and no bound.`;
}

/** Rows as they are named: "points 1, 2 and 4". */
function rowsText(rows) {
  const names = rows.map((row) => countText(row));
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
    return ["Separable: there is only one class.",
      "Any line with all points on one side separates them, however far away it is, so there is no largest margin."];
  }
  if (verdict.separable) {
    return [`Separable: a ${lines} has the plus points on one side and the minus points on the other.`,
      `The one with the largest margin is ${numberText(verdict.margin)} away from ${fewRowsText(verdict.support)}; ` +
      `no other ${lines} is as far from its nearest points.`];
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
    return [`Point ${plus[0].row} is plus and point ${minus[0].row} is minus, and both are at ${place}.`];
  }
  const mixes = [plus, minus].filter((side) => side.length > 1).map((side) => sharesText(points, side));
  const sides = [plus, minus].map((side, i) => `${rowsText(side.map(({ row }) => row))} (${i ? "minus" : "plus"})`);
  return [
    `Proof: the convex hulls of ${sides[0]} and of ${sides[1]} meet at ${place}.`,
    `${mixes.join(" = ")} = ${place}.`,
    "If all corners of a hull are on one side of a line, the whole hull is. So this point would be on both sides.",
  ];
}

function originSentences(points, { witness }) {
  if (witness.length === 1) return [`Point ${witness[0].row} is at the origin, so its score is zero for every w.`];
  const sorted = [...witness].sort(byRow);
  const turned = sorted.map(({ row, share }) => {
    const { x, y, label } = points[row];
    return `${shareText(share)}${label < 0 ? "(−1)·" : ""}${pairText(x, y)}`;
  });
  const names = rowsText(sorted.map(({ row }) => row));
  return [
    `Proof: multiply each x by its y (this mirrors minus points). Then the hull of ${names} contains the origin.`,
    `${turned.join(" + ")} = (0, 0).`,
    "A separating w has a positive product with every y·x, and so with this sum. But its product with (0, 0) is zero.",
  ];
}
