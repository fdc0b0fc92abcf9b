// Names of the two features and the two classes, as the page shows them.

import { DEFAULT_STATE, MAX_NAME } from "./state.js";

export const NO_NAMES = DEFAULT_STATE.names;
const FEATURES = [["x1", "x₁"], ["x2", "x₂"]];

/** "petal length (x₁)", or "x₁". */
export function axisTitle({ names }, axis) {
  const [place, symbol] = FEATURES[axis];
  return names[place] && names[place] !== symbol ? `${names[place]} (${symbol})` : symbol;
}

/** The name of the class of a label, 1 or −1, or the label. */
export function className({ names }, label) {
  return label > 0 ? names.plus || "+1" : names.minus || "−1";
}

/** A name that fits into a state: without line breaks, and not too long. */
export function fittingName(text) {
  const plain = String(text).replace(/\p{C}+/gu, " ").trim();
  return plain.length <= MAX_NAME ? plain : `${plain.slice(0, MAX_NAME - 1)}…`;
}
