// Which parts of the page would tell the answer to an open question.

import { askOf } from "./class_questions.js";
import { DRAW, ONLINE, pointsOfQuestion, PREDICT, questionOf, WARM_UPS } from "./practice_sets.js";

/** Why a hidden run cannot be stepped, and its points cannot be changed. */
export function frozenText({ state }) {
  return askOf(state) ? "Close the question first: until then the run is hidden and the points stay as they are."
    : "Answer the question first: until then the run is hidden and the points stay as they are.";
}

/** The question that the tab Practice asks; null where the points are not those of the question any more. */
export function askedQuestion(state) {
  const question = state.tab === "practice" ? questionOf(state) : null;
  if (!question) return null;
  const { exercise } = question;
  const { points, options } = state;
  const drawn = pointsOfQuestion(question);
  const received = exercise === ONLINE && options.order === "given" && options.epochs === 1;
  if (received ? points.length > drawn.length : points.length !== drawn.length) return null;
  const same = ({ x, y, label }, row) => x === drawn[row].x && y === drawn[row].y && label === drawn[row].label;
  return points.every(same) ? question : null;
}

export function isWarmUp(question) {
  return question?.exercise === DRAW && question.set < WARM_UPS;
}

/** Whether the question has been answered; in PREDICT at this visit. */
export function isAnswered({ state, t }) {
  const { answer, asked } = state.extra;
  return answer > 0 && (questionOf(state)?.exercise !== PREDICT || asked === t);
}

/** Whether the run, its length, its mistakes and the verdict are still secret. */
export function hidesRun(view) {
  if (askOf(view.state)) return true;
  const question = askedQuestion(view.state);
  if (!question) return false;
  const { exercise } = question;
  if (isWarmUp(question)) return true; // it has no points, so there is no run
  if (exercise === PREDICT) return view.t < view.run.visits;
  if (exercise === ONLINE && view.state.points.length < pointsOfQuestion(question).length) return true;
  return !isAnswered(view);
}

/** What is said in place of the counters of a hidden run. */
export function hiddenText({ state }) {
  if (askOf(state)) return "The run is hidden while the question is open.";
  const question = questionOf(state);
  if (isWarmUp(question)) return "A warm-up has no run.";
  const several = question.exercise === PREDICT || question.exercise === ONLINE; // questions about one run
  return several ? "The run is hidden until your last answer." : "The run is hidden until you have answered.";
}

/** Whether the plane marks no mistakes: they would tell the answer, or they would hide the picture of it. */
export function hidesMistakes(view) {
  return hidesRun(view) || (view.t === 0 && askedQuestion(view.state) !== null);
}

/** What the plane should show as a whole: the points, and those that are still to be received. */
export function placesToShow(state) {
  const question = askedQuestion(state);
  return question?.exercise === ONLINE ? pointsOfQuestion(question) : state.points;
}
