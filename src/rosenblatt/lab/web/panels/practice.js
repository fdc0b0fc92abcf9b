// The panel of exercises, with a score for each.

import { DEFAULT_STATE } from "../core/state.js";
import { element, setText, textButton } from "../ui/dom.js";
import { drawExercise, predictExercise, separableExercise } from "./practice_exercises.js";

const EXERCISES = [
  { name: "predict", title: "Mistake or not?", make: predictExercise },
  { name: "draw", title: "Draw the line", make: drawExercise },
  { name: "separable", title: "Separable or not?", make: separableExercise },
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
  /** Put the points of an exercise into the plane, before the first visit. */
  const load = (points, extra) => {
    time.pause();
    app.dispatch({ points, options: DEFAULT_STATE.options, t: 0, card: "", tab: "practice", extra });
    plane.fit();
  };
  const exercises = EXERCISES.map(({ name, title, make }) => ({ name, title, ...make(app, scores, { time, load }) }));
  const buttons = exercises.map(({ title, start }) => textButton(title, () => start(), { "aria-pressed": "false" }));
  const score = element("span", { class: "score" });
  const reset = textButton("Reset the score", () => {
    scores.reset();
    app.redraw();
    app.say("The score was reset to 0.");
  });
  const intro = element("p", {}, "Three exercises. Give your own answer before the lab shows it. The score is kept " +
    "while this page is open.");
  root.append(element("section", { "aria-labelledby": "practice-title" },
    element("h2", { id: "practice-title" }, "Try it yourself"),
    element("div", { class: "buttons", role: "group", "aria-label": "Exercises" }, buttons), intro,
    ...exercises.map((exercise) => exercise.root),
    element("div", { class: "buttons practice-score" }, score, reset)));

  plane.addOverlay("practice", (group, view, space) => {
    const open = view.state.tab === "practice" ? exerciseOf(view.state) : null;
    // Which points would be mistakes is not to be seen before one has said so.
    document.documentElement.classList.toggle("guessing", open === 1 || (open !== null && view.t === 0));
    if (open) exercises[open - 1].paint?.(group, view, space);
  });
  plane.redraw();

  return (view) => {
    const open = exerciseOf(view.state);
    intro.hidden = open !== null;
    exercises.forEach((exercise, i) => {
      exercise.root.hidden = open !== i + 1;
      buttons[i].setAttribute("aria-pressed", String(open === i + 1));
    });
    if (open) exercises[open - 1].render(view);
    setText(score, EXERCISES.map(({ name, title }) => {
      const { right, asked } = scores.of(name);
      return `${title} ${right} of ${asked} right`;
    }).join(" · "));
  };
}

/** 1, 2 or 3, or null: a link may have anything. */
function exerciseOf({ extra }) {
  return [1, 2, 3].includes(extra.exercise) ? extra.exercise : null;
}
