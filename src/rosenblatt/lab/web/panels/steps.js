// The step worked out as the lectures write it, above the table of the run up to now.

import { element } from "../ui/dom.js";
import { countText, numberText, pointName } from "../ui/format.js";
import { brokenFormula, formula, marked, mathHat, mathLabel, mathNumber, mathText, mathVector } from "../ui/mathml.js";
import { marksBefore, marksView } from "./marks.js";
import { mountRunTable } from "./run_table.js";

export function mountSteps(root, app, { plane }) {
  const work = element("section", { class: "work", "aria-label": "Arithmetic of this visit" });
  const table = mountRunTable(app);
  const marks = marksView(app, plane);
  root.append(work, marks.root, table.root);
  return (view) => {
    work.replaceChildren(...(view.step ? workedStep(view) : workedStart(view)));
    marks.render(view);
    table.render(view);
  };
}

function workedStart({ state, weights, run }) {
  const { bias } = state.options;
  return [
    element("h2", {}, "Before the first visit"),
    workLine("At the start",
      [brokenFormula([marked("w", "w"), "=", marked("w", mathVector(weights.w1, weights.w2))]), ", ",
        formula([marked("b", "b"), "=", marked("b", weights.b)])]),
    workLine("Each visit", [formula(["a", "=", "w", "·", "x", "+", "b"]), " and ",
      formula([mathHat("y"), "=", mathText("sign"), "(", "a", ")"])]),
    workLine("On a mistake", [formula(["w", "←", "w", "+", "η", "y", "x"]),
      ...(bias ? [", ", formula(["b", "←", "b", "+", "η", "y"])] : [])],
    `η is the learning rate, the size of a step. Here it is ${numberText(state.options.eta)}.`),
    element("p", {}, run.visits ? `Press Step: the run has ${countText(run.visits)} visits.`
      : "Place a point to start a run."),
  ];
}

function workedStep(view) {
  const { step, state, before } = view;
  const { bias } = state.options;
  const x = marked("x", bias ? mathVector(step.x, step.y, 1) : mathVector(step.x, step.y));
  return [
    element("h2", {}, `Visit ${countText(step.number)}, epoch ${step.epoch}: ${pointName(step.row, step.point)}`),
    workLine("The point", [brokenFormula([marked("x", "x"), "=", x]), ", ", formula(marked("x", "y", "=", mathLabel(step.label)))],
      bias ? "The last 1 is appended to x; its weight is b." : null),
    workLine("Its score", brokenFormula([marked("a", "a"), "=", scoreTerms(before, step, bias, marksBefore(view)), "=",
      marked("a", step.score)])),
    step.undecided ? workLine("The prediction", ["none"], "A score of exactly zero predicts neither class.")
      : workLine("The prediction",
        brokenFormula([mathHat("y"), "=", mathText("sign"), "(", step.score, ")", "=", mathLabel(step.prediction)])),
    mistakeLine(step, state.options.atZero),
    ...updateLines(view),
  ];
}

function workLine(name, math, hint = null) {
  return element("div", { class: "work-line" }, element("span", { class: "work-name" }, name),
    element("span", { class: "work-math" }, math), hint && element("span", { class: "hint" }, hint));
}

/** w1·x1 + w2·x2 + b·1, with numbers. marks: of w and of b in the plane. */
function scoreTerms(weights, { x, y }, bias, [markW, markB]) {
  const factor = (mark, value) => marked(mark, mathNumber(value, { bracket: true }));
  const terms = [factor(markW, weights.w1), "·", factor("x", x), "+", factor(markW, weights.w2), "·", factor("x", y)];
  if (bias) return [...terms, "+", factor(markB, weights.b), "·", factor("x", 1)];
  return weights.b === 0 ? terms : [...terms, "+", factor(markB, weights.b)];
}

/** Whether it is a mistake, by the rule for a score of zero that was chosen. */
function mistakeLine(step, atZero) {
  const mark = step.mistake ? element("strong", { class: "wrong" }, "✗ a mistake")
    : element("strong", { class: "right" }, "✓ correct");
  const product = step.label * step.score;
  const math = atZero === "mistake" || step.score !== 0
    ? brokenFormula(["y", "·", "a", "=", mathLabel(step.label), "·", mathNumber(step.score, { bracket: true }),
      "=", product, product > 0 ? ">" : "≤", 0])
    : formula([mathHat("y"), step.mistake ? "≠" : "=", "y"]);
  const zero = step.score === 0 ? ` A score of zero: ${ZERO_RULES[atZero]}` : "";
  return workLine("Mistake?", [math, " ", mark], `${step.mistake ? "" : "Nothing changes."}${zero}`.trim() || null);
}

const ZERO_RULES = {
  mistake: "always a mistake (Maryland Lecture 6, Cornwell).",
  positive: "it counts as positive (CMU Lecture 6).",
  negative: "it counts as negative (Manchester Week 2).",
};

function updateLines(view) {
  const { step, state, before, weights } = view;
  if (state.options.order === "all-mistakes") return epochLines(view);
  if (!step.mistake) return [];
  const { eta, bias } = state.options;
  const by = () => [mathNumber(eta), "·", mathNumber(step.label, { bracket: true }), "·"];
  const lines = [workLine("New weights", brokenFormula([marked("w", "w"), "←", marked("old", "w"), "+",
    marked("added", "η", "y", "x"), "=", marked("old", mathVector(before.w1, before.w2)), "+",
    marked("added", by(), mathVector(step.x, step.y)), "=", marked("w", mathVector(weights.w1, weights.w2))]), `η = ${numberText(eta)} is the learning rate: the size of a step.`)];
  if (bias) {
    lines.push(workLine("New bias",
      brokenFormula([marked("b", "b"), "←", marked("old-b", "b"), "+", "η", "y", "=", marked("old-b", before.b), "+",
        by(), 1, "=", marked("b", weights.b)])));
  }
  return [...lines, afterLine(step, weights, bias)];
}

function afterLine(step, weights, bias) {
  const fixed = step.label * step.scoreAfter > 0;
  const hint = fixed ? "This point is now on the correct side."
    : "Still not on the correct side: one update is not always enough.";
  const math = brokenFormula(["a", "=", scoreTerms(weights, step, bias, ["w", "b"]), "=", step.scoreAfter]);
  return workLine("Score after", math, hint);
}

/** Maryland's update after the whole set: it waits for the last visit of the epoch. */
function epochLines({ step, state, before, weights, run, t }) {
  const made = run.mistakesPerEpoch[step.epoch - 1];
  if (run.epochEnds[step.epoch - 1] !== t) {
    return step.mistake ? [workLine("New weights", [], "The update waits for the end of the epoch.")] : [];
  }
  if (made === 0) return [];
  const rows = `the ${made === 1 ? "one mistake" : `${countText(made)} mistakes`} of this epoch`;
  return [
    workLine("New weights", brokenFormula(["w", "←", "w", "+", "Σ", "η", "y", "x",
      "=", mathVector(before.w1, before.w2), "+", mathVector(weights.w1 - before.w1, weights.w2 - before.w2),
      "=", mathVector(weights.w1, weights.w2)]),
    `The sum is over ${rows}.`),
    ...(state.options.bias ? [workLine("New bias", brokenFormula(["b", "←", "b", "+", "Σ", "η", "y", "=", before.b,
      "+", mathNumber(weights.b - before.b, { bracket: true }), "=", weights.b]))] : []),
  ];
}
