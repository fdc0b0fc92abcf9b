// The run up to now as a table with a line per visit.

import { isUndecided, predictSign } from "../core/engine.js";
import { element, scrollBox, setAttributes, setText } from "../ui/dom.js";
import { countText, labelText, numberText, pairText } from "../ui/format.js";

const LINE_HEIGHT = 2.5; // rem, as in styles/panels.css
const LINES_MORE = 6; // drawn above and below those that are seen

const COLUMNS = ["t", "x", "a", "ŷ", "y", "mistake?", "w", "b", "survival", "loss"];

const TABLE_WORDS = "survival: for how many visits these weights have lasted, this visit included. " +
  "loss: −y·a for a mistake, else 0.";

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
  const predicted = isUndecided(score, options.atZero) ? "–" : labelText(predictSign(score, options.atZero));
  return [
    countText(t), pairText(x, y), numberText(score), predicted, labelText(label),
    wrong ? "✗ yes" : "no", pairText(run.w1[t], run.w2[t]), numberText(run.b[t]),
    countText(survivalsOf(run)[t]), numberText(wrong ? Math.abs(score) : 0),
  ];
}

/** Only the lines that can be seen are there, between two that are as high as the others together. */
export function mountRunTable(app) {
  const caption = element("caption");
  const lines = runLines(app);
  const table = element("table", { class: "run" }, caption,
    element("thead", {}, element("tr", {}, COLUMNS.map((name) => element("th", { scope: "col" }, name)))), lines.body);
  const box = scrollBox("table-scroll", "The run so far", table);
  const root = element("div", { class: "run-table" }, element("p", { class: "hint" }, TABLE_WORDS), box);
  let [view, shownT, frame] = [null, -1, 0];

  // Asking for sizes makes the browser lay out the page: so only when they change.
  const port = { line: 40, height: 352 };
  new ResizeObserver(() => {
    port.line = LINE_HEIGHT * parseFloat(getComputedStyle(document.documentElement).fontSize);
    port.height = box.clientHeight;
    if (view) lines.fill(view, port, box.scrollTop);
  }).observe(box);
  box.addEventListener("scroll", () => view && lines.fill(view, port, box.scrollTop), { passive: true });

  /** The last line is in sight after every step. */
  function followLast() {
    const bottom = view.t * port.line + 3 * port.line;
    lines.fill(view, port, Math.max(0, bottom - port.height));
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => { box.scrollTop = bottom; });
  }

  function render(now) {
    view = now;
    setText(caption, now.t === 0 ? "The run so far: no visits yet."
      : `The run so far, ${countText(now.t)} of ${countText(now.run.visits)} visits. Select a row to go to it.`);
    setAttributes(table, { "aria-rowcount": now.t + 1 });
    if (now.t !== shownT) followLast();
    else lines.fill(view, port, box.scrollTop);
    shownT = now.t;
  }
  return { root, render };
}

/** The lines of the table that are in sight: {body, fill(view, port, top)}. */
function runLines(app) {
  const body = element("tbody");
  const [above, below] = [0, 1].map(() =>
    element("tr", { "aria-hidden": "true", class: "room" }, element("td", { colspan: COLUMNS.length })));
  body.append(above, below);
  const lines = []; // kept and filled again

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

  /** Fill the lines that are seen in a port of some height, with lines of some height, scrolled to `top`. */
  function fill(view, { line, height }, top) {
    const most = Math.ceil(height / line) + 2 * LINES_MORE;
    const first = Math.max(0, Math.min(view.t - most, Math.floor(top / line) - LINES_MORE));
    const count = Math.min(most, view.t - first);
    while (lines.length < count) lines.push(makeLine());
    while (lines.length > count) lines.pop().row.remove();
    turnTo(first + 1);
    lines.forEach((kept, i) => fillLine(kept, view, first + i + 1));
    above.firstChild.style.height = `${first * line}px`;
    below.firstChild.style.height = `${(view.t - first - count) * line}px`;
    above.hidden = first === 0;
    below.hidden = view.t - first - count === 0;
  }
  return { body, fill };
}

function fillLine(line, view, t) {
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
