// Weight space under a pointer or the arrow keys: a trial w is drawn as a line in the plane, and a line as its point.

import { lineAcross, onGrid } from "../core/geometry.js";
import { worldAt } from "../ui/camera.js";
import { svgElement } from "../ui/dom.js";
import { ARROW_MOVES, drawPath, planeText, screenPath } from "../ui/shapes.js";
import { trialNote } from "./weights_words.js";

const NEAR_LINE = 7; // pixels
const TURN_OF_KEY = 0.12; // radians
const TURN_OF_PIXEL = 1 / 120;
const STEEPEST = 1.4;
const NOTHING = { trial: null, lit: null };

/** ui: {turn, lit, trial, third, space, redraw()}, of which turn, lit and trial are changed here. */
export function listenInWeights(svg, app, plane, ui) {
  let frame = 0;
  const put = (change) => {
    Object.assign(ui, change);
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      ui.redraw();
      plane.redraw();
    });
  };
  plane.addOverlay("weights", (group, view, space) => paintTrial(group, view, space, ui));
  listenForTurns(svg, ui, put);
  listenForTrials(svg, app, ui, put);
  // The other way round: a point of the plane lights up its line.
  for (const name of ["pointerover", "focusin"]) {
    plane.svg.addEventListener(name, ({ target }) => {
      const row = target.closest?.(".point")?.dataset.row;
      const lit = row === undefined ? null : Number(row);
      if (app.view.state.tab === "weights" && lit !== ui.lit) put({ lit, trial: null });
    });
  }
}

/** With the third axis, drags and arrow keys turn the picture. */
function listenForTurns(svg, ui, put) {
  let last = null;
  const turnBy = (yaw, pitch) =>
    put({ turn: [ui.turn[0] + yaw, Math.min(STEEPEST, Math.max(-STEEPEST, ui.turn[1] + pitch))] });

  svg.addEventListener("pointerdown", (event) => {
    if (!ui.third || event.button !== 0) return;
    last = event;
    svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener("pointermove", (event) => {
    if (!last) return;
    turnBy((event.clientX - last.clientX) * TURN_OF_PIXEL, (event.clientY - last.clientY) * TURN_OF_PIXEL);
    last = event;
  });
  for (const name of ["pointerup", "pointercancel"]) svg.addEventListener(name, () => { last = null; });
  svg.addEventListener("keydown", (event) => {
    const move = ui.third && moveOfKey(event);
    if (move) turnBy(move[0] * TURN_OF_KEY, move[1] * TURN_OF_KEY);
  });
}

/** In a slice, the pointer and the arrow keys are at a trial w. */
function listenForTrials(svg, app, ui, put) {
  svg.addEventListener("pointermove", (event) => {
    if (ui.third) return;
    const { x, y } = worldAt(ui.space, svg, event);
    const [step] = ui.space.gridSteps();
    put({ trial: [onGrid(x, step), onGrid(y, step)], lit: nearestLine(app.view, ui.space, x, y) });
  });
  for (const name of ["pointerleave", "blur"]) svg.addEventListener(name, () => put(NOTHING));
  svg.addEventListener("keydown", (event) => {
    if (event.key === "Escape") put(NOTHING);
    const move = !ui.third && moveOfKey(event);
    if (!move) return;
    const [step] = ui.space.gridSteps();
    const far = (event.shiftKey ? 50 : 5) * step;
    const { w1, w2 } = app.view.weights;
    const from = ui.trial ?? [w1, w2];
    const { right, top } = ui.space.box();
    const within = (value, most) => Math.min(most, Math.max(-most, value));
    put({ trial: from.map((value, i) => onGrid(within(value + move[i] * far, i ? top : right), step)), lit: null });
    app.say(trialNote(app.view, ui.trial), { toast: false });
  });
}

/** The move of an arrow key, which then does not step the run; undefined for other keys. */
function moveOfKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !ARROW_MOVES[event.key]) return undefined;
  event.preventDefault();
  return ARROW_MOVES[event.key];
}

/** The row of the point whose line is nearest to a place; null where none is near. */
function nearestLine({ state, weights }, space, w1, w2) {
  let [nearest, least] = [null, NEAR_LINE / space.camera.scale];
  state.points.forEach(({ x, y }, row) => {
    const away = Math.abs(x * w1 + y * w2 + weights.b) / Math.hypot(x, y);
    if (away < least) [nearest, least] = [row, away];
  });
  return nearest;
}

function paintTrial(group, { state, weights }, space, { lit, trial, third }) {
  if (state.tab !== "weights" || third) return;
  const ends = trial && lineAcross(space.box(), ...trial, weights.b);
  if (ends) {
    for (const kind of ["variant-casing", "variant-line"]) drawPath(group, kind, screenPath(ends, space.toScreen));
    group.append(planeText("the w pointed at", space.toScreen(...ends[0]), space, "variant"));
  }
  const point = lit === null ? null : state.points[lit];
  if (!point) return;
  const [cx, cy] = space.toScreen(point.x, point.y);
  group.append(svgElement("circle", { class: "support-ring", cx, cy, r: 16 }));
}
