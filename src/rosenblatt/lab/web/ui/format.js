// Numbers and points as text, and small makers of elements.

/** A number for a reader: at most six digits, with a real minus. */
export function numberText(x) {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? "not a number" : x > 0 ? "∞" : "−∞";
  if (x === 0) return "0";
  const size = Math.abs(x);
  const text = size >= 1e-4 && size < 1e7 ? String(Number(x.toPrecision(6))) : x.toExponential(3).replace("e+", "e");
  return text.replaceAll("-", "−");
}

/** A number with all its digits, as JavaScript and Python both read it back. */
export function exactText(x) {
  return String(Object.is(x, -0) ? 0 : x);
}

/** A whole number with commas. */
export function countText(n) {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** "1 visit", "12 visits". */
export function countedText(n, noun) {
  return `${countText(n)} ${noun}${n === 1 ? "" : "s"}`;
}

export function labelText(label) {
  return label > 0 ? "+1" : "−1";
}

export function labelWord(label) {
  return label > 0 ? "plus" : "minus";
}

/** "(1, 2)" */
export function pairText(...numbers) {
  return `(${numbers.map(numberText).join(", ")})`;
}

/** "point 3, plus, at (1, 2)" */
export function pointName(row, point) {
  return `point ${row + 1}, ${labelWord(point.label)}, at ${pairText(point.x, point.y)}`;
}

/** What Python's repr writes for this float. */
export function pythonNumber(x) {
  if (Number.isNaN(x)) return "nan";
  if (!Number.isFinite(x)) return x > 0 ? "inf" : "-inf";
  if (Object.is(x, -0)) return "-0.0";
  const size = Math.abs(x);
  if (x !== 0 && (size < 1e-4 || size >= 1e16)) return pythonExponent(x);
  return Number.isInteger(x) ? `${x}.0` : String(x);
}

/** Python: two digits of exponent at least, and no point where there is one digit. */
function pythonExponent(x) {
  const [digits, exponent] = x.toExponential().split("e");
  const power = Math.abs(Number(exponent));
  return `${digits}e${exponent.startsWith("-") ? "-" : "+"}${power < 10 ? "0" : ""}${power}`;
}

const SVG_NAMES = "http://www.w3.org/2000/svg";
const MATH_NAMES = "http://www.w3.org/1998/Math/MathML";

/**
 * An HTML element. Attributes: true is an empty one, false and null are none, a function named onclick is a listener.
 * Children: nodes, text, or lists of them.
 */
export function element(tag, attributes = {}, ...children) {
  return filledElement(document.createElement(tag), attributes, children);
}

export function svgElement(tag, attributes = {}, ...children) {
  return filledElement(document.createElementNS(SVG_NAMES, tag), attributes, children);
}

export function mathElement(tag, attributes = {}, ...children) {
  return filledElement(document.createElementNS(MATH_NAMES, tag), attributes, children);
}

function filledElement(node, attributes, children) {
  setAttributes(node, attributes);
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Set attributes as `element` does; those that are the same already are left alone, which is faster. */
export function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else if (value === false || value === null || value === undefined) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(value === true ? "" : value)) {
      node.setAttribute(name, value === true ? "" : value);
    }
  }
}

/** Set an element's text, if it is another. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** A box that scrolls where its content is larger: the keyboard can reach it, and it has a name. */
export function scrollBox(kind, name, ...children) {
  return element("div", { class: `scroll ${kind}`, tabindex: 0, role: "region", "aria-label": name }, children);
}

/** A button that shows a sign and has a name. */
export function iconButton(sign, name, onclick, attributes = {}) {
  const own = { type: "button", class: "icon", "aria-label": name, title: name, onclick };
  return element("button", { ...own, ...attributes }, sign);
}
