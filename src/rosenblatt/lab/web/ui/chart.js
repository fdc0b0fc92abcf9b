// Charts beside the plane: as wide as their place, with axes from zero.

import { niceStep, onGrid } from "../core/geometry.js";
import { element, setAttributes, svgElement } from "./dom.js";
import { numberText } from "./format.js";

let clipsMade = 0;

/**
 * A plot. `draw(plot)` draws what does not depend on the time: it is called when the size has changed, and by `redraw`.
 * In it plot.frame(xMost, yMost, names) makes the axes and sets plot.x and plot.y, from numbers to pixels.
 * plot.faint and plot.strong are for the curves, the strong ones seen up to `plot.upTo(x)`; plot.marks is for the rest.
 */
export function makePlot(className, heightInRem, draw) {
  const clip = svgElement("rect", { x: 0, y: 0, width: 0, height: 0 });
  const id = `clip-${(clipsMade += 1)}`;
  const [axes, faint, strong, marks] = ["axes", "faint", "strong", "marks"]
    .map((name) => svgElement("g", { class: `plot-${name}` }));
  strong.setAttribute("clip-path", `url(#${id})`);
  const svg = svgElement("svg", { role: "img", class: "plot-svg" },
    svgElement("clipPath", { id }, clip), axes, faint, strong, marks);
  const root = element("div", { class: `plot ${className}`, style: `height: ${heightInRem}rem` }, svg);
  const plot = { root, svg, faint, strong, marks, width: 0, height: 0, rem: 16, ready: false, frame, upTo, redraw };

  /** yDigits: room for numbers of so many, so that plots under each other have the same left. yLeast: step of y. */
  function frame(xMost, yMost, { x: xName, y: yName = "", yDigits = 0, yLeast = 0 }) {
    const { width, height, rem } = plot;
    const yStep = niceStep(Math.max(yLeast, yMost / Math.max(1, Math.floor(height / (2.6 * rem)))));
    const yTop = yMost * 1.04;
    const texts = stepsTo(yTop, yStep).map((value) => [value, numberText(onGrid(value, yStep))]);
    const left = rem * (0.9 + 0.5 * Math.max(yDigits, ...texts.map(([, text]) => text.length)));
    const [right, top, bottom] = [width - 1.3 * rem, (yName ? 1.5 : 0.6) * rem, height - 2.3 * rem];
    plot.x = (value) => left + (value / xMost) * (right - left);
    plot.y = (value) => bottom - (value / yTop) * (bottom - top);
    Object.assign(plot, { left, right, top, bottom, xMost, yMost: yTop });
    const xStep = niceStep(Math.max(1, xMost / Math.max(1, Math.floor((right - left) / (4 * rem))))); // whole: x counts
    const gridPath = texts.map(([value]) => `M${left} ${plot.y(value).toFixed(1)}H${right}`).join("");
    const write = (x, y, anchor, text, kind = null) =>
      svgElement("text", { x: x.toFixed(1), y: y.toFixed(1), "text-anchor": anchor, class: kind }, text);
    axes.replaceChildren(
      svgElement("path", { class: "plot-grid", d: gridPath }),
      svgElement("path", { class: "plot-axis", d: `M${left} ${top}V${bottom}H${right}` }),
      ...texts.map(([value, text]) => write(left - 0.35 * rem, plot.y(value) + 0.28 * rem, "end", text)),
      ...stepsTo(xMost, xStep)
        .map((value) => write(plot.x(value), bottom + rem, "middle", numberText(onGrid(value, xStep)))),
      write(right, height - 0.25 * rem, "end", xName, "axis-name"),
      write(0.2 * rem, 0.9 * rem, "start", yName, "axis-name"));
    setAttributes(clip, { height });
  }

  function upTo(x) {
    setAttributes(clip, { width: Math.max(0, plot.x(Math.min(x, plot.xMost)) + (x >= plot.xMost ? 2 : 0)).toFixed(2) });
  }

  function redraw() {
    const { width, height } = root.getBoundingClientRect();
    plot.ready = width > 40;
    if (!plot.ready) {
      plot.width = 0; // hidden: of the same size as before, it must be drawn when it is seen again
      return;
    }
    Object.assign(plot, { width, height, rem: height / heightInRem });
    setAttributes(svg, { viewBox: `0 0 ${width} ${height}`, width, height });
    draw(plot);
  }
  new ResizeObserver(([{ contentRect }]) => {
    if (Math.abs(contentRect.width - plot.width) > 0.5 || Math.abs(contentRect.height - plot.height) > 0.5) redraw();
  }).observe(root);
  return plot;
}

function stepsTo(most, step) {
  const values = [];
  for (let k = 0; k * step <= most * (1 + 1e-9); k += 1) values.push(k * step);
  return values;
}

/** A curve through [x, y] as the d of a path. */
export function curvePath(plot, points) {
  return points.map(([x, y], i) => `${i ? "L" : "M"}${plot.x(x).toFixed(1)} ${plot.y(y).toFixed(1)}`).join("");
}

/** At most `most` whole numbers from 0 to `last`, both among them. */
export function spreadOut(last, most) {
  const step = Math.max(1, last / most);
  const chosen = [];
  for (let k = 0; k * step < last; k += 1) chosen.push(Math.round(k * step));
  return [...chosen, last];
}
