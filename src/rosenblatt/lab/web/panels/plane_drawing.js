// Drawers of the plane: each has its elements, and moves them when it is called.

import { predictSign } from "../core/engine.js";
import { clippedBy, lineAcross, niceStep, onGrid } from "../core/geometry.js";
import { setAttributes, svgElement } from "../ui/dom.js";
import { labelWord, numberText, pointName } from "../ui/format.js";
import { arrowPath } from "../ui/shapes.js";

const LONGEST_ARROW = 0.36; // of the plane's shorter side

export function planeDefs() {
  const pattern = (id, ...children) =>
    svgElement("pattern", { id, width: 12, height: 12, patternUnits: "userSpaceOnUse" }, ...children);
  return svgElement("defs", {},
    pattern("plus-side", svgElement("rect", { class: "tint plus-tint", width: 12, height: 12 }),
      svgElement("path", { class: "plus-hatch", d: "M-3 3 3 -3M0 12 12 0M9 15 15 9" })),
    pattern("minus-side", svgElement("rect", { class: "tint minus-tint", width: 12, height: 12 }),
      svgElement("circle", { class: "minus-dots", cx: 3, cy: 3, r: 1.1 }),
      svgElement("circle", { class: "minus-dots", cx: 9, cy: 9, r: 1.1 })));
}

function polygonText(polygon, toScreen) {
  return polygon.map(([x, y]) => toScreen(x, y).map((p) => p.toFixed(2)).join(",")).join(" ");
}

export function gridDrawer(group) {
  const lines = svgElement("path", { class: "grid" });
  const axes = svgElement("path", { class: "axes" });
  const texts = svgElement("g", { class: "ticks" });
  group.append(lines, axes, texts);
  /** titles: of the two axes. */
  return (space, titles) => {
    const { camera } = space;
    const [ax, ay] = space.toScreen(0, 0);
    const at = {
      x: Math.min(Math.max(ax, 4), camera.width - 4),
      y: Math.min(Math.max(ay, 4), camera.height - 1.4 * camera.rem),
    };
    const names = axisNames(space, titles, at);
    const across = ticksAcross(space, at);
    const up = ticksUp(space, at);
    setAttributes(lines, { d: across.d + up.d });
    setAttributes(axes, { d: `M${ax.toFixed(1)} 0V${camera.height}M0 ${ay.toFixed(1)}H${camera.width}` });
    texts.replaceChildren(
      ...[...across.labels, ...up.labels].map(([x, y, value, anchor]) =>
        svgElement("text", { x, y, "text-anchor": anchor }, numberText(value))),
      ...names.map(({ text, x, y, anchor }) =>
        svgElement("text", { class: "axis-name", x, y, "text-anchor": anchor }, text)));
  };
}

const WIDEST_TICK = 0.5; // rem per character, as wide as in the widest fonts
const WIDEST_NAME = 0.62;

