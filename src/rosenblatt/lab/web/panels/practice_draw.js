// The exercise "Draw the line": first lines that are given, with the positive side shaded by hand; then sets of points.

import { extrasOf, putExtra } from "../core/extras.js";
import { scoreOf } from "../core/engine.js";
import { clippedBy, lineAcross } from "../core/geometry.js";
import { drawnWeights, judgedLine, judgedWarmUp, OTHER_SIDE, W_SIDE } from "../core/practice_judge.js";
import { askedQuestion, isAnswered, isWarmUp } from "../core/practice_secrecy.js";
import { questionOf, WARM_UPS, warmUpOf } from "../core/practice_sets.js";
import { element, setText, textButton } from "../ui/dom.js";
import { lineText } from "../ui/format.js";
import { extraField } from "../ui/number_field.js";
import { arrowPath, drawHandle, drawName, drawPath, screenPath } from "../ui/shapes.js";
import { lineWords, warmUpWords } from "./practice_draw_words.js";
import { questionView } from "./practice_parts.js";
import { paintVerdict } from "./practice_separable.js";

const FIRST_LINE = { lineX: 0, lineY: 0, lineW1: 0, lineW2: 1, shade: 0 };
const BOXES = [["lineX", "x₁"], ["lineY", "x₂"], ["lineW1", "w₁"], ["lineW2", "w₂"]];
const SHADED = [[W_SIDE, "the side that w points to"], [OTHER_SIDE, "the other side"]];

/** The line in the state, or a first one. */
function drawnOf(state) {
  const { lineX, lineY, lineW1, lineW2, shade } = extrasOf(state, FIRST_LINE);
  return { x: lineX, y: lineY, w1: lineW1, w2: lineW2, shade };
}

/** Another line or side has not been judged. */
function redraw(app, change, undo = null) {
  return putExtra(app, { ...change, answer: 0 }, undo);
}

/** Where a tap in the plane shades a side: true if it did. */
export function shadeAt(app, x, y) {
  const question = askedQuestion(app.view.state);
  if (!isWarmUp(question)) return false;
  const weights = drawnWeights(drawnOf(app.view.state));
  if (weights.w1 === 0 && weights.w2 === 0) return app.say("w is zero, so there is no line with two sides.") ?? true;
  const shade = scoreOf(weights, x, y) > 0 ? W_SIDE : OTHER_SIDE;
  redraw(app, { shade });
  app.say(`Shaded: ${SHADED[shade - 1][1]}.`, { toast: false });
  return true;
}

/** The judgement of the drawn line: {right, text}. */
function judgementOfLine({ state, verdict }) {
  const question = questionOf(state);
  const drawn = drawnOf(state);
  if (!isWarmUp(question)) return lineWords(judgedLine(state.points, drawn, verdict), drawn, verdict);
  const warmUp = warmUpOf(question);
  return warmUpWords(warmUp, judgedWarmUp(warmUp, drawn, drawn.shade));
}

export function drawExercise(app, { title, answered, nextSet, openSet, time }) {
  const boxes = BOXES.map(([name, text]) => ({ name, ...extraField(app, name, text, { put: redraw }) }));
  const pair = (legend, two) => element("fieldset", { class: "field" }, element("legend", {}, legend),
    element("div", { class: "pair" }, two.map((box) => box.root)));
  const shading = shadeField(app);
  const yours = element("p", {});
  const run = textButton("Let the perceptron run", () => time.goBy("end"));
  const skip = textButton("Skip the warm-up", () => openSet(WARM_UPS));
  const check = textButton("Check my line", () => {
    const now = app.view;
    if (isWarmUp(questionOf(now.state)) && !drawnOf(now.state).shade) return app.say("Choose the side to shade first.");
    answered({ answer: 1 }, judgementOfLine(now).right);
    return view.focusNext();
  });
  const view = questionView(title, {
    controls: [pair("The line goes through", boxes.slice(0, 2)), pair("w, perpendicular to the line", boxes.slice(2)),
      shading.root, yours, element("div", { class: "buttons" }, check, run, skip)],
    next: nextSet,
  });
  return {
    root: view.root,
    render(now, name) {
      const { state } = now;
      const question = questionOf(state);
      const warming = isWarmUp(question);
      const drawn = drawnOf(state);
      for (const box of boxes) box.show(extrasOf(state, FIRST_LINE)[box.name]);
      shading.show(drawn.shade, !warming);
      run.hidden = warming;
      run.disabled = !isAnswered(now);
      skip.hidden = !warming;
      setText(yours, lineOf(drawn));
      view.show(`${name} ${warming ? warmUpTask(question) : POINTS_TASK}`, isAnswered(now) ? judgementOfLine(now) : null);
    },
    paint: (group, now, space) => paintExercise(app, group, now, space),
  };
}

