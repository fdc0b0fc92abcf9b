// The legend under the plane: what its marks mean.

import { className } from "../core/names.js";
import { hidesMistakes } from "../core/practice_secrecy.js";
import { element, setText, svgElement } from "../ui/dom.js";
import { labelText } from "../ui/format.js";
import { POINT_SHAPES } from "./plane_drawing.js";

const sample = (...parts) =>
  svgElement("svg", { class: "legend-mark", viewBox: "-15 -15 30 30", "aria-hidden": "true" }, parts);

function pointMark(label, word) {
  const [body, sign] = POINT_SHAPES[label];
  return sample(svgElement("g", { class: `point ${word}` },
    svgElement("path", { class: "body", d: body }), svgElement("path", { class: "sign", d: sign })));
}

/** "setosa, y = +1", or "y = +1" for a class without a name. */
function legendText(state, label) {
  const [name, sign] = [className(state, label), labelText(label)];
  return name === sign ? `y = ${sign}` : `${name}, y = ${sign}`;
}

/** Returns what shows the legend of a view. */
export function mountLegend(root) {
  const halo = (kind) => sample(svgElement("g", { class: `point ${kind}` },
    svgElement("circle", { class: "halo", r: 12 })));
  const names = { 1: element("span"), "-1": element("span") };
  const entry = (mark, text) => element("li", {}, mark, text);
  const mistake = entry(halo("wrong"), element("span", {}, "a mistake now"));
  root.append(element("ul", { class: "legend", "aria-label": "Legend" },
    entry(pointMark(1, "plus"), names[1]), entry(pointMark(-1, "minus"), names[-1]),
    mistake,
    entry(halo("visited"), element("span", {}, "visited")),
    entry(sample(svgElement("path", { class: "boundary", d: "M-14 0H14" })), element("span", {}, "boundary")),
    entry(sample(svgElement("path", { class: "arrow w", d: "M-13 0H7M5 -5 13 0 5 5Z" })), element("span", {}, "w"))));
  return (view) => {
    for (const label of [1, -1]) setText(names[label], legendText(view.state, label));
    mistake.hidden = hidesMistakes(view); // then no point is marked so
  };
}
