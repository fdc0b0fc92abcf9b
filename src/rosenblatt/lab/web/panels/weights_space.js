// Weight space with b as a third axis, seen from a side that can be turned: the cone of solutions, and the hops of W.

import { besideOf, coneEdges, hopsOf } from "../core/weight_space.js";
import { svgElement } from "../ui/dom.js";
import { arrowPath, pathShape, planeText } from "../ui/shapes.js";
import { dotDrawer } from "./weights_slice.js";

const CIRCLE = Array.from({ length: 61 }, (_, k) => [Math.cos((k * Math.PI) / 30), Math.sin((k * Math.PI) / 30)]);

const asVector = ({ w1, w2, b }) => [w1, w2, b];
const scaledVector = (vector, size) => vector.map((value) => size * value);

/** Draws into a group: (view, camera, {reach, turn: [yaw, pitch], proof}); reach: the length that is seen. */
export function spaceDrawer(group) {
  const shapes = group.appendChild(svgElement("g"));
  const putDot = dotDrawer(group);
  return (view, camera, { reach, turn, proof }) => {
    const eye = makeEye(camera, reach, turn);
    putDot(eye.toScreen(asVector(view.weights)));
    shapes.replaceChildren(...spaceAxes(eye), ...coneShapes(view, eye), ...(view.step ? [visitedPlane(view.step, eye)] : []),
      ...(proof ? spaceProof(proof, eye) : []), ...spaceHops(view, eye));
  };
}

/** What puts places [w1, w2, b] on the screen. */
function makeEye(camera, reach, [yaw, pitch]) {
  const scale = (0.4 * Math.min(camera.width, camera.height)) / reach;
  const toScreen = ([w1, w2, b]) => {
    const [across, away] = [w1 * Math.cos(yaw) - w2 * Math.sin(yaw), w1 * Math.sin(yaw) + w2 * Math.cos(yaw)];
    const up = b * Math.cos(pitch) + away * Math.sin(pitch);
    return [camera.width / 2 + scale * across, camera.height / 2 - scale * up];
  };
  const pathOf = (places, end = "") => `M${places.map((place) => toScreen(place).map((p) => p.toFixed(1)).join(" ")).join("L")}${end}`;
  return { camera, reach, scale, toScreen, pathOf };
}

/** A circle about the tip of a vector of this length along a unit vector, at right angles to it. */
function ringOf(unit, length, radius, { pathOf }) {
  const [first, second] = besideOf(unit);
  return pathOf(CIRCLE.map(([c, s]) => unit.map((value, i) => length * value + radius * (c * first[i] + s * second[i]))), "Z");
}

function spaceAxes({ reach, toScreen, pathOf, camera }) {
  return ["w₁", "w₂", "b"].flatMap((name, i) => {
    const tip = [0, 0, 0].fill(1.1 * reach, i, i + 1);
    const [px, py] = toScreen(scaledVector(tip, 1.08));
    return [pathShape("axes", pathOf([scaledVector(tip, -1), tip])), planeText(name, [px, py + 0.3 * camera.rem], { camera }, "axis")];
  });
}

function coneShapes({ state, verdict }, { reach, pathOf }) {
  if (!verdict.separable || !verdict.augmented) return [];
  const edges = coneEdges(state.points, verdict.augmented).map((edge) => scaledVector(edge, 1.15 * reach));
  return edges.map((edge, i) => pathShape("solutions", pathOf([[0, 0, 0], edge, edges[(i + 1) % edges.length]], "Z")));
}

/** The plane w·x + b = 0 of the visited point, as a disc. */
function visitedPlane({ x, y, label }, eye) {
  const normal = scaledVector([x, y, 1], 1 / Math.hypot(x, y, 1));
  return pathShape(`point-plane ${label > 0 ? "plus" : "minus"}`, ringOf(normal, 0, eye.reach, eye));
}

/** The ball, W*, and the circle in which the plane W*·W = lower cuts the ball: W is in the cap beyond it. */
function spaceProof({ best, lower, upper }, eye) {
  const [cx, cy] = eye.toScreen([0, 0, 0]);
  const unit = asVector(best);
  const shapes = [svgElement("circle", { class: "proof-curve upper", cx, cy, r: (upper * eye.scale).toFixed(1) }),
    pathShape("proof-curve lower", eye.pathOf([[0, 0, 0], scaledVector(unit, eye.reach)]))];
  if (upper > lower) shapes.push(pathShape("proof-cap lower", ringOf(unit, lower, Math.sqrt(upper * upper - lower * lower), eye)));
  return shapes;
}

/** Where W has been, its latest hop, and W with its way down to the plane b = 0. */
function spaceHops({ run, t, before, weights }, { toScreen, pathOf, camera }) {
  const hops = hopsOf(run, t);
  const [old, now] = [asVector(before), asVector(weights)];
  const [px, py] = toScreen(now);
  const moved = old.some((value, i) => value !== now[i]);
  return [
    pathShape("hops", pathOf(hops)), pathShape("hop-dots", hops.map((hop) => `${pathOf([hop])}h0`).join("")),
    pathShape("drop", pathOf([now, [now[0], now[1], 0], [0, 0, 0]])),
    ...(moved ? [pathShape("hop", arrowPath(toScreen(old), toScreen(now), 0.7 * camera.rem))] : []),
    planeText("(w, b)", [px + 1.8 * camera.rem, py - 0.6 * camera.rem], { camera }, "w-name"),
  ];
}
