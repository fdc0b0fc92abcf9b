// Views of single cards: each is made once when its card is opened, and drawn with every change.

import { isMistake, lossAt, runOf, scoreOf } from "../core/engine.js";
import { extrasOf, putExtra } from "../core/extras.js";
import { angleBetween } from "../core/geometry.js";
import { ORDERS } from "../core/state.js";
import { remembered } from "../core/view.js";
import { curvePath, makePlot, spreadOut } from "../ui/chart.js";
import { element, plainTable, redrawnView, setAttributes, setText, svgElement, textButton } from "../ui/dom.js";
import { countedText, countText, labelText, numberText, pairText, roundText } from "../ui/format.js";
import { brokenFormula, mathText, mathVector } from "../ui/mathml.js";
import { extraField } from "../ui/number_field.js";
import { drawHandle, drawName, drawPath, screenPath } from "../ui/shapes.js";
import { averagingView } from "./averaging.js";
import { digitsView } from "./digits_view.js";
import { neuronView } from "./neuron.js";
import { POLL, pollCurve, pollPoints } from "./poll.js";
import { stripView } from "./strip.js";

/** By the name that a card has for it. */
export const CARD_VIEWS = {
  strip: stripView,
  poll: pollView,
  halves: halvesView,
  bounds: boundsView,
  distance: distanceView,
  loss: lossView,
  fixing: fixingView,
  neuron: neuronView,
  orders: ordersView,
  digits: digitsView,
  averaging: averagingView,
};

/** What they draw in the plane: paint(group, view, space, app). */
export const CARD_OVERLAYS = { distance: paintDistance };

// --- CMU's poll ---

const MAX_POLL_SEED = 1000;
const POLL_KEYS = [
  ["first", "● training rows"], ["second", "■ 100 new rows"], ["", "┄ 20%: errors of the true rule"],
];

function pollView(app) {
  const curveOf = remembered(pollCurve);
  let curve = null;
  const plot = makePlot("poll-plot", 13, (area) => curve && drawPoll(area, curve));
  const words = element("p", { role: "status" });
  const rows = extraField(app, "rows", "Training rows", { least: 10, most: POLL.mostRows, whole: true, put: putPoll });
  const seed = extraField(app, "seed", "Seed for the rows",
    { least: 0, most: MAX_POLL_SEED, whole: true, put: putPoll });
  const another = textButton("Other rows", () =>
    putPoll(app, { seed: (pollOf(app.view.state.extra).seed + 1) % MAX_POLL_SEED }));
  const root = element("div", {}, plot.root,
    element("p", { class: "legend" }, POLL_KEYS.map(([name, text]) => element("span", { class: `key ${name}` }, text))),
    words, element("div", { class: "pair" }, rows.root, seed.root), another);
  return {
    root,
    render({ state }) {
      const poll = pollOf(state.extra);
      rows.show(poll.rows);
      seed.show(poll.seed);
      const now = curveOf(poll.seed, poll.rows);
      if (now === curve) return;
      curve = now;
      setText(words, pollText(curve, poll.rows));
      setAttributes(plot.svg, { "aria-label": `Wrong rows after each epoch. ${pollText(curve, poll.rows)}` });
      plot.redraw();
    },
  };
}

/** Other rows, in the plane too. */
function putPoll(app, change) {
  const poll = pollOf({ ...app.view.state.extra, ...change });
  const points = pollPoints(poll.seed, poll.rows).map(([x, y, label]) => ({ x, y, label }));
  return app.dispatch({ extra: { ...app.view.state.extra, ...poll }, points, t: 0 });
}

/** Both curves in percent, and where the true rule would be; the two differ in their marks as well as in colour. */
function drawPoll(plot, curve) {
  const rows = Math.max(1, curve[0].rows);
  plot.frame(curve.length - 1, 100, { x: "epochs", y: "% wrong" });
  plot.upTo(curve.length);
  const trained = curve.map(({ training }, epoch) => [epoch, (100 * training) / rows]);
  const fresh = curve.map((entry, epoch) => [epoch, entry.fresh]);
  const level = plot.y(POLL.newRows / POLL.everyFifth).toFixed(1);
  const few = curve.length <= 40;
  plot.strong.replaceChildren(
    svgElement("path", { class: "poll-level", d: `M${plot.left} ${level}H${plot.right}` }),
    svgElement("path", { class: "poll-line first", d: curvePath(plot, trained) }),
    svgElement("path", { class: "poll-line second", d: curvePath(plot, fresh) }),
    ...(few ? trained.map((at) => pollMark(plot, at, "first", "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0")) : []),
    ...(few ? fresh.map((at) => pollMark(plot, at, "second", "m-4 -4h8v8h-8z")) : []));
}

