// The plane under the keyboard: keys on a point, and a cross that is moved over the plane.

import { onGrid } from "../core/geometry.js";
import { pairText } from "../ui/format.js";
import { ARROW_MOVES } from "../ui/shapes.js";
import { probeSentence } from "./plane_probe.js";

export function listenForPlaneKeys({ svg, layers }, services) {
  const { app, ui, edits, drawCross } = services;
  const rowOf = (event) => Number(event.target.closest?.(".point")?.dataset.row ?? -1);
  svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rowOf(event);
    const used = row >= 0 ? pointKey(event, row, svg, services) : event.target === svg && crossKey(event, services);
    if (!used) return;
    event.preventDefault();
    event.stopPropagation();
  });
  svg.addEventListener("blur", () => { ui.cursor = null; drawCross(); });
  layers.points.addEventListener("click", (event) => {
    const row = rowOf(event);
    const spoken = event.detail === 0; // a screen reader's click
    if (spoken && row >= 0) edits.change(row, { label: -app.view.state.points[row].label });
  });
}

/** A place moved by an arrow key, with Shift ten times as far; rounded to a share of the steps of the grid. */
function movedBy(arrow, { x, y }, event, space, share) {
  const far = event.shiftKey ? 10 : 1;
  const steps = space.gridSteps();
  return [x, y].map((value, axis) => onGrid(value + arrow[axis] * far * steps[axis], steps[axis] / share));
}

/** A key on a point; whether it was used. */
function pointKey(event, row, svg, { app, space, edits, choose, focusPoint }) {
  const { points } = app.view.state;
  const arrow = ARROW_MOVES[event.key];
  if (arrow) {
    const [x1, y1] = movedBy(arrow, points[row], event, space, 1000);
    const moved = edits.change(row, { x: x1, y: y1 }, `key-${row}`);
    const { x, y } = app.view.state.points[row];
    if (moved) app.say(pairText(x, y), { toast: false });
  } else if (event.key === "Enter" || event.key === " ") {
    const turned = edits.change(row, { label: -points[row].label });
    if (turned) app.say(`Now ${edits.nameOf(row)}.`, { toast: false });
  } else if (event.key === "Delete" || event.key === "Backspace") edits.remove(row);
  else if (event.key === "PageDown") focusPoint((row + 1) % points.length);
  else if (event.key === "PageUp") focusPoint((row + points.length - 1) % points.length);
  else if (event.key === "Escape") {
    svg.focus();
    choose(-1);
  }
  else return false;
  return true;
}

/** The plane itself has the focus: a cross is moved, and Enter places a point there. Whether the key was used. */
function crossKey(event, { app, space, ui, edits, drawCross }) {
  const arrow = ARROW_MOVES[event.key];
  if (!arrow && event.key !== "Enter") return false;
  const [stepX, stepY] = space.gridSteps();
  ui.cursor ??= { x: onGrid(space.camera.x, stepX), y: onGrid(space.camera.y, stepY) };
  if (arrow) {
    const [x, y] = movedBy(arrow, ui.cursor, event, space, 1);
    ui.cursor = { x, y };
    app.say(`Cross at ${pairText(ui.cursor.x, ui.cursor.y)}.${probeSentence(app.view, ui.cursor)}`, { toast: false });
    drawCross();
  } else if (!ui.tap(ui.cursor.x, ui.cursor.y)) edits.place(ui.cursor.x, ui.cursor.y);
  return true;
}
