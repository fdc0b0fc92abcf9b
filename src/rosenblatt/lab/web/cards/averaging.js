// The card of averaging: errors on hidden points, Algorithm 7 worked out, and every weight vector with its votes.

import { averagedAt, averagingAt, votesAt } from "../core/engine.js";
import { errorCounter } from "../core/error_curves.js";
import { testPoints } from "../core/generator.js";
import { remembered } from "../core/view.js";
import { element, plainTable, scrollBox, setText } from "../ui/dom.js";
import { countedText, countText, numberText, pairText, roundText } from "../ui/format.js";
import { brokenFormula, mathNumber, mathVector } from "../ui/mathml.js";

const MOST_VOTES = 500; // rows of the table

export function averagingView() {
  const errors = element("div");
  const work = element("div", { class: "work-math" });
  const votes = votesTable();
  return {
    root: element("div", {}, errors, element("h3", {}, "Algorithm 7: u, β and c"), work,
      element("h3", {}, "The votes"), votes.root),
    render(view) {
      errors.replaceChildren(errorsNow(view));
      work.replaceChildren(...averagingWork(view));
      votes.show(view);
    },
  };
}

const rememberedCounter = remembered((run, test) => errorCounter(run, [run.points, test]));
const NO_POINTS = [];

function errorsNow({ state, run, t }) {
  const test = testPoints(state) ?? NO_POINTS;
  const lists = [state.points, test];
  const text = (wrong, i) => `${countText(wrong)} of ${countText(lists[i].length)}`;
  const rows = Object.entries(rememberedCounter(run, test)(t)).map(([name, pair]) => [name, ...pair.map(text)]);
  return plainTable(`Wrong points after ${countText(t)} of ${countText(run.visits)} visits`, ["weights", "training", "test"], rows);
}

/** The last mistake added to u and β, and the average: w − u/c, b − β/c. */
function averagingWork({ run, t, weights }) {
  const sums = averagingAt(run, t);
  const average = averagedAt(run, t, sums);
  const { w1, w2, b } = weights;
  const { u1, u2, beta, k, c } = sums;
  const line = (...parts) => element("p", {}, ...parts);
  return [
    line(lastAnswer(run, k)),
    line(brokenFormula(["w", "−", "u", "/", "c", "=", mathVector(w1, w2), "−", mathVector(u1, u2), "/", c, "=",
      mathVector(average.w1, average.w2)])),
    ...(run.options.bias ? [line(brokenFormula(["b", "−", "β", "/", "c", "=", b, "−", mathNumber(beta, { bracket: true }), "/", c, "=",
      average.b]))] : []),
  ];
}

function lastAnswer(run, k) {
  if (k === 0) return "No mistake yet: u = (0, 0) and β = 0.";
  const visit = run.mistakeVisits[k - 1];
  const { x, y, label } = run.points[run.mistakeRows[k - 1]];
  const { eta, bias } = run.options;
  const step = () => [...(eta === 1 ? [] : [eta, "·"]), visit, "·", mathNumber(label, { bracket: true })]; // new nodes
  return [`The latest of ${countText(k)} mistakes was visit c = ${countText(visit)}, at ${pairText(x, y)}: `,
    ...brokenFormula(["u", "←", "u", "+", ...step(), "·", mathVector(x, y)]),
    ...(bias ? [", ", ...brokenFormula(["β", "←", "β", "+", ...step()])] : [])];
}

/** Every w⁽ᵏ⁾ with its c⁽ᵏ⁾. Rows are kept: a step changes the last of them only. */
function votesTable() {
  const body = element("tbody");
  const sum = element("caption");
  const rows = [];
  let shown = null;
  const root = scrollBox("votes-scroll", "Weights with their votes", element("table", { class: "votes" }, sum,
    element("thead", {}, element("tr", {}, ["k", "w⁽ᵏ⁾", "b⁽ᵏ⁾", "c⁽ᵏ⁾"].map((name) => element("th", { scope: "col" }, name)))),
    body));

  function addRow({ w1, w2, b }) {
    const count = element("td");
    const node = element("tr", {}, element("th", { scope: "row" }, String(rows.length + 1)),
      element("td", {}, pairText(w1, w2)), element("td", {}, numberText(b)), count);
    rows.push({ node, count });
    body.append(node);
  }

  function show({ run, t }) {
    const all = votesAt(run, t);
    const votes = all.slice(0, MOST_VOTES);
    const least = shown === run ? votes.length : 0;
    shown = run;
    while (rows.length > least) rows.pop().node.remove();
    while (rows.length < votes.length) addRow(votes[rows.length]);
    votes.forEach(({ survival }, k) => setText(rows[k].count, countText(survival)));
    const [total, longest] = all.reduce(([sums, most], { survival }) => [sums + survival, Math.max(most, survival)], [0, 0]);
    const shownFew = all.length > votes.length ? ` The table has the first ${countText(votes.length)}.` : "";
    setText(sum, `${countedText(all.length, "weight vector")} with ${countedText(total, "vote")}; the longest survival is ` +
      `${countText(longest)} (${roundText((100 * longest) / Math.max(1, total), 1)}\u00a0%).${shownFew}`);
  }
  return { root, show };
}