/** The names of the axes, cut to what there is room for: x₁ at the right end, x₂ at the top. */
function axisNames({ camera }, titles, at) {
  const fitted = (axis, room) => {
    const text = titles[axis];
    const most = Math.max(2, Math.floor(room / (WIDEST_NAME * camera.rem)));
    return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 6)).trimEnd()}… (${axis ? "x₂" : "x₁"})`;
  };
  const across = fitted(0, 0.6 * camera.width);
  const above = at.y - 6 > 2.6 * camera.rem; // else the two names would share the top edge
  const y1 = above ? at.y - 6 : at.y + 2.2 * camera.rem;
  const left = at.x > camera.width / 2;
  const up = fitted(1, left ? at.x - 16 : camera.width - at.x - 16);
  const right = camera.width - 8;
  return [
    { text: across, x: right, y: y1, anchor: "end" },
    { text: up, x: at.x + (left ? -8 : 8), y: camera.rem, anchor: left ? "end" : "start" },
  ];
}

function ticksAcross(space, at) {
  const { camera } = space;
  const { left, right } = space.box();
  const step = niceStep((3.6 * camera.rem) / camera.scale);
  const labels = [];
  let d = "";
  for (let k = Math.ceil(left / step); k * step <= right; k += 1) {
    const [px] = space.toScreen(k * step, 0);
    d += `M${px.toFixed(1)} 0V${camera.height}`;
    const value = onGrid(k * step, step);
    const half = (WIDEST_TICK * camera.rem * numberText(value).length + 4) / 2;
    const inside = px > Math.max(16, half) && px < camera.width - Math.max(24, half);
    if (k !== 0 && inside) labels.push([px, at.y + 0.95 * camera.rem, value, "middle"]);
  }
  return { d, labels };
}

function ticksUp(space, at) {
  const { camera } = space;
  const { bottom, top } = space.box();
  const step = niceStep((3.6 * camera.rem) / space.scaleOfY());
  const labels = [];
  let d = "";
  for (let k = Math.ceil(bottom / step); k * step <= top; k += 1) {
    const [, py] = space.toScreen(0, k * step);
    d += `M0 ${py.toFixed(1)}H${camera.width}`;
    const value = onGrid(k * step, step);
    const atLeft = at.x < Math.max(40, WIDEST_TICK * camera.rem * numberText(value).length + 9);
    const inside = py > 1.3 * camera.rem + 8 && py < camera.height - 12;
    if (k !== 0 && inside) labels.push([at.x + (atLeft ? 5 : -5), py + 4, value, atLeft ? "start" : "end"]);
  }
  return { d, labels };
}

/** The two sides of a line, or the whole plane where w is zero. */
export function sidesDrawer(group) {
  const plus = svgElement("polygon", { class: "side", fill: "url(#plus-side)" });
  const minus = svgElement("polygon", { class: "side", fill: "url(#minus-side)" });
  group.append(plus, minus);
  return (space, { w1, w2, b }, atZero) => {
    const { left, right, bottom, top } = space.box();
    const all = [[left, bottom], [right, bottom], [right, top], [left, top]];
    const flat = w1 === 0 && w2 === 0;
    const whole = flat && !(b === 0 && atZero === "mistake") ? predictSign(b, atZero) : 0;
    const sides = flat ? [whole > 0 ? all : [], whole < 0 ? all : []]
      : [clippedBy(all, w1, w2, b), clippedBy(all, -w1, -w2, -b)];
    setAttributes(plus, { points: polygonText(sides[0], space.toScreen) });
    setAttributes(minus, { points: polygonText(sides[1], space.toScreen) });
  };
}

/** The band around a line that separates, as wide as its closest point allows. */
export function bandDrawer(group) {
  const band = svgElement("polygon", { class: "band" });
  const edges = svgElement("path", { class: "band-edge" });
  group.append(band, edges);
  return (space, { w1, w2, b }, margin) => {
    const away = margin ? margin.distance * Math.hypot(w1, w2) : 0;
    const box = space.box();
    const all = [[box.left, box.bottom], [box.right, box.bottom], [box.right, box.top], [box.left, box.top]];
    const inner = margin ? clippedBy(clippedBy(all, w1, w2, b + away), -w1, -w2, away - b) : [];
    setAttributes(band, { points: polygonText(inner, space.toScreen) });
    const lines = margin ? [b + away, b - away].map((c) => lineAcross(box, w1, w2, c)).filter(Boolean) : [];
    setAttributes(edges, { d: lines.map((ends) => segmentPath(ends, space)).join("") });
  };
}

function segmentPath(ends, { toScreen }) {
  return ends ? `M${ends.map(([x, y]) => toScreen(x, y).map((p) => p.toFixed(2)).join(" ")).join("L")}` : "";
}

/** Places on the boundary where w may stand, the best first: nearest to the origin, to the middle, along the line. */
function feetOf(space, { w1, w2, b }) {
  const square = w1 * w1 + w2 * w2;
  if (square === 0) return [{ x: 0, y: 0 }, { x: space.camera.x, y: space.camera.y }];
  const near = (x, y) => {
    const away = (w1 * x + w2 * y + b) / square;
    return { x: x - away * w1, y: y - away * w2 };
  };
  const ends = lineAcross(space.box(), w1, w2, b) ?? [];
  const along = ends.length ? [0.5, 0.35, 0.65, 0.2, 0.8].map((share) => ({
    x: ends[0][0] + share * (ends[1][0] - ends[0][0]),
    y: ends[0][1] + share * (ends[1][1] - ends[0][1]),
  })) : [];
  return [near(0, 0), near(space.camera.x, space.camera.y), ...along];
}

/**
 * Where arrows to these tips stand, and at which share of their length (1, 1/2, 1/4 …) they are seen as a whole;
 * null where the boundary is not seen.
 */
function standOf(space, weights, tips) {
  const room = LONGEST_ARROW * Math.min(space.camera.width, space.camera.height);
  const longest = Math.max(...tips.map(([x, y]) => Math.hypot(x * space.camera.scale, y * space.scaleOfY())));
  const first = longest <= room ? 1 : 2 ** -Math.ceil(Math.log2(longest / room));
  const feet = feetOf(space, weights);
  for (const share of [first, first / 2, first / 4]) {
    const seen = ([x, y], foot) => space.shows({ x: foot.x + share * x, y: foot.y + share * y }, 14);
    const foot = feet.find((place) => space.shows(place, 10) && tips.every((tip) => seen(tip, place)));
    if (foot) return { foot, share };
  }
  const foot = feet.find((place) => space.shows(place));
  return foot ? { foot, share: first } : null;
}

/** A path with its mark, the symbol in Steps that lights up with it; a wider one that is not seen makes it easy to hit. */
function markedPath(kind, mark) {
  const nodes = (mark ? ["mark-reach", kind] : [kind]).map((name) => svgElement("path", { class: name, "data-mark": mark }));
  return { nodes, put: (d) => nodes.forEach((node) => setAttributes(node, { d })) };
}

/** The boundary, w with its right angle, and on a mistake the old w and what was added. */
export function arrowsDrawer(group) {
  const before = markedPath("boundary before", "old-b");
  const boundary = markedPath("boundary", "b");
  const corner = markedPath("right-angle", null);
  const old = markedPath("arrow old", "old");
  const added = markedPath("arrow added", "added");
  const arrow = markedPath("arrow w", "w");
  const names = svgElement("g", { class: "arrow-names" });
  group.append(...[before, boundary, corner, old, added, arrow].map(({ nodes }) => nodes).flat(), names);

  /** grown: from 0 to 1, how much of the added vector is shown. */
  return (space, weights, update, grown) => {
    const box = space.box();
    const tips = [[weights.w1, weights.w2], ...(update ? [update.old, update.sum] : [])];
    const stand = standOf(space, update ? update.settled : weights, tips);
    const shows = stand !== null;
    const share = stand?.share ?? 1;
    const foot = shows ? nearestOnLine(stand.foot, weights) : null;
    const at = (x, y) => space.toScreen(foot.x + share * x, foot.y + share * y);
    boundary.put(segmentPath(lineAcross(box, weights.w1, weights.w2, weights.b), space));
    const base = shows ? at(0, 0) : [0, 0];
    const tip = shows ? at(weights.w1, weights.w2) : [0, 0];
    arrow.put(shows ? arrowPath(base, tip, 0.75 * space.camera.rem) : "");
    corner.put(shows && space.camera.stretch === 1 ? rightAngle(base, tip, 0.7 * space.camera.rem) : "");
    const texts = shows && Math.hypot(weights.w1, weights.w2) > 0 ? [["w", tip, base, "w"]] : [];
    if (update && shows) {
      const oldTip = at(...update.old);
      const addedTip = at(update.old[0] + grown * update.added[0], update.old[1] + grown * update.added[1]);
      old.put(arrowPath(base, oldTip, 0.65 * space.camera.rem));
      added.put(arrowPath(oldTip, addedTip, 0.65 * space.camera.rem));
      before.put(segmentPath(lineAcross(box, ...update.old, update.oldBias), space));
      if (Math.hypot(...update.old) > 0) texts.push(["old w", oldTip, base, "old"]);
      texts.push([update.name, ...besideArrow(oldTip, addedTip, base), "added"]);
    } else {
      for (const path of [old, added, before]) path.put("");
    }
    names.replaceChildren(...placedNames(texts, space).filter(Boolean));
    return share;
  };
}

/** The middle of an arrow, and a place from which the way to it leads off the arrow, away from `base`. */
function besideArrow([x0, y0], [x1, y1], base) {
  const middle = [(x0 + x1) / 2, (y0 + y1) / 2];
  const [u, v] = [y1 - y0, x0 - x1];
  const away = (middle[0] - base[0]) * u + (middle[1] - base[1]) * v < 0 ? -1 : 1;
  return [middle, [middle[0] - away * u, middle[1] - away * v]];
}

/** A tick that the name of an arrow would touch is not shown: beside a 2, the name w would read as w2. */
export function hideTouchedTicks(ticks, names, { camera: { rem } }) {
  const boxOf = (node, wide) => {
    const width = node.textContent.length * wide * rem + 8;
    const shift = { start: 0, middle: 0.5, end: 1 }[node.getAttribute("text-anchor")];
    const left = Number(node.getAttribute("x")) - shift * width;
    return { left, right: left + width, y: Number(node.getAttribute("y")) };
  };
  const named = [...names].map((node) => boxOf(node, 0.6));
  for (const node of ticks) {
    const { left, right, y } = boxOf(node, WIDEST_TICK);
    const touched = named.some((name) => left < name.right && right > name.left && Math.abs(name.y - y) < rem);
    setAttributes(node, { visibility: touched ? "hidden" : "visible" });
  }
}

/** While a line turns, w stands on it, as near as can be to where it will stand. */
function nearestOnLine({ x, y }, { w1, w2, b }) {
  const square = w1 * w1 + w2 * w2;
  const away = square === 0 ? 0 : (w1 * x + w2 * y + b) / square;
  return { x: x - away * w1, y: y - away * w2 };
}

/** The names of arrows beyond their tips, inside the plane; one that would lie on another moves, or is left out. */
function placedNames(texts, { camera }) {
  const placed = [];
  return texts.map(([text, [x, y], from, kind]) => {
    const length = Math.hypot(x - from[0], y - from[1]) || 1;
    const [dx, dy] = [((x - from[0]) / length) * camera.rem, ((y - from[1]) / length) * camera.rem];
    const width = text.length * 0.6 * camera.rem + 4;
    const cx = Math.min(Math.max(x + dx, width / 2 + 2), camera.width - width / 2 - 2);
    let cy = Math.min(Math.max(y + dy + 5, 16), camera.height - 6);
    const away = (cy > camera.height / 2 ? -1.1 : 1.1) * camera.rem;
    const covers = ([px, py, w]) => Math.abs(px - cx) < (w + width) / 2 && Math.abs(py - cy) < camera.rem;
    for (let tries = 0; tries < placed.length && placed.some(covers); tries += 1) cy += away;
    if (placed.some(covers)) return null; // no room: the colours say which arrow is which
    placed.push([cx, cy, width]);
    const at = { x: cx.toFixed(1), y: cy.toFixed(1), "text-anchor": "middle" };
    return svgElement("text", { ...at, class: `arrow-name ${kind}`, "data-mark": kind }, text);
  });
}

function rightAngle([x0, y0], [x1, y1], size) {
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (length < size * 1.6) return "";
  const [u, v] = [((x1 - x0) / length) * size, ((y1 - y0) / length) * size];
  const at = (x, y) => `${x.toFixed(2)} ${y.toFixed(2)}`;
  return `M${at(x0 + u, y0 + v)}L${at(x0 + u - v, y0 + v + u)}L${at(x0 - v, y0 + u)}`;
}

function pointNode() {
  return svgElement("g", { class: "point", role: "button", tabindex: -1 },
    svgElement("circle", { class: "reach", r: 13 }), svgElement("circle", { class: "halo", r: 14 }),
    svgElement("path", { class: "body" }), svgElement("path", { class: "sign" }));
}

export const POINT_SHAPES = {
  1: ["M-8 -8H8V8H-8Z", "M-5 0H5M0 -5V5"], // a square for plus and a circle for minus, as in the plots
  "-1": ["M-9 0a9 9 0 1 0 18 0a9 9 0 1 0 -18 0Z", "M-5 0H5"],
};
const FULL_SIZE = 20; // points up to which marks have their full size
const MANY = 150; // points from which marks have their smallest
const SMALLEST_MARK = 0.45;

/** The size of marks, which shrink as points become many. */
export function markSize(n) {
  const share = Math.log(Math.max(1, n / FULL_SIZE)) / Math.log(MANY / FULL_SIZE);
  return 1 - (1 - SMALLEST_MARK) * Math.min(1, share);
}

/** Points are kept from drawing to drawing, and only what changed is set: with 500 of them that is what is slow. */
export function pointsDrawer(group) {
  const kept = []; // {node, point, at, wrong, visited}
  return (space, points, wrong, visited, current, chosen) => {
    const size = markSize(points.length);
    if (kept.size !== size) group.style.setProperty("--point", (kept.size = size));
    while (kept.length > points.length) kept.pop().node.remove();
    points.forEach((point, row) => {
      if (!kept[row]) {
        kept[row] = { node: pointNode() };
        kept[row].node.dataset.row = row;
        group.append(kept[row].node);
      }
      const old = kept[row];
      const [px, py] = space.toScreen(point.x, point.y);
      const at = `translate(${px.toFixed(2)} ${py.toFixed(2)})`;
      if (old.at !== at) old.node.setAttribute("transform", (old.at = at));
      if (old.point !== point) showPoint(old, row, point);
      const marks = `${wrong[row] ? " wrong" : ""}${row === visited ? " visited" : ""}${row === chosen ? " chosen" : ""}`;
      const kind = `point ${labelWord(point.label)}${marks}`;
      if (old.kind !== kind) {
        old.node.setAttribute("class", (old.kind = kind));
        setAttributes(old.node, { "data-mark": row === visited && "x" });
      }
      const place = row === current ? 0 : -1;
      if (old.place !== place) old.node.setAttribute("tabindex", (old.place = place));
    });
    return kept;
  };
}

function showPoint(old, row, point) {
  const [, , body, sign] = old.node.children;
  const [shape, mark] = POINT_SHAPES[point.label];
  body.setAttribute("d", shape);
  sign.setAttribute("d", mark);
  old.node.setAttribute("aria-label", pointName(row, point));
  old.point = point;
}

/** The cross that the keyboard moves over the plane. */
export function crossDrawer(group) {
  const cross = svgElement("path", { class: "cross", d: "M-12 0H12M0 -12V12" });
  group.append(cross);
  return (space, place) => {
    const at = place && space.toScreen(place.x, place.y);
    setAttributes(cross, { transform: at && `translate(${at[0]} ${at[1]})`, visibility: at ? "visible" : "hidden" });
  };
}
