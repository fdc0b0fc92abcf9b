// The student's side of "For the class": the question of a link, with an answer that becomes a code to send.

import { codeOf } from "../core/class_codes.js";
import { answeredLine, askOf, askProblem, boxOf, comingVisits, DRAW_LINE, isLaterVisit, lineAnswer, NEXT_MISTAKE } from "../core/class_questions.js";
import { extrasOf, putExtra } from "../core/extras.js";
import { lineAcross } from "../core/geometry.js";
import { remembered } from "../core/view.js";
import { element, plainTable, setText, textButton } from "../ui/dom.js";
import { labelText, lineText, numberText, pairText } from "../ui/format.js";
import { numberBox, showNumber } from "../ui/number_field.js";
import { arrowPath, drawHandle, drawName, drawPath, screenPath } from "../ui/shapes.js";
import { shadeSide } from "./practice_draw.js";
import { copyText } from "./share.js";

const NO_ANSWER = -1;
const NO_FURTHER = 0;
const MISTAKE_RULES = {
  mistake: "A visit is a mistake if y·a ≤ 0.",
  positive: "ŷ is +1 if a ≥ 0, else −1. A visit is a mistake if ŷ is not y.",
  negative: "ŷ is +1 if a > 0, else −1. A visit is a mistake if ŷ is not y.",
};
const ASKED_TASK = "Draw a line with all plus points on the side of the arrow, which is shaded, and all minus points on " +
  "the other side. Keep it as far from the points as you can. If no line separates the points, draw the best you can.";

/** The line of the state: a place on it, and an arrow to its positive side. At first it goes through the middle. */
function askedLine({ points, extra }) {
  const { x, y, high } = boxOf(points);
  const { askX, askY, askRight, askUp } = extrasOf({ extra }, { askX: x, askY: y, askRight: 0, askUp: high / 2 });
  return { x: askX, y: askY, right: askRight, up: askUp };
}

/** The answer in the state as a number to send; null for none. */
function answerIn({ state, t }) {
  if (askOf(state) === DRAW_LINE) return lineAnswer(state, askedLine(state));
  const { askVisit = NO_ANSWER } = state.extra;
  if (askVisit === NO_FURTHER) return NO_FURTHER;
  return isLaterVisit(askVisit, t) ? askVisit - t : null;
}

/** Another answer has no code yet. */
function answerBy(app, change, undo = null) {
  return putExtra(app, { ...change, coded: 0 }, undo);
}

/** Adds the question to the page: returns what shows it, or hides it where the state asks none. */
export function mountClassQuestion(root, app, plane) {
  const task = element("p", {});
  const visits = visitField(app);
  const line = element("p", {});
  const code = element("input", { type: "text", readonly: true, class: "class-code", id: "class-code" });
  const make = textButton("Make my code", () => {
    if (answerIn(app.view) === null) return app.say(askOf(app.view.state) === DRAW_LINE
      ? "The arrow has no length: move its tip." : "Answer first: type the number of a visit, or choose “No further mistake”.");
    putExtra(app, { coded: 1 });
    code.focus();
    return code.select();
  }, { class: "play" });
  const coded = element("div", { class: "field" }, element("label", { for: "class-code" }, "Your code"), code,
    element("p", {}, "Send it to your lecturer, or read it aloud. It does not tell whether your answer is right."),
    textButton("Copy my code", () => copyText(app, code.value, code, "The code")));
  const answer = element("div", {}, task, visits.root, line, make, coded);
  const problem = element("p", {});
  const close = textButton("Close the question and show the run", () => app.dispatch({ extra: {}, tab: "steps" }));
  const title = element("h2", { id: "asked-title" });
  const section = element("section", { class: "asked-question", "aria-labelledby": "asked-title" }, title, problem, answer, close);
  root.prepend(section);
  plane.addOverlay("question", (group, view, space) => {
    const isLine = askOf(view.state) === DRAW_LINE && !askProblem(view.state.points, DRAW_LINE);
    plane.svg.classList.toggle("line-asked", askOf(view.state) === DRAW_LINE);
    if (isLine) paintAskedLine(app, group, view.state, space);
  });

  return (view) => {
    const { state } = view;
    const ask = askOf(state);
    section.hidden = !ask;
    document.documentElement.classList.toggle("answering", ask > 0);
    if (!ask) return;
    const fault = askProblem(state.points, ask);
    setText(title, ask === DRAW_LINE ? "Draw the line" : "Which visit is the next mistake?");
    setText(problem, fault && `${fault} Ask your lecturer for another link.`);
    problem.hidden = !fault;
    answer.hidden = Boolean(fault);
    if (fault) return;
    setText(task, ask === DRAW_LINE ? ASKED_TASK : comingTask(view));
    visits.show(view, ask);
    line.hidden = ask !== DRAW_LINE;
    if (!line.hidden) setText(line, answerText(state));
    const number = answerIn(view);
    coded.hidden = state.extra.coded !== 1 || number === null;
    code.value = coded.hidden ? "" : codeOf(state, number);
  };
}

