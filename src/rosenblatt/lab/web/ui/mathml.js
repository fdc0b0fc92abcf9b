// Formulas in MathML, which browsers draw themselves.

import { element, mathElement } from "./dom.js";
import { labelText, numberText } from "./format.js";

const NAME = /^[\p{L}\p{M}]+$/u;

/** A formula of its own, as a block or in a line of text. */
export function formula(parts, { block = false, label = null } = {}) {
  return mathElement("math", { display: block ? "block" : "inline", "aria-label": label }, mathRow(parts));
}

/**
 * A long formula as several, so that it fits in any box: a list of nodes. A line breaks before an = or, right of the
 * first =, before a +. A piece that is still wider than the box breaks inside, before a · or after a comma.
 */
export function brokenFormula(parts) {
  const pieces = [[[]]];
  const add = (part) => pieces.at(-1).at(-1).push(part);
  for (const part of parts.flat(Infinity)) {
    const right = pieces.length > 1;
    if (part === "=" || (right && part === "+")) {
      if (pieces[0][0].length) pieces.push([[]]);
      add(mathSign(part, "infix"));
    } else if (part === ",") {
      add(mathSign(part, "infix"));
      if (right) pieces.at(-1).push([]);
    } else if (right && part === "·") {
      pieces.at(-1).push([mathSign(part, "infix")]);
    } else {
      add(part);
    }
  }
  return pieces.flatMap((piece) => [element("wbr"), element("span", { class: "piece" },
    piece.flatMap((chunk) => [element("wbr"), formula(chunk)]))]);
}

function mathRow(...parts) {
  return mathElement("mrow", {}, parts.flat(Infinity).map(mathPart));
}

/** Text that is a number, a name or a sign becomes what it is; nodes stay. */
function mathPart(part) {
  if (typeof part === "number") return mathNumber(part);
  if (typeof part !== "string") return part;
  return NAME.test(part) ? mathName(part) : mathSign(part);
}

/** A number; a negative one in parentheses where it follows a sign. */
export function mathNumber(x, { bracket = false } = {}) {
  const digits = mathElement("mn", {}, numberText(Math.abs(x)));
  if (!(x < 0)) return digits;
  const signed = [mathSign("−", "prefix"), digits];
  return mathElement("mrow", {}, bracket ? [mathSign("("), ...signed, mathSign(")")] : signed);
}

export function mathLabel(label) {
  return mathElement("mn", {}, labelText(label));
}

function mathName(name) {
  const bold = name === "w" || name === "x";  // vectors, as the lectures write them
  return mathElement("mi", bold ? { mathvariant: "normal", class: "vector" } : {}, name);
}

function mathSign(sign, form = null) {
  return mathElement("mo", { form, stretchy: "false" }, sign);
}

export function mathText(text) {
  return mathElement("mtext", {}, text);
}

/** Parts of a formula whose numbers and names light up together with a mark in the plane. */
export function marked(mark, ...parts) {
  return parts.flat(Infinity).map((part) => {
    const isSign = typeof part === "string" && !NAME.test(part);
    if (isSign) return part;
    const node = mathPart(part);
    node.dataset.mark = mark;
    return node;
  });
}

/** (1, 2, 1), as parts of a formula. */
export function mathVector(...numbers) {
  return ["(", numbers.flatMap((x, i) => (i ? [",", x] : [x])), ")"];
}

/** ŷ */
export function mathHat(name) {
  return mathElement("mover", { accent: "true" }, mathName(name), mathSign("^"));
}
