// The theorem: whether a line separates the points, how many mistakes there can be, and the proof as a plot.

import { longestPoint, proofAt, proofOf } from "../core/bound.js";
import { putExtra } from "../core/extras.js";
import { element, mathElement, scrollBox, setAttributes, setText, svgElement } from "../ui/dom.js";
import { countedText, countText, lineText, numberText, sizeText } from "../ui/format.js";
import { brokenFormula, mathNumber, mathText, mathVector } from "../ui/mathml.js";
import { mountProofPlot, PROOF_MARKS, showsMeeting } from "./proof_plot.js";
import { BEST_DRAWN, MARGIN_DRAWN, MEETING_SHOWN, paintTheorem, RADIUS_DRAWN, RUN_SHOWN } from "./theorem_plane.js";
import { theoremChoices } from "./theorem_plane.js";
import { fewRowsText, limitOf, theoremSentence, verdictSentences, voidsOf } from "./theorem_words.js";

// --- The panel ---

export function mountTheorem(root, app, { plane }) {
  const plot = mountProofPlot();
  const verdict = verdictPart(app);
  const bound = boundPart();
  const numbers = proofTable();
  const meeting = element("button", { type: "button", "aria-pressed": "false", onclick: chooseMeeting },
    "Show where the lines meet");
  const proofHint = element("p", { class: "hint" });
  const proofSection = element("section", { "aria-labelledby": "proof-title" },
    element("h2", { id: "proof-title" }, "The proof as a plot"), proofHint, plot.root,
    element("div", { class: "buttons" }, meeting), numbers.root);
  root.append(bound.root, proofSection, bound.terms, verdict.root);
  plane.addOverlay("theorem", paintTheorem);
  plane.redraw(); // the plane was drawn before this was mounted
  let kept = { run: null, verdict: null, proof: null };

  function chooseMeeting() {
    const { state } = app.view;
    const seen = toMeeting(state, kept.proof);
    const chosen = theoremChoices(state) & ~(MEETING_SHOWN | RUN_SHOWN);
    chooseTheorem(app, chosen + (seen ? RUN_SHOWN : MEETING_SHOWN));
  }

  return (view) => {
    const { run } = view;
    if (kept.run !== run || kept.verdict !== view.verdict) {
      kept = { run, verdict: view.verdict, proof: proofOf(run, view.verdict) };
      verdict.render(view);
      bound.renderRun(view);
      setText(proofHint, proofWords(view));
    }
    const { proof } = kept;
    const now = proofAt(proof, run, view.t);
    verdict.renderChoices(view);
    bound.render(view);
    numbers.render(proof, now, view.state.options);
    proofSection.hidden = bound.terms.hidden = !view.state.points.length;
    meeting.hidden = proof.crossing === null;
    meeting.setAttribute("aria-pressed", String(toMeeting(view.state, proof)));
    plot.render({ proof, run, t: view.t, toMeeting: toMeeting(view.state, proof), label: proofLabel(proof, now) });
  };
}

function chooseTheorem(app, theorem) {
  putExtra(app, { theorem }, false);
}

function toMeeting(state, proof) {
  const chosen = theoremChoices(state);
  return Boolean(chosen & MEETING_SHOWN) || (!(chosen & RUN_SHOWN) && showsMeeting(proof));
}

// --- The verdict ---

function verdictPart(app) {
  const words = element("div", { class: "verdict-words" });
  const toggle = (bit, text) => element("button", {
    type: "button", "aria-pressed": "false", onclick: () => chooseTheorem(app, theoremChoices(app.view.state) ^ bit),
  }, text);
  const buttons = {
    margin: toggle(MARGIN_DRAWN, "Largest margin"),
    best: toggle(BEST_DRAWN, "W* and γ"),
    radius: toggle(RADIUS_DRAWN, "R"),
  };
  const group = element("div", { class: "buttons", role: "group", "aria-label": "Drawn in the plane" },
    element("span", { class: "buttons-name", "aria-hidden": "true" }, "In the plane:"), Object.values(buttons));
  const root = element("section", { "aria-labelledby": "verdict-title" },
    element("h2", { id: "verdict-title" }, "Does a line separate the points?"), words, group);

  function render({ state, verdict }) {
    const [answer, ...reasons] = verdictSentences(state, verdict);
    const [head, tail] = answer.split(/: (.*)/s);
    const line = verdict.w1 === null ? [] : [`It is ${lineText(verdict.w1, verdict.w2, verdict.b)}.`];
    words.replaceChildren(
      element("p", {}, tail ? [element("strong", {}, `${head}:`), ` ${tail}`] : answer),
      ...[...reasons, ...line].map((sentence) => element("p", {}, sentence)));
    buttons.margin.hidden = verdict.w1 === null;
    buttons.best.hidden = !state.options.bias; // without a bias it is the same line
    setText(buttons.margin, state.options.bias ? "Largest margin" : "Largest margin γ");
    group.hidden = !verdict.augmented;
  }

  function renderChoices({ state }) {
    const chosen = theoremChoices(state);
    const press = (button, bit) => button.setAttribute("aria-pressed", String(Boolean(chosen & bit)));
    press(buttons.margin, MARGIN_DRAWN);
    press(buttons.best, BEST_DRAWN);
    press(buttons.radius, RADIUS_DRAWN);
  }
  return { root, render, renderChoices };
}

