// Keyboard focus that is never lost: an element that is disabled or removed hands it on.

const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

function canBeFocused(node) {
  return node.isConnected && !node.disabled && node.tabIndex >= 0 && node.checkVisibility?.() !== false;
}

/** Make a change of the page; then the focus is where it was, or beside it. */
export function keepingFocus(change) {
  const focused = document.activeElement;
  const around = [];
  if (focused !== document.body) {
    for (let node = focused?.parentElement; node; node = node.parentElement) around.push(node);
  }
  change();
  const left = document.activeElement;
  if (!around.length || canBeFocused(focused) || (left !== focused && left !== document.body)) return;
  const nearest = around.find((node) => node.isConnected && beside(node, focused));
  (nearest ? beside(nearest, focused) : document.body).focus();
}

/** Of what can be focused inside, the last before a node, or else the first; the last, where the node is gone. */
function beside(root, node) {
  const nodes = [...root.querySelectorAll(FOCUSABLE)].filter(canBeFocused);
  if (!node.isConnected) return nodes.at(-1);
  const before = nodes.filter((other) => other.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING);
  return before.at(-1) ?? nodes[0];
}
