// The plane under the keyboard: keys on a point, and a cross that is moved over the plane.

import { onGrid } from "../core/geometry.js";
import { pairText } from "../ui/format.js";
import { ARROW_MOVES } from "../ui/shapes.js";

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

/** A key on a point; whether it was used. */
function pointKey(event, row, svg, { app, space, edits, choose, focusPoint }) {
  const { points } = app.view.state;
  const arrow = ARROW_MOVES[event.key];
  if (arrow) {
    const step = space.gridStep() * (event.shiftKey ? 10 : 1);
    const by = (value, steps) => onGrid(value + steps * step, space.gridStep() / 1000);
    edits.change(row, { x: by(points[row].x, arrow[0]), y: by(points[row].y, arrow[1]) }, `key-${row}`);
    const { x, y } = app.view.state.points[row];
    app.say(pairText(x, y), { toast: false });
  } else if (event.key === "Enter" || event.key === " ") {
    edits.change(row, { label: -points[row].label });
    app.say(`Now ${edits.nameOf(row)}.`, { toast: false });
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
  const grid = space.gridStep();
  ui.cursor ??= { x: onGrid(space.camera.x, grid), y: onGrid(space.camera.y, grid) };
  if (arrow) {
    const by = (value, steps) => onGrid(value + steps * grid * (event.shiftKey ? 10 : 1), grid);
    ui.cursor = { x: by(ui.cursor.x, arrow[0]), y: by(ui.cursor.y, arrow[1]) };
    app.say(`Cross at ${pairText(ui.cursor.x, ui.cursor.y)}.`, { toast: false });
    drawCross();
  } else edits.place(ui.cursor.x, ui.cursor.y);
  return true;
}