function pollMark(plot, at, name, shape) {
  return svgElement("path", { class: `poll-mark ${name}`, d: curvePath(plot, [at]) + shape });
}

/** Rows and seed of a state, which a link may have any way. */
function pollOf({ rows = POLL.rows, seed = POLL.seed }) {
  const whole = (value, least, most) => Math.min(most, Math.max(least, Math.round(value)));
  return { rows: whole(rows, 10, POLL.mostRows), seed: whole(seed, 0, MAX_POLL_SEED) };
}

function pollText(curve, rows) {
  const epochs = curve.length - 1;
  const { training, fresh } = curve[epochs];
  const counts = curve.slice(1).map((entry) => entry.fresh);
  const fewest = Math.min(...counts);
  return `After ${countedText(epochs, "epoch")}, ${training} of ${rows} training rows and ${fresh} of 100 new rows ` +
    `are wrong. New rows were best after epoch ${counts.indexOf(fewest) + 1}, with ${fewest} wrong.`;
}

// --- Recency ---

/** How many of the first and of the second half of the rows the weights get wrong. */
export function halvesOf(points, weights, atZero) {
  const half = points.length / 2;
  const parts = [points.slice(0, Math.ceil(half)), points.slice(Math.ceil(half))];
  const isWrong = ({ x, y, label }) => isMistake(label, scoreOf(weights, x, y), atZero);
  return parts.map((part) => ({ wrong: part.filter(isWrong).length, rows: part.length }));
}

function halvesView(app) {
  const words = element("p", { role: "status" });
  const turn = textButton("Reverse the order of the rows", () =>
    app.dispatch({ points: [...app.view.state.points].reverse() }));
  return {
    root: element("div", {}, words, turn),
    render({ state, weights, t, run }) {
      const [early, late] = halvesOf(state.points, weights, state.options.atZero);
      setText(words, `After ${countText(t)} of ${countedText(run.visits, "visit")}: ${early.wrong} of ` +
        `${early.rows} early rows and ${late.wrong} of ${late.rows} late rows are wrong.`);
    },
  };
}

// --- The bound in both spaces ---

/** (R/γ)² as the slide has it, without the folded 1, and as it is true; null where there is no margin. */
export function boundsOf({ state, verdict }) {
  if (!verdict.augmented || verdict.margin === null) return null;
  const radius = Math.max(...state.points.map(({ x, y }) => Math.hypot(x, y)));
  const { radius: truly, margin, bound } = verdict.augmented;
  const plain = { radius, margin: verdict.margin, bound: (radius / verdict.margin) ** 2 };
  return { plain, augmented: { radius: truly, margin, bound } };
}

function boundsView() {
  return redrawnView({ role: "status" }, (view) => {
    const bounds = boundsOf(view);
    const { run, state } = view;
    if (!bounds) {
      return element("p", {}, view.verdict.separable ? "A margin needs points of both classes."
        : "No line separates these points, so there is no margin and no bound.");
    }
    const end = run.reason === "converged" ? "in the whole run" : "until the epoch limit";
    const made = `${countedText(run.mistakes, "mistake")} ${end}, ${countText(view.k)} so far.`;
    const row = (name, { radius, margin, bound }) => [name, numberText(radius), numberText(margin),
      countText(Math.floor(bound + 1e-9)), run.mistakes <= bound + 1e-9 ? "✓ holds" : "✗ fails here"];
    const rows = state.options.bias ? [row("x alone", bounds.plain), row("(x, 1)", bounds.augmented)]
      : [row("no bias", bounds.augmented)];
    return plainTable(made, ["", "R", "γ", "(R/γ)²", ""], rows);
  });
}

// --- Distance by projection ---

const FIRST_DISTANCE = { farX: 4, farY: 7, along: 2 };

