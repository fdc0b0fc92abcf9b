// The perceptron drawn as a neuron, with the numbers of a visit.

import { predictSign, scoreOf, weightsAt } from "../core/engine.js";
import { redrawnView, svgElement } from "../ui/dom.js";
import { labelText, numberText, pairText } from "../ui/format.js";

/** The numbers of the visit that is shown, or at t = 0 of the first one to come; null without points. */
export function neuronOf({ state, run, t, before, step }) {
  if (!run.visits) return null;
  const point = step ? step.point : state.points[run.row[0]];
  const weights = step ? before : weightsAt(run, 0);
  const score = scoreOf(weights, point.x, point.y);
  const visit = Math.max(1, t);
  const prediction = predictSign(score, state.options.atZero);
  return { weights, point, score, prediction, visit, mistake: run.wrong[visit - 1] === 1 };
}

export function neuronView() {
  return redrawnView({ class: "picture" }, (view) => {
    const neuron = neuronOf(view);
    return neuron ? neuronPicture(neuron) : "Place a point to give the neuron an input.";
  });
}

function neuronPicture({ weights, point, score, prediction, visit, mistake }) {
  const inputs = [["x₁", point.x, "w₁", weights.w1], ["x₂", point.y, "w₂", weights.w2], ["1", null, "b", weights.b]];
  const products = [point.x * weights.w1, point.y * weights.w2, weights.b];
  const label = `A neuron at visit ${visit}. Inputs ${pairText(point.x, point.y, 1)}, weights ` +
    `${pairText(weights.w1, weights.w2, weights.b)}, sum ${numberText(score)}, output ${labelText(prediction)}; ` +
    `the label is ${labelText(point.label)}: ${mistake ? "a mistake" : "correct"}.`;
  const svg = svgElement("svg", { viewBox: "0 0 340 262", role: "img", "aria-label": label });
  const text = (x, y, content, kind = "") =>
    svgElement("text", { x, y, class: kind, "text-anchor": "middle" }, content);
  const node = (cx, cy, r) => svgElement("circle", { class: "neuron-node", cx, cy, r });
  inputs.forEach(([name, value, weightName, weight], i) => {
    const y = 40 + 76 * i;
    const strength = Math.min(6, 1.2 + Math.abs(products[i]));
    svg.append(
      svgElement("path", {
        class: `neuron-wire ${products[i] < 0 ? "minus" : "plus"}`, "stroke-width": strength.toFixed(1),
        d: `M54 ${y}L168 116`,
      }),
      node(29, y, 26), text(29, value === null ? y + 5 : y - 3, name, "neuron-name"),
      text(29, y + 14, value === null ? "" : numberText(value)),
      text(112, [52, 106, 186][i], `${weightName} = ${numberText(weight)}`, "strip-name"));
  });
  svg.append(
    text(195, 74, "sum"), node(195, 116, 30), text(195, 111, "Σ", "neuron-name"), text(195, 130, numberText(score)),
    svgElement("path", { class: "neuron-wire", "stroke-width": 2, d: "M225 116H238M280 116H290" }),
    svgElement("rect", { class: "neuron-node", x: 238, y: 94, width: 42, height: 44, rx: 6 }),
    svgElement("path", { class: "neuron-step", d: "M244 130H259V103H274" }), text(259, 156, "step"),
    node(313, 116, 23), text(313, 112, "ŷ", "neuron-name"), text(313, 129, labelText(prediction)),
    text(300, 182, `y = ${labelText(point.label)}`),
    text(300, 204, mistake ? "✗ mistake" : "✓ correct", mistake ? "neuron-wrong" : "neuron-right"),
    text(170, 234, `${products.map(numberText).join(" + ")} = ${numberText(score)}`.replaceAll("+ −", "− ")),
    text(170, 256, `visit ${visit}`));
  return svg;
}
