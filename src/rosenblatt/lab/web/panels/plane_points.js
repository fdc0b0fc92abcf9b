// Points that are placed, changed and removed in the plane.

import { pointName } from "../ui/format.js";

/** ui.mode: the label of a new point; ui.current: the row that Tab stops at; ui.chosen: the row that Delete removes. */
export function pointEdits(app, ui) {
  const nameOf = (row) => pointName(row, app.view.state.points[row]);

  /** Change the points without forgetting which one is chosen. */
  function edit(points, undo = null) {
    ui.edited = true;
    const could = app.dispatch({ points }, { undo });
    ui.edited = false;
    return could;
  }

  function place(x, y) {
    const { points } = app.view.state;
    const last = ui.current;
    ui.current = ui.chosen = points.length; // before it is drawn: it is the next stop of Tab, and what Delete removes
    const added = edit([...points, { x, y, label: ui.mode === "minus" ? -1 : 1 }]);
    if (added) app.say(`Placed ${nameOf(points.length)}.`, { toast: false });
    else [ui.current, ui.chosen] = [last, -1];
  }

  /** Whether it could be changed. */
  function change(row, part, undo = null) {
    return edit(changedPoints(app.view.state.points, row, part), undo);
  }

  function remove(row) {
    const { points } = app.view.state;
    if (!points[row]) return;
    const name = nameOf(row);
    ui.chosen = -1;
    edit(points.filter((_, i) => i !== row));
    app.say(`Removed ${name}.`, { toast: false });
  }
  return { nameOf, place, change, remove };
}

/** The points with some parts of one of them changed. */
export function changedPoints(points, row, part) {
  return points.map((point, i) => (i === row ? { ...point, ...part } : point));
}
