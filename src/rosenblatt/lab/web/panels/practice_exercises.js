// The three exercises: predict a visit, draw a line, say whether a set is separable.
// Each takes load(points, extra), which puts points into the plane, and returns {start, root, render, paint}.

import { extrasOf, putExtra } from "../core/extras.js";
import { lineAcross } from "../core/geometry.js";
import { element, setText, svgElement, textButton } from "../ui/dom.js";
import { countedText, labelText, lineText, numberText, pairText, pointName, roundText } from "../ui/format.js";
import { extraField } from "../ui/number_field.js";
import { arrowPath, drawHandle, drawName, drawPath, screenPath } from "../ui/shapes.js";
import { drawnWeights, judgedLine, judgedWarmUp, nextVisit, practiceSet, SEPARABLE_SETS } from "./practice_sets.js";
import { WARM_UP } from "./practice_sets.js";
import { MARGIN_DRAWN, paintTheorem } from "./theorem_plane.js";

const MAX_SETS = 1e6;

/** The number of the set, from 0 on. */
function setOf({ extra }) {
  return Math.min(MAX_SETS, Math.max(0, Math.round(extra.set ?? 0)));
}

/** What was said about an answer; it goes when the points or the time are others. */
function makeFeedback() {
  const root = element("p", { class: "feedback", role: "status" });
  let about = null;
  return {
    root,
    say(key, right, text) {
      about = key;
      const verdict = right ? "✓ Right. " : "✗ Not quite. ";
      root.replaceChildren(element("strong", { class: right ? "right" : "wrong" }, verdict), text);
    },
    /** Whether the last answer was about this. */
    showFor(...keys) {
      const same = about !== null && about.every((key, i) => key === keys[i]);
      if (!same) {
        about = null;
        if (root.firstChild) root.replaceChildren();
      }
      return same;
    },
  };
}

// --- Predict first ---

export function predictExercise(app, scores, { time, load }) {
  const feedback = makeFeedback();
  const question = element("p", { class: "question" });
  const answers = [textButton("A mistake", () => answer(true)), textButton("No mistake", () => answer(false))];
  const fresh = textButton("New points", () => loadSet(setOf(app.view.state) + 1));
  const hint = element("p", { class: "hint" }, "The plane does not show which points would be mistakes. Look at " +
    "the line, or compute the score.");

  const loadSet = (set) => load(practiceSet(set), { exercise: 1, set });
  function start() {
    const { state, run, t } = app.view;
    if (!run.visits) loadSet(1);
    else app.dispatch({ extra: { ...state.extra, exercise: 1 }, t: t === run.visits ? 0 : t });
  }
  function answer(mistake) {
    const next = nextVisit(app.view);
    if (!next) return;
    const { run, t } = app.view;
    const right = mistake === next.mistake;
    scores.answer("predict", right);
    feedback.say([run, t + 1], right, predictReason(next, app.view.state.options));
    time.pause();
    app.go(t + 1);
    app.settle();
  }
  return {
    start,
    root: element("section", { class: "exercise", "aria-label": "Mistake or not?" }, question,
      element("div", { class: "buttons" }, answers, fresh), feedback.root, hint),
    render(view) {
      feedback.showFor(view.run, view.t);
      const next = nextVisit(view);
      for (const button of answers) button.disabled = !next;
      setText(question, next ? predictQuestion(next, view)
        : "The run has ended. Press New points, or step back.");
    },
    paint(group, view, space) {
      const next = nextVisit(view);
      if (!next) return;
      const [px, py] = space.toScreen(next.x, next.y);
      group.append(svgElement("circle", { class: "asked", cx: px, cy: py, r: 1.4 * space.camera.rem }));
      drawName(group, space, [next.x, next.y], "?", "asked-name");
    },
  };
}

const ZERO_SENTENCES = {
  mistake: "A score of exactly 0 is a mistake.",
  positive: "A score of exactly 0 counts as plus.",
  negative: "A score of exactly 0 counts as minus.",
};

function predictQuestion({ row, weights }, { state, t }) {
  const single = !["first-mistake", "random-mistake"].includes(state.options.order) ? ""
    : " In this order every visit is a mistake, so choose another order under Data.";
  return `Visit ${t + 1} is ${pointName(row, state.points[row])}, shown with a ring. ` +
    `w is ${pairText(weights.w1, weights.w2)}, b is ${numberText(weights.b)}. ` +
    `${ZERO_SENTENCES[state.options.atZero]}${single} Will this visit be a mistake?`;
}