const POINTS_TASK = "Draw a line with all plus points on the side that w points to, and all minus points on the other " +
  "side. Keep it as far from the points as you can.";

function warmUpTask(question) {
  const { w1, w2, b } = warmUpOf(question);
  const line = lineText(w1, w2, b);
  const from = question.set === 0 ? ", from CMU 10-301/601 Lecture 6" : "";
  return `Warm-up ${question.set + 1} of ${WARM_UPS}${from}. Draw the line ${line}, with w pointing to the side where ` +
    `${line.replace(" = 0", " > 0")}. Then shade that side: tap it in the plane, or choose it below.`;
}

function lineOf(drawn) {
  const { w1, w2, b } = drawnWeights(drawn);
  return w1 === 0 && w2 === 0 ? "w is zero, so there is no line." : `Your line: ${lineText(w1, w2, roundedTo(b))}.`;
}

/** Two radio buttons for the shaded side. */
function shadeField(app) {
  const radios = SHADED.map(([shade, text]) => {
    const input = element("input", { type: "radio", name: "shade", id: `shade-${shade}`, onchange: () => redraw(app, { shade }) });
    return { shade, input, label: element("label", { for: input.id }, text) };
  });
  const root = element("fieldset", { class: "field shade" }, element("legend", {}, "Shade"),
    radios.map(({ input, label }) => element("div", {}, input, label)));
  return {
    root,
    show(shade, hidden) {
      root.hidden = hidden;
      for (const radio of radios) radio.input.checked = radio.shade === shade;
    },
  };
}

/** Without the dust of a subtraction. */
function roundedTo(x) {
  return Number(x.toFixed(6)) || 0;
}

// --- In the plane ---

function paintExercise(app, group, now, space) {
  const question = questionOf(now.state);
  const drawn = drawnOf(now.state);
  if (isWarmUp(question)) paintShade(group, drawn, space);
  if (isAnswered(now)) paintBest(group, now, question, space);
  paintDrawn(group, drawn, space);
  drawHandle(group, space, {
    name: "line", title: "The line", x: drawn.x, y: drawn.y, settle: app.settle,
    put: (x, y) => redraw(app, { lineX: x, lineY: y }, "draw-line"),
  });
  drawHandle(group, space, {
    name: "w", title: "The tip of w", x: drawn.x + drawn.w1, y: drawn.y + drawn.w2, settle: app.settle,
    put: (x, y) => redraw(app, { lineW1: roundedTo(x - drawn.x), lineW2: roundedTo(y - drawn.y) }, "draw-w"),
  });
}

function paintShade(group, drawn, space) {
  const { w1, w2, b } = drawnWeights(drawn);
  if (!drawn.shade || (w1 === 0 && w2 === 0)) return;
  shadeSide(group, { w1, w2, b }, drawn.shade === W_SIDE ? 1 : -1, space);
}

/** Shade the side of a line that w points to, or with sign −1 the other. */
export function shadeSide(group, { w1, w2, b }, sign, space) {
  const { left, right, bottom, top } = space.box();
  const side = clippedBy([[left, bottom], [right, bottom], [right, top], [left, top]], sign * w1, sign * w2, sign * b);
  if (side.length > 2) drawPath(group, "shaded", screenPath(side, space.toScreen, "Z"));
}

function paintDrawn(group, { x, y, w1, w2 }, space) {
  const ends = lineAcross(space.box(), w1, w2, drawnWeights({ x, y, w1, w2 }).b);
  if (ends) drawPath(group, "drawn-line", screenPath(ends, space.toScreen));
  drawPath(group, "drawn-w", arrowPath(space.toScreen(x, y), space.toScreen(x + w1, y + w2), 0.75 * space.camera.rem));
  drawName(group, space, [x + w1, y + w2], "your w", "drawn-name");
}

/** The line of the warm-up, or the one with the largest margin. */
function paintBest(group, now, question, space) {
  if (!isWarmUp(question)) return paintVerdict(group, now, space);
  const { w1, w2, b } = warmUpOf(question);
  const ends = lineAcross(space.box(), w1, w2, b);
  return ends && drawPath(group, "margin-line widest", screenPath(ends, space.toScreen));
}
