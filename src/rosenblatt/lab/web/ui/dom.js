// Makers of HTML, SVG and MathML elements.

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

/** A table of texts; the first cell of a row names it. */
export function plainTable(caption, names, rows) {
  const cellOf = (cell, i) => (i ? element("td", {}, cell) : element("th", { scope: "row" }, cell));
  return scrollBox("card-table", caption, element("table", {}, element("caption", {}, caption),
    element("thead", {}, element("tr", {}, names.map((name) => element("th", { scope: "col" }, name)))),
    element("tbody", {}, rows.map((cells) => element("tr", {}, cells.map(cellOf))))));
}

/** A button that shows a sign and has a name. */
export function iconButton(sign, name, onclick, attributes = {}) {
  const own = { type: "button", class: "icon", "aria-label": name, title: name, onclick };
  return element("button", { ...own, ...attributes }, sign);
}

export function textButton(text, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, text);
}

/** A view that is made anew with every change: {root, render(view)}. partsOf(view) returns a node, text or a list. */
export function redrawnView(attributes, partsOf) {
  const root = element("div", attributes);
  return { root, render: (view) => root.replaceChildren(...[partsOf(view)].flat()) };
}
