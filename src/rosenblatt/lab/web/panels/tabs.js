// The tabs beside the plane, and their panels.

import { TABS } from "../core/state.js";
import { element } from "../ui/dom.js";

/** panels: a list of {tab, name, mount(node)}, of which several may share a tab. Returns what draws the open ones. */
export function mountTabs(root, app, panels) {
  const names = new Map(panels.map(({ tab, name }) => [tab, name]));
  const shown = TABS.filter((tab) => names.has(tab));
  const mounted = panels.map((panel) => ({ ...panel, node: element("div", { class: `panel panel-${panel.tab}` }) }));
  const bar = tabBar(app, shown, names);
  const places = shown.map((tab) => element("div", {
    role: "tabpanel", id: `panel-${tab}`, "aria-labelledby": `tab-${tab}`, hidden: true,
  }, mounted.filter((panel) => panel.tab === tab).map(({ node }) => node)));
  root.append(bar.root, ...places);
  return (view) => {
    const open = shown.includes(view.state.tab) ? view.state.tab : shown[0];
    bar.show(open);
    shown.forEach((tab, i) => { places[i].hidden = tab !== open; });
    for (const panel of mounted.filter(({ tab }) => tab === open)) {
      panel.render ??= panel.mount(panel.node); // built when it is first seen
      panel.render(view);
    }
  };
}

function tabBar(app, shown, names) {
  const choose = (tab) => app.dispatch({ tab }, { undo: false });
  const buttons = shown.map((tab) => element("button", {
    type: "button", role: "tab", id: `tab-${tab}`, "aria-controls": `panel-${tab}`, onclick: (event) => {
      choose(tab);
      if (event.detail > 0) event.currentTarget.blur(); // clicked by a pointer: the arrow keys still step the run
    },
  }, names.get(tab)));
  const root = element("div", { role: "tablist", "aria-label": "Panels" }, buttons);
  root.addEventListener("keydown", (event) => {
    const place = buttons.indexOf(event.target);
    const to = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: shown.length - 1 }[event.key];
    if (place < 0 || to === undefined) return;
    event.preventDefault();
    const next = (to + shown.length) % shown.length;
    choose(shown[next]);
    buttons[next].focus();
  });
  function show(open) {
    shown.forEach((tab, i) => {
      buttons[i].setAttribute("aria-selected", String(tab === open));
      buttons[i].tabIndex = tab === open ? 0 : -1;
    });
  }
  return { root, show };
}
