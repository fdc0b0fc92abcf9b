// Time: the number of visits that are shown, and the controls that change it or play the run.

import { frozenText, hiddenText, hidesRun } from "../core/practice_secrecy.js";
import { element, setAttributes, setText } from "../ui/dom.js";
import { countedText, countText, labelText, numberText, pairText, pointName } from "../ui/format.js";
import { changeIcon, icon } from "../ui/icons.js";

const SPEEDS = [0.5, 1, 2, 4, 8, 16, 60, 300, 2000]; // visits a second
const HURRIED = 2; // visits a second above which updates are not animated
const SAYS_EVERY = 2500; // milliseconds, while it plays

const REASONS = {
  converged: "Converged: a whole epoch had no mistakes.",
  max_iter: "Stopped: the maximum number of epochs was reached.",
};

/** The ways through a run, from the view to a number of visits. */
const MOVES = {
  start: () => 0,
  back: ({ t }) => Math.max(0, t - 1),
  step: ({ t, run }) => Math.min(run.visits, t + 1),
  mistake: ({ t, run }) => {
    const next = run.wrong.indexOf(1, t);
    return next < 0 ? run.visits : next + 1;
  },
  epoch: ({ t, run }) => run.epochEnds.find((end) => end > t) ?? run.visits,
  end: ({ run }) => run.visits,
};

/** What happened at the last visit, in words. */
function stepSentence({ step, state, weights, run, t }) {
  if (!step) return `At the start: 0 of ${countedText(run.visits, "visit")}.`;
  const end = t === run.visits ? ` ${REASONS[run.reason]}` : "";
  const point = pointName(step.row, state.points[step.row]);
  const verdict = step.mistake ? "a mistake" : "correct";
  const changed = step.mistake ? ` w is ${pairText(weights.w1, weights.w2)}, b is ${numberText(weights.b)}.` : "";
  const predicted = step.undecided ? "" : ` predicted ${labelText(step.prediction)},`;
  const scored = `score ${numberText(step.score)},${predicted} ${verdict}`;
  return `Visit ${step.number}, ${point}: ${scored}.${changed}${end}`;
}

/** The clock and its controls: render(view), toggle(), pause(), goBy(move), and isHurried(). */
export function mountTime(root, app) {
  const controls = timeControls({ goBy, toggle, scrub, settle: app.settle });
  root.append(...controls.nodes);
  const clock = { playing: false, hurried: false, timer: 0, last: 0, owed: 0 };
  const speak = stepSpeaker(app);

  function goBy(move) {
    if (hidesRun(app.view)) return app.say(frozenText(app.view));
    pause();
    return app.go(MOVES[move](app.view));
  }

  function toggle() {
    if (clock.playing) return pause();
    if (hidesRun(app.view)) return app.say(frozenText(app.view));
    const { t, run } = app.view;
    if (run.visits === 0) return app.say("There is nothing to play: place a point first.");
    clock.playing = true;
    if (t === run.visits) app.go(0);
    Object.assign(clock, { last: performance.now(), owed: 0 });
    tick();
    return render(app.view);
  }

  function pause() {
    if (!clock.playing) return;
    clearTimeout(clock.timer);
    Object.assign(clock, { playing: false, hurried: false });
    app.settle();
    render(app.view);
  }

  /** Make the visits that are due. Above the rate of a screen, several at a time. */
  function tick() {
    const rate = Number(controls.speed.value);
    const now = performance.now();
    clock.owed += ((now - clock.last) / 1000) * rate;
    clock.last = now;
    clock.hurried = rate > HURRIED;
    if (hidesRun(app.view)) return pause(); // a link with a question was opened
    const due = Math.floor(clock.owed);
    if (due > 0) {
      clock.owed -= due;
      app.go(Math.min(app.view.run.visits, app.view.t + due));
    }
    if (app.view.t >= app.view.run.visits) return pause();
    clock.timer = setTimeout(tick, Math.min(120, 1000 / Math.min(rate, 60)));
  }

  function scrub() {
    pause();
    clock.hurried = true;
    app.go(Number(controls.scrubber.value));
    clock.hurried = false;
  }

  const render = (view) => [controls.render, speak].forEach((show) => show(view, clock.playing));
  return { render, toggle, pause, goBy, isHurried: () => clock.hurried };
}

