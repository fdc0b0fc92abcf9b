// The tools of the page: undo, redo, theme, projector, tour and help.

import { askOf } from "../core/class_questions.js";
import { element, iconButton, setText } from "../ui/dom.js";

const THEMES = { system: "◐", light: "☀", dark: "☾" };

/** help and startTour: what the buttons of these names do. */
export function mountPageTools(root, app, { help: showHelp, startTour }) {
  const undo = element("button", { type: "button", title: "Undo (Ctrl+Z)", onclick: app.undo }, "Undo");
  const redo = element("button", { type: "button", title: "Redo (Ctrl+Y)", onclick: app.redo }, "Redo");
  const projector = element("button", {
    type: "button", class: "projecting", title: "Large text for a projector (key p)",
    onclick: () => app.setProjector(!app.view.state.projector),
  }, "Projector");
  const theme = iconButton("", "Theme", () => {
    const names = Object.keys(THEMES);
    setTheme(names[(names.indexOf(storedTheme()) + 1) % names.length]);
  });
  const setTheme = (name) => {
    storeTheme(name);
    if (name === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
    setText(theme, THEMES[name]);
    const title = name === "system" ? "Theme: same as the system" : `Theme: ${name}`;
    theme.title = title;
    theme.setAttribute("aria-label", title);
    app.redraw(); // a painted region has colours of the theme
  };
  const help = element("button", { type: "button", title: "Help and keys (key ?)", onclick: () => showHelp() }, "Help");
  const tour = element("button", { type: "button", title: "Six steps through the lab", onclick: startTour }, "Tour");
  root.append(undo, redo, theme, projector, tour, help);
  setTheme(storedTheme());
  return ({ state }) => {
    undo.disabled = !app.canUndo();
    redo.disabled = !app.canRedo();
    tour.hidden = askOf(state) > 0; // it would take the question away
    projector.setAttribute("aria-pressed", String(state.projector));
    document.documentElement.classList.toggle("projector", state.projector);
  };
}

/** A page from disk or in a frame may have no storage. */
function storedTheme() {
  try {
    const name = localStorage.getItem("rosenblatt-lab-theme");
    return name in THEMES ? name : "system";
  } catch {
    return document.documentElement.dataset.theme ?? "system";
  }
}

function storeTheme(name) {
  try {
    localStorage.setItem("rosenblatt-lab-theme", name);
  } catch {
    // then it is for this page only
  }
}
