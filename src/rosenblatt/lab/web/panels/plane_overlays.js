// Drawings of other panels in the plane: overlays in the SVG, and a region painted on the canvas below it.

import { svgElement } from "../ui/dom.js";

export function overlayLayer({ canvas, svg, layers }, space) {
  const overlays = new Map(); // name → {paint, regionOf}
  let drawing = false;

  /**
   * paint(group, view, space) draws into an empty group with every drawing of the plane. regionOf(view) returns what
   * paints the canvas in place of the two sides, (pen, view, space), or null.
   */
  function add(name, paint, regionOf = () => null) {
    overlays.set(name, { paint, regionOf });
  }

  /** Overlays are drawn anew each time; a handle that has the focus has it afterwards too. */
  function draw(view) {
    const held = document.activeElement?.closest(".layer-overlays .handle")?.dataset.handle;
    drawing = true;
    drawGroups(view);
    if (held) (layers.overlays.querySelector(`[data-handle="${held}"]`) ?? svg).focus();
    drawing = false;
    drawRegion(view);
  }

  function drawGroups(view) {
    const groups = new Map([...layers.overlays.children].map((group) => [group.dataset.name, group]));
    for (const [name, { paint }] of overlays) {
      const group = groups.get(name) ?? layers.overlays.appendChild(svgElement("g", { "data-name": name }));
      group.replaceChildren();
      paint(group, view, space);
    }
  }

  function drawRegion(view) {
    const paintRegion = [...overlays.values()].map(({ regionOf }) => regionOf(view)).find(Boolean);
    svg.classList.toggle("painted", Boolean(paintRegion));
    if (!paintRegion) {
      if (canvas.width) canvas.width = 0;
      return;
    }
    canvas.width = Math.round(space.camera.width);
    canvas.height = Math.round(space.camera.height);
    paintRegion(canvas.getContext("2d"), view, space);
  }
  return { add, draw, isDrawing: () => drawing };
}
