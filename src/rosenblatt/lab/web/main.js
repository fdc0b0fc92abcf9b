// The lab: its state, its page, its panels, and its address.

import { mountCards, wireCards } from "./cards/cards.js";
import { makeApp } from "./core/app.js";
import { decodeState, encodeState } from "./core/link.js";
import { checkedState, DEFAULT_STATE } from "./core/state.js";
import { mountClassAnswers } from "./panels/class_answers.js";
import { mountClassQuestion } from "./panels/class_question.js";
import { listenForKeys, makeHelp } from "./panels/help.js";
import { mountGenerator, wireTestPoints } from "./panels/generator.js";
import { mountLegend } from "./panels/legend.js";
import { mountOptions } from "./panels/options.js";
import { mountPageTools } from "./panels/page_tools.js";
import { mountPlane } from "./panels/plane.js";
import { listenForCsv, mountPoints } from "./panels/points.js";
import { mountPractice } from "./panels/practice.js";
import { mountShare } from "./panels/share.js";
import { mountSteps } from "./panels/steps.js";
import { mountTabs } from "./panels/tabs.js";
import { mountTheorem } from "./panels/theorem.js";
import { mountTime } from "./panels/time.js";
import { hasSeenTour, mountTour } from "./panels/tour.js";
import { mountVariants } from "./panels/variants.js";
import { mountWeights } from "./panels/weights.js";
import { keepingFocus } from "./ui/focus.js";
import { mountMessages } from "./ui/messages.js";

/** The panels of the tabs; two may share a tab. */
const PANELS = [
  { tab: "steps", name: "Steps", mount: mountSteps },
  { tab: "data", name: "Data", mount: mountGenerator },
  { tab: "data", name: "Data", mount: mountPoints },
  { tab: "options", name: "Options", mount: mountOptions },
  { tab: "theorem", name: "Theorem", mount: mountTheorem },
  { tab: "weights", name: "Weights", mount: mountWeights },
  { tab: "variants", name: "Variants", mount: mountVariants },
  { tab: "practice", name: "Practice", mount: mountPractice },
  { tab: "cards", name: "Cards", mount: mountCards },
  { tab: "share", name: "Share", mount: mountClassAnswers },
  { tab: "share", name: "Share", mount: mountShare },
];

const LINK_WAITS = 250; // milliseconds: browsers refuse an address that changes with every step

// --- The address ---

function firstState() {
  const start = document.getElementById("start");
  const given = decodeState(location.hash);
  if (location.hash.length > 1 || !start) return given.problem ? { state: DEFAULT_STATE, ...given } : given;
  try {
    const checked = checkedState(JSON.parse(start.textContent));
    return checked.problem ? { state: DEFAULT_STATE, ...checked } : checked;
  } catch {
    const problem = "The data in this page cannot be read, so the lab starts with its own points.";
    return { state: DEFAULT_STATE, problem };
  }
}

/** Whether the page was opened as it is, by someone who has not seen the tour. */
function isFirstVisit() {
  return location.hash.length <= 1 && !document.getElementById("start") && !hasSeenTour();
}

/** Follow links that are opened, and write the state into the address, but not during a tour: returns what does so. */
function followAddress(app, openCard, tour) {
  let timer = 0;
  let own = location.hash;
  window.addEventListener("hashchange", () => {
    if (location.hash === own) return;
    own = location.hash;
    const given = decodeState(location.hash);
    if (given.tour) tour.start();
    else if (given.card) openCard(given.card);
    else if (given.state) app.load(given.state);
    app.problem(given.problem ?? "");
  });
  return ({ state }) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (location.hash !== own || tour.isOpen()) return; // a link was opened just now, and its event is still to come
      const link = `#${encodeState(state)}`;
      if (link === own || (state === DEFAULT_STATE && own === "")) return;
      try {
        history.replaceState(null, "", link);
      } catch {
        // a frame without an address of its own
      }
      own = location.hash;
    }, LINK_WAITS);
  };
}

function startLab() {
  const { state, problem, card, tour: asked } = firstState();
  const app = makeApp(state, mountMessages());
  const help = makeHelp();
  const at = (id) => document.getElementById(id);
  const showTools = mountPageTools(at("page-tools"), app, { help, startTour: () => tour.start() });
  const time = mountTime(at("time"), app);
  const plane = mountPlane(at("plane"), app, { isHurried: time.isHurried });
  const panels = PANELS.map((panel) => ({ ...panel, mount: (root) => panel.mount(root, app, { plane, time }) }));
  const showTabs = mountTabs(at("tabs"), app, panels);
  const showQuestion = mountClassQuestion(at("tabs"), app, plane);
  const showLegend = mountLegend(at("legend"));
  const tour = mountTour(at("tour-place"), app, { plane, time });
  const writeAddress = followAddress(app, (id) => openCard(id), tour);
  app.onChange((view) => keepingFocus(() => {
    for (const show of [showTools, plane.render, showLegend, time.render, showQuestion, showTabs, tour.render, writeAddress]) show(view);
  }));
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // the address is the state, and no place in the page
    at("tabs").focus();
  });
  listenForKeys({ app, plane, time, help });
  listenForCsv(document.body, app);
  wireTestPoints(plane);
  const openCard = wireCards(app, { plane, time });
  app.redraw();
  if (card) openCard(card);
  if (asked || isFirstVisit()) tour.start();
  if (problem) app.problem(problem);
  window.lab = Object.assign(Object.create(app), { plane, time, tour, openCard }); // for the curious, and for tests
}

startLab();
