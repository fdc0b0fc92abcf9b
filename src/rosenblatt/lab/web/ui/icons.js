// Icons of the player's buttons, drawn, since fonts differ in the signs that they have.

import { svgElement } from "./dom.js";

const SHAPES = {
  start: "M4 5h2.4v14H4zM14 5v14L7 12zM21.5 5v14l-7-7z",
  back: "M6 5h2.6v14H6zM18.5 5v14L9.5 12z",
  play: "M6 4l14 8-14 8z",
  pause: "M6 4.5h4v15H6zM14 4.5h4v15h-4z",
  step: "M5.5 5v14l9-7zM15.4 5H18v14h-2.6z",
  mistake: "M6.6 4.5 12 9.9l5.4-5.4 2.1 2.1L14.1 12l5.4 5.4-2.1 2.1L12 14.1l-5.4 5.4-2.1-2.1L9.9 12 4.5 6.6z",
  epoch: "M12 4a8 8 0 1 0 7.7 10.2l-2.6-.8A5.3 5.3 0 1 1 12 6.7V10l6-4.6L12 1z",
  end: "M2.5 5v14l7-7zM10 5v14l7-7zM17.6 5H20v14h-2.4z",
};

/** An icon by its name. */
export function icon(name) {
  return svgElement("svg", { class: "icon-shape", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svgElement("path", { d: SHAPES[name] }));
}

/** Show another icon in the place of one. */
export function changeIcon(node, name) {
  const path = node.firstChild;
  if (path.getAttribute("d") !== SHAPES[name]) path.setAttribute("d", SHAPES[name]);
}
