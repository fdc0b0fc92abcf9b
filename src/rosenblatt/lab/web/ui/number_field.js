// Numbers of a card or an exercise: they are in state.extra, by name.

import { LARGEST } from "../core/state.js";
import { showNumber, typedNumber } from "../panels/options.js";
import { element, numberText } from "./format.js";

/** Change some of them; true if that could be. */
export function putExtra(app, change, undo = null) {
  return app.dispatch({ extra: { ...app.view.state.extra, ...change } }, { undo });
}

/** Those of `first`, as they are in the state. A link may have any number, and pictures must be able to draw it. */
export function extrasOf({ extra }, first) {
  const within = (value) => Math.min(LARGEST, Math.max(-LARGEST, value));
  return Object.fromEntries(Object.entries(first).map(([name, value]) => [name, within(extra[name] ?? value)]));
}

/** A box for one of them, from `least` to `most`: {root, show(value)}. `put` may change more than the number. */
export function extraField(app, name, title, { least = -LARGEST, most = LARGEST, whole = false, put = putExtra } = {}) {
  const id = `extra-${name}`;
  const box = element("input", { type: "text", inputmode: "decimal", autocomplete: "off", id });
  box.addEventListener("change", () => {
    const value = typedNumber(box.value);
    const fits = value >= least && value <= most && (!whole || Number.isInteger(value));
    if (fits && put(app, { [name]: value })) return;
    const kind = whole ? "whole number" : "number";
    app.problem(`${title} must be a ${kind} from ${least} to ${most}; got ${String(value).slice(0, 20)}.`);
    box.value = box.dataset.value;
  });
  const root = element("div", { class: "field" }, element("label", { for: id }, title), box);
  return { root, show: (value) => showNumber(box, value) };
}

export function textButton(text, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, text);
}

/** A number with at most so many digits after the point. */
export function roundText(x, digits) {
  return numberText(Number(x.toFixed(digits)));
}
