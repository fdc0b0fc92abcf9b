// The part of the plane that is seen: zoomed, moved, fitted to points, and kept when the page changes its size.

/** points(): those to fit to; equalAxes(): whether both axes have one scale; redraw(): draws the plane if there is something to draw. */
export function cameraMoves({ svg, stage }, space, ui, { points, equalAxes, redraw }) {
  const { camera } = space;
  let fitted = null; // the points that the view was fitted to, until it is zoomed or moved

  function moved() {
    ui.cameraMoved = true;
    redraw();
  }

  function zoom(factor, at) {
    fitted = null;
    space.zoom(factor, at);
    moved();
  }

  function moveTo(x, y) {
    fitted = null;
    Object.assign(camera, { x, y });
    moved();
  }

  function pan(dx, dy) {
    moveTo(camera.x + (dx * 0.2 * camera.width) / camera.scale, camera.y + (dy * 0.2 * camera.height) / space.scaleOfY());
  }

  function fitTo(some) {
    fitted = some; // when the plane is resized the same part is shown, whatever was placed since
    space.fit(some, equalAxes());
    ui.cameraMoved = true;
  }

  function fit() {
    fitTo(points());
    redraw();
  }

  function resize() {
    const { width, height } = svg.getBoundingClientRect(); // not the stage's, which has a border
    if (width < 1 || height < 1 || (width === camera.width && height === camera.height)) return;
    const grown = width / camera.width;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    Object.assign(camera, { width, height, rem, scale: camera.scale * grown });
    svg.style.setProperty("--mark", rem / 16); // marks grow with the type
    if (fitted) space.fit(fitted, equalAxes());
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    moved();
  }
  new ResizeObserver(resize).observe(stage);
  resize();
  return { zoom, moveTo, pan, fitTo, fit };
}
