// Symbols in Steps and marks in the plane that light up together: those that have one data-mark.

import { element, svgElement, textButton } from "../ui/dom.js";

/** For each mark: its symbol, what it is in the plane, and whether the plane shows it. */
const MARKS = {
  x: ["x", "x is the point with the ring.", ({ step }) => step !== null],
  a: ["a", "a is the distance of x from the line (the thick segment), times the length of w.", ({ step, before }) =>
    step !== null && hasLine(before)],
  old: ["old w", "The old w is the dashed arrow.", (view) => isUpdated(view) && hasLine(view.before)],
  added: ["added", "What is added to w is the arrow from the tip of the old w to the tip of the new one.", isUpdated],
  w: ["w", "w is the arrow at a right angle to the line.", ({ weights }) => hasLine(weights)],
  b: ["b", "b sets how far the line is from the origin: |b|/‖w‖.", ({ weights }) => hasLine(weights)],
};

function hasLine({ w1, w2 }) {
  return w1 !== 0 || w2 !== 0;
}

function isUpdated({ step, before, weights }) {
  return step !== null && (before.w1 !== weights.w1 || before.w2 !== weights.w2);
}

/** The marks of the weights before a visit: after an update they are the old ones. */
export function marksBefore(view) {
  return isUpdated(view) ? ["old", "old-b"] : ["w", "b"];
}

/** Buttons that light marks up, for the keyboard and for touch; pointers may go to the symbols themselves. */
export function marksView(app, plane) {
  const buttons = Object.entries(MARKS).map(([mark, [symbol, words]]) =>
    textButton(symbol, () => app.say(words), { "data-mark": mark, title: words }));
  listenForMarks(document);
  plane.addOverlay("marks", paintScore);
  plane.redraw();
  return {
    root: element("div", { class: "buttons marks", role: "group", "aria-label": "Symbols in the plane" },
      element("span", { class: "hint" }, "In the plane:"), buttons),
    render: (view) => Object.values(MARKS).forEach(([, , isShown], i) => { buttons[i].hidden = !isShown(view); }),
  };
}

/** The mark under the pointer, or that has the focus, is named at the root of the page; the style sheet does the rest. */
function listenForMarks(page) {
  const markOf = (node) => node?.closest?.("[data-mark]")?.dataset.mark;
  const light = ({ target }) => {
    const mark = markOf(target) ?? markOf(page.activeElement);
    if (mark) page.documentElement.dataset.lit = mark;
    else delete page.documentElement.dataset.lit;
  };
  for (const name of ["pointerover", "focusin", "focusout"]) page.addEventListener(name, light);
}

/** The segment from the visited point to the line that scored it, seen while it is lit. Marks are those of Steps alone. */
function paintScore(group, { state, step, before }, { toScreen }) {
  group.ownerSVGElement.classList.toggle("marking", state.tab === "steps");
  if (state.tab !== "steps" || !step || !hasLine(before)) return;
  const share = step.score / (before.w1 ** 2 + before.w2 ** 2);
  const [from, to] = [[step.x, step.y], [step.x - share * before.w1, step.y - share * before.w2]]
    .map((place) => toScreen(...place).map((p) => p.toFixed(1)).join(" "));
  group.append(svgElement("path", { class: "score-way", "data-mark": "a", d: `M${from}L${to}` }));
}
