// The points projected on w, with the threshold that b sets; b can be shifted.

import { isMistake, scoreOf } from "../core/engine.js";
import { niceStep } from "../core/geometry.js";
import { element, setAttributes, setText, svgElement } from "../ui/dom.js";
import { countedText, numberText, pointName } from "../ui/format.js";
import { numberBox, showNumber } from "../ui/number_field.js";

const [STRIP_WIDTH, STRIP_HEIGHT] = [340, 130];
const MAX_STRIP_NAMES = 20; // points in words

/** Where points stand on the strip, wᵀx/‖w‖, and the threshold −b/‖w‖; null where w is zero. */
export function stripOf(points, { w1, w2, b }) {
  const size = Math.hypot(w1, w2);
  if (size === 0) return null;
  return { places: points.map(({ x, y }) => (x * w1 + y * w2) / size), threshold: -b / size, size };
}

export function stripView(app) {
  const picture = element("div", { class: "picture" });
  const slider = element("input", { type: "range", id: "strip-b", "aria-label": "b" });
  const put = (b) => shiftBias(app, b);
  const box = numberBox(put, { "aria-label": "b as a number" });
  const words = element("p", { role: "status" });
  slider.addEventListener("input", () => put(Number(slider.value)));
  slider.addEventListener("change", () => app.settle());
  const root = element("div", {}, picture,
    element("div", { class: "field" }, element("label", { for: "strip-b" }, "b"),
      element("div", { class: "slider" }, slider, box)), words);
  return {
    root,
    render({ state, weights }) {
      const strip = stripOf(state.points, weights);
      picture.replaceChildren(...(strip ? [stripPicture(state.points, strip, weights, state.options.atZero)] : []));
      const range = biasRange(state.points, weights);
      setAttributes(slider, range);
      slider.value = weights.b;
      setAttributes(slider, { "aria-valuetext": numberText(weights.b) });
      showNumber(box, weights.b);
      setText(words, strip ? stripText(state, strip, weights) : "w is zero, so it has no direction yet.");
    },
  };
}

/** The run starts anew with the w that is seen and this b. */
function shiftBias(app, b) {
  const { w1, w2 } = app.view.weights;
  return app.dispatch({ options: { start: [w1, w2, b] }, t: 0 }, { undo: "shift-b" });
}

/** A slider that moves the threshold over all points, and always to 0. */
function biasRange(points, { w1, w2, b }) {
  const scores = points.map(({ x, y }) => x * w1 + y * w2);
  const step = niceStep(Math.max(1, ...scores.map(Math.abs)) / 100);
  const low = Math.floor(Math.min(0, b, ...scores.map((score) => -score)) / (10 * step) - 1) * 10 * step;
  const high = Math.ceil(Math.max(0, b, ...scores.map((score) => -score)) / (10 * step) + 1) * 10 * step;
  return { min: Number(low.toFixed(9)), max: Number(high.toFixed(9)), step };
}

function stripText({ points, options }, { threshold }, weights) {
  const wrong = points.filter(({ x, y, label }) => isMistake(label, scoreOf(weights, x, y), options.atZero)).length;
  return `b is ${numberText(weights.b)}, and the threshold −b/‖w‖ is ${numberText(threshold)}. ` +
    `${wrong} of ${countedText(points.length, "point")} wrong.`;
}

function stripPicture(points, { places, threshold }, weights, atZero) {
  const all = [...places, threshold, 0];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const room = (high - low || 1) * 0.08;
  const px = (place) => 10 + ((place - low + room) / (high - low + 2 * room)) * (STRIP_WIDTH - 20);
  const middle = 62;
  const svg = svgElement("svg", {
    viewBox: `0 0 ${STRIP_WIDTH} ${STRIP_HEIGHT}`, role: "img",
    "aria-label": `Points projected onto w, with the threshold. ${points.slice(0, MAX_STRIP_NAMES)
      .map((point, row) => `${pointName(row, point)}: ${numberText(places[row])}`).join("; ")}`,
  });
  const [cut, zero] = [px(threshold), px(0)];
  const text = (x, y, words, anchor = "start", kind = "") =>
    svgElement("text", { x, y, class: kind, "text-anchor": anchor }, words);
  svg.append(
    svgElement("rect", { class: "strip-minus", x: 0, y: middle - 22, width: cut, height: 44 }),
    svgElement("rect", { class: "strip-plus", x: cut, y: middle - 22, width: STRIP_WIDTH - cut, height: 44 }),
    svgElement("path", { class: "strip-axis", d: `M0 ${middle}H${STRIP_WIDTH}M${zero} ${middle - 26}V${middle + 26}` }),
    text(zero, middle + 42, "0", "middle"),
    svgElement("path", { class: "strip-threshold", d: `M${cut} ${middle - 32}V${middle + 32}` }),
    text(Math.min(Math.max(cut, 60), STRIP_WIDTH - 60), 18, `threshold ${numberText(threshold)}`, "middle",
      "strip-name"),
    text(8, STRIP_HEIGHT - 6, "predicted −"),
    text(STRIP_WIDTH - 8, STRIP_HEIGHT - 6, "predicted + (along w) →", "end"));
  const isWrong = ({ x, y, label }) => isMistake(label, scoreOf(weights, x, y), atZero);
  const wrong = places.filter((_, row) => isWrong(points[row]));
  for (const label of [1, -1]) {
    const xs = places.filter((_, row) => points[row].label === label).map(px);
    const shapes = STRIP_SHAPES[label].map(([name, shape]) =>
      svgElement("path", { class: name, d: stampedPath(shape, xs, middle) }));
    svg.append(svgElement("g", { class: `point ${label > 0 ? "plus" : "minus"}` }, shapes));
  }
  svg.append(svgElement("g", { class: "point wrong" }, svgElement("path", {
    class: "halo", d: stampedPath("m-12 0a12 12 0 1 0 24 0a12 12 0 1 0 -24 0", wrong.map(px), middle),
  })));
  return svg;
}

const STRIP_SHAPES = {
  1: [["body", "m-7 -7h14v14h-14z"], ["sign", "m-4 0h8m-4 -4v8"]],
  "-1": [["body", "m-8 0a8 8 0 1 0 16 0a8 8 0 1 0 -16 0"], ["sign", "m-4 0h8"]],
};

/** One path with a shape at each place: with 500 points that is much faster than 500 elements. */
function stampedPath(shape, xs, y) {
  return xs.map((x) => `M${x.toFixed(1)} ${y}${shape}`).join("");
}
