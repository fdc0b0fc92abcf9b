// The camera: the part of the plane that is seen, between the plane's coordinates and pixels.

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

  /** The step by which points move: the least power of ten that is two pixels or more. */
  function gridStep() {
    return 10 ** Math.ceil(Math.log10(2 / camera.scale) - 1e-9);
  }

  return { camera, toScreen, toWorld, box, fit, zoom, shows, gridStep };
}

/** Where in the plane a pointer is, {x, y}. */
export function worldAt(space, svg, event) {
  const rect = svg.getBoundingClientRect();
  const [x, y] = space.toWorld(event.clientX - rect.left, event.clientY - rect.top);
  return { x, y };
}
