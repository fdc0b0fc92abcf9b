// The lab: its state, its view, its panels.

import { mountCards, wireCards } from "./cards/cards.js";
import { runOf, scoreOf, stepAt, weightsAt } from "./core/engine.js";
import { makeHistory } from "./core/history.js";
import { checkedState, decodeState, DEFAULT_STATE, encodeState, TABS } from "./core/state.js";
import { verdictOf } from "./core/verdict.js";
import { listenForKeys, makeHelp } from "./panels/help.js";
import { mountOptions } from "./panels/options.js";
import { mountPlane } from "./panels/plane.js";
import { listenForCsv, mountPointsTable } from "./panels/points.js";
import { mountPractice } from "./panels/practice.js";
import { mountShare } from "./panels/share.js";
import { mountArithmetic } from "./panels/steps.js";
import { mountTheorem } from "./panels/theorem.js";
import { mountTime } from "./panels/time.js";
import { mountVariants } from "./panels/variants.js";
import { keepingFocus } from "./ui/focus.js";
import { element, iconButton, setText } from "./ui/format.js";

/** One line a panel. Those with a tab are drawn while their tab is open; two may share one. */
const PANELS = [
  { root: "plane", mount: mountPlane },
  { root: "time", mount: mountTime },
  { tab: "steps", name: "Steps", mount: mountArithmetic },
  { tab: "data", name: "Data", mount: mountPointsTable },
  { tab: "data", name: "Data", mount: mountOptions },
  { tab: "theorem", name: "Theorem", mount: mountTheorem },
  { tab: "variants", name: "Variants", mount: mountVariants },
  { tab: "practice", name: "Practice", mount: mountPractice },
  { tab: "cards", name: "Cards", mount: mountCards },
  { tab: "share", name: "Share", mount: mountShare },
];

const LINK_WAITS = 250; // milliseconds: browsers refuse an address that changes with every step
const TOAST_LASTS = 4000;

// --- The view ---

/** Keep the last result of a function of objects that do not change. */
function remembered(make) {
  let [keys, value] = [null, null];
  return (...given) => {
    if (!keys || given.some((key, i) => key !== keys[i])) [keys, value] = [given, make(...given)];
    return value;
  };
}

const rememberedRun = remembered(runOf);
const rememberedVerdict = remembered(verdictOf);
/** How many mistakes there were by each visit. */
const rememberedCounts = remembered((run) => {
  const counts = new Uint32Array(run.visits + 1);
  for (let t = 0; t < run.visits; t += 1) counts[t + 1] = counts[t] + run.wrong[t];
  return counts;
});

/** Everything that panels show: a function of the state. */
function viewOf(state) {
  const run = rememberedRun(state.points, state.options);
  const t = Math.min(state.t, run.visits);
  const weights = weightsAt(run, t);
  const before = weightsAt(run, Math.max(0, t - 1));
  return {
    state, run, t, weights, before,
    step: t === 0 ? null : stepView(run, t, state.points, weights),
    k: rememberedCounts(run)[t],
    get verdict() { return rememberedVerdict(state.points, state.options.bias); },
  };
}

function stepView(run, t, points, weights) {
  const step = stepAt(run, t);
  return { ...step, point: points[step.row], scoreAfter: scoreOf(weights, step.x, step.y) };
}

// --- The app ---

function makeApp(first) {
  const history = makeHistory(first);
  const app = {
    view: viewOf(first),
    overlays: new Map(),
    regionPainter: null,
    playing: false,
    hurried: false,
    dispatch,
    go: (t) => dispatch({ t }, { undo: "step" }),
    undo: () => travel(history.undo(), "undo"),
    redo: () => travel(history.redo(), "redo"),
    settle: history.settle,
    redraw: () => app.render(),
    setProjector: (projector) => dispatch({ projector }, { undo: false }),
    canUndo: () => history.canUndo,
    canRedo: () => history.canRedo,
    load,
    say: () => {},
    problem: () => {},
    render: () => {},
  };

  /** Merge a change into the state (options by name, the rest whole); true if it could be. */
  function dispatch(change, { undo = null } = {}) {
    const now = history.present;
    const options = change.options ? { ...now.options, ...change.options } : now.options;
    const checked = checkedState({ ...now, ...change, options });
    if (checked.problem) {
      app.problem(checked.problem);
      return false;
    }
    app.problem("");
    history.put(inItsRun(checked.state, "t" in change), undo);
    show();
    return true;
  }

  /** The run may have become shorter; one who stood at its end stays at its end. */
  function inItsRun(state, asked) {
    const { visits } = rememberedRun(state.points, state.options);
    const changed = state.points !== history.present.points || state.options !== history.present.options;
    const atEnd = changed && !asked && state.t > 0 && state.t === app.view.run.visits;
    const t = atEnd ? visits : Math.min(state.t, visits);
    return t === state.t ? state : Object.freeze({ ...state, t });
  }

  function load(state) {
    history.put(inItsRun(state, true), null);
    show();
  }

  function travel(could, word) {
    if (could) show();
    else app.say(`There is nothing to ${word}.`);
  }

  function show() {
    app.view = viewOf(history.present);
    app.render();
  }
  return app;
}

// --- The page around the panels ---

function mountPanels(app) {
  const always = [];
  const tabbed = [];
  for (const { root, tab, mount } of PANELS) {
    if (root) always.push(mount(document.getElementById(root), app));
    else tabbed.push({ tab, mount, node: element("div", { class: `panel panel-${tab}` }), render: null });
  }
  const tabs = mountTabs(document.getElementById("tabs"), app, tabbed);
  return (view) => {
    for (const render of always) render(view);
    const open = tabs(view);
    for (const panel of tabbed.filter(({ tab }) => tab === open)) {
      panel.render ??= panel.mount(panel.node, app); // built when it is first seen
      panel.render(view);
    }
  };
}