/** The line's w, the far point x″, x′ on the line, and the way of length |wᵀx″ + b|/‖w‖ from the line to x″. */
export function distanceOf({ w1, w2, b }, state) {
  const { farX, farY, along } = extrasOf(state, FIRST_DISTANCE);
  const size = Math.hypot(w1, w2);
  if (size === 0) return null;
  const [u1, u2] = [w1 / size, w2 / size];
  const onLine = { x: -b * (u1 / size) - along * u2, y: -b * (u2 / size) + along * u1 };
  const signed = scoreOf({ w1, w2, b }, farX, farY) / size;
  return {
    far: { x: farX, y: farY }, onLine, u1, u2, signed,
    foot: { x: farX - signed * u1, y: farY - signed * u2 },
    way: { x: farX - onLine.x, y: farY - onLine.y },
  };
}

function distanceView(app) {
  const fields = [["farX", "x″₁"], ["farY", "x″₂"], ["along", "x′ along"]]
    .map(([name, title]) => ({ name, ...extraField(app, name, title) }));
  const name = "Position of x′ along the line";
  const slider = element("input", { type: "range", min: -10, max: 10, step: 0.1, "aria-label": name });
  slider.addEventListener("input", () => putExtra(app, { along: Number(slider.value) }, "along"));
  slider.addEventListener("change", () => app.settle());
  const words = element("div", { class: "work-math", role: "status" });
  return {
    root: element("div", {}, words, element("div", { class: "three" }, fields.map(({ root }) => root)), slider),
    render({ state, weights }) {
      const numbers = extrasOf(state, FIRST_DISTANCE);
      for (const { name, show } of fields) show(numbers[name]);
      slider.value = numbers.along;
      const distance = distanceOf(weights, state);
      words.replaceChildren(...(distance ? distanceText(weights, distance) : ["w is zero, so there is no line."]));
    },
  };
}

function distanceText({ w1, w2, b }, { far, onLine, way, signed }) {
  const size = Math.hypot(w1, w2);
  return [
    element("p", {}, `x″ is ${pairText(far.x, far.y)}, and x′ is ${pairText(onLine.x, onLine.y)} on the line. ` +
      `The vector from x′ to x″ has length ${numberText(Math.hypot(way.x, way.y))}.`),
    element("p", {}, brokenFormula([mathText("|wᵀ(x″ − x′)|/‖w‖"), "=", "|", mathVector(w1, w2), "·",
      mathVector(way.x, way.y), "|", "/", size, "=", Math.abs(signed)])),
    element("p", {}, brokenFormula([mathText("|wᵀx″ + b|/‖w‖"), "=", "|", mathVector(w1, w2), "·",
      mathVector(far.x, far.y), b < 0 ? "−" : "+", Math.abs(b), "|", "/", size, "=", Math.abs(signed)])),
  ];
}

function paintDistance(group, view, space, app) {
  const distance = distanceOf(view.weights, view.state);
  if (!distance) return;
  const { far, onLine, foot, u1, u2, signed } = distance;
  const xy = ({ x, y }) => [x, y];
  drawPath(group, "way", screenPath([xy(onLine), xy(far)], space.toScreen));
  drawPath(group, "drop", screenPath([xy(foot), xy(far)], space.toScreen));
  const shadow = [onLine.x + signed * u1, onLine.y + signed * u2];
  drawPath(group, "shadow", screenPath([xy(onLine), shadow], space.toScreen));
  drawPath(group, "shadow-edge", screenPath([xy(far), shadow], space.toScreen));
  drawName(group, space, [foot.x + 0.3 * signed * u1, foot.y + 0.3 * signed * u2], numberText(Math.abs(signed)));
  drawName(group, space, xy(far), "x″");
  drawName(group, space, xy(onLine), "x′");
  const putFar = (x, y) => putExtra(app, { farX: x, farY: y }, "far");
  drawHandle(group, space, { name: "far", title: "x″", ...far, put: putFar, settle: app.settle });
  // x′ stays on the line: where one drags it is projected on the line.
  drawHandle(group, space, {
    name: "on-line", title: "x′", ...onLine, settle: app.settle,
    put: (x, y) => putExtra(app, { along: Number((u1 * y - u2 * x).toFixed(6)) }, "along"),
  });
}

// --- The loss along the run ---

const MAX_LOSSES = 400;

/** The loss after visits, at most some 400 of them evenly spread: [visit, loss]. */
export function lossesOf(run) {
  return spreadOut(run.visits, MAX_LOSSES).map((t) => [t, lossAt(run, t)]);
}

