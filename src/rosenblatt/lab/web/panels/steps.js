// The step worked out as the notes write it, and the table of the run up to now.

import { predictSign } from "../core/engine.js";
import { countText, element, labelText, numberText, pairText, pointName, scrollBox } from "../ui/format.js";
import { setAttributes, setText } from "../ui/format.js";
import { brokenFormula, formula, mathHat, mathLabel, mathNumber, mathText, mathVector } from "../ui/mathml.js";

const LINE_HEIGHT = 2.5; // rem, as in lab.css
const LINES_MORE = 6; // drawn above and below those that are seen

export function mountArithmetic(root, app) {
  const work = element("section", { class: "work", "aria-label": "The arithmetic of this visit" });
  const table = mountRunTable(app);
  root.append(work, table.root);
  return (view) => {
    work.replaceChildren(...(view.step ? workedStep(view) : workedStart(view)));
    table.render(view);
  };
}

// --- The step ---

function workedStart({ state, weights, run }) {
  const { bias } = state.options;
  return [
    element("h2", {}, "Before the first visit"),
    workLine("At the start",
      [brokenFormula(["w", "=", mathVector(weights.w1, weights.w2)]), ", ", formula(["b", "=", weights.b])]),
    workLine("Each visit", [formula(["a", "=", "w", "·", "x", "+", "b"]), " and ",
      formula([mathHat("y"), "=", mathText("sign"), "(", "a", ")"])]),
    workLine("On a mistake", [formula(["w", "←", "w", "+", "η", "y", "x"]),
      ...(bias ? [", ", formula(["b", "←", "b", "+", "η", "y"])] : [])]),
    element("p", {}, run.visits ? `Press Step: the run has ${countText(run.visits)} visits.`
      : "Place a point: a run needs one."),
  ];
}

function workedStep(view) {
  const { step, state, before } = view;
  const { bias } = state.options;
  const x = bias ? mathVector(step.x, step.y, 1) : mathVector(step.x, step.y);
  return [
    element("h2", {}, `Visit ${countText(step.number)}, epoch ${step.epoch}: ${pointName(step.row, step.point)}`),
    workLine("The point", [brokenFormula(["x", "=", x]), ", ", formula(["y", "=", mathLabel(step.label)])],
      bias ? "The last 1 is folded in: b is its weight." : null),
    workLine("Its score", brokenFormula(["a", "=", scoreTerms(before, step, bias), "=", step.score])),
    workLine("The prediction",
      brokenFormula([mathHat("y"), "=", mathText("sign"), "(", step.score, ")", "=", mathLabel(step.prediction)])),
    mistakeLine(step, state.options.atZero),
    ...updateLines(view),
  ];
}

function workLine(name, math, hint = null) {
  return element("div", { class: "work-line" }, element("span", { class: "work-name" }, name),
    element("span", { class: "work-math" }, math), hint && element("span", { class: "hint" }, hint));
}

/** w1·x1 + w2·x2 + b·1, with numbers. */
function scoreTerms(weights, { x, y }, bias) {
  const product = (w, value) => [mathNumber(w, { bracket: true }), "·", mathNumber(value, { bracket: true })];
  const terms = [...product(weights.w1, x), "+", ...product(weights.w2, y)];
  if (bias) return [...terms, "+", ...product(weights.b, 1)];
  return weights.b === 0 ? terms : [...terms, "+", mathNumber(weights.b, { bracket: true })];
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
  mistake: "always a mistake (notes 003, 004).",
  positive: "it counts as positive (note 000).",
  negative: "it counts as negative (note 002).",
};

function updateLines(view) {
  const { step, state, before, weights } = view;
  if (state.options.order === "all-mistakes") return epochLines(view);
  if (!step.mistake) return [];
  const { eta, bias } = state.options;
  const by = () => [mathNumber(eta), "·", mathNumber(step.label, { bracket: true }), "·"];
  const lines = [workLine("New weights", brokenFormula(["w", "←", "w", "+", "η", "y", "x",
    "=", mathVector(before.w1, before.w2), "+", by(), mathVector(step.x, step.y),
    "=", mathVector(weights.w1, weights.w2)]))];
  if (bias) {
    lines.push(workLine("New bias",
      brokenFormula(["b", "←", "b", "+", "η", "y", "=", before.b, "+", by(), 1, "=", weights.b])));
  }
  return [...lines, afterLine(step, weights, bias)];
}

function afterLine(step, weights, bias) {
  const fixed = step.label * step.scoreAfter > 0;
  const hint = fixed ? "Now this point is on its side." : "Still not on its side: one update need not be enough.";
  const math = brokenFormula(["a", "=", scoreTerms(weights, step, bias), "=", step.scoreAfter]);
  return workLine("Score after", math, hint);
}

/** Note 003's update after the whole set: it waits for the last visit of the epoch. */
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

// --- The table ---

const COLUMNS = ["t", "x", "a", "ŷ", "y", "mistake?", "w", "b", "survival", "loss"];

/** Survival after every visit, once a run. */
const SURVIVALS = new WeakMap();

