// Answers of a class in words.

import { nextMistake } from "../core/class_questions.js";
import { isUndecided, predictSign, scoreOf, weightsAt } from "../core/engine.js";
import { countedText, countText, labelText, numberText, pointName, roundText, scoreText } from "../ui/format.js";

const MOST_NAMED = 3;

/** Which entries cannot be read; "" where all can. */
export function unreadWords(unread) {
  if (!unread.length) return "";
  const named = unread.slice(0, MOST_NAMED).map((entry) => `“${entry.slice(0, 24)}”`).join(", ");
  const more = unread.length > MOST_NAMED ? `, and ${unread.length - MOST_NAMED} more` : "";
  const [entry, is] = unread.length === 1 ? ["entry", "is not a code"] : ["entries", "are not codes"];
  return `${unread.length} ${entry} ${is} of this question: ${named}${more}. Look for a wrong character, or for a code of another question.`;
}

/** "12 lines separate the points, 5 do not." best: the verdict, once it is told. */
export function linesWords(judged, best) {
  const good = judged.filter(({ margin }) => margin > 0);
  const turned = judged.filter((line) => line.turned).length;
  const parts = !judged.length ? [] : [`${countedText(judged.length, "answer")}: ${countedText(good.length, "line")} ` +
    `${good.length === 1 ? "separates" : "separate"} the points, ${judged.length - good.length} ${judged.length - good.length === 1 ? "does" : "do"} not.`];
  if (turned) parts.push(`${turned} of them would with the arrow reversed.`);
  if (good.length) parts.push(`The widest margin of an answer is ${roundText(Math.max(...good.map(({ margin }) => margin)), 3)}.`);
  if (best) parts.push(best.separable ? `The best possible is ${roundText(best.margin, 3)}.` : "No line separates these points: the rings are the proof.");
  return parts.join(" ");
}

export function visitWords(visit) {
  return visit ? `Visit ${countText(visit)}` : "No further mistake";
}

/** Why a visit is the next mistake, worked out. */
export function mistakeWords({ run, state }, t) {
  const visit = nextMistake(run, t);
  if (!visit) {
    return `After visit ${t} there is no further mistake: ` + (run.reason === "converged"
      ? "the run converged." : `the run stops after ${countedText(run.epochs, "epoch")}.`);
  }
  const row = run.row[visit - 1];
  const point = state.points[row];
  const weights = weightsAt(run, visit - 1);
  const a = scoreOf(weights, point.x, point.y);
  const { atZero } = state.options;
  const why = a !== 0 || isUndecided(a, atZero) ? `y·a = ${numberText(point.label * a)} ≤ 0`
    : `ŷ = ${labelText(predictSign(a, atZero))}, and y is ${labelText(point.label)}`;
  return `Visit ${countText(visit)} is ${pointName(row, point)}. Its score is a = ${scoreText(weights, point.x, point.y, a)}, so ${why}: a mistake.`;
}
