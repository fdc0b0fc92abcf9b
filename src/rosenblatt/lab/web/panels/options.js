// The options of the run, which the lectures leave open.

import { AT_ZERO, ORDERS } from "../core/state.js";
import { element } from "../ui/dom.js";
import { numberBox, showNumber } from "../ui/number_field.js";

const ORDER_WORDS = {
  given: ["As given", "The same order in every epoch (CMU Lecture 6, Maryland Lecture 6)."],
  shuffled: ["Shuffled every epoch", "A new random order in every epoch. Maryland Lecture 6 recommends this."],
  "shuffled-once": ["Shuffled once", "One random order, used in every epoch (Maryland Lecture 6)."],
  "first-mistake": ["First mistake", "Find the first wrong row, update, start again from the first row (Cornwell)."],
  "random-mistake": ["Random mistake", "Pick one wrong row at random, update, pick again (Manchester Week 2)."],
  "all-mistakes": ["All mistakes at once",
    "One update per epoch, after visiting all rows (Manchester Week 2, Maryland Lecture 6)."],
};

const ZERO_WORDS = {
  mistake: ["A mistake", "y·a ≤ 0 is a mistake, for both classes (Maryland Lecture 6, Cornwell)."],
  positive: ["Positive", "ŷ = +1 when a ≥ 0 (CMU Lecture 6)."],
  negative: ["Negative", "ŷ = +1 only when a > 0 (Manchester Week 2)."],
};

const BIAS_WORDS = {
  true: "b is learned as the weight of a constant 1 appended to every point (CMU Lecture 6, Cornwell).",
  false: "b is not learned. With b = 0 the boundary goes through the origin (CMU Lecture 6).",
};

export function mountOptions(root, app) {
  const change = (options) => app.dispatch({ options });
  const controls = {
    order: choice(ORDERS, ORDER_WORDS, (order) => change({ order })),
    atZero: choice(AT_ZERO, ZERO_WORDS, (atZero) => change({ atZero })),
    bias: element("input", { type: "checkbox", onchange: (event) => change({ bias: event.target.checked }) }),
    eta: numberBox((eta) => change({ eta })),
    start: ["w₁", "w₂", "b"].map((name, i) =>
      numberBox((w) => change({ start: app.view.state.options.start.with(i, w) }),
        { "aria-label": `Starting ${name}` })),
    seed: numberBox((seed) => change({ seed })),
    epochs: numberBox((epochs) => change({ epochs })),
  };
  const hints = Object.fromEntries(Object.keys(controls).map((name) =>
    [name, element("p", { class: "hint", id: `hint-${name}` })]));
  const field = (name, title) => optionField(name, title, controls[name], hints[name]);
  root.append(element("section", { class: "options", "aria-labelledby": "options-title" },
    element("h2", { id: "options-title" }, "Options"),
    field("order", "Order of visits"), field("atZero", "A score of exactly zero is"), field("bias", "Learn a bias b"),
    field("eta", "Learning rate η"),
    element("fieldset", { class: "field" }, element("legend", {}, "Starting weights w₁, w₂, b"),
      element("div", { class: "three" }, controls.start), hints.start),
    field("seed", "Seed for random orders"), field("epochs", "Maximum number of epochs")));

  return ({ state }) => {
    const { options } = state;
    controls.order.value = options.order;
    controls.atZero.value = options.atZero;
    controls.bias.checked = options.bias;
    for (const name of ["eta", "seed", "epochs"]) showNumber(controls[name], options[name]);
    controls.start.forEach((box, i) => showNumber(box, options.start[i]));
    hints.order.textContent = ORDER_WORDS[options.order][1];
    hints.atZero.textContent = ZERO_WORDS[options.atZero][1];
    hints.bias.textContent = BIAS_WORDS[options.bias];
    hints.eta.textContent =
      "Step size of each update (λ in Manchester Week 2). If the weights start at zero, η changes their length " +
      "but no prediction.";
    hints.start.textContent = "The lectures start at zero. The mistake bound holds only for this start.";
    const random = ["shuffled", "shuffled-once", "random-mistake"].includes(options.order);
    hints.seed.textContent = random ? "Each seed gives its own random order, the same on every machine."
      : "This order is not random, so the seed has no effect.";
    hints.epochs.textContent = ["first-mistake", "random-mistake"].includes(options.order)
      ? "In this order one epoch is one update (MaxIter in Maryland Lecture 6)."
      : "The run stops after this many epochs at the latest (MaxIter in Maryland Lecture 6).";
  };
}

function optionField(name, title, control, hint) {
  control.id = `option-${name}`;
  control.setAttribute("aria-describedby", hint.id);
  const label = element("label", { for: control.id }, title);
  const boxed = control.type === "checkbox";
  return element("div", { class: boxed ? "field check" : "field" }, boxed ? [control, label] : [label, control], hint);
}

function choice(names, words, choose) {
  return element("select", { onchange: (event) => choose(event.target.value) },
    names.map((name) => element("option", { value: name }, words[name][0])));
}