function lossView() {
  const lossesOfRun = remembered(lossesOf);
  let losses = null;
  const dot = svgElement("circle", { class: "loss-now", r: 6 });
  const plot = makePlot("loss-plot", 12, (area) => losses && drawLosses(area, losses, dot));
  const words = element("p", { role: "status" });
  return {
    root: element("div", {}, plot.root, words),
    render({ run, t, state, weights }) {
      const now = lossAt(run, t);
      const isWrong = ({ x, y, label }) => isMistake(label, scoreOf(weights, x, y), state.options.atZero);
      setText(words, `After ${countedText(t, "visit")}, the loss is ${numberText(now)} and ` +
        `${state.points.filter(isWrong).length} of ${state.points.length} points would be mistakes.`);
      setAttributes(dot, { "data-t": t, "data-loss": now });
      if (losses !== lossesOfRun(run)) {
        losses = lossesOfRun(run);
        const [most, last] = [mostLoss(losses), losses.at(-1)[1]].map(numberText);
        setAttributes(plot.svg, { "aria-label": `Loss after each visit. Maximum ${most}, at the end ${last}.` });
        plot.redraw();
      }
      if (plot.ready) placeDot(plot, dot);
    },
  };
}

const mostLoss = (losses) => Math.max(...losses.map(([, loss]) => loss));

/** Steps: between two mistakes the loss stays. */
function drawLosses(plot, losses, dot) {
  plot.frame(Math.max(1, losses.at(-1)[0]), Math.max(1e-9, mostLoss(losses)), { x: "visits", y: "loss" });
  plot.upTo(losses.at(-1)[0]);
  const steps = losses.flatMap(([t, loss], i) => (i ? [[t, losses[i - 1][1]], [t, loss]] : [[t, loss]]));
  plot.strong.replaceChildren(svgElement("path", { class: "poll-line second", d: curvePath(plot, steps) }));
  plot.marks.replaceChildren(dot);
  placeDot(plot, dot);
}

function placeDot(plot, dot) {
  setAttributes(dot, { cx: plot.x(Number(dot.dataset.t)).toFixed(1), cy: plot.y(Number(dot.dataset.loss)).toFixed(1) });
}

// --- What an update does to its point ---

function fixingView() {
  const degrees = (angle) => (angle === null ? "–" : `${roundText(angle, 1)}°`);
  const nothing = element("p", {}, "Press Step: this table then shows the point just visited.");
  return redrawnView({ role: "status" }, ({ step, before, weights, state }) => {
    if (!step) return nothing;
    const angles = [before, weights].map(({ w1, w2 }) => angleBetween(w1, w2, step.x, step.y));
    const side = (score) => (isMistake(step.label, score, state.options.atZero) ? "✗ wrong" : "✓ right");
    const outcome = step.mistake ? "a mistake" : "no mistake, so no update";
    const point = `${pairText(step.x, step.y)}, y = ${labelText(step.label)}`;
    const caption = `Visit ${countText(step.number)}: ${point}, ${outcome}.`;
    const scores = [step.score, step.scoreAfter];
    return plainTable(caption, ["", "before", "after"], [["score", ...scores.map(numberText)],
      ["prediction", ...scores.map(side)], ["angle between w and x", ...angles.map(degrees)]]);
  });
}

// --- Orders beside each other ---

const ORDER_NAMES = {
  given: "as given", shuffled: "shuffled every epoch", "shuffled-once": "shuffled once",
  "first-mistake": "first mistake", "random-mistake": "random mistake", "all-mistakes": "all mistakes at once",
};

function ordersView() {
  const root = element("div");
  const runs = remembered((points, options) => ORDERS.map((order) => runOf(points, { ...options, order })));
  const rowOf = (run, chosen) => [`${run.options.order === chosen ? "▶ " : ""}${ORDER_NAMES[run.options.order]}`,
    `${countText(run.epochs)}${run.reason === "converged" ? "" : " (stopped)"}`,
    ...[run.visits, run.mistakes].map(countText)];
  const tableOf = remembered((all, chosen) => plainTable("The same points in each order.",
    ["order", "epochs", "visits", "mistakes"], all.map((run) => rowOf(run, chosen))));
  return {
    root,
    render({ state }) {
      const table = tableOf(runs(state.points, state.options), state.options.order);
      if (root.firstChild !== table) root.replaceChildren(table);
    },
  };
}
