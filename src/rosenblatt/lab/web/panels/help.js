// Keyboard shortcuts, and the dialog that lists them.

import { element } from "../ui/dom.js";

/** keys: as KeyboardEvent names them; shown: for readers; act: takes the services. Keys without it are the plane's. */
const SHORTCUTS = [
  { keys: ["ArrowRight"], shown: "→", what: "Step", act: ({ time }) => time.goBy("step") },
  { keys: ["ArrowLeft"], shown: "←", what: "Step back", act: ({ time }) => time.goBy("back") },
  { keys: [" "], shown: "Space", what: "Play or pause", act: ({ time }) => time.toggle() },
  { keys: ["m"], shown: "m", what: "Next mistake", act: ({ time }) => time.goBy("mistake") },
  { keys: ["e"], shown: "e", what: "Next epoch", act: ({ time }) => time.goBy("epoch") },
  { keys: ["Home"], shown: "Home", what: "Start of the run", act: ({ time }) => time.goBy("start") },
  { keys: ["End"], shown: "End", what: "End of the run", act: ({ time }) => time.goBy("end") },
  { keys: ["+"], shown: "+", what: "Place plus points", act: ({ plane }) => plane.setMode("plus") },
  { keys: ["-", "−"], shown: "−", what: "Place minus points", act: ({ plane }) => plane.setMode("minus") },
  { keys: ["v"], shown: "v", what: "Move points by dragging", act: ({ plane }) => plane.setMode("select") },
  { keys: ["a"], shown: "w a s d", what: "Move the view", act: ({ plane }) => plane.pan(-1, 0) },
  { keys: ["d"], act: ({ plane }) => plane.pan(1, 0) },
  { keys: ["w"], act: ({ plane }) => plane.pan(0, 1) },
  { keys: ["s"], act: ({ plane }) => plane.pan(0, -1) },
  { keys: ["f"], shown: "f", what: "Show all points", act: ({ plane }) => plane.fit() },
  { keys: ["p"], shown: "p", what: "Projector on or off",
    act: ({ app }) => app.setProjector(!app.view.state.projector) },
  { keys: ["?"], shown: "?", what: "This list", act: ({ help }) => help() },
  { shown: "Ctrl+Z, Ctrl+Y", what: "Undo, redo" },
  { shown: "Tab", what: "Move between plane, points and buttons" },
  { shown: "← → ↑ ↓ on a point", what: "Move the point; with Shift, ten times as far" },
  { shown: "Page Up, Page Down on a point", what: "Go to another point" },
  { shown: "Enter on a point", what: "Change the label" },
  { shown: "Delete on a point", what: "Remove the point" },
  { shown: "← → ↑ ↓ on weight space", what: "Try other weights, or turn the picture" },
  { shown: "← → ↑ ↓ Enter on the plane", what: "Move a cross; Enter places a point there" },
];

/** Elements that use keys themselves. */
const TAKES_KEYS = "input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable], dialog[open] *";
const UNDOES_TYPING = "input:not([type=range], [type=checkbox], [type=radio]), textarea";
const TAKES_SPACE = "button, a, summary, input, [role=button], [role=tab]";
const TAKES_ARROWS = "[role=tab], [role=radio], input[type=radio], input[type=range], .handle";

/** services: {app, plane, time, help}. */
export function listenForKeys(services) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || !(event.target instanceof Element)) return;
    if (event.ctrlKey || event.metaKey) {
      undoKey(event, services.app);
      return;
    }
    if (event.target.matches(TAKES_KEYS)) return;
    if (event.key === " " && event.target.closest(TAKES_SPACE)) return;
    if (/^(Arrow|Home|End)/.test(event.key) && event.target.closest(TAKES_ARROWS)) return;
    const shortcut = SHORTCUTS.find(({ keys }) => keys?.includes(event.key));
    if (!shortcut) return;
    event.preventDefault();
    shortcut.act(services);
  });
}

function undoKey(event, app) {
  if (event.target.matches(UNDOES_TYPING)) return;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) app.undo();
  else if (key === "y" || key === "z") app.redo();
  else return;
  event.preventDefault();
}

export function makeHelp() {
  const rows = SHORTCUTS.filter(({ shown }) => shown).map(({ shown, what }) =>
    [element("dt", {}, element("kbd", {}, shown)), element("dd", {}, what)]);
  const dialog = element("dialog", { id: "help", "aria-labelledby": "help-title" },
    element("h2", { id: "help-title" }, "How to use the lab"),
    element("p", {}, "Click or tap the plane to place points, and drag points to move them. Drag the ground to move the view. Step through the run to " +
      "see the arithmetic of each visit. You can undo everything. Under Data, you can also type points, or paste or " +
      "drop CSV."),
    element("dl", { class: "keys" }, rows),
    element("form", { method: "dialog" }, element("button", {}, "Close")));
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  return () => (dialog.open ? dialog.close() : dialog.showModal());
}
