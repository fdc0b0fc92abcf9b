// What part of the plane is seen, and its geometry.

import { scoreOf } from "../core/engine.js";

// --- Geometry in the plane, for other panels too ---

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

/** An arrow between two places on the screen, as the d of a path. */
export function arrowPath([x0, y0], [x1, y1], head = 10) {
  const length = Math.hypot(x1 - x0, y1 - y0);
  if (length < 0.5) return "";
  const size = Math.min(head, length);
  const [u, v] = [(x1 - x0) / length, (y1 - y0) / length];
  const [mx, my] = [x1 - size * u, y1 - size * v];
  const [px, py] = [-v * size * 0.42, u * size * 0.42];
  const at = (x, y) => `${x.toFixed(2)} ${y.toFixed(2)}`;
  return `M${at(x0, y0)}L${at(mx, my)}M${at(x1, y1)}L${at(mx + px, my + py)}L${at(mx - px, my - py)}Z`;
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

// --- The camera ---

/** What part of the plane is seen: its middle, and pixels a unit. */
export function makeCamera() {
  const camera = { x: 0, y: 0, scale: 50, width: 500, height: 500, rem: 16 };

  function toScreen(x, y) {
    return [camera.width / 2 + (x - camera.x) * camera.scale, camera.height / 2 - (y - camera.y) * camera.scale];
  }

  function toWorld(px, py) {
    return [camera.x + (px - camera.width / 2) / camera.scale, camera.y - (py - camera.height / 2) / camera.scale];
  }

  function box() {
    const [left, top] = toWorld(0, 0);
    const [right, bottom] = toWorld(camera.width, camera.height);
    return { left, right, bottom, top };
  }

  /** Show all these points, and the origin where it is near. */
  function fit(points) {
    const xs = points.map((p) => p.x);
    const ys = points.map((p) => p.y);
    let [left, right] = points.length ? [Math.min(...xs), Math.max(...xs)] : [-3, 3];
    let [bottom, top] = points.length ? [Math.min(...ys), Math.max(...ys)] : [-3, 3];
    const spread = Math.max(right - left, top - bottom, 1e-9 * Math.max(1, ...xs.map(Math.abs), ...ys.map(Math.abs)));
    if (Math.max(left, -right, bottom, -top) <= Math.max(spread, 2)) {
      [left, right, bottom, top] = [Math.min(left, 0), Math.max(right, 0), Math.min(bottom, 0), Math.max(top, 0)];
    }
    const room = Math.max(right - left, top - bottom, spread) < 1e-6 ? 1 : 0;
    Object.assign(camera, { x: (left + right) / 2, y: (bottom + top) / 2 });
    const wide = (right - left || spread) + room;
    const high = (top - bottom || spread) + room;
    camera.scale = 0.74 * Math.min(camera.width / wide, camera.height / high);
  }

  function zoom(factor, [px, py] = [camera.width / 2, camera.height / 2]) {
    const [x, y] = toWorld(px, py);
    camera.scale = Math.min(1e9, Math.max(1e-5, camera.scale * factor));
    const [nx, ny] = toWorld(px, py);
    camera.x += x - nx;
    camera.y += y - ny;
  }

  function shows(point, border = 0) {
    const [px, py] = toScreen(point.x, point.y);
    return px >= border && py >= border && px <= camera.width - border && py <= camera.height - border;
  }

  return { camera, toScreen, toWorld, box, fit, zoom, shows };
}