/** The arithmetic of the visit, in one line. */
function predictReason({ x, y, label, weights, score, mistake }, { bias, eta }) {
  const [w1, w2, b] = [weights.w1, weights.w2, weights.b].map(bracketed);
  const terms = `${w1}·${bracketed(x)} + ${w2}·${bracketed(y)}${weights.b || bias ? ` + ${b}` : ""}`;
  const change = `${eta === 1 ? "" : "η·"}y·x = ${pairText(label * eta * x, label * eta * y)}`;
  const outcome = mistake ? `a mistake. So w changes by ${change}.` : "no mistake. Nothing changes.";
  return `The score is ${terms} = ${numberText(score)}, and y is ${labelText(label)}: ${outcome}`;
}

function bracketed(x) {
  return x < 0 ? `(${numberText(x)})` : numberText(x);
}

// --- Draw first ---

const FIRST_LINE = { lineX: 0, lineY: 0, lineW1: 0, lineW2: 1 };

/** The line in the state, or a first one. */
function drawnOf(state) {
  const { lineX, lineY, lineW1, lineW2 } = extrasOf(state, FIRST_LINE);
  return { x: lineX, y: lineY, w1: lineW1, w2: lineW2 };
}

export function drawExercise(app, scores, { time, load }) {
  const feedback = makeFeedback();
  const task = element("p", { class: "question" });
  const yours = element("p", {});
  const names = [["lineX", "x₁"], ["lineY", "x₂"], ["lineW1", "w₁"], ["lineW2", "w₂"]];
  const boxes = names.map(([name, title]) => ({ name, ...extraField(app, name, title) }));
  const pointsOfSet = (set) => (set ? practiceSet(1000 + set) : WARM_UP.points);
  const loadSet = (set) => load(pointsOfSet(set), { exercise: 2, set, ...FIRST_LINE });
  let judged = null; // the set that was answered: it counts once

  function check() {
    const { state, verdict } = app.view;
    const drawn = drawnOf(state);
    if (!isWarmUp(state) && verdict.margin === null) return app.say("These points have no best line: press Next set.");
    const [right, text] = isWarmUp(state) ? warmUpWords(judgedWarmUp(drawn))
      : drawnWords(judgedLine(state.points, drawn, verdict), drawn, verdict);
    if (judged !== state.points) scores.answer("draw", right);
    judged = state.points;
    feedback.say([state.points, state.extra], right, text);
    return app.redraw();
  }
  const pair = (title, two) => element("fieldset", { class: "field" }, element("legend", {}, title),
    element("div", { class: "pair" }, two.map((box) => box.root)));
  return {
    start: () => loadSet(0),
    root: element("section", { class: "exercise", "aria-label": "Draw the line" }, task,
      pair("The line goes through", boxes.slice(0, 2)), pair("w, perpendicular to the line", boxes.slice(2)), yours,
      element("div", { class: "buttons" }, textButton("Check my line", check),
        textButton("Let the perceptron run", () => time.goBy("end")),
        textButton("Next set", () => loadSet(setOf(app.view.state) + 1))),
      feedback.root),
    render(view) {
      const { state } = view;
      feedback.showFor(state.points, state.extra);
      const drawn = drawnOf(state);
      for (const { name, show } of boxes) show(extrasOf(state, FIRST_LINE)[name]);
      const { w1, w2, b } = drawnWeights(drawn);
      setText(yours, w1 === 0 && w2 === 0 ? "w is zero, so there is no line."
        : `Your line: ${lineText(w1, w2, roundedTo(b))}.`);
      setText(task, isWarmUp(state)
        ? "Warm-up from CMU 10-301/601 Lecture 6: draw the line x₁ + 2x₂ − 4 = 0, with w pointing to the side where " +
          "x₁ + 2x₂ − 4 > 0. Drag the two handles, or type the numbers."
        : `Set ${setOf(state)}: draw a line with all plus points on the side that w points to, and all minus ` +
          "points on the other side. Keep it as far from the points as you can.");
    },
    paint(group, view, space) {
      const drawn = drawnOf(view.state);
      if (feedback.showFor(view.state.points, view.state.extra)) paintBest(group, view, space);
      paintDrawn(group, drawn, space);
      drawHandle(group, space, {
        name: "line", title: "The line", x: drawn.x, y: drawn.y, settle: app.settle,
        put: (x, y) => putExtra(app, { lineX: x, lineY: y }, "draw-line"),
      });
      drawHandle(group, space, {
        name: "w", title: "The tip of w", x: drawn.x + drawn.w1, y: drawn.y + drawn.w2, settle: app.settle,
        put: (x, y) => putExtra(app, { lineW1: roundedTo(x - drawn.x), lineW2: roundedTo(y - drawn.y) }, "draw-w"),
      });
    },
  };
}

/** Without the dust of a subtraction. */
function roundedTo(x) {
  return Number(x.toFixed(6)) || 0;
}

function isWarmUp(state) {
  const same = ({ x, y }, i) => x === WARM_UP.points[i]?.x && y === WARM_UP.points[i]?.y;
  return setOf(state) === 0 && state.points.length === WARM_UP.points.length && state.points.every(same);
}

