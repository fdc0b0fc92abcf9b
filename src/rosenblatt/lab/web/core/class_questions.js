// Questions that a lecturer asks a class by a link: which visit is the next mistake, and draw the line.

import { currentMargin, haveLikeRanges } from "./geometry.js";
import { encodeState } from "./link.js";
import { mostEpochs, orderOf } from "./engine.js";
import { DEFAULT_STATE, MAX_VISITS } from "./state.js";

export const NEXT_MISTAKE = 1;
export const DRAW_LINE = 2;

/** The question that a state asks; 0 for none. A link may have any number. */
export function askOf({ extra }) {
  return extra.ask === NEXT_MISTAKE || extra.ask === DRAW_LINE ? extra.ask : 0;
}

/** The state that asks a question about the points and the time of another. Of a run, a line to draw shows nothing. */
export function asked({ points, options, t, names, equalAxes }, ask) {
  const run = ask === NEXT_MISTAKE ? { options, t } : {};
  return { ...DEFAULT_STATE, points, names, equalAxes, ...run, extra: { ask } };
}

/** A number of 32 bits for what the answers to a question depend on: the checksum of its link, without what only shows. */
export function questionSeed(state) {
  const { names, equalAxes } = DEFAULT_STATE;
  return parseInt(encodeState(asked({ ...state, names, equalAxes }, askOf(state))).split("~").at(-1), 36);
}

/** Why a question cannot be asked about these points; "" where it can. */
export function askProblem(points, ask) {
  if (!points.length) return "There are no points to ask about.";
  const oneClass = points.every(({ label }) => label === points[0].label);
  return oneClass && ask === DRAW_LINE ? "A line to draw needs points of both classes." : "";
}

// --- The next mistake: an answer is by how many visits it comes later, 0 for none. ---

/** The number of the first visit after visit t that is a mistake; 0 if there is none. */
export function nextMistake(run, t) {
  return run.wrong.indexOf(1, t) + 1;
}

const MOST_COMING = 24;

/**
 * The visits to come in this epoch and the next, as [visit, row]; null in orders that visit only wrong points. They do
 * not depend on what will be a mistake, so they do not tell where the run ends.
 */
export function comingVisits({ length }, options, t) {
  const { order, seed } = options;
  if (order === "first-mistake" || order === "random-mistake") return null;
  const end = Math.min(length * Math.min(Math.floor(t / length) + 2, mostEpochs(length, options)), t + MOST_COMING);
  return Array.from({ length: Math.max(0, end - t) }, (_, i) => {
    const [epoch, place] = [Math.floor((t + i) / length), (t + i) % length];
    const row = order.startsWith("shuffled") ? orderOf(length, seed, order === "shuffled" ? epoch : 0)[place] : place;
    return [t + i + 1, row];
  });
}

/** Whether a number can be the number of a visit after visit t. */
export function isLaterVisit(visit, t) {
  return Number.isInteger(visit) && visit > t && visit <= MAX_VISITS;
}

// --- Draw the line: an answer is an angle of 2048 and one of 511 distances from the middle of the points. ---

const TURNS = 2048;
const FARTHEST = 255; // steps from the middle to the farthest line
const REACH = 1.5; // of the farthest line, where the points go from −1 to 1

/** The middle of the points, and half their range: of both axes alike, unless their ranges differ much. */
export function boxOf(points) {
  const [x, y] = ["x", "y"].map((axis) => {
    const values = points.map((point) => point[axis]);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return { middle: low + (high - low) / 2, half: (high - low) / 2 };
  });
  const one = haveLikeRanges(points) ? Math.max(x.half, y.half) || 1 : 0;
  return { x: x.middle, y: y.middle, wide: one || x.half, high: one || y.half };
}

/**
 * The nearest answer to a line through (x, y) with an arrow to its positive side; null without an arrow. The arrow is at
 * a right angle to the line as it is seen: where the axes have scales of their own, in the scales of the points.
 */
export function lineAnswer({ points, equalAxes }, { x, y, right, up }) {
  if (right === 0 && up === 0) return null;
  const box = boxOf(points);
  const arrow = equalAxes ? [up * box.high, right * box.wide] : [up / box.high, right / box.wide];
  const turn = (Math.round((Math.atan2(...arrow) / 2 / Math.PI) * TURNS) + TURNS) % TURNS;
  const [u, v] = directionOf(turn);
  const away = (u * (x - box.x)) / box.wide + (v * (y - box.y)) / box.high;
  return turn * 2 * (FARTHEST + 1) + FARTHEST + Math.min(FARTHEST, Math.max(-FARTHEST, Math.round((away / REACH) * FARTHEST)));
}

/** Of nine digits, in which all browsers agree. */
function directionOf(turn) {
  const angle = (turn / TURNS) * 2 * Math.PI;
  return [Math.cos, Math.sin].map((of) => Number(of(angle).toFixed(9)));
}

/** The weights of an answer. */
export function answeredLine(points, answer) {
  const box = boxOf(points);
  const [u, v] = directionOf(Math.floor(answer / 2 / (FARTHEST + 1)));
  const [w1, w2] = [u / box.wide, v / box.high];
  const away = (((answer % (2 * (FARTHEST + 1))) - FARTHEST) / FARTHEST) * REACH;
  return { w1, w2, b: -(w1 * box.x + w2 * box.y) - away };
}

/** The line of an answer with its margin, 0 where it separates nothing; turned: it would with w reversed. */
export function judgedAnswer(points, answer) {
  const line = answeredLine(points, answer);
  const margin = currentMargin(points, line)?.distance ?? 0;
  const reversed = { w1: -line.w1, w2: -line.w2, b: -line.b };
  return { ...line, margin, turned: !margin && currentMargin(points, reversed) !== null };
}
