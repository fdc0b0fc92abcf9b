// The perceptron of the lectures, visit by visit: the arithmetic of the Python package in the same order, bit for bit.
// A run is its list of mistakes. Weights, average, votes and pocket after t visits are folds over it.

import { MAX_VISITS } from "./state.js";
import { exactSum } from "./verdict.js";

const SIGN_OF_ZERO = { mistake: 0, positive: 1, negative: -1 };
const VISIT_STREAM = 0;
const PICK_STREAM = 2;

// --- Random orders: sfc32. An order depends on seed, epoch and number of rows, and on nothing else. ---

/** What draws the numbers of a stream, each from 0 to 2³² − 1. */
function sfc32(seed, epoch, stream) {
  const s = Uint32Array.of(epoch, seed, stream, 1); // where sums wrap at 2³²
  const draw = () => {
    const number = (s[0] + s[1] + s[3]) >>> 0;
    s[0] = s[1] ^ (s[1] >>> 9);
    s[1] = s[2] + (s[2] << 3);
    s[2] = ((s[2] << 21) | (s[2] >>> 11)) + number;
    s[3] += 1;
    return number;
  };
  for (let k = 0; k < 16; k++) draw();
  return draw;
}

/** A number below `bound`, each equally likely (Lemire). Up to a bound of 2²¹ the product of doubles is exact. */
function drawBelow(bound, draw) {
  for (;;) {
    const product = draw() * bound;
    const low = product >>> 0;
    if (low >= bound || low >= (2 ** 32 - bound) % bound) return (product - low) / 2 ** 32;
  }
}

/** The rows 0 … n − 1 in the order of an epoch, which is counted from 0 here (Fisher-Yates, from the end). */
export function orderOf(n, seed, epoch) {
  const rows = Array.from({ length: n }, (_, row) => row);
  const draw = sfc32(seed, epoch, VISIT_STREAM);
  for (let last = n - 1; last > 0; last--) {
    const k = drawBelow(last + 1, draw);
    [rows[last], rows[k]] = [rows[k], rows[last]];
  }
  return rows;
}

// --- Scores and mistakes. ---

/** w·x + b, the bias added last. */
export function scoreOf(weights, x, y) {
  return x * weights.w1 + y * weights.w2 + weights.b;
}

/** ŷ: +1 at a > 0, and at a = 0 under the rule "positive". */
export function predictSign(score, atZero) {
  return score > 0 || (score === 0 && atZero === "positive") ? 1 : -1;
}

/** At a score of exactly zero, the rule "mistake" predicts neither class: there is no ŷ. */
export function isUndecided(score, atZero) {
  return score === 0 && atZero === "mistake";
}

/** y·a ≤ 0; but a score of zero is right for the label whose sign it has. */
export function isMistake(label, score, atZero) {
  return !(label * score > 0 || (score === 0 && label === SIGN_OF_ZERO[atZero]));
}

/** How many points the weights predict wrong. */
export function errorsOf(points, weights, atZero) {
  return points.filter(({ x, y, label }) => predictSign(scoreOf(weights, x, y), atZero) !== label).length;
}

// --- A run. ---

/** How many epochs a run may take, Python's max_iter: as many as are asked for, in at most 200,000 visits. */
export function mostEpochs(n, { order, epochs }) {
  return Math.min(epochs, Math.floor(MAX_VISITS / Math.max(1, visitsOfEpoch(n, order))));
}

function visitsOfEpoch(n, order) {
  return order === "first-mistake" || order === "random-mistake" ? Math.min(1, n) : n;
}

/**
 * The whole run, until an epoch passes without a mistake or the last epoch ends.
 *
 * An entry a visit: row, epoch (from 1), score (before it is answered), wrong. w1, w2 and b have one more, the weights
 * after t visits, and so has `made`, the visit (from 1) that made them. An entry a mistake: mistakeRows, and
 * mistakeVisits, at which it was answered. An entry an epoch: mistakesPerEpoch, and epochEnds, the visits by then.
 */
export function runOf(points, options) {
  const most = mostEpochs(points.length, options);
  const run = beginRun(points, options, most * visitsOfEpoch(points.length, options.order));
  do {
    run.epochs += 1;
    runEpoch(run);
    run.mistakesPerEpoch.push(run.mistakeRows.length - run.mistakes);
    run.mistakes = run.mistakeRows.length;
    run.epochEnds.push(run.visits);
  } while (run.mistakesPerEpoch.at(-1) > 0 && run.epochs < most);
  run.reason = run.mistakesPerEpoch.at(-1) === 0 ? "converged" : "max_iter";
  return endRun(run);
}