// --- The bound ---

function boundPart() {
  const sentence = element("p", { class: "theorem-now", id: "theorem-now" });
  const filled = element("span", { class: "meter-filled" });
  const meter = element("div", { class: "meter", role: "img" }, filled);
  const uncovered = element("p", { class: "not-covered" });
  const lines = element("div", { class: "theorem-terms" });
  const root = element("section", { "aria-labelledby": "bound-title" },
    element("h2", { id: "bound-title" }, "How many mistakes can there be?"), sentence, meter, uncovered);
  const terms = element("section", { "aria-labelledby": "terms-title" },
    element("h2", { id: "terms-title" }, "R and γ"), lines);
  let limit = null;

  function renderRun(view) {
    limit = limitOf(view.state, view.verdict);
    meter.hidden = !limit;
    lines.replaceChildren(...termLines(view));
    const why = uncoveredWords(view, limit);
    uncovered.hidden = !why;
    uncovered.replaceChildren(element("strong", {}, "The theorem does not cover this run. "), why);
  }

  function render(view) {
    setText(sentence, theoremSentence(view));
    if (!limit) return;
    const share = Math.min(1, view.k / limit.count);
    filled.style.width = `${(100 * share).toFixed(2)}%`;
    setAttributes(meter, { "aria-label": `${countText(view.k)} of at most ${limit.text} mistakes` });
  }
  return { root, terms, renderRun, render };
}

/** R, γ, W* and (R/γ)² with their numbers. */
function termLines({ state, verdict }) {
  const { points, options } = state;
  if (!points.length) return [];
  const { bias } = options;
  const longest = longestPoint(points, bias);
  const { x, y } = points[longest.rows[0]];
  const best = verdict.separable ? verdict.augmented : null;
  const [inside, vector] = bias ? [mathVector("x", 1), mathVector(x, y, 1)] : ["x", mathVector(x, y)];
  const radius = best?.radius ?? longest.radius;
  const lines = [termLine("R", ["R", "=", mathText("max"), "‖", inside, "‖", "=", "‖", vector, "‖", "=", radius],
    `the longest ${bias ? "(x, 1)" : "x"} belongs to ${fewRowsText(longest.rows)}`)];
  if (!best) return lines;
  const [plane, point] = bias ? ["W = (w, b)", "(x, 1)"] : ["W = w", "x"];
  const least = `reached at ${fewRowsText(best.support)}`;
  const whole = bias ? [best.w1, best.w2, best.b] : [best.w1, best.w2];
  const warning = ". γ is the margin of (x, 1); with the margin in the plane, the bound can fail";
  lines.push(termLine("γ", ["γ", "=", best.margin], `the smallest y·W·${point} of the best ${plane}, ‖W‖ = 1; ${least}`));
  lines.push(termLine("W*", [starred("W"), "=", mathVector(...whole)], `the W with this γ${bias ? warning : ""}`));
  lines.push(termLine("Bound", [squaredShare("R", "γ"), "=", mathNumber((best.radius / best.margin) ** 2)],
    `at most ${sizeText(best.bound)} mistakes, in any order and with any η, with one update per mistake from zero`));
  return lines;
}

function termLine(name, math, words) {
  return element("div", { class: "work-line" }, element("span", { class: "work-name" }, name),
    element("span", { class: "work-math" }, brokenFormula(math)), element("span", { class: "hint" }, words));
}

function starred(name) {
  return mathElement("msup", {}, mathElement("mi", {}, name), mathElement("mo", {}, "*"));
}

/** (R/γ)² */
function squaredShare(over, under) {
  const name = (text) => mathElement("mi", {}, text);
  const sign = (text) => mathElement("mo", { stretchy: "false" }, text);
  const share = mathElement("mrow", {}, sign("("), name(over), sign("/"), name(under), sign(")"));
  return mathElement("msup", {}, share, mathElement("mn", {}, "2"));
}

