// The slice of weight space at one b: the line of each point, the region of solutions, and the hops of w.

import { isMistake, scoreOf } from "../core/engine.js";
import { lineAcross } from "../core/geometry.js";
import { hopsOf, proofInSlice, solutionsIn } from "../core/weight_space.js";
import { svgElement } from "../ui/dom.js";
import { arrowPath, pathShape, planeText, screenPath } from "../ui/shapes.js";
import { gridDrawer } from "./plane_drawing.js";

const MOST_NUMBERED = 30; // points whose lines have numbers
const MOST_COMBED = 60; // points whose lines have teeth, which show the right side
const TOOTH_EVERY = 18; // pixels

/** The polygon of solutions inside the picture; an empty list if the picture shows no solution. */
export function solutionsShown({ state, weights }, space) {
  const polygon = solutionsIn(cornersOf(space.box()), state.points, weights.b);
  return polygon.length > 2 ? polygon : [];
}

/** Draws into a group: (view, space, {region, proof, lit, trial}), where proof is that of proofAt with its W*, or null. */
export function sliceDrawer(group) {
  const [under, grid, over] = ["under", "grid", "over"].map((name) => group.appendChild(svgElement("g", { class: name })));
  const drawGrid = gridDrawer(grid);
  const putDot = dotDrawer(group);
  return (view, space, { region, proof, lit, trial }) => {
    const { points } = view.state;
    const { b } = view.weights;
    drawGrid(space, ["w₁", "w₂"]);
    over.classList.toggle("many", points.length > MOST_COMBED);
    under.replaceChildren(
      ...(region.length ? [pathShape("solutions", screenPath(region, space.toScreen, "Z"))] : []),
      ...(proof ? sliceProof(proof, b, space) : []));
    over.replaceChildren(...lineShapes(view, space), ...visitedShapes(view, space, lit), ...sliceHops(view, space),
      ...(trial ? [trialMark(trial, space)] : []));
    putDot(space.toScreen(view.weights.w1, view.weights.w2));
  };
}

/** The mark of w: one node that moves, so that it can be seen to hop. */
export function dotDrawer(group) {
  const dot = group.appendChild(svgElement("circle", { class: "w-dot", r: 6 }));
  return ([x, y]) => { dot.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`; };
}

function cornersOf({ left, right, bottom, top }) {
  return [[left, bottom], [right, bottom], [right, top], [left, top]];
}

/** The lines of all points: those that have w on their right side, and those that do not, by label. */
function lineShapes({ state, weights }, space) {
  const { points, options } = state;
  const d = {};
  const names = [];
  points.forEach(({ x, y, label }, row) => {
    const ends = lineAcross(space.box(), x, y, weights.b);
    if (!ends) return;
    const wrong = isMistake(label, scoreOf(weights, x, y), options.atZero);
    const kind = `${label > 0 ? "plus" : "minus"} ${wrong ? "wrong" : "right"}`;
    const teeth = points.length <= MOST_COMBED ? teethPath(ends, label * x, label * y, space) : "";
    d[kind] = `${d[kind] ?? ""}${screenPath(ends, space.toScreen)}${teeth}`;
    if (points.length <= MOST_NUMBERED) names.push(lineName(ends, row, space));
  });
  return [...Object.entries(d).map(([kind, text]) => pathShape(`point-line ${kind}`, text)), ...names];
}

/** Short strokes towards the side (x, y) of a line. */
function teethPath(ends, x, y, { toScreen }) {
  const [[x0, y0], [x1, y1]] = ends.map(([p, q]) => toScreen(p, q));
  const [length, size] = [Math.hypot(x1 - x0, y1 - y0), Math.hypot(x, y)];
  let d = "";
  for (let at = TOOTH_EVERY / 2; at < length; at += TOOTH_EVERY) {
    const [px, py] = [x0 + (at / length) * (x1 - x0), y0 + (at / length) * (y1 - y0)];
    d += `M${px.toFixed(1)} ${py.toFixed(1)}l${((6 * x) / size).toFixed(1)} ${((-6 * y) / size).toFixed(1)}`;
  }
  return d;
}

/** The number of a point near an end of its line; of points in turn at other places, as lines cross near 0. */
function lineName(ends, row, space) {
  const [[x0, y0], [x1, y1]] = ends.map(([p, q]) => space.toScreen(p, q));
  const share = 0.05 + 0.03 * (row % 3);
  const [px, py] = row % 2 ? [x0 + share * (x1 - x0), y0 + share * (y1 - y0)] : [x1 + share * (x0 - x1), y1 + share * (y0 - y1)];
  return planeText(String(row), [px, py], space, "line-name");
}

/** The line of the visited point, where it was before the visit moved the slice, and the line that is pointed at. */
function visitedShapes({ state, step, before, weights }, space, lit) {
  const lineOf = ({ x, y }, b) => lineAcross(space.box(), x, y, b);
  const shapes = [];
  const add = (kind, ends) => { if (ends) shapes.push(pathShape(`point-line ${kind}`, screenPath(ends, space.toScreen))); };
  if (step) add("visited", lineOf(step, weights.b));
  if (step && weights.b !== before.b) add("moved", lineOf(step, before.b));
  if (lit !== null && state.points[lit]) add("lit", lineOf(state.points[lit], weights.b));
  return shapes;
}

/** Where w has been, its latest hop, and w. */
function sliceHops({ run, t, before, weights }, space) {
  const hops = hopsOf(run, t);
  const at = ({ w1, w2 }) => space.toScreen(w1, w2);
  const dots = hops.map((hop) => `${screenPath([hop], space.toScreen)}h0`).join("");
  const moved = before.w1 !== weights.w1 || before.w2 !== weights.w2;
  return [
    pathShape("hops", screenPath(hops, space.toScreen)), pathShape("hop-dots", dots),
    ...(moved ? [pathShape("hop", arrowPath(at(before), at(weights), 0.7 * space.camera.rem))] : []),
    planeText("w", [at(weights)[0] + 0.9 * space.camera.rem, at(weights)[1] - 0.5 * space.camera.rem], space, "w-name"),
  ];
}

function trialMark([w1, w2], space) {
  const [px, py] = space.toScreen(w1, w2).map((p) => p.toFixed(1));
  return pathShape("trial-mark", `M${px} ${py}m-9 0h18m-9 -9v18`);
}

/** Circle and line of the proof, and between them the part where w must be. */
function sliceProof({ best, lower, upper }, b, space) {
  const { radius, side, cap } = proofInSlice(best, { lower, upper }, b);
  const shapes = [];
  if (cap.length > 2) shapes.push(pathShape("proof-cap", screenPath(cap, space.toScreen, "Z")));
  if (radius !== null) {
    const [cx, cy] = space.toScreen(0, 0);
    const r = (radius * space.camera.scale).toFixed(1);
    shapes.push(svgElement("circle", { class: "proof-curve upper", cx: cx.toFixed(1), cy: cy.toFixed(1), r }));
  }
  const ends = lineAcross(space.box(), ...side);
  if (ends) shapes.push(pathShape("proof-curve lower", screenPath(ends, space.toScreen)));
  return shapes;
}