/** A run before its first visit, with room for so many. */
function beginRun(points, options, room) {
  const start = options.start.map((weight) => weight + 0); // no −0
  const [w1, w2, b] = start.map((weight) => new Float64Array(room + 1).fill(weight, 0, 1));
  return {
    points,
    options,
    visits: 0,
    epochs: 0,
    mistakes: 0,
    reason: "",
    row: new Uint16Array(room),
    epoch: new Uint16Array(room),
    wrong: new Uint8Array(room),
    score: new Float64Array(room),
    w1,
    w2,
    b,
    made: new Uint32Array(room + 1),
    mistakeRows: [],
    mistakeVisits: [],
    mistakesPerEpoch: [],
    epochEnds: [],
    weights: { w1: start[0], w2: start[1], b: start[2] },
  };
}

/** Room that was not needed goes. */
function endRun(run) {
  for (const name of ["row", "epoch", "wrong", "score"]) run[name] = run[name].slice(0, run.visits);
  for (const name of ["w1", "w2", "b", "made"]) run[name] = run[name].slice(0, run.visits + 1);
  return run;
}

/** Rows arrive once, as given, and each is predicted before its label is seen. */
export function onlineOf(points, options) {
  return { ...runOf(points, { ...options, order: "given", epochs: 1 }), reason: "open" };
}

/** One epoch in the order asked for. */
function runEpoch(run) {
  const { order, seed } = run.options;
  const n = run.points.length;
  const number = run.epochs - 1;
  if (order === "given") return visitRows(run, run.points.keys());
  if (order === "shuffled") return visitRows(run, orderOf(n, seed, number));
  if (order === "shuffled-once") return visitRows(run, orderOf(n, seed, 0));
  if (order === "all-mistakes") return answerTogether(run);
  const wrong = wrongRows(run, order === "first-mistake" ? 1 : n);
  if (wrong.length === 0) return; // the search for a mistake is no visit
  visitRows(run, [wrong[drawBelow(wrong.length, sfc32(seed, number, PICK_STREAM))]]);
}

/** Maryland, Algorithm 5: a ← w·x + b; a mistake is answered at once. */
function visitRows(run, rows) {
  for (const row of rows) {
    const score = currentScore(run, row);
    if (isWrong(run, row, score)) answerMistake(run, row, run.visits + 1);
    writeVisit(run, row, score);
  }
}

/** Manchester, Maryland: all scores by the weights at the epoch's start; answers at its last visit, row by row. */
function answerTogether(run) {
  const wrong = wrongRows(run, run.points.length);
  const scores = run.points.map((_, row) => currentScore(run, row));
  const end = run.visits + scores.length;
  scores.forEach((score, row) => {
    if (run.visits + 1 === end) wrong.forEach((mistake) => answerMistake(run, mistake, end));
    writeVisit(run, row, score);
  });
}

/** The first rows that are wrong under the running weights, at most so many. */
function wrongRows(run, most) {
  const wrong = [];
  for (let row = 0; row < run.points.length && wrong.length < most; row++) {
    if (isWrong(run, row, currentScore(run, row))) wrong.push(row);
  }
  return wrong;
}

function currentScore(run, row) {
  return scoreOf(run.weights, run.points[row].x, run.points[row].y);
}

function isWrong(run, row, score) {
  return isMistake(run.points[row].label, score, run.options.atZero);
}

/** w ← w + η·y·x and b ← b + η·y. */
function answerMistake(run, row, visit) {
  const { x, y, label } = run.points[row];
  const step = label * run.options.eta;
  run.weights.w1 += step * x;
  run.weights.w2 += step * y;
  if (run.options.bias) run.weights.b += step;
  run.mistakeRows.push(row);
  run.mistakeVisits.push(visit);
}

function writeVisit(run, row, score) {
  run.row[run.visits] = row;
  run.epoch[run.visits] = run.epochs;
  run.score[run.visits] = score;
  run.wrong[run.visits] = isWrong(run, row, score);
  run.visits += 1;
  run.w1[run.visits] = run.weights.w1;
  run.w2[run.visits] = run.weights.w2;
  run.b[run.visits] = run.weights.b;
  run.made[run.visits] = run.mistakeVisits.at(-1) ?? 0;
}