/** Why the theorem does not cover this run, and what the proof still gives; "" where it does. */
function uncoveredWords({ state, verdict }, limit) {
  const voids = voidsOf(state.options);
  if (!voids.length || !verdict.separable || !verdict.augmented) return "";
  const n = countText(state.points.length);
  const still = limit && `The proof still gives the bound n·(R/γ)²: ${n} points times (R/γ)² is ${limit.text}.`;
  return [...voids, still].filter(Boolean).join(" ");
}

// --- The proof ---

function proofWords({ state, verdict }) {
  if (!verdict.separable) {
    return "Without γ there is no lower line. The length stays below the upper line, and the mistakes never end.";
  }
  const covered = !voidsOf(state.options).length;
  const [step, scaled] = state.options.eta === 1 ? ["γ", ""] :
    ["η·γ", " All four are scaled by η, so the lines meet at the same k for every η."];
  const so = covered ? "The length of the weights stays between the two lines, so mistakes end where they meet."
    : "The theorem does not cover this run, so the weights may cross the lines.";
  return `Every mistake raises the lower line by ${step}, but the upper line grows only like √k. ${so}${scaled}`;
}

function proofLabel(proof, now) {
  const parts = [`After ${countText(now.k)} mistakes:`];
  if (proof.along) parts.push(`${proof.scale}k·γ is ${numberText(now.lower)}, W*·W is ${numberText(now.along)},`);
  parts.push(`the length of W is ${numberText(now.length)}, and ${proof.scale}√k·R is ${numberText(now.upper)}.`);
  if (proof.crossing !== null) parts.push(`The outer lines meet at ${numberText(proof.crossing)} mistakes.`);
  return parts.join(" ");
}

/** The four quantities now, the least first, and why each is no more than the next. */
function proofTable() {
  const caption = element("caption");
  const body = element("tbody");
  const root = element("table", { class: "proof-table" }, caption,
    element("thead", {}, element("tr", {}, ["Quantity", "Now"].map((name) => element("th", { scope: "col" }, name)))),
    body);
  const rows = Object.fromEntries(Object.entries(PROOF_MARKS).map(([name, d]) => {
    const sample = svgElement("svg", { class: "sample", viewBox: "0 0 36 14", "aria-hidden": "true" },
      svgElement("path", { class: `proof-curve ${name}`, d: "M1 7H35" }),
      svgElement("path", { class: `proof-mark ${name}`, d, transform: "translate(18 7)" }));
    const [title, number, why] = [element("span"), element("td"), element("span", { class: "hint" })];
    const row = element("tr", {}, element("th", { scope: "row" }, sample, " ", title, why), number);
    body.append(row);
    return [name, { row, title, number, why }];
  }));

  function render(proof, now, { bias }) {
    const answered = proof.together > 1 ? "answered mistake" : "mistake";
    const order = proof.along ? "Each quantity is at most the next" : "The length is at most the upper line";
    setText(caption, `${order}, after ${countedText(now.k, answered)}`);
    const words = quantityWords(proof, bias);
    for (const [name, { row, title, number, why }] of Object.entries(rows)) {
      row.hidden = now[name] === null;
      setText(title, words[name][0]);
      setText(why, words[name][1]);
      setText(number, now[name] === null ? "" : numberText(now[name]));
    }
  }
  return { root: scrollBox("proof-scroll", "The proof in numbers", root), render };
}

/** Each quantity: how it is written, and why it is no more than the next. */
function quantityWords({ scale, together }, bias) {
  const [whole, point] = bias ? ["(w, b)", "(x, 1)"] : ["w", "x"];
  const radius = scale ? "(η·R)²" : "R²";
  const grows = together > 1
    ? `m mistakes at once add at most m²·${radius} to ‖${whole}‖², and m ≤ n`
    : `a mistake has y·a ≤ 0, so it adds at most ${radius} to ‖${whole}‖²`;
  const root = together > 1 ? "n·k" : "k";
  return {
    lower: [`${scale}k·γ`, `each mistake adds ${scale}y·W*·${point}, at least ${scale}γ`],
    along: [`W*·${whole}`, `W* has length 1, so the product is at most ‖${whole}‖ (Cauchy–Schwarz)`],
    length: [`‖${whole}‖`, grows],
    upper: [`${scale}√${together > 1 ? `(${root})` : root}·R`, `the square root of ${root}·${radius}`],
  };
}
