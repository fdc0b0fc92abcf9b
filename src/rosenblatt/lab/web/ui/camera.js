// The camera: the part of the plane that is seen, between the plane's coordinates and pixels.

/**
 * The part of the plane that is seen: its middle, and pixels per unit of x. A unit of y is `stretch` times as long: 1
 * unless the axes have scales of their own.
 */
export function makeCamera() {
  const camera = { x: 0, y: 0, scale: 50, stretch: 1, width: 500, height: 500, rem: 16 };

  const scaleOfY = () => camera.scale * camera.stretch;

  function toScreen(x, y) {
    return [camera.width / 2 + (x - camera.x) * camera.scale, camera.height / 2 - (y - camera.y) * scaleOfY()];
  }

  function toWorld(px, py) {
    return [camera.x + (px - camera.width / 2) / camera.scale, camera.y - (py - camera.height / 2) / scaleOfY()];
  }

  function box() {
    const [left, top] = toWorld(0, 0);
    const [right, bottom] = toWorld(camera.width, camera.height);
    return { left, right, bottom, top };
  }

  /** Show all these points, and the origin where it is near. */
  function fit(points, equalAxes = true) {
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
    const [scaleX, scaleY] = [(0.74 * camera.width) / wide, (0.74 * camera.height) / high];
    camera.scale = equalAxes ? Math.min(scaleX, scaleY) : scaleX;
    camera.stretch = equalAxes ? 1 : scaleY / scaleX;
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

  /** The steps by which points move along x and y: the least powers of ten that are two pixels or more. */
  function gridSteps() {
    return [camera.scale, scaleOfY()].map((scale) => 10 ** Math.ceil(Math.log10(2 / scale) - 1e-9));
  }

  return { camera, scaleOfY, toScreen, toWorld, box, fit, zoom, shows, gridSteps };
}

/** Where in the plane a pointer is, {x, y}. */
export function worldAt(space, svg, event) {
  const rect = svg.getBoundingClientRect();
  const [x, y] = space.toWorld(event.clientX - rect.left, event.clientY - rect.top);
  return { x, y };
}
