// The plane: points, the boundary with its two sides, w, the margin, the visited point, the update.

import { isMistake, scoreOf } from "../core/engine.js";
import { currentMargin } from "../core/geometry.js";
import { axisTitle } from "../core/names.js";
import { hidesMistakes, hidesRun } from "../core/practice_secrecy.js";
import { makeCamera } from "../ui/camera.js";
import { element, setText, svgElement } from "../ui/dom.js";
import { lineText, numberText } from "../ui/format.js";
import { cameraMoves } from "./plane_camera.js";
import { arrowsDrawer, bandDrawer, crossDrawer, gridDrawer, planeDefs, pointsDrawer } from "./plane_drawing.js";
import { hideTouchedTicks, sidesDrawer } from "./plane_drawing.js";
import { listenForPointers } from "./plane_gestures.js";
import { listenForPlaneKeys } from "./plane_keys.js";
import { overlayLayer } from "./plane_overlays.js";
import { pointEdits } from "./plane_points.js";
import { planeProbe } from "./plane_probe.js";
import { planeTools } from "./plane_tools.js";
import { guardedEdits } from "./practice_guard.js";

const UPDATE_LASTS = 650; // milliseconds

/** isHurried(): whether time passes too fast for an update to be animated. */
export function mountPlane(root, app, { isHurried }) {
  const parts = planeParts();
  const { svg, stage, layers } = parts;
  const space = makeCamera();
  const ui = firstUi();
  let view = null; // what was drawn last
  const edits = guardedEdits(app, pointEdits(app, ui));
  const tools = planeTools({
    setMode, zoom: (factor) => moves.zoom(factor), pan: (dx, dy) => moves.pan(dx, dy), fit: () => moves.fit(),
    remove: () => edits.remove(ui.chosen),
    setEqual: (equalAxes) => app.dispatch({ equalAxes }),
  });
  root.append(tools.root, stage, parts.note, parts.keys);
  const overlays = overlayLayer(parts, space);
  const probe = planeProbe(app, space, ui, parts);
  const painter = planePainter(parts, space, ui, tools, overlays, probe);
  const moves = cameraMoves(parts, space, ui, { state: () => app.view.state, redraw });
  const motion = window.matchMedia("(prefers-reduced-motion: reduce)");

  function setMode(mode) {
    ui.mode = mode;
    tools.showMode(mode);
    svg.dataset.mode = mode;
  }

  function redraw() {
    if (view) painter.drawAll(view);
  }

  /** Choose a point, which Delete then removes; −1 for none. */
  function choose(row) {
    ui.chosen = row;
    if (row >= 0) ui.current = row;
    painter.drawPoints(view);
    tools.showChosen(view, row);
  }

  function focusPoint(row) {
    choose(row);
    layers.points.children[row]?.focus();
  }

  function render(now) {
    const last = view;
    view = now;
    if (last && last.state.points !== now.state.points && !ui.edited) ui.chosen = -1; // other points
    svg.classList.toggle("none", now.state.points.length === 0);
    if (!last || needsFit(space, ui, last.state, now.state)) moves.aim();
    const update = painter.drawAll(now);
    const stepped = last && last.run === now.run && now.t === last.t + 1;
    if (update && stepped && !motion.matches && !isHurried()) painter.animate(now, update);
  }

  listenOnPlane(parts, { app, space, ui, edits, moves, choose, focusPoint, overlays, drawCross: painter.drawCross });
  setMode("plus");
  return {
    render, svg, space, setMode, fit: moves.fit, redraw, pan: moves.pan, addOverlay: overlays.add,
    onTap: (take) => { ui.tap = take; },
  };
}

/** What the plane remembers besides the state. tap(x, y): whether a tap on the ground was an answer, and places no point. */
function firstUi() {
  return {
    mode: "plus", current: 0, chosen: -1, edited: false, cursor: null, drag: null, cameraMoved: true, names: null,
    tap: () => false,
  };
}

