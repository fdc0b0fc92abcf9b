// The exercise "Separable or not?": the exact verdict judges the answer.

import { isAnswered } from "../core/practice_secrecy.js";
import { pairText, roundText } from "../ui/format.js";
import { answerButtons, questionView } from "./practice_parts.js";
import { MARGIN_DRAWN, paintTheorem } from "./theorem_plane.js";

const SEPARABLE_ANSWER = 1;
const QUESTION = "Is there a line with all plus points on one side and all minus points on the other?";

export function separableExercise(app, { title, answered, nextSet }) {
  const answers = answerButtons(["Separable", "Not separable"], (answer) => {
    answered({ answer }, isRight(answer, app.view.verdict));
    view.focusNext();
  });
  const view = questionView(title, { controls: [answers.nodes], next: nextSet });
  return {
    root: view.root,
    render(now, name) {
      const { state, verdict } = now;
      answers.show(now);
      view.show(`${name} ${QUESTION}`, isAnswered(now)
        ? { right: isRight(state.extra.answer, verdict), text: separableReason(verdict, state.points.length) } : null);
    },
    paint(group, now, space) {
      if (isAnswered(now)) paintVerdict(group, now, space);
    },
  };
}

function isRight(answer, { separable }) {
  return (answer === SEPARABLE_ANSWER) === separable;
}

function separableReason({ separable, margin, witness, point }, count) {
  if (separable) {
    return `There is such a line. The plane shows the best one. Its closest points are ${roundText(margin, 4)} away.`;
  }
  const rows = witness.map(({ row }) => row).sort((a, b) => a - b);
  const place = pairText(...[point.x, point.y].map((value) => Number(value.toFixed(4))));
  const others = count > rows.length ? " The other points cannot change that." : "";
  return `There is no such line. Points ${rows.slice(0, -1).join(", ")} and ${rows.at(-1)} prove it: the convex hull of ` +
    `the plus points among them and that of the minus points meet at ${place}.${others}`;
}

/** As the tab Theorem draws it: the line with the largest margin, or the witness. */
export function paintVerdict(group, { state, verdict }, space) {
  paintTheorem(group, { state: { ...state, tab: "theorem", extra: { theorem: MARGIN_DRAWN } }, verdict }, space);
}