function survivalsOf(run) {
  if (SURVIVALS.has(run)) return SURVIVALS.get(run);
  const survivals = new Uint32Array(run.visits + 1);
  let [made, k] = [1, 0];
  for (let t = 1; t <= run.visits; t += 1) {
    while (k < run.mistakeVisits.length && run.mistakeVisits[k] <= t) made = run.mistakeVisits[k++];
    survivals[t] = t + 1 - made;
  }
  SURVIVALS.set(run, survivals);
  return survivals;
}

/** The cells of a line, as text. */
function runCells(run, points, options, t) {
  const { x, y, label } = points[run.row[t - 1]];
  const score = run.score[t - 1];
  const wrong = run.wrong[t - 1] === 1;
  return [
    countText(t), pairText(x, y), numberText(score), labelText(predictSign(score, options.atZero)), labelText(label),
    wrong ? "✗ yes" : "no", pairText(run.w1[t], run.w2[t]), numberText(run.b[t]),
    countText(survivalsOf(run)[t]), numberText(wrong ? Math.abs(score) : 0),
  ];
}

/** Only the lines that can be seen are there, between two that are as high as the others together. */
function mountRunTable(app) {
  const body = element("tbody");
  const [above, below] = [0, 1].map(() =>
    element("tr", { "aria-hidden": "true", class: "room" }, element("td", { colspan: COLUMNS.length })));
  const caption = element("caption");
  const table = element("table", { class: "run" }, caption,
    element("thead", {}, element("tr", {}, COLUMNS.map((name) => element("th", { scope: "col" }, name)))), body);
  const root = scrollBox("table-scroll", "The run so far", table);
  body.append(above, below);
  const lines = []; // kept and filled again
  let [view, shownT] = [null, -1];

  function makeLine() {
    const button = element("button", { type: "button", class: "to-visit" });
    const cells = COLUMNS.map((_, i) => (i ? element("td") : element("td", {}, button)));
    const row = element("tr", {}, cells);
    row.addEventListener("click", () => app.go(Number(row.dataset.t)));
    below.before(row);
    return { row, cells, button };
  }

  /** Lines that stay in sight are left alone: a step fills one or two. */
  function turnTo(t) {
    const by = t - (lines[0]?.t ?? t);
    if (Math.abs(by) >= lines.length) return;
    for (let k = 0; k < by; k += 1) {
      lines.push(lines.shift());
      below.before(lines.at(-1).row);
    }
    for (let k = 0; k > by; k -= 1) {
      lines.unshift(lines.pop());
      above.after(lines[0].row);
    }
  }

  function fillLine(line, t) {
    const { run, state } = view;
    const now = t === view.t;
    if (line.t === t && line.run === run && line.now === now) return;
    Object.assign(line, { t, run, now });
    const texts = runCells(run, state.points, state.options, t);
    texts.forEach((text, i) => setText(i ? line.cells[i] : line.button, text));
    line.row.dataset.t = t;
    setAttributes(line.button, { "aria-label": `Go to visit ${t}` });
    setAttributes(line.row, {
      class: `${run.wrong[t - 1] ? "wrong" : ""}${now ? " now" : ""}`.trim(),
      "aria-rowindex": t + 1, "aria-current": now ? "step" : null,
    });
  }

  /** Fill the lines that are seen when it is scrolled to `top`. */
  function fill(top) {
    const { line, height } = port;
    const most = Math.ceil(height / line) + 2 * LINES_MORE;
    const first = Math.max(0, Math.min(view.t - most, Math.floor(top / line) - LINES_MORE));
    const count = Math.min(most, view.t - first);
    while (lines.length < count) lines.push(makeLine());
    while (lines.length > count) lines.pop().row.remove();
    turnTo(first + 1);
    lines.forEach((kept, i) => fillLine(kept, first + i + 1));
    above.firstChild.style.height = `${first * line}px`;
    below.firstChild.style.height = `${(view.t - first - count) * line}px`;
    above.hidden = first === 0;
    below.hidden = view.t - first - count === 0;
  }

  // Asking for sizes makes the browser lay out the page: so only when they change.
  const port = { line: 40, height: 352 };
  new ResizeObserver(() => {
    port.line = LINE_HEIGHT * parseFloat(getComputedStyle(document.documentElement).fontSize);
    port.height = root.clientHeight;
    if (view) fill(root.scrollTop);
  }).observe(root);
  root.addEventListener("scroll", () => view && fill(root.scrollTop), { passive: true });
  let frame = 0;

  /** The last line is in sight after every step. */
  function followLast() {
    const bottom = view.t * port.line + 3 * port.line;
    fill(Math.max(0, bottom - port.height));
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => { root.scrollTop = bottom; });
  }

  function render(now) {
    view = now;
    setText(caption, now.t === 0 ? "The run so far: no visit yet."
      : `The run so far, ${countText(now.t)} of ${countText(now.run.visits)} visits. Choose a line to go there.`);
    setAttributes(table, { "aria-rowcount": now.t + 1 });
    if (now.t !== shownT) followLast();
    else fill(root.scrollTop);
    shownT = now.t;
  }
  return { root, render };
}
