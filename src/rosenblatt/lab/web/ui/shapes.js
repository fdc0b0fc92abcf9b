// Shapes in the plane: paths, arrows, names, and handles that are dragged or moved by the arrow keys.

import { onGrid } from "../core/geometry.js";
import { worldAt } from "./camera.js";
import { svgElement } from "./dom.js";
import { pairText } from "./format.js";

/** A path through places of the plane; end: "Z" closes it. */
export function screenPath(places, toScreen, end = "") {
  return `M${places.map(([x, y]) => toScreen(x, y).map((p) => p.toFixed(1)).join(" ")).join("L")}${end}`;
}

/** Text beside a place on the screen, inside the plane. */
export function planeText(words, [px, py], { camera }, className) {
  const wide = words.length * 0.29 * camera.rem;
  const x = Math.min(Math.max(px, wide + 4), camera.width - wide - 4);
  const y = Math.min(Math.max(py, camera.rem), camera.height - 0.5 * camera.rem);
  const at = { x: x.toFixed(1), y: y.toFixed(1), "text-anchor": "middle" };
  return svgElement("text", { ...at, class: `plane-text ${className}` }, words);
}

/** An arrow between two places on the screen, as the d of a path. */
export function arrowPath([x0, y0], [x1, y1], head = 10) {
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (length < 0.5) return "";
  const size = Math.min(head, length);
  const [u, v] = [(x1 - x0) / length, (y1 - y0) / length];
  const [mx, my] = [x1 - size * u, y1 - size * v];
  const [px, py] = [-v * size * 0.42, u * size * 0.42];
  const at = (x, y) => `${x.toFixed(2)} ${y.toFixed(2)}`;
  return `M${at(x0, y0)}L${at(mx, my)}M${at(x1, y1)}L${at(mx + px, my + py)}L${at(mx - px, my - py)}Z`;
}

/** A path; kind is its class. */
export function pathShape(kind, d) {
  return svgElement("path", { class: kind, d });
}

/** A path of an overlay. */
export function drawPath(group, kind, d) {
  group.append(pathShape(kind, d));
}

/** A name beside a place, inside the plane. */
export function drawName(group, space, [x, y], text, kind = "") {
  const [px, py] = space.toScreen(x, y);
  const right = px > space.camera.width - 60;
  group.append(svgElement("text", {
    class: `overlay-name ${kind}`, "text-anchor": right ? "end" : "start",
    x: px + (right ? -14 : 14), y: Math.max(py - 12, 16),
  }, text));
}

// --- Handles ---

export const ARROW_MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * Draw a handle at x, y. `put(x, y)` dispatches the new place under one tag, and `settle()` ends the tag: so a drag is
 * undone at once. The node goes with every drawing: so the document follows the pointer. The plane gives the new node
 * the focus.
 */
export function drawHandle(group, space, { name, title, x, y, put, settle }) {
  const svg = group.ownerSVGElement;
  const [px, py] = space.toScreen(x, y);
  const [stepX, stepY] = space.gridSteps();
  const node = svgElement("g", {
    class: `handle handle-${name}`, role: "button", tabindex: 0, "data-handle": name,
    transform: `translate(${px.toFixed(2)} ${py.toFixed(2)})`,
    "aria-label": `${title}, at ${pairText(x, y)}: arrow keys move it`,
  }, svgElement("circle", { class: "handle-reach", r: 22 }), svgElement("circle", { class: "handle-knob", r: 8 }));
  const place = (event) => {
    const at = worldAt(space, svg, event);
    put(onGrid(at.x, stepX), onGrid(at.y, stepY));
  };
  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    settle(); // moves by keys before this drag are undone by themselves
    node.focus();
    const follow = (moved) => { if (moved.pointerId === event.pointerId) place(moved); };
    const end = (ended) => {
      if (ended.pointerId !== event.pointerId) return;
      document.removeEventListener("pointermove", follow);
      document.removeEventListener("pointerup", end);
      document.removeEventListener("pointercancel", end);
      settle();
    };
    document.addEventListener("pointermove", follow);
    document.addEventListener("pointerup", end);
    document.addEventListener("pointercancel", end);
  });
  node.addEventListener("keydown", (event) => {
    const move = ARROW_MOVES[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const far = event.shiftKey ? 10 : 1;
    put(onGrid(x + move[0] * far * stepX, stepX / 1000), onGrid(y + move[1] * far * stepY, stepY / 1000));
  });
  group.append(node);
}