// --- The next mistake ---

function comingTask({ state, t, weights: { w1, w2, b } }) {
  const { order, atZero } = state.options;
  const more = order === "all-mistakes" ? " The weights change only at the end of an epoch."
    : comingVisits(state.points, state.options, t) ? "" : " In this order, only points that are wrong are visited.";
  return `After visit ${t}, w is ${pairText(w1, w2)} and b is ${numberText(b)}. Work out the scores a = w·x + b of the ` +
    `points that come next. ${MISTAKE_RULES[atZero]}${more}`;
}

function visitField(app) {
  const box = numberBox((visit) => {
    const { t } = app.view;
    if (isLaterVisit(visit, t)) return answerBy(app, { askVisit: visit });
    app.problem(`The visit must be a whole number after visit ${t}; got ${String(visit).slice(0, 20)}.`);
    return false;
  }, { id: "asked-visit" });
  const none = element("input", { type: "checkbox", id: "asked-none",
    onchange: () => answerBy(app, { askVisit: none.checked ? NO_FURTHER : NO_ANSWER }) });
  const table = element("div", {});
  const root = element("div", {}, table, element("div", { class: "field" },
    element("label", { for: box.id }, "Number of the visit that is the next mistake"), box,
    element("div", { class: "field check" }, none, element("label", { for: none.id }, "No further mistake"))));
  const showTable = remembered((points, options, t) => table.replaceChildren(pointsToCome({ points, options }, t)));
  return {
    root,
    show({ state, t }, ask) {
      root.hidden = ask !== NEXT_MISTAKE;
      if (root.hidden) return;
      const { askVisit = NO_ANSWER } = state.extra;
      none.checked = askVisit === NO_FURTHER;
      if (askVisit > 0) showNumber(box, askVisit);
      else box.value = box.dataset.value = "";
      showTable(state.points, state.options, t);
    },
  };
}

/** The points to work out: as they come, or all of them. */
function pointsToCome({ points, options }, t) {
  const coming = comingVisits(points, options, t);
  const rows = coming ?? points.map((_, row) => [row]);
  const cells = ([...numbers]) => {
    const { x, y, label } = points[numbers.at(-1)];
    return [...numbers.map(String), pairText(x, y), labelText(label)];
  };
  return plainTable(coming ? "Visits to come" : "Points", [...(coming ? ["Visit"] : []), "Point", "x", "y"], rows.map(cells));
}

// --- The line ---

/** The line of the answer in words, with three digits. */
function answerText(state) {
  const { points } = state;
  const answer = lineAnswer(state, askedLine(state));
  if (answer === null) return "The arrow has no length.";
  const { w1, w2, b } = answeredLine(points, answer);
  return `Your line: ${lineText(...[w1, w2, b].map((value) => Number(value.toPrecision(3))))}.`;
}

/** The line as it will be sent, so that all see the same. */
function paintAskedLine(app, group, state, space) {
  const { x, y, right, up } = askedLine(state);
  const answer = lineAnswer(state, askedLine(state));
  const tip = [x + right, y + up];
  if (answer !== null) {
    const line = answeredLine(state.points, answer);
    shadeSide(group, line, 1, space);
    const ends = lineAcross(space.box(), line.w1, line.w2, line.b);
    if (ends) drawPath(group, "drawn-line", screenPath(ends, space.toScreen));
    drawPath(group, "drawn-w", arrowPath(space.toScreen(x, y), space.toScreen(...tip), 0.75 * space.camera.rem));
    drawName(group, space, tip, "positive side", "drawn-name");
  }
  const rounded = (value) => Number(value.toPrecision(9));
  drawHandle(group, space, {
    name: "line", title: "The line", x, y, settle: app.settle,
    put: (askX, askY) => answerBy(app, { askX, askY }, "ask-line"),
  });
  drawHandle(group, space, {
    name: "w", title: "The tip of the arrow", x: tip[0], y: tip[1], settle: app.settle,
    put: (tipX, tipY) => answerBy(app, { askX: x, askY: y, askRight: rounded(tipX - x), askUp: rounded(tipY - y) }, "ask-w"),
  });
}
