// The part of the plane that is seen: zoomed, moved, fitted to points, and kept when the page changes its size.

import { placesToShow } from "../core/practice_secrecy.js";

/** state(): that of the lab; redraw(): draws the plane if there is something to draw. */
export function cameraMoves({ svg, stage }, space, ui, { state, redraw }) {
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

  /** Aim at what should be seen; the plane is to be drawn after that. */
  function aim() {
    fitted = placesToShow(state()); // when the plane is resized the same part is shown, whatever was placed since
    space.fit(fitted, state().equalAxes);
    ui.cameraMoved = true;
  }

  function fit() {
    aim();
    redraw();
  }

  function resize() {
    const { width, height } = svg.getBoundingClientRect(); // not the stage's, which has a border
    if (width < 1 || height < 1 || (width === camera.width && height === camera.height)) return;
    const grown = width / camera.width;
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    Object.assign(camera, { width, height, rem, scale: camera.scale * grown });
    svg.style.setProperty("--mark", rem / 16); // marks grow with the type
    if (fitted) space.fit(fitted, state().equalAxes);
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    moved();
  }
  new ResizeObserver(resize).observe(stage);
  resize();
  return { zoom, moveTo, pan, aim, fit };
}
