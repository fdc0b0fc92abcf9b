// The probe: a box in the plane with the score worked out at the pointer, or at the cross that the keyboard moves.

import { onGrid } from "../core/geometry.js";
import { hidesRun } from "../core/practice_secrecy.js";
import { probeAt } from "../core/probe.js";
import { worldAt } from "../ui/camera.js";
import { element } from "../ui/dom.js";
import { labelText, pairText, roundText, scoreText } from "../ui/format.js";

const MANY_MISTAKES = 5000; // of a run whose votes take longer than a step may
const VOTES_WAIT = 100; // milliseconds
const FINER = 10; // how much finer than a placed point a probed place is

/** Adds the box to the plane: {show}. ui.cursor: the place of the cross, if there is one. */
export function planeProbe(app, space, ui, { svg, stage }) {
  const root = element("div", { class: "probe", hidden: true, "aria-hidden": "true" }); // the cross says it in words
  let pointer = null; // the event that was last over the plane
  let frame = 0;
  let timer = 0;

  function place() {
    if (ui.cursor) return ui.cursor;
    if (!pointer) return null;
    const { x, y } = worldAt(space, svg, pointer);
    const [stepX, stepY] = space.gridSteps();
    return { x: onGrid(x, stepX / FINER), y: onGrid(y, stepY / FINER) };
  }

  function show() {
    frame = 0;
    const at = ui.drag?.moved || hidesRun(app.view) ? null : place();
    root.hidden = !at;
    clearTimeout(timer);
    if (!at) return;
    const fill = () => root.replaceChildren(...probeLines(app.view, at).map((line) => element("p", {}, line)));
    if (app.view.run.mistakeRows.length > MANY_MISTAKES) timer = setTimeout(fill, VOTES_WAIT);
    else fill();
    const [px, py] = space.toScreen(at.x, at.y);
    root.classList.toggle("at-left", px > space.camera.width / 2); // never under the pointer
    root.classList.toggle("at-top", py > space.camera.height / 2);
  }

  function follow(event) {
    pointer = event;
    frame ||= requestAnimationFrame(show);
  }
  stage.append(root);
  for (const name of ["pointermove", "pointerdown"]) svg.addEventListener(name, follow);
  const isFinger = (event) => event.pointerType === "touch"; // it is lifted before the box can be read
  svg.addEventListener("pointerleave", (event) => { if (!isFinger(event)) follow(null); });
  document.addEventListener("pointerdown", (event) => { if (!svg.contains(event.target)) follow(null); });
  return { show };
}

const signText = (sign) => (sign ? labelText(sign) : "none");

/** The lines of the box. */
export function probeLines(view, { x, y }) {
  const { score, distance, predictions } = probeAt(view, x, y);
  const side = score === 0 ? "on the boundary" : `on the ${score > 0 ? "positive" : "negative"} side`;
  const where = distance === null ? "no boundary, since w is zero" : `${roundText(distance, 3)} from the boundary, ${side}`;
  const names = Object.entries(predictions).map(([name, sign]) => `${name} ${signText(sign)}`);
  return [`x = ${pairText(x, y)}`, `a = w·x + b = ${scoreText(view.weights, x, y, score)}`, where, names.join(" · ")];
}

/** The same for a screen reader. */
export function probeSentence(view, place) {
  return hidesRun(view) ? "" : ` ${probeLines(view, place).slice(1).join("; ").replaceAll(" · ", ", ")}.`;
}
