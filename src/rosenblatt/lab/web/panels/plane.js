// The plane: points, the boundary with its two sides, w, the margin, the visited point, the update.

import { isMistake, scoreOf } from "../core/engine.js";
import { currentMargin, makeCamera, onGrid } from "../ui/camera.js";
import { element, numberText, pairText, pointName, setAttributes, setText, svgElement } from "../ui/format.js";
import { arrowsDrawer, bandDrawer, gridDrawer, planeDefs, pointsDrawer, sidesDrawer } from "./plane_drawing.js";
import { planeTools } from "./plane_tools.js";

const TAP_MOVES = 8; // pixels that a tap may wobble
const POINT_REACH = { mouse: 12, pen: 16, touch: 24 }; // pixels around a point that are still it
const UPDATE_LASTS = 650; // milliseconds

export function mountPlane(root, app) {
  const space = makeCamera();
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
  const tools = planeTools(app, { zoom, pan, fit, remove: () => removePoint(ui.current) });
  const stage = element("div", { class: "plane-stage" }, canvas, svg);
  root.append(tools.root, stage, note, keys);

  const draw = {
    grid: gridDrawer(layers.grid), sides: sidesDrawer(layers.sides), band: bandDrawer(layers.band),
    arrows: arrowsDrawer(layers.arrows), points: pointsDrawer(layers.points),
  };
  const cross = svgElement("path", { class: "cross", d: "M-12 0H12M0 -12V12" });
  layers.cursor.append(cross);
  const ui = {
    mode: "plus", current: 0, cursor: null, drag: null, frame: 0,
    fitted: null, // the points that the view was fitted to, until it is zoomed or moved
    moved: true, drawing: false,
  };
  let view = null;

  // What others may use.
  app.plane = {
    svg,
    space,
    at: (event) => worldAt(event),
    fit,
    setMode: (mode) => { ui.mode = mode; tools.showMode(mode); svg.dataset.mode = mode; },
    focusPoint,
    redraw: () => view && drawAll(view),
  };
  app.plane.setMode("plus");

  function worldAt(event) {
    const rect = svg.getBoundingClientRect();
    const [x, y] = space.toWorld(event.clientX - rect.left, event.clientY - rect.top);
    return { x, y };
  }

  function gridStep() {
    return 10 ** Math.ceil(Math.log10(2 / space.camera.scale) - 1e-9);
  }

  function roundedAt(event) {
    const { x, y } = worldAt(event);
    return { x: onGrid(x, gridStep()), y: onGrid(y, gridStep()) };
  }

  // --- Changing points ---

  function nameOf(row) {
    return pointName(row, view.state.points[row]);
  }

  function placePoint(x, y) {
    const { points } = view.state;
    const last = ui.current;
    ui.current = points.length; // before it is drawn: it is the next stop of Tab, and what Delete removes
    const added = app.dispatch({ points: [...points, { x, y, label: ui.mode === "minus" ? -1 : 1 }] });
    if (added) app.say(`Placed ${nameOf(points.length)}.`, { toast: false });
    else ui.current = last;
  }

  function changePoint(row, change, undo) {
    const { points } = view.state;
    app.dispatch({ points: points.map((point, i) => (i === row ? { ...point, ...change } : point)) }, { undo });
  }

  function removePoint(row) {
    const { points } = view.state;
    if (!points[row]) return;
    const name = nameOf(row);
    app.dispatch({ points: points.filter((_, i) => i !== row) });
    app.say(`Removed ${name}.`, { toast: false });
  }

  function focusPoint(row) {
    ui.current = row;
    drawPoints(view);
    layers.points.children[row]?.focus();
  }

  // --- Pointer ---

  function nearestPoint(event) {
    const rect = svg.getBoundingClientRect();
    const [px, py] = [event.clientX - rect.left, event.clientY - rect.top];
    let [best, row] = [POINT_REACH[event.pointerType] ?? 14, -1];
    view.state.points.forEach((point, i) => {
      const [x, y] = space.toScreen(point.x, point.y);
      const away = Math.hypot(x - px, y - py);
      if (away <= best) [best, row] = [away, i];
    });
    return row;
  }

  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || event.target.closest(".handle") || ui.drag) return;
    const row = nearestPoint(event);
    ui.drag = { row, id: event.pointerId, x: event.clientX, y: event.clientY, moved: false, from: { ...space.camera } };
    svg.setPointerCapture(event.pointerId);
    if (row >= 0) focusPoint(row);
    if (row >= 0 || ui.mode === "select") event.preventDefault();
  });

  svg.addEventListener("pointermove", (event) => {
    const drag = ui.drag;
    if (!drag || drag.id !== event.pointerId) return;
    const reach = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    if (!drag.moved && reach < (drag.row >= 0 ? 3 : TAP_MOVES)) return;
    drag.moved = true;
    drag.last = event;
    if (!ui.frame) ui.frame = requestAnimationFrame(followDrag);
  });

  function followDrag() {
    ui.frame = 0;
    const drag = ui.drag;
    if (!drag?.last) return;
    if (drag.row >= 0) {
      changePoint(drag.row, roundedAt(drag.last), `move-${drag.row}`);
    } else if (ui.mode === "select") {
      ui.fitted = null;
      space.camera.x = drag.from.x - (drag.last.clientX - drag.x) / space.camera.scale;
      space.camera.y = drag.from.y + (drag.last.clientY - drag.y) / space.camera.scale;
      cameraMoved();
    }
  }

  svg.addEventListener("pointerup", (event) => {
    const drag = ui.drag;
    if (!drag || drag.id !== event.pointerId) return;
    if (drag.moved) followDrag();
    if (!drag.moved && drag.row < 0 && ui.mode !== "select") {
      const { x, y } = roundedAt(event);
      placePoint(x, y);
    }
    ui.drag = null; // not sooner: the view stays until the pointer has done
    if (drag.moved && drag.row >= 0) app.say(`Moved: ${nameOf(drag.row)}.`, { toast: false });
    app.settle();
  });
  svg.addEventListener("pointercancel", () => { ui.drag = null; app.settle(); });
  svg.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return; // a page must still scroll
    event.preventDefault();
    const rect = svg.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY * 0.005), [event.clientX - rect.left, event.clientY - rect.top]);
  }, { passive: false });

  // --- Keyboard ---

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

  svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = Number(event.target.closest?.(".point")?.dataset.row ?? -1);
    const used = row >= 0 ? pointKey(event, row) : event.target === svg && crossKey(event);
    if (!used) return;
    event.preventDefault();
    event.stopPropagation();
  });

  function pointKey(event, row) {
    const { points } = view.state;
    const arrow = ARROWS[event.key];
    if (arrow) {
      const step = gridStep() * (event.shiftKey ? 10 : 1);
      const by = (value, steps) => onGrid(value + steps * step, gridStep() / 1000);
      changePoint(row, { x: by(points[row].x, arrow[0]), y: by(points[row].y, arrow[1]) }, `key-${row}`);
      app.say(pairText(view.state.points[row].x, view.state.points[row].y), { toast: false });
    } else if (event.key === "Enter" || event.key === " ") {
      changePoint(row, { label: -points[row].label });
      app.say(`Now ${nameOf(row)}.`, { toast: false });
    } else if (event.key === "Delete" || event.key === "Backspace") removePoint(row);
    else if (event.key === "PageDown") focusPoint((row + 1) % points.length);
    else if (event.key === "PageUp") focusPoint((row + points.length - 1) % points.length);
    else if (event.key === "Escape") svg.focus();
    else return false;
    return true;
  }

  /** The plane itself has the focus: a cross is moved, and Enter places a point there. */
  function crossKey(event) {
    const arrow = ARROWS[event.key];
    if (!arrow && event.key !== "Enter") return false;
    ui.cursor ??= { x: onGrid(space.camera.x, gridStep()), y: onGrid(space.camera.y, gridStep()) };
    if (arrow) {
      const step = gridStep() * (event.shiftKey ? 10 : 1);
      const by = (value, steps) => onGrid(value + steps * step, gridStep());
      ui.cursor = { x: by(ui.cursor.x, arrow[0]), y: by(ui.cursor.y, arrow[1]) };
      app.say(`Cross at ${pairText(ui.cursor.x, ui.cursor.y)}.`, { toast: false });
      drawCross();
    } else placePoint(ui.cursor.x, ui.cursor.y);
    return true;
  }
  svg.addEventListener("blur", () => { ui.cursor = null; drawCross(); });
  layers.points.addEventListener("click", (event) => {
    const row = Number(event.target.closest(".point")?.dataset.row ?? -1);
    const spoken = event.detail === 0; // a screen reader's click
    if (spoken && row >= 0) changePoint(row, { label: -view.state.points[row].label });
  });
  // On the stage: Chromium lets a group of SVG that listens for focus have it.
  stage.addEventListener("focusin", (event) => {
    const row = event.target.closest(".point")?.dataset.row;
    if (row === undefined) return;
    ui.current = Number(row);
    tools.showCurrent(view, ui.current);
  });
  // A handle that is drawn anew is not left: its moves stay one entry of the history.
  stage.addEventListener("focusout", () => { if (!ui.drawing) app.settle(); });

  function drawCross() {
    const at = ui.cursor ? space.toScreen(ui.cursor.x, ui.cursor.y) : null;
    setAttributes(cross, { transform: at && `translate(${at[0]} ${at[1]})`, visibility: at ? "visible" : "hidden" });
  }

  // --- Camera ---

  function cameraMoved() {
    ui.moved = true;
    drawAll(view);
  }

  function zoom(factor, at) {
    ui.fitted = null;
    space.zoom(factor, at);
    cameraMoved();
  }

  function pan(dx, dy) {
    ui.fitted = null;
    space.camera.x += (dx * 0.2 * space.camera.width) / space.camera.scale;
    space.camera.y += (dy * 0.2 * space.camera.height) / space.camera.scale;
    cameraMoved();
  }

  function fitTo(points) {
    ui.fitted = points; // when the plane is resized the same part is shown, whatever was placed since
    space.fit(points);
    ui.moved = true;
  }

  function fit() {
    fitTo(view.state.points);
    drawAll(view);
  }

  function resize() {
    const { width, height } = svg.getBoundingClientRect(); // not the stage's, which has a border
    if (width < 1 || height < 1 || (width === space.camera.width && height === space.camera.height)) return;
    const grown = width / space.camera.width;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    Object.assign(space.camera, { width, height, rem, scale: space.camera.scale * grown });
    svg.style.setProperty("--mark", rem / 16); // marks grow with the type
    if (ui.fitted) space.fit(ui.fitted);
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    if (view) cameraMoved();
  }
  new ResizeObserver(resize).observe(stage);
  resize();

  // --- Drawing it all ---

  const motion = window.matchMedia("(prefers-reduced-motion: reduce)");
  let animation = 0;

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

  function drawPoints(now) {
    const { points, options } = now.state;
    const wrong = points.map((p) => isMistake(p.label, scoreOf(now.weights, p.x, p.y), options.atZero));
    ui.current = Math.min(Math.max(ui.current, 0), Math.max(points.length - 1, 0));
    const focused = layers.points.contains(document.activeElement);
    draw.points(space, points, wrong, now.step ? now.step.row : -1, ui.current);
    const lost = focused && !layers.points.contains(document.activeElement); // its point is gone
    if (lost) (layers.points.children[ui.current] ?? svg).focus();
    return wrong;
  }

  function drawWeights(now, weights, update, grown) {
    draw.sides(space, weights, now.state.options.atZero);
    const settled = weights === now.weights;
    const margin = settled ? currentMargin(now.state.points, weights) : null;
    draw.band(space, weights, margin);
    const share = draw.arrows(space, weights, update, grown);
    return { margin, share };
  }

  function drawAll(now) {
    cancelAnimationFrame(animation);
    if (ui.moved) draw.grid(space);
    ui.moved = false;
    const wrong = drawPoints(now);
    const update = updateOf(now);
    const { margin, share } = drawWeights(now, now.weights, update, 1);
    drawOverlays(now);
    drawRegions(now);
    drawCross();
    setText(note, noteText(now, margin, share, wrong));
    tools.showCurrent(now, ui.current);
    return update;
  }

  /** Overlays are drawn anew each time; a handle that has the focus has it afterwards too. */
  function drawOverlays(now) {
    const held = document.activeElement?.closest(".layer-overlays .handle")?.dataset.handle;
    ui.drawing = true;
    paintOverlays(now);
    if (held) (layers.overlays.querySelector(`[data-handle="${held}"]`) ?? svg).focus();
    ui.drawing = false;
  }

  function paintOverlays(now) {
    const toScreen = Object.assign((x, y) => space.toScreen(x, y), { ...space.camera, box: space.box() });
    const groups = new Map([...layers.overlays.children].map((group) => [group.dataset.name, group]));
    for (const [name, paint] of app.overlays) {
      const group = groups.get(name) ?? layers.overlays.appendChild(svgElement("g", { "data-name": name }));
      groups.delete(name);
      group.replaceChildren();
      paint(group, now, toScreen);
    }
    for (const group of groups.values()) group.remove();
  }

  function drawRegions(now) {
    svg.classList.toggle("painted", Boolean(app.regionPainter));
    if (!app.regionPainter) {
      if (canvas.width) canvas.width = 0;
      return;
    }
    const { width, height } = space.camera;
    canvas.width = Math.round(width);
    canvas.height = Math.round(height);
    const size = { width: canvas.width, height: canvas.height, box: space.box() };
    const toWorld = Object.assign((px, py) => space.toWorld(px, py), size);
    app.regionPainter(canvas.getContext("2d"), now, toWorld);
  }

  /** First the added vector grows, then the line turns. */
  function animate(now, update) {
    const began = performance.now();
    const turn = () => {
      const share = Math.min(1, (performance.now() - began) / UPDATE_LASTS);
      const turned = Math.max(0, (share - 0.4) / 0.6);
      const mixed = share < 1 ? mixedWeights(now.before, now.weights, turned * turned * (3 - 2 * turned)) : now.weights;
      drawWeights(now, mixed, update, Math.min(1, share / 0.4));
      if (share < 1) animation = requestAnimationFrame(turn);
    };
    turn();
  }

  /** Other points, or a new one that cannot be seen; else nothing jumps: one point at a time is placed or moved. */
  function needsFit(old, points) {
    if (old === points || !points.length) return false;
    const fresh = missingFrom(old, points);
    const loaded = Math.max(fresh.length, missingFrom(points, old).length) > 1;
    return loaded || !fresh.every((point) => space.shows(point, 6));
  }

  function render(now) {
    const last = view;
    view = now;
    const { points } = now.state;
    svg.classList.toggle("none", points.length === 0);
    if (!last || (!ui.drag && needsFit(last.state.points, points))) fitTo(points);
    const update = drawAll(now);
    const stepped = last && last.run === now.run && now.t === last.t + 1;
    if (update && stepped && !motion.matches && !app.hurried) animate(now, update);
  }
  return render;
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
    parts.push(`It separates the points; the closest, point ${margin.row + 1}, is ${away} away.`);
  } else if (state.points.length) {
    const what = count === 1 ? "a mistake" : "mistakes";
    parts.push(`${count} of ${state.points.length} points would be ${what} now (dashed).`);
  }
  if (share < 1) parts.push(`Arrows are drawn at 1/${1 / share} of their length.`);
  return parts.join(" ");
}

/** "4·x₁ − 0.5·x₂ + 1 = 0" */
export function lineText(w1, w2, b) {
  const terms = [[w1, "·x₁"], [w2, "·x₂"], [b, ""]].filter(([number]) => number !== 0);
  const text = terms.map(([number, name], i) => {
    const size = Math.abs(number) === 1 && name ? name.slice(1) : numberText(Math.abs(number)) + name;
    return i ? `${number < 0 ? " − " : " + "}${size}` : `${number < 0 ? "−" : ""}${size}`;
  });
  return `${text.join("") || "0"} = 0`;
}
