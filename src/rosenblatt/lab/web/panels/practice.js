// The panel of exercises, with a score for each.

import { askedQuestion } from "../core/practice_secrecy.js";
import { MAX_SEED, ONLINE, pointsOfQuestion, questionOf } from "../core/practice_sets.js";
import { DEFAULT_STATE } from "../core/state.js";
import { element, setText, textButton } from "../ui/dom.js";
import { extraField } from "../ui/number_field.js";
import { drawExercise, shadeAt } from "./practice_draw.js";
import { onlineExercise } from "./practice_online.js";
import { predictExercise } from "./practice_predict.js";
import { separableExercise } from "./practice_separable.js";

/** In the order of state.extra.exercise, which counts from 1. */
const EXERCISES = [
  { name: "predict", title: "Mistake or not?", make: predictExercise },
  { name: "draw", title: "Draw the line", make: drawExercise },
  { name: "separable", title: "Separable or not?", make: separableExercise },
  { name: "online", title: "Receive, predict, pay", make: onlineExercise },
];
const STORED_SCORES = "rosenblatt-lab-practice";

// --- The score ---

/** Right answers and all answers of each exercise; kept for this tab of the browser where that is allowed. */
export function makeScores(storage) {
  const blank = () => Object.fromEntries(EXERCISES.map(({ name }) => [name, { right: 0, asked: 0 }]));
  let scores = blank();
  try {
    const stored = JSON.parse(storage?.getItem(STORED_SCORES) ?? "{}");
    for (const { name } of EXERCISES) {
      const { right, asked } = stored[name] ?? {};
      const fits = Number.isInteger(right) && Number.isInteger(asked) && right >= 0 && right <= asked;
      if (fits) scores[name] = { right, asked };
    }
  } catch {
    scores = blank();
  }
  const keep = () => {
    try {
      storage?.setItem(STORED_SCORES, JSON.stringify(scores));
    } catch {
      // then it is for this page only
    }
  };
  return {
    of: (name) => scores[name],
    answer(name, right) {
      scores[name] = { right: scores[name].right + (right ? 1 : 0), asked: scores[name].asked + 1 };
      keep();
    },
    reset() {
      scores = blank();
      keep();
    },
  };
}

function sessionScores() {
  try {
    return makeScores(window.sessionStorage);
  } catch {
    return makeScores(null); // a page in a frame may have no storage
  }
}

// --- The panel ---

export function mountPractice(root, app, { plane, time }) {
  const scores = sessionScores();
  const services = makeServices(app, scores, { plane, time });
  const exercises = EXERCISES.map(({ name, title, make }, i) => ({ name, title, ...make(app, services.of(i)) }));
  const buttons = exercises.map(({ title }, i) => textButton(title, () => services.toggle(i + 1), { "aria-pressed": "false" }));
  const seed = extraField(app, "practiceSeed", "Seed", {
    least: 0, most: MAX_SEED, whole: true,
    put: (_, { practiceSeed }) => services.open({ ...questionOf(app.view.state), seed: practiceSeed, set: 0 }),
  });
  const seedHint = element("p", { class: "hint" }, "The same seed gives the same questions on every machine.");
  seed.root.append(seedHint);
  const score = element("span", { class: "score" });
  const reset = textButton("Reset the score", () => {
    scores.reset();
    app.redraw();
    app.say("The score was reset to 0.");
  });
  const intro = element("p", {}, "Four exercises. Give your own answer before the lab shows it. While a question is open, " +
    "the lab hides the run. The score is kept while this page is open.");
  const changed = element("p", { class: "question" }, "The points are not those of the question any more.");
  const again = textButton("Ask the question again", () => services.open(questionOf(app.view.state)));
  const stale = element("div", {}, changed, again);
  root.append(element("section", { "aria-labelledby": "practice-title" },
    element("h2", { id: "practice-title" }, "Try it yourself"),
    element("div", { class: "buttons exercises", role: "group", "aria-label": "Exercises" }, buttons), intro,
    ...exercises.map((exercise) => exercise.root), stale, seed.root,
    element("div", { class: "buttons practice-score" }, score, reset)));

  plane.onTap((x, y) => shadeAt(app, x, y));
  plane.addOverlay("practice", (group, view, space) => {
    const question = askedQuestion(view.state);
    document.documentElement.classList.toggle("asking", question !== null);
    if (question) exercises[question.exercise - 1].paint(group, view, space);
  });
  plane.redraw();

  return (view) => {
    const named = questionOf(view.state);
    const question = askedQuestion(view.state);
    intro.hidden = named !== null;
    seed.root.hidden = !named;
    stale.hidden = !named || question !== null;
    exercises.forEach((exercise, i) => {
      exercise.root.hidden = question?.exercise !== i + 1;
      buttons[i].setAttribute("aria-pressed", String(named?.exercise === i + 1));
    });
    if (named) seed.show(named.seed);
    if (question) exercises[question.exercise - 1].render(view, `Seed ${question.seed}, set ${question.set + 1}.`);
    setText(score, EXERCISES.map(({ name, title }) => {
      const { right, asked } = scores.of(name);
      return `${title} ${right} of ${asked} right`;
    }).join(" · "));
  };
}

/** How exercises are opened, closed and answered. */
function makeServices(app, scores, { plane, time }) {
  const counted = new Set(); // questions that were answered: the first answer counts

  /** Put the points of a question into the plane, before the first visit. */
  function open({ exercise, seed, set }) {
    time.pause();
    const points = exercise === ONLINE ? [] : pointsOfQuestion({ exercise, seed, set });
    const options = exercise === ONLINE ? { ...DEFAULT_STATE.options, epochs: 1 } : DEFAULT_STATE.options;
    const extra = { exercise, practiceSeed: seed, set };
    const could = app.dispatch({ points, options, t: 0, card: "", tab: "practice", extra });
    plane.fit();
    plane.svg.scrollIntoView({ block: "nearest" }); // on a phone it is above the exercises
    return could;
  }
  const openSet = (set) => open({ ...questionOf(app.view.state), set });
  const nextSet = () => openSet(questionOf(app.view.state).set + 1);

  /** The button of an exercise opens it; that of the open one closes it, and shows the run. */
  function toggle(exercise) {
    const question = questionOf(app.view.state);
    if (question?.exercise !== exercise) return open({ exercise, seed: question?.seed ?? 1, set: 0 });
    return app.dispatch({ extra: {} });
  }

  function answered(name, extra, right, change) {
    const { state, t } = app.view;
    const { exercise, seed, set } = questionOf(state);
    const key = [exercise, seed, set, t].join(" ");
    if (!counted.has(key)) scores.answer(name, right);
    counted.add(key);
    app.dispatch({ ...change, extra: { ...state.extra, ...extra } });
  }
  return {
    open, toggle,
    of: (i) => ({
      title: EXERCISES[i].title, time, openSet, nextSet,
      answered: (extra, right, change = {}) => answered(EXERCISES[i].name, extra, right, change),
    }),
  };
}