function warmUpWords({ angle, offset, length, right }) {
  if (angle === null) return [false, "w is zero, so it has no direction."];
  if (right) {
    const size = Math.abs(length - 1) < 0.1 ? ""
      : ` Its length is ${roundText(length, 2)} times that of (1, 2); the line is the same.`;
    return [true, `The line goes through (4, 0) and (0, 2), and w points where the score is positive.${size}`];
  }
  if (angle > 150) return [false, "w points to the side where the score is negative: at (0, 0) the score is −4."];
  const turn = angle > 4 ? ` The angle between your w and (1, 2) is ${roundText(angle, 1)}°.` : "";
  const away = ` Your line is up to ${roundText(offset, 2)} away.`;
  return [false, `The line must go through (4, 0) and (0, 2): there the score is 0.${away}${turn}`];
}

function drawnWords({ wrong, turned, share, angle, right }, drawn, { margin }) {
  if (drawn.w1 === 0 && drawn.w2 === 0) return [false, "w is zero, so it has no direction."];
  if (turned) return [false, "All points are on the wrong side: reverse w."];
  const are = wrong === 1 ? "is" : "are";
  if (!right) return [false, `${countedText(wrong, "point")} ${are} not on the correct side. The best line is shown.`];
  const best = share > 0.98 ? "No line has a larger margin."
    : `The largest margin is ${roundText(margin, 3)}; yours is ${Math.floor(100 * share)}% of it.`;
  return [true, `All points are on the correct side. Your w is ${roundText(angle, 1)}° away from the best w. ${best}`];
}

function paintDrawn(group, { x, y, w1, w2 }, space) {
  const { b } = drawnWeights({ x, y, w1, w2 });
  const ends = lineAcross(space.box(), w1, w2, b);
  if (ends) drawPath(group, "drawn-line", screenPath(ends, space.toScreen));
  drawPath(group, "drawn-w", arrowPath(space.toScreen(x, y), space.toScreen(x + w1, y + w2), 0.75 * space.camera.rem));
  drawName(group, space, [x + w1, y + w2], "your w", "drawn-name");
}

/** The best line: that of the warm-up, or the one with the largest margin. */
function paintBest(group, view, space) {
  if (!isWarmUp(view.state)) return paintVerdict(group, view, space);
  const ends = lineAcross(space.box(), WARM_UP.w1, WARM_UP.w2, WARM_UP.b);
  return ends && drawPath(group, "margin-line widest", screenPath(ends, space.toScreen));
}

/** As the theorem has it in the plane: the line with the largest margin, or the witness. */
function paintVerdict(group, view, space) {
  const state = { ...view.state, tab: "theorem", extra: { theorem: MARGIN_DRAWN } };
  paintTheorem(group, { state, verdict: view.verdict }, space);
}

// --- Separable or not ---

export function separableExercise(app, scores, { load }) {
  const feedback = makeFeedback();
  const question = element("p", { class: "question" });
  const answers = [textButton("Separable", () => answer(true)), textButton("Not separable", () => answer(false))];
  const next = textButton("Next set", () => loadSet((setOf(app.view.state) + 1) % SEPARABLE_SETS.length));
  const loadSet = (set) => load(SEPARABLE_SETS[set], { exercise: 3, set });

  function answer(separable) {
    const { state, verdict } = app.view;
    const right = separable === verdict.separable;
    scores.answer("separable", right);
    feedback.say([state.points], right, separableReason(verdict, state.points));
    app.redraw();
    next.focus();
  }
  return {
    start: () => loadSet(0),
    root: element("section", { class: "exercise", "aria-label": "Separable or not?" }, question,
      element("div", { class: "buttons" }, answers, next), feedback.root),
    render({ state }) {
      const answered = feedback.showFor(state.points);
      for (const button of answers) button.disabled = answered;
      const number = (setOf(state) % SEPARABLE_SETS.length) + 1;
      setText(question, `Set ${number} of ${SEPARABLE_SETS.length}. Is there a line with all plus points on one side ` +
        "and all minus points on the other?");
    },
    paint(group, view, space) {
      if (feedback.showFor(view.state.points)) paintVerdict(group, view, space);
    },
  };
}

function separableReason(verdict, points) {
  if (verdict.separable) {
    if (verdict.margin === null) return "There is such a line.";
    return "There is such a line. The plane shows the best one; its closest points are " +
      `${roundText(verdict.margin, 4)} away.`;
  }
  const rows = verdict.witness.map(({ row }) => row).sort((a, b) => a - b);
  const [first, last] = [rows.slice(0, -1).join(", "), rows.at(-1)];
  const place = `(${roundText(verdict.point.x, 4)}, ${roundText(verdict.point.y, 4)})`;
  return `There is no such line. Points ${first} and ${last} prove it: the convex hulls of their plus points and ` +
    `minus points meet at ${place}${points.length > rows.length ? ", wherever the other points are" : ""}.`;
}
