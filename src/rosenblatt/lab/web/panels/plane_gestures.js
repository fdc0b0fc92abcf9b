// The plane under a pointer: a tap places a point, a drag moves a point, a drag on the ground moves the view, a wheel zooms.

import { onGrid } from "../core/geometry.js";
import { worldAt } from "../ui/camera.js";

const TAP_MOVES = 8; // pixels that a tap may wobble
const POINT_REACH = { mouse: 12, pen: 16, touch: 24 }; // pixels around a point that are still it

export function listenForPointers(svg, { app, space, ui, edits, moves, choose, focusPoint }) {
  let frame = 0;
  const isOther = (event) => !ui.drag || ui.drag.id !== event.pointerId;
  const roundedAt = (event) => {
    const { x, y } = worldAt(space, svg, event);
    const [stepX, stepY] = space.gridSteps();
    return { x: onGrid(x, stepX), y: onGrid(y, stepY) };
  };

  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || event.target.closest(".handle") || ui.drag) return;
    const row = edits.isFrozen() ? -1 : nearestPoint(event, svg, space, app.view.state.points);
    ui.drag = { row, id: event.pointerId, x: event.clientX, y: event.clientY, moved: false, from: { ...space.camera } };
    svg.setPointerCapture(event.pointerId);
    if (row >= 0) focusPoint(row);
    if (row >= 0 || ui.mode === "select") event.preventDefault();
  });

  svg.addEventListener("pointermove", (event) => {
    if (isOther(event)) return;
    const { drag } = ui;
    const reach = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    if (!drag.moved && reach < (drag.row >= 0 ? 3 : TAP_MOVES)) return;
    drag.moved = true;
    drag.last = event;
    if (!frame) frame = requestAnimationFrame(followDrag);
  });

  function followDrag() {
    frame = 0;
    if (!ui.drag?.last) return;
    const { row, last, from } = ui.drag;
    const [dx, dy] = [last.clientX - ui.drag.x, last.clientY - ui.drag.y];
    if (row >= 0) edits.change(row, roundedAt(last), `move-${row}`);
    else moves.moveTo(from.x - dx / space.camera.scale, from.y + dy / space.scaleOfY());
  }

  svg.addEventListener("pointerup", (event) => {
    if (isOther(event)) return;
    const { drag } = ui;
    if (drag.moved) followDrag();
    if (!drag.moved && drag.row < 0) tapGround(event);
    ui.drag = null; // not sooner: the view stays until the pointer has done
    if (drag.moved && drag.row >= 0) app.say(`Moved: ${edits.nameOf(drag.row)}.`, { toast: false });
    app.settle();
  });

  function tapGround(event) {
    const exact = worldAt(space, svg, event);
    const { x, y } = roundedAt(event);
    if (ui.tap(exact.x, exact.y)) return;
    if (ui.mode === "select") choose(-1);
    else edits.place(x, y);
  }
  svg.addEventListener("pointercancel", () => { ui.drag = null; app.settle(); });
  listenForWheel(svg, moves);
}

function listenForWheel(svg, moves) {
  svg.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return; // a page must still scroll
    event.preventDefault();
    const rect = svg.getBoundingClientRect();
    moves.zoom(Math.exp(-event.deltaY * 0.005), [event.clientX - rect.left, event.clientY - rect.top]);
  }, { passive: false });
}

/** The row of the point under a pointer, or −1. */
function nearestPoint(event, svg, space, points) {
  const rect = svg.getBoundingClientRect();
  const [px, py] = [event.clientX - rect.left, event.clientY - rect.top];
  let [best, row] = [POINT_REACH[event.pointerType] ?? 14, -1];
  points.forEach((point, i) => {
    const [x, y] = space.toScreen(point.x, point.y);
    const away = Math.hypot(x - px, y - py);
    if (away <= best) [best, row] = [away, i];
  });
  return row;
}
