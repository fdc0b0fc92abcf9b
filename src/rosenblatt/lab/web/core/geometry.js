// Geometry of the plane: lines, polygons, margins, angles and round numbers.

import { scoreOf } from "./engine.js";

/** The part of a polygon (a list of [x, y]) where w1·x + w2·y + b ≥ 0. */
export function clippedBy(polygon, w1, w2, b) {
  const inside = [];
  polygon.forEach((point, i) => {
    const next = polygon[(i + 1) % polygon.length];
    const here = w1 * point[0] + w2 * point[1] + b;
    const there = w1 * next[0] + w2 * next[1] + b;
    if (here >= 0) inside.push(point);
    if (here >= 0 !== there >= 0) {
      const share = here / (here - there);
      inside.push([point[0] + share * (next[0] - point[0]), point[1] + share * (next[1] - point[1])]);
    }
  });
  return inside;
}

/** The two ends of the line w1·x + w2·y + b = 0 in a box {left, right, bottom, top}; null where it misses the box. */
export function lineAcross(box, w1, w2, b) {
  if (w1 === 0 && w2 === 0) return null;
  const size = Math.hypot(w1, w2);
  const [u1, u2, offset] = [w1 / size, w2 / size, b / size];
  const ends = [];
  const keep = (x, y) => {
    const far = ends.every(([a, c]) => Math.hypot(a - x, c - y) > 1e-9 * (box.right - box.left));
    const slack = 1e-9 * (box.right - box.left);
    const inBox = x >= box.left - slack && x <= box.right + slack && y >= box.bottom - slack && y <= box.top + slack;
    if (far && inBox) ends.push([x, y]);
  };
  for (const x of [box.left, box.right]) if (u2 !== 0) keep(x, -(u1 * x + offset) / u2);
  for (const y of [box.bottom, box.top]) if (u1 !== 0) keep(-(u2 * y + offset) / u1, y);
  return ends.length < 2 ? null : ends.slice(0, 2);
}

/** The margin of the current line: {distance, row} of the closest point, or null where it does not separate. */
export function currentMargin(points, weights) {
  const size = Math.hypot(weights.w1, weights.w2);
  if (size === 0 || !points.length) return null;
  let [distance, row] = [Infinity, -1];
  points.forEach((point, i) => {
    const away = (point.label * scoreOf(weights, point.x, point.y)) / size;
    if (away < distance) [distance, row] = [away, i];
  });
  return distance > 0 ? { distance, row } : null;
}

/** A round step (1, 2 or 5 times a power of ten), not below `least`. */
export function niceStep(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((k) => k * power).find((step) => step >= least * 0.999999);
}

/** A number of a grid, without the dust of rounding. */
export function onGrid(value, step) {
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const rounded = Number((Math.round(value / step) * step).toFixed(Math.min(digits, 12)));
  return rounded === 0 ? 0 : rounded;
}

/** The angle between two vectors in degrees; null where one is zero. */
export function angleBetween(a1, a2, b1, b2) {
  if ((a1 === 0 && a2 === 0) || (b1 === 0 && b2 === 0)) return null;
  return (Math.atan2(Math.abs(a1 * b2 - a2 * b1), a1 * b1 + a2 * b2) * 180) / Math.PI;
}

const LIKE_RANGES = 4;

/** Whether the ranges of both coordinates are about as long, so that both axes can have one scale. */
export function haveLikeRanges(points) {
  const rangeOf = (values) => values.reduce((a, b) => Math.max(a, b), -Infinity) - values.reduce((a, b) => Math.min(a, b), Infinity);
  const [wide, high] = [rangeOf(points.map(({ x }) => x)), rangeOf(points.map(({ y }) => y))];
  return !(wide > 0 && high > 0) || Math.max(wide / high, high / wide) <= LIKE_RANGES;
}