/** The tabs and their panels; returns what shows the right one and names it. */
function mountTabs(root, app, tabbed) {
  const names = new Map(PANELS.filter(({ tab }) => tab).map(({ tab, name }) => [tab, name]));
  const shown = TABS.filter((tab) => names.has(tab));
  const choose = (tab) => app.dispatch({ tab }, { undo: false });
  const buttons = shown.map((tab) => element("button", {
    type: "button", role: "tab", id: `tab-${tab}`, "aria-controls": `panel-${tab}`, onclick: () => choose(tab),
  }, names.get(tab)));
  const panels = shown.map((tab) => element("div", {
    role: "tabpanel", id: `panel-${tab}`, "aria-labelledby": `tab-${tab}`, hidden: true,
  }, tabbed.filter((panel) => panel.tab === tab).map(({ node }) => node)));
  const list = element("div", { role: "tablist", "aria-label": "Beside the plane" }, buttons);
  list.addEventListener("keydown", (event) => {
    const place = buttons.indexOf(event.target);
    const to = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: shown.length - 1 }[event.key];
    if (place < 0 || to === undefined) return;
    event.preventDefault();
    const next = (to + shown.length) % shown.length;
    choose(shown[next]);
    buttons[next].focus();
  });
  root.append(list, ...panels);
  let last = "";
  return ({ state }) => {
    const open = shown.includes(state.tab) ? state.tab : shown[0];
    if (open !== last) { // on a phone not all tabs are in view
      const button = buttons[shown.indexOf(open)];
      list.scrollLeft = button.offsetLeft - list.offsetLeft - (list.clientWidth - button.offsetWidth) / 2;
      last = open;
    }
    shown.forEach((tab, i) => {
      buttons[i].setAttribute("aria-selected", String(tab === open));
      buttons[i].tabIndex = tab === open ? 0 : -1;
      panels[i].hidden = tab !== open;
    });
    return open;
  };
}

const THEMES = { system: "◐", light: "☀", dark: "☾" };

/** Undo, redo, theme, projector and help. */
function mountPageTools(root, app) {
  const undo = element("button", { type: "button", title: "Undo (Ctrl+Z)", onclick: app.undo }, "Undo");
  const redo = element("button", { type: "button", title: "Redo (Ctrl+Y)", onclick: app.redo }, "Redo");
  const projector = element("button", {
    type: "button", class: "projecting", title: "Large type, one view (key p)",
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
    const title = name === "system" ? "Theme: as the system has it" : `Theme: ${name}`;
    theme.title = title;
    theme.setAttribute("aria-label", title);
    if (app.view && app.plane) app.redraw(); // a painted region has colours of the theme
  };
  const help = element("button", { type: "button", title: "Keys (?)", onclick: () => app.help() }, "Help");
  root.append(undo, redo, theme, projector, help);
  setTheme(storedTheme());
  return ({ state }) => {
    undo.disabled = !app.canUndo();
    redo.disabled = !app.canRedo();
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

function mountMessages(app) {
  const [toast, live, problem] = ["toast", "live", "problem"].map((id) => document.getElementById(id));
  let timer = 0;
  app.say = (text, { toast: seen = true } = {}) => {
    setText(live, live.textContent === text ? `${text}\u00a0` : text); // the same words twice are said twice
    if (!seen) return;
    setText(toast, text);
    toast.classList.add("seen");
    clearTimeout(timer);
    timer = setTimeout(() => toast.classList.remove("seen"), TOAST_LASTS);
  };
  const close = iconButton("✕", "Close this message", () => app.problem(""));
  const words = element("span");
  problem.append(element("p", { class: "problem", hidden: true }, words, close));
  app.problem = (text) => keepingFocus(() => {
    setText(words, text);
    problem.firstChild.hidden = !text;
  });
}

// --- The address ---

function firstState() {
  const start = document.getElementById("start");
  const given = decodeState(location.hash);
  if (location.hash.length > 1 || !start) return given.problem ? { state: DEFAULT_STATE, ...given } : given;
  try {
    const checked = checkedState(JSON.parse(start.textContent));
    return checked.problem ? { state: DEFAULT_STATE, ...checked } : checked;
  } catch {
    return { state: DEFAULT_STATE, problem: "The data in this page cannot be read, so the lab starts afresh." };
  }
}

function followAddress(app) {
  let timer = 0;
  let own = location.hash;
  window.addEventListener("hashchange", () => {
    if (location.hash === own) return;
    own = location.hash;
    const given = decodeState(location.hash);
    if (given.card) app.openCard(given.card);
    else if (given.state) app.load(given.state);
    app.problem(given.problem ?? "");
  });
  return ({ state }) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const link = `#${encodeState(state)}`;
      if (link === own || (state === DEFAULT_STATE && own === "")) return;
      own = link;
      try {
        history.replaceState(null, "", link);
      } catch {
        // a frame without an address of its own
      }
    }, LINK_WAITS);
  };
}

function startLab() {
  const { state, problem, card } = firstState();
  const app = makeApp(state);
  mountMessages(app);
  const showTools = mountPageTools(document.getElementById("page-tools"), app);
  const showPanels = mountPanels(app);
  const writeAddress = followAddress(app);
  app.help = makeHelp();
  app.render = () => keepingFocus(() => {
    showTools(app.view);
    showPanels(app.view);
    writeAddress(app.view);
  });
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // the address is the state, and no place in the page
    document.getElementById("tabs").focus();
  });
  listenForKeys(app);
  listenForCsv(document.body, app);
  wireCards(app);
  app.render();
  if (card) app.openCard?.(card);
  if (problem) app.problem(problem);
  window.lab = app; // for the curious, and for tests
}

startLab();
