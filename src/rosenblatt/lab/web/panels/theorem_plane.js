// The theorem's overlay in the plane: the line with the largest margin, R, or the witness that there is none.

import { longestPoint } from "../core/bound.js";
import { clippedBy, lineAcross } from "../core/geometry.js";
import { svgElement } from "../ui/dom.js";
import { planeText, screenPath } from "../ui/shapes.js";

// --- What is chosen: state.extra.theorem is a sum of these ---

export const MARGIN_DRAWN = 1;
export const BEST_DRAWN = 2;
export const RADIUS_DRAWN = 4;
export const MEETING_SHOWN = 8;
export const RUN_SHOWN = 16; // neither of the last two: as showsMeeting says

export function theoremChoices({ extra }) {
  const chosen = extra.theorem ?? MARGIN_DRAWN + RADIUS_DRAWN;
  return Number.isInteger(chosen) && chosen >= 0 && chosen < 32 ? chosen : MARGIN_DRAWN + RADIUS_DRAWN;
}

// --- Shapes ---

export function paintTheorem(group, view, space) {
  if (view.state.tab !== "theorem" || !view.state.points.length) return;
  const { verdict, state } = view;
  const chosen = theoremChoices(state);
  if (verdict.separable && chosen & RADIUS_DRAWN) group.append(...radiusShapes(state, space));
  const witnessShapes = state.options.bias ? hullShapes : originShapes;
  if (!verdict.separable) group.append(...witnessShapes(state, verdict, space));
  if (verdict.separable && chosen & BEST_DRAWN && state.options.bias) {
    group.append(...marginShapes(verdict.augmented, verdict.augmented.margin, "W*", "best", state, space));
  }
  if (verdict.separable && chosen & MARGIN_DRAWN && verdict.w1 !== null) {
    group.append(...marginShapes(verdict, verdict.margin, "largest margin", "widest", state, space));
  }
  group.append(...group.querySelectorAll("text")); // names above the lines, which their halo parts
}

/** A line with its band and its support points; w1, w2, b need not be of length 1 in the plane. */
function marginShapes({ w1, w2, b, support }, away, name, kind, { points }, space) {
  const box = space.box();
  const all = [[box.left, box.bottom], [box.right, box.bottom], [box.right, box.top], [box.left, box.top]];
  const band = clippedBy(clippedBy(all, w1, w2, b + away), -w1, -w2, away - b);
  const edges = [away, -away].map((offset) => lineAcross(box, w1, w2, b + offset)).filter(Boolean);
  const middle = lineAcross(box, w1, w2, b);
  const shapes = [];
  const draw = (part, d) => shapes.push(svgElement("path", { class: `margin-${part} ${kind}`, d }));
  if (band.length > 2) draw("band", screenPath(band, space.toScreen, "Z"));
  if (edges.length) draw("edge", edges.map((ends) => screenPath(ends, space.toScreen)).join(""));
  if (middle) {
    draw("line", screenPath(middle, space.toScreen));
    shapes.push(planeText(name, namePlace(middle, space, kind === "best" ? 0.16 : 0.08), space, kind));
  }
  return [...shapes, ...ringShapes(support.map((row) => points[row]), space, kind)];
}

/** Near the lower end of a line, beside it. */
function namePlace(ends, space, share) {
  const [first, last] = ends.map(([x, y]) => space.toScreen(x, y)).sort((a, b) => b[1] - a[1]);
  const steep = Math.abs(last[1] - first[1]) > Math.abs(last[0] - first[0]);
  const [x, y] = [first[0] + share * (last[0] - first[0]), first[1] + share * (last[1] - first[1])];
  return steep ? [x + 4 * space.camera.rem, y] : [x, y - 0.6 * space.camera.rem];
}

function ringShapes(places, space, kind) {
  const radius = (kind === "best" ? 22 : 18) * (space.camera.rem / 16);
  return places.map(({ x, y }) => {
    const [cx, cy] = space.toScreen(x, y);
    return svgElement("circle", { class: `support-ring ${kind}`, cx: cx.toFixed(1), cy: cy.toFixed(1), r: radius });
  });
}

const LARGEST_CIRCLE = 20000; // pixels; a larger one is a line, badly drawn

/** R is the longest (x, 1), which is not in the plane: there its x is, on a circle about the origin. */
function radiusShapes({ points, options }, space) {
  const longest = longestPoint(points, options.bias);
  const { x, y } = points[longest.rows[0]];
  const [from, to] = [space.toScreen(0, 0), space.toScreen(x, y)];
  const radius = longest.plain * space.camera.scale;
  const high = longest.plain * space.scaleOfY();
  const shapes = [];
  if (Math.max(radius, high) >= LARGEST_CIRCLE) return shapes;
  shapes.push(svgElement("ellipse", { class: "radius-circle", cx: from[0], cy: from[1], rx: radius, ry: high }));
  if (radius > 2 * space.camera.rem) {
    shapes.push(svgElement("path", { class: "radius-line", d: `M${from.join(" ")}L${to.join(" ")}` }));
    const [ux, uy] = [(to[1] - from[1]) / radius, (from[0] - to[0]) / radius];
    const middle = [from[0] + 0.72 * (to[0] - from[0]), from[1] + 0.72 * (to[1] - from[1])];
    const away = 1.1 * space.camera.rem * (uy > 0 ? -1 : 1);
    const place = [middle[0] + 2 * away * ux, middle[1] + away * uy];
    shapes.push(planeText(options.bias ? "√(R² − 1)" : "R", place, space, "radius"));
  }
  return shapes;
}

/** The witness: a hull of each class, and the point where they meet. */
function hullShapes({ points }, { witness, point }, space) {
  const hulls = [1, -1].map((label) => witness.map(({ row }) => points[row]).filter((p) => p.label === label));
  const shapes = hulls.filter((hull) => hull.length > 1).map((hull) => svgElement("path", {
    class: `hull ${hull[0].label > 0 ? "plus" : "minus"}`,
    d: screenPath(hull.map(({ x, y }) => [x, y]), space.toScreen, hull.length > 2 ? "Z" : ""),
  }));
  const rings = ringShapes(hulls.flat(), space, "witness");
  return [...shapes, ...rings, ...meetingShapes(point, "in both hulls", space)];
}

/** The witness without a bias: the minus points turned about the origin, which is then in the hull. */
function originShapes({ points }, { witness, point }, space) {
  const chosen = witness.map(({ row }) => points[row]);
  const turned = chosen.map(({ x, y, label }) => [label * x, label * y]);
  const d = screenPath(turned, space.toScreen, turned.length > 2 ? "Z" : "");
  const shapes = [svgElement("path", { class: "hull turned", d })];
  chosen.forEach(({ x, y, label }, i) => {
    if (label > 0) return;
    shapes.push(svgElement("path", { class: "turning", d: screenPath([[x, y], turned[i]], space.toScreen) }));
    const [px, py] = space.toScreen(...turned[i]);
    shapes.push(svgElement("rect", { class: "turned-point", x: px - 7, y: py - 7, width: 14, height: 14 }));
  });
  return [...shapes, ...ringShapes(chosen, space, "witness"), ...meetingShapes(point, "0 is in the hull", space)];
}

function meetingShapes({ x, y }, words, space) {
  const [px, py] = space.toScreen(x, y);
  const size = 9 * (space.camera.rem / 16);
  const d = `M${px} ${py - size}L${px + size} ${py}L${px} ${py + size}L${px - size} ${py}Z`;
  return [
    svgElement("path", { class: "meeting-point", d }),
    planeText(words, [px, py - 1.4 * space.camera.rem], space, "meeting"),
  ];
}
