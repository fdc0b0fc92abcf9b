// The options of the run, which the lectures leave open.

import { AT_ZERO, ORDERS } from "../core/state.js";
import { element } from "../ui/dom.js";
import { numberBox, showNumber } from "../ui/number_field.js";

const ORDER_WORDS = {
  given: ["As given", "Row after row, again and again: CMU Lecture 6 and Maryland Lecture 6."],
  shuffled: ["Shuffled every epoch", "A new random order every epoch. Random is better: Maryland Lecture 6."],
  "shuffled-once": ["Shuffled once", "One random order, the same every epoch: Maryland Lecture 6."],
  "first-mistake": ["First mistake", "Find the first wrong row, update, look again: Cornwell."],
  "random-mistake": ["Random mistake", "Draw one of the wrong rows, update, look again: Manchester Week 2."],
  "all-mistakes": ["All mistakes at once",
    "Update after seeing the whole set: Manchester Week 2 and Maryland Lecture 6."],
};

const ZERO_WORDS = {
  mistake: ["A mistake", "y·a ≤ 0 is a mistake, whichever class it is: Maryland Lecture 6 and Cornwell."],
  positive: ["Positive", "ŷ = +1 when a ≥ 0: CMU Lecture 6."],
  negative: ["Negative", "ŷ = +1 only when a > 0: Manchester Week 2."],
};

const BIAS_WORDS = {
  true: "b is learned: it is the weight of a 1 that is folded into every point (CMU Lecture 6, Cornwell).",
  false: "b is not learned: with b = 0 the boundary goes through the origin (CMU Lecture 6).",
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
    field("eta", "Rate η"),
    element("fieldset", { class: "field" }, element("legend", {}, "Starting weights w₁, w₂, b"),
      element("div", { class: "three" }, controls.start), hints.start),
    field("seed", "Seed of random orders"), field("epochs", "Epochs at most")));

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
      "How far a mistake moves the weights. From zero, it changes their length and no prediction " +
      "(λ in Manchester Week 2).";
    hints.start.textContent = "The lectures start at zero. The mistake bound holds from there only.";
    const random = ["shuffled", "shuffled-once", "random-mistake"].includes(options.order);
    hints.seed.textContent = random ? "Another seed is another random order, the same on every machine."
      : "This order draws nothing at random.";
    hints.epochs.textContent = ["first-mistake", "random-mistake"].includes(options.order)
      ? "In this order one epoch is one update (MaxIter in Maryland Lecture 6)."
      : "The run ends there at the latest (MaxIter in Maryland Lecture 6).";
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