// --- What a run has come to after t visits. ---

/** The running weights. */
export function weightsAt(run, t) {
  return { w1: run.w1[t], w2: run.w2[t], b: run.b[t] };
}

/** Visits that the running weights have survived, the one that made them included. */
export function survivalAt(run, t) {
  return t + 1 - Math.max(1, run.made[t]);
}

/** Visit t, from 1, with the fields of Python's Step. */
export function stepAt(run, t) {
  const [row, epoch, score, mistake] = [run.row[t - 1], run.epoch[t - 1], run.score[t - 1], run.wrong[t - 1] === 1];
  const prediction = predictSign(score, run.options.atZero);
  const loss = mistake ? Math.abs(score) : 0;
  return { number: t, epoch, row, ...run.points[row], score, prediction, mistake, loss, survival: survivalAt(run, t) };
}

/** Manchester's criterion: Σ −y·a over the misclassified points, rounded once. */
export function lossAt(run, t) {
  const weights = weightsAt(run, t);
  return exactSum(run.points.map(({ x, y, label }) => Math.max(0, -label * scoreOf(weights, x, y))));
}

/** Maryland, Algorithm 7: u and β collect c·y·x and c·y on every mistake, where c is the number of its visit. */
export function averagingAt(run, t, { u1, u2, beta, k } = { u1: 0, u2: 0, beta: 0, k: 0 }) {
  for (; run.mistakeVisits[k] <= t; k++) {
    const { x, y, label } = run.points[run.mistakeRows[k]];
    const step = label * run.mistakeVisits[k] * run.options.eta;
    u1 += step * x;
    u2 += step * y;
    if (run.options.bias) beta += step;
  }
  return { u1, u2, beta, k, c: t + 1 };
}

/** The average: w − u/c, b − β/c. sums: those of averagingAt. */
export function averagedAt(run, t, sums = averagingAt(run, t)) {
  const { w1, w2, b } = weightsAt(run, t);
  const { u1, u2, beta, c } = sums;
  return { w1: w1 - u1 / c, w2: w2 - u2 / c, b: b - beta / c };
}

/** Maryland: all weights so far, each with the votes that it has: its survival. A start at zero never votes. */
export function votesAt(run, t) {
  const made = [0, ...run.mistakeVisits.filter((visit, k, visits) => visit <= t && visit !== visits[k - 1]), t + 1];
  const votes = [];
  for (let k = run.options.start.some((weight) => weight !== 0) ? 0 : 1; k < made.length - 1; k++) {
    const visit = made[k];
    votes.push({ w1: run.w1[visit], w2: run.w2[visit], b: run.b[visit], survival: made[k + 1] - visit });
  }
  return votes;
}

/** The votes for plus less those for minus, as a share of all: from −1 to 1, and 0 where there are none. */
export function votedScore(votes, x, y, atZero) {
  let [tally, total] = [0, 0];
  for (const vote of votes) {
    tally += vote.survival * predictSign(scoreOf(vote, x, y), atZero);
    total += vote.survival;
  }
  return tally / Math.max(1, total);
}

/**
 * Gallant's pocket with a ratchet: at the end of each epoch its longest-lived weights, the earlier on ties, go into
 * the pocket if they make fewer errors than those in it. In the first epoch it holds the longest-lived so far.
 * `made`: the visit that made them; `candidate`: the longest-lived weights of the epoch under way.
 */
export function pocketAt(run, t) {
  let [made, k, fewest] = [0, 0, Infinity];
  let pocket = null;
  const longestLived = (end) => {
    let longest = { made, survival: 0 };
    const endOfLife = (visit) => {
      const survival = visit - Math.max(1, made);
      if (survival > longest.survival) longest = { made, survival };
    };
    for (; run.mistakeVisits[k] <= end; k++) {
      endOfLife(run.mistakeVisits[k]);
      made = run.mistakeVisits[k];
    }
    endOfLife(end + 1); // were it at the next visit
    return { ...weightsAt(run, longest.made), ...longest };
  };
  for (const end of run.epochEnds.filter((visit) => visit <= t)) {
    const longest = longestLived(end);
    const errors = errorsOf(run.points, longest, run.options.atZero);
    if (errors < fewest) [pocket, fewest] = [longest, errors];
  }
  const candidate = longestLived(t);
  return { ...(pocket ?? candidate), candidate };
}
