// Boxes to type numbers into.

import { putExtra } from "../core/extras.js";
import { LARGEST } from "../core/state.js";
import { element } from "./dom.js";
import { exactText } from "./format.js";

/** A box to type a number into. */
export function numberInput(attributes = {}) {
  return element("input", { type: "text", inputmode: "decimal", autocomplete: "off", ...attributes });
}

/** A box whose number goes to `put`. Text that is no number goes there as it is; where `put` refuses, it is reset. */
export function numberBox(put, attributes = {}) {
  const box = numberInput(attributes);
  box.addEventListener("change", () => {
    if (!put(typedNumber(box.value))) box.value = box.dataset.value;
  });
  return box;
}

/** The number that was typed; text that is no number stays text. */
export function typedNumber(text) {
  const plain = text.trim().replace(/^[−–]/, "-").replace(/^(-?\d+),(\d+)$/, "$1.$2");
  return plain !== "" && Number.isFinite(Number(plain)) ? Number(plain) : text.trim();
}

/** Write a number into a box, unless it is there already in other digits while somebody types. */
export function showNumber(box, value) {
  const text = exactText(value);
  if (box.dataset.value === text && box.value === text) return;
  box.dataset.value = text;
  if (document.activeElement !== box || typedNumber(box.value) !== value) box.value = text;
}

/**
 * A box with its label for a number of state.extra, from `least` to `most`: {root, show(value)}. `put` may change more
 * than the number.
 */
export function extraField(app, name, title, { least = -LARGEST, most = LARGEST, whole = false, put = putExtra } = {}) {
  const id = `extra-${name}`;
  const box = numberBox((value) => {
    const fits = value >= least && value <= most && (!whole || Number.isInteger(value));
    if (fits && put(app, { [name]: value })) return true;
    const kind = whole ? "whole number" : "number";
    app.problem(`${title} must be a ${kind} from ${least} to ${most}; got ${String(value).slice(0, 20)}.`);
    return false;
  }, { id });
  const root = element("div", { class: "field" }, element("label", { for: id }, title), box);
  return { root, show: (value) => showNumber(box, value) };
}
