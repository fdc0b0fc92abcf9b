// Points of an overlay that one can drag, or move with the arrow keys.

import { onGrid } from "./camera.js";
import { pairText, svgElement } from "./format.js";

const ARROW_MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** A step of a handle: the power of ten of two pixels at least. */
function handleStep({ scale }) {
  return 10 ** Math.ceil(Math.log10(2 / scale) - 1e-9);
}

/**
 * Draw a handle at x, y. `put(x, y)` dispatches the new place under one tag, so that a drag is undone at once.
 * The node goes with every drawing: so the document follows the pointer. The plane gives the new node the focus.
 */
export function drawHandle(group, app, toScreen, { name, title, x, y, put }) {
  const [px, py] = toScreen(x, y);
  const step = handleStep(toScreen);
  const node = svgElement("g", {
    class: `handle handle-${name}`, role: "button", tabindex: 0, "data-handle": name,
    transform: `translate(${px.toFixed(2)} ${py.toFixed(2)})`,
    "aria-label": `${title}, at ${pairText(x, y)}: arrow keys move it`,
  }, svgElement("circle", { class: "handle-reach", r: 22 }), svgElement("circle", { class: "handle-knob", r: 8 }));
  const place = (event) => {
    const at = app.plane.at(event);
    put(onGrid(at.x, step), onGrid(at.y, step));
  };
  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    app.settle(); // moves by keys before this drag are undone by themselves
    node.focus();
    const follow = (moved) => { if (moved.pointerId === event.pointerId) place(moved); };
    const end = (ended) => {
      if (ended.pointerId !== event.pointerId) return;
      document.removeEventListener("pointermove", follow);
      document.removeEventListener("pointerup", end);
      document.removeEventListener("pointercancel", end);
      app.settle();
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
    const far = step * (event.shiftKey ? 10 : 1);
    put(onGrid(x + move[0] * far, step / 1000), onGrid(y + move[1] * far, step / 1000));
  });
  group.append(node);
}

/** A path of an overlay; kind is its class. */
export function drawPath(group, kind, d) {
  group.append(svgElement("path", { class: kind, d }));
}

/** A name beside a place, inside the plane. */
export function drawName(group, toScreen, [x, y], text, kind = "") {
  const [px, py] = toScreen(x, y);
  const right = px > toScreen.width - 60;
  group.append(svgElement("text", {
    class: `overlay-name ${kind}`, "text-anchor": right ? "end" : "start",
    x: px + (right ? -14 : 14), y: Math.max(py - 12, 16),
  }, text));
}
