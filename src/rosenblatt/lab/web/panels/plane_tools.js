// The buttons above the plane: the label that a click places, and the part of the plane that is seen.

import { element, iconButton } from "../ui/dom.js";
import { pointName } from "../ui/format.js";

const ZOOM_STEP = 1.4;

export function planeTools({ setMode, zoom, pan, fit, remove, setEqual }) {
  const modes = [["plus", "Add +", "Place plus points (key +)"], ["minus", "Add −", "Place minus points (key −)"],
    ["select", "Move", "Move points by dragging them (key v)"]];
  const buttons = modes.map(([mode, text, title]) => element("button", {
    type: "button", title, class: `mode ${mode}`, "aria-pressed": "false", onclick: () => setMode(mode),
  }, text));
  const bin = element("button", { type: "button", onclick: remove }, "Delete");
  const equal = element("button", {
    type: "button", title: "A unit is as long on both axes", "aria-pressed": "true", "aria-label": "Equal axes",
    onclick: () => setEqual(equal.getAttribute("aria-pressed") === "false"),
  }, "Equal", element("span", { class: "roomy" }, " axes"));
  const panning = element("span", { class: "pan" }, iconButton("←", "Look left", () => pan(-1, 0)),
    iconButton("→", "Look right", () => pan(1, 0)), iconButton("↑", "Look up", () => pan(0, 1)),
    iconButton("↓", "Look down", () => pan(0, -1)));
  const root = element("div", { class: "plane-tools" },
    element("div", { class: "buttons", role: "group", "aria-label": "Points" }, buttons, bin),
    element("div", { class: "buttons view", role: "group", "aria-label": "View" },
      iconButton("⊕", "Zoom in", () => zoom(ZOOM_STEP)), iconButton("⊖", "Zoom out", () => zoom(1 / ZOOM_STEP)),
      element("button", { type: "button", title: "Show all points (key f)", onclick: fit }, "Fit"), equal,
      panning));
  return {
    root,
    showMode: (mode) => {
      panning.hidden = mode !== "select";
      buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(modes[i][0] === mode)));
    },
    showAxes: (equalAxes) => equal.setAttribute("aria-pressed", String(equalAxes)),
    showChosen: (view, row) => {
      const point = view?.state.points[row];
      bin.disabled = !point;
      const title = point ? `Delete ${pointName(row, point)}` : "Choose a point first, then delete it";
      if (bin.title !== title) bin.title = title;
    },
  };
}
