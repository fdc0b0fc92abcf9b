// The exercise "Receive, predict, pay": the online protocol. The state has only the points whose labels were observed.

import { weightsAt } from "../core/engine.js";
import { paymentsOf } from "../core/practice_judge.js";
import { isAnswered } from "../core/practice_secrecy.js";
import { pointsOfQuestion, questionOf } from "../core/practice_sets.js";
import { element, setText, svgElement } from "../ui/dom.js";
import { countedText, labelText, numberText, pairText, roundText, scoreText, sizeText } from "../ui/format.js";
import { answerButtons, questionView } from "./practice_parts.js";

const PLUS_ANSWER = 1;

/** The points of the set, observed or not. */
const allPoints = (state) => pointsOfQuestion(questionOf(state));

export function onlineExercise(app, { title, answered, nextSet }) {
  const answers = answerButtons(["Predict +1", "Predict −1"], (answer) => {
    const { points, extra } = app.view.state;
    const point = allPoints(app.view.state)[points.length];
    if (!point) return;
    const plus = answer === PLUS_ANSWER;
    const guesses = (extra.guesses ?? 0) + (plus ? 2 ** points.length : 0);
    answered({ answer, guesses }, plus === point.label > 0, { points: [...points, point], t: points.length + 1 });
    view.focusNext();
  });
  const next = () => {
    const { state } = app.view;
    if (state.points.length < allPoints(state).length) app.dispatch({ extra: { ...state.extra, answer: 0 } });
    else nextSet();
  };
  const view = questionView(title, { controls: [answers.nodes], next });
  const totals = element("p", { class: "totals" });
  view.root.append(totals);
  return {
    root: view.root,
    render(now, name) {
      const { state, run } = now;
      const all = allPoints(state);
      const payments = paymentsOf(run, state.points, state.extra.guesses ?? 0);
      const done = isAnswered(now) && payments.last;
      const round = state.points.length - (done ? 1 : 0);
      answers.show(now);
      const over = state.points.length === all.length;
      const words = over && !done ? "All rounds are over." : roundWords(all[round], round, all.length, weightsAt(run, round));
      view.show(`${name} ${words}`, judgementOf(payments.last, done, over), over ? "Next points" : "Next round");
      setText(totals, totalWords(payments, now, over));
    },
    paint(group, now, space) {
      const point = allPoints(now.state)[now.state.points.length];
      if (!isAnswered(now) && point) paintUnknown(group, point, space);
    },
  };
}

function judgementOf(last, done, over) {
  if (!done) return over ? { right: true, text: "" } : null;
  return { right: last.paid === 0, text: observedWords(last) };
}

function roundWords({ x, y }, round, rounds, { w1, w2, b }) {
  return `Round ${round + 1} of ${rounds}. You receive the point x = ${pairText(x, y)}, shown as “?”. The perceptron has ` +
    `w = ${pairText(w1, w2)} and b = ${numberText(b)}. Predict the label of the point.`;
}

/** What was observed in a round: the label, both payments, and the update. */
function observedWords({ x, y, label, paid, predicted, score, loss, mistake, before, after }) {
  const sign = predicted === 0 ? "A score of 0 predicts neither label, so the perceptron makes a mistake."
    : `So the perceptron predicts ${labelText(predicted)}: ${mistake ? "a mistake" : "no mistake"}.`;
  const update = mistake ? `It adds y·x to w and y to b: now w = ${pairText(after.w1, after.w2)} and b = ${numberText(after.b)}.`
    : "w and b stay the same.";
  return `The label is y = ${labelText(label)}, so you pay ${paid}. The score is a = ${scoreText(before, x, y, score)}. ${sign} ` +
    `Its perceptron loss max(0, −y·a) is ${numberText(loss)}. ${update}`;
}

function totalWords({ learner, perceptron }, { state, verdict }, over) {
  const rounds = state.points.length;
  if (!rounds) return "In each round you receive a point, predict its label, observe the label, and pay 1 if you were wrong.";
  const sum = `After ${countedText(rounds, "round")}: you have paid ${learner}, and the perceptron has made ${countedText(perceptron, "mistake")}.`;
  if (!over) return sum;
  if (!verdict.separable) return `${sum} No line separates these points, so there is no mistake bound.`;
  const { radius, margin, bound } = verdict.augmented;
  return `${sum} A line separates these points. With R = ${roundText(radius, 3)} and γ = ${roundText(margin, 3)}, the ` +
    `perceptron makes at most (R/γ)² = ${sizeText(bound)} mistakes on them, in any order.`;
}

/** A point without its label. */
function paintUnknown(group, { x, y }, space) {
  const [px, py] = space.toScreen(x, y);
  group.append(svgElement("circle", { class: "unknown", cx: px, cy: py, r: 0.8 * space.camera.rem }),
    svgElement("text", { class: "unknown-sign", x: px, y: py, "text-anchor": "middle", "dominant-baseline": "central" }, "?"));
}