function listenOnPlane(parts, services) {
  const { app, choose, overlays } = services;
  listenForPointers(parts.svg, services);
  listenForPlaneKeys(parts, services);
  // On the stage: Chromium lets a group of SVG that listens for focus have it.
  parts.stage.addEventListener("focusin", (event) => {
    const row = event.target.closest(".point")?.dataset.row;
    if (row !== undefined) choose(Number(row));
  });
  // A handle that is drawn anew is not left: its moves stay one entry of the history.
  parts.stage.addEventListener("focusout", () => { if (!overlays.isDrawing()) app.settle(); });
}

/** The elements of the plane. */
function planeParts() {
  const canvas = element("canvas", { "aria-hidden": "true" });
  const layers = Object.fromEntries(["sides", "grid", "band", "overlays", "arrows", "points", "cursor"]
    .map((name) => [name, svgElement("g", { class: `layer-${name}` })]));
  const svg = svgElement("svg", {
    id: "plane-svg", role: "application", tabindex: 0,
    "aria-label": "The plane", "aria-describedby": "plane-keys plane-note",
  }, planeDefs(), Object.values(layers));
  layers.points.setAttribute("role", "group");
  layers.points.setAttribute("aria-label", "Points");
  const note = element("p", { id: "plane-note" });
  const keys = element("p", { id: "plane-keys", class: "unseen" },
    "Arrow keys move a cross and Enter places a point there. On a point, arrow keys move it, Page Up and Page Down " +
    "go to another point, Enter changes its label and Delete removes it.");
  const stage = element("div", { class: "plane-stage" }, canvas, svg);
  return { canvas, svg, layers, note, keys, stage };
}

// --- Drawing ---

/** What draws the plane, all of it or the parts that change alone. */
function planePainter({ svg, layers, note }, space, ui, tools, overlays, probe) {
  const draw = {
    grid: gridDrawer(layers.grid), sides: sidesDrawer(layers.sides), band: bandDrawer(layers.band),
    arrows: arrowsDrawer(layers.arrows), points: pointsDrawer(layers.points), cross: crossDrawer(layers.cursor),
  };
  const animation = updateAnimation(drawWeights);
  const drawCross = () => {
    draw.cross(space, ui.cursor);
    probe.show();
  };

  function drawPoints(view) {
    const { points } = view.state;
    const wrong = marksOf(view);
    ui.current = Math.min(Math.max(ui.current, 0), Math.max(points.length - 1, 0));
    const focused = layers.points.contains(document.activeElement);
    draw.points(space, points, wrong, view.step ? view.step.row : -1, ui.current, ui.chosen);
    const lost = focused && !layers.points.contains(document.activeElement); // its point is gone
    if (lost) (layers.points.children[ui.current] ?? svg).focus();
    return wrong;
  }

  function drawWeights(view, weights, update, grown) {
    const { state } = view;
    draw.sides(space, weights, state.options.atZero);
    const margin = weights === view.weights && !hidesRun(view) ? currentMargin(state.points, weights) : null;
    draw.band(space, weights, margin);
    const share = draw.arrows(space, weights, update, grown);
    hideTouchedTicks(layers.grid.querySelectorAll(".ticks text:not(.axis-name)"), layers.arrows.querySelectorAll("text"), space);
    return { margin, share };
  }

  function drawAll(view) {
    animation.pause();
    if (ui.cameraMoved || ui.names !== view.state.names) draw.grid(space, [0, 1].map((axis) => axisTitle(view.state, axis)));
    Object.assign(ui, { names: view.state.names, cameraMoved: false });
    const wrong = drawPoints(view);
    const update = updateOf(view);
    const { margin, share } = drawWeights(view, view.weights, update, 1);
    overlays.draw(view);
    drawCross();
    setText(note, hidesMistakes(view) ? "" : noteText(view, margin, share, wrong));
    tools.showChosen(view, ui.chosen);
    tools.showAxes(view.state.equalAxes);
    animation.goOn(view);
    return update;
  }
  return { drawAll, drawPoints, drawCross, animate: animation.start };
}

