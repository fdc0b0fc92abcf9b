// The exercise "Mistake or not?": predict the outcome of the next visit.

import { visitAfter } from "../core/practice_judge.js";
import { isAnswered } from "../core/practice_secrecy.js";
import { element, svgElement, textButton } from "../ui/dom.js";
import { labelText, numberText, pairText, pointName, scoreText } from "../ui/format.js";
import { drawName } from "../ui/shapes.js";
import { answerButtons, questionView } from "./practice_parts.js";

const MISTAKE_ANSWER = 1;

export function predictExercise(app, { title, answered, nextSet }) {
  const answers = answerButtons(["A mistake", "No mistake"], (answer) => {
    const { t } = app.view;
    const visit = visitAfter(app.view, t);
    if (!visit) return;
    answered({ answer, asked: t + 1 }, (answer === MISTAKE_ANSWER) === visit.mistake, { t: t + 1 });
    view.focusNext();
  });
  const next = () => {
    const { t, run, state } = app.view;
    if (t < run.visits) app.dispatch({ extra: { ...state.extra, answer: 0 } });
    else nextSet();
  };
  const hint = element("p", { class: "hint" }, "The plane does not show which points would be mistakes. Look at the " +
    "line, or compute the score.");
  const other = textButton("Other points", nextSet);
  const view = questionView(title, { controls: [answers.nodes, hint, element("div", { class: "buttons" }, other)], next });
  return {
    root: view.root,
    render(now, name) {
      const { state, t, run } = now;
      const done = isAnswered(now);
      const visit = visitAfter(now, done ? t - 1 : t);
      answers.show(now);
      hint.hidden = done;
      if (!visit) return view.show(`${name} The run has ended.`, { right: true, text: "" }, "Next points");
      const judged = done ? { right: (state.extra.answer === MISTAKE_ANSWER) === visit.mistake, text: reasonOf(visit) } : null;
      return view.show(`${name} ${visitQuestion(visit, done ? t : t + 1)}`, judged, t < run.visits ? undefined : "Next points");
    },
    paint(group, now, space) {
      const visit = isAnswered(now) ? null : visitAfter(now, now.t);
      if (visit) paintAsked(group, visit, space);
    },
  };
}

/** A ring with a question mark around a point. */
export function paintAsked(group, { x, y }, space) {
  const [px, py] = space.toScreen(x, y);
  group.append(svgElement("circle", { class: "asked", cx: px, cy: py, r: 1.4 * space.camera.rem }));
  drawName(group, space, [x, y], "?", "asked-name");
}

function visitQuestion({ row, weights, ...point }, number) {
  return `Visit ${number} is ${pointName(row, point)}, shown with a ring. w is ${pairText(weights.w1, weights.w2)}, ` +
    `b is ${numberText(weights.b)}. A score of exactly 0 is a mistake. Will this visit be a mistake?`;
}

/** The arithmetic of the visit, in one line. */
function reasonOf({ x, y, label, weights, score, mistake }) {
  const outcome = mistake
    ? `a mistake. So w changes by y·x = ${pairText(label * x, label * y)}, and b by y = ${labelText(label)}.`
    : "no mistake. Nothing changes.";
  return `The score is a = ${scoreText(weights, x, y, score)}, and y is ${labelText(label)}: ${outcome}`;
}