function countersText({ t, run, k, step }) {
  const visits = `Visit ${countText(t)} of ${countText(run.visits)}`;
  return `${visits} · epoch ${step ? step.epoch : 0} of ${run.epochs} · ${countedText(k, "mistake")}`;
}

function endingText({ t, run }) {
  if (run.visits === 0) return "Place a point to begin.";
  return t === run.visits ? REASONS[run.reason] : "";
}

/** Buttons, scrubber, speed and counters: {nodes, scrubber, speed, render(view, playing)}. */
function timeControls({ goBy, toggle, scrub, settle }) {
  const button = (move, name, key, word = name) => element("button",
    { type: "button", title: `${name} (key ${key})`, "aria-label": name, "data-move": move, onclick: () => goBy(move) },
    icon(move), element("span", { class: "word" }, word));
  const buttons = {
    start: button("start", "Start", "Home"),
    back: button("back", "Back", "←"),
    step: button("step", "Step", "→"),
    mistake: button("mistake", "Next mistake", "m", "Mistake"),
    epoch: button("epoch", "Next epoch", "e", "Epoch"),
    end: button("end", "End", "End"),
  };
  const playSign = icon("play");
  const playWord = element("span", { class: "word" });
  const play = element("button",
    { type: "button", class: "play", title: "Play or pause (space)", onclick: () => toggle() }, playSign, playWord);
  const scrubber = element("input", {
    type: "range", min: 0, max: 1, value: 0, step: 1, "aria-label": "Visits", id: "scrubber",
    oninput: scrub, onchange: settle,
  });
  const speed = element("select", { id: "speed", "aria-label": "Speed" },
    SPEEDS.map((s) => element("option", { value: s, selected: s === 2 }, `${s}/s`)));
  const counters = element("p", { class: "counters", id: "counters" });
  const ending = element("p", { class: "ending", id: "ending" });
  const nodes = [
    element("div", { class: "buttons", role: "group", "aria-label": "Time" },
      buttons.start, buttons.back, play, buttons.step, buttons.mistake, buttons.epoch, buttons.end),
    element("div", { class: "scrubbing" }, scrubber, speed), element("div", { class: "time-texts" }, counters, ending)];

  function render(view, playing) {
    const hidden = hidesRun(view);
    const [t, visits] = hidden ? [0, 0] : [view.t, view.run.visits];
    setAttributes(scrubber, { max: Math.max(1, visits), "aria-valuetext": hidden ? "hidden" : `visit ${t} of ${visits}` });
    scrubber.disabled = visits === 0;
    if (Number(scrubber.value) !== t) scrubber.value = t;
    setText(counters, hidden ? hiddenText(view) : countersText(view));
    setText(ending, hidden ? "" : endingText(view));
    for (const name of ["start", "back"]) buttons[name].disabled = t === 0;
    for (const name of ["step", "mistake", "epoch", "end"]) buttons[name].disabled = t === visits;
    play.disabled = hidden;
    setText(playWord, playing ? "Pause" : "Play");
    changeIcon(playSign, playing ? "pause" : "play");
  }
  return { nodes, scrubber, speed, render };
}

/** What says each step, while it plays not all of them. */
function stepSpeaker(app) {
  let spoken = { t: 0, run: null, when: 0 };
  return (view, playing) => {
    const { t, run } = view;
    const now = performance.now();
    const moved = spoken.run && t !== spoken.t && !hidesRun(view);
    const due = !playing || t === run.visits || now - spoken.when > SAYS_EVERY;
    if (moved && due) {
      app.say(stepSentence(view), { toast: false });
      spoken.when = now;
    }
    if (!moved || due) spoken = { t, run, when: spoken.when };
  };
}