/** An update in time: first the added vector grows, then the line turns. */
function updateAnimation(drawWeights) {
  let now = { frame: 0, view: null, turn: null };

  function start(view, update) {
    const { before, weights } = view;
    const began = performance.now();
    const turn = () => {
      const share = Math.min(1, (performance.now() - began) / UPDATE_LASTS);
      const turned = Math.max(0, (share - 0.4) / 0.6);
      const mixed = share < 1 ? mixedWeights(before, weights, turned * turned * (3 - 2 * turned)) : weights;
      drawWeights(view, mixed, update, Math.min(1, share / 0.4));
      now = share < 1 ? { frame: requestAnimationFrame(turn), view, turn } : { frame: 0, view: null, turn: null };
    };
    turn();
  }
  return {
    start,
    pause: () => cancelAnimationFrame(now.frame),
    goOn: (view) => { if (now.view === view) now.turn(); }, // a plane of another size does not end it
  };
}

/** Which points are marked as mistakes of the line that is shown. */
function marksOf(view) {
  const { state, weights } = view;
  const hidden = hidesMistakes(view);
  return state.points.map((p) => !hidden && isMistake(p.label, scoreOf(weights, p.x, p.y), state.options.atZero));
}

/** What was added at this visit: y·x, or in "all-mistakes" order the sum at the epoch's end. */
function updateOf({ step, before, weights, state }) {
  if (!step || (before.w1 === weights.w1 && before.w2 === weights.w2 && before.b === weights.b)) return null;
  const sum = state.options.order === "all-mistakes";
  return {
    old: [before.w1, before.w2],
    oldBias: before.b,
    added: [weights.w1 - before.w1, weights.w2 - before.w2],
    sum: [weights.w1, weights.w2],
    settled: weights,
    name: sum ? "+ Σ y·x" : state.options.eta === 1 ? (step.label > 0 ? "+ x" : "− x") : "+ η·y·x",
  };
}

/** Other axes or points, or a new point that cannot be seen; else nothing jumps: one point at a time is placed or moved. */
function needsFit(space, { drag }, { points: old, equalAxes }, { points, equalAxes: equalNow }) {
  if (equalAxes !== equalNow) return true;
  if (drag || old === points || !points.length) return false;
  const fresh = missingFrom(old, points);
  const loaded = Math.max(fresh.length, missingFrom(points, old).length) > 1;
  return loaded || !fresh.every((point) => space.shows(point, 6));
}

/** Those of these points at whose place none of the others is; objects do not tell, as a state has its own copies. */
function missingFrom(others, points) {
  const places = new Set(others.map(({ x, y }) => `${x} ${y}`));
  return points.filter(({ x, y }) => !places.has(`${x} ${y}`));
}

function mixedWeights(a, b, share) {
  const mix = (x, y) => x + (y - x) * share;
  return { w1: mix(a.w1, b.w1), w2: mix(a.w2, b.w2), b: mix(a.b, b.b) };
}

/** The line under the plane: the boundary, its margin, how many points are wrong. */
function noteText({ state, weights }, margin, share, wrong) {
  const { w1, w2, b } = weights;
  const parts = [];
  if (!state.points.length) parts.push("Click or tap the plane to place a point.");
  if (w1 === 0 && w2 === 0) parts.push("w is zero: there is no boundary yet.");
  else parts.push(`Boundary: ${lineText(w1, w2, b)}.`);
  const count = wrong.filter(Boolean).length;
  if (margin) {
    const away = numberText(margin.distance);
    parts.push(`It separates the points. The closest one, point ${margin.row}, is ${away} away.`);
  } else if (state.points.length) {
    const what = count === 1 ? "a mistake" : "mistakes";
    parts.push(`${count} of ${state.points.length} points would be ${what} now (dashed).`);
  }
  if (!state.equalAxes) parts.push("The axes have different scales, so right angles look skewed.");
  if (share < 1) parts.push(`Arrows are drawn at 1/${1 / share} of their length.`);
  return parts.join(" ");
}
