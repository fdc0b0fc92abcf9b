// The lecturer's side of "For the class": a link with a question, and the answers that come back as codes.

import { codeOf, readCodes } from "../core/class_codes.js";
import { asked, askOf, askProblem, DRAW_LINE, judgedAnswer, NEXT_MISTAKE, nextMistake } from "../core/class_questions.js";
import { lineAcross } from "../core/geometry.js";
import { encodeState } from "../core/link.js";
import { remembered, viewOf } from "../core/view.js";
import { verdictOf } from "../core/verdict.js";
import { element, plainTable, scrollBox, setText, textButton } from "../ui/dom.js";
import { countedText, roundText } from "../ui/format.js";
import { drawPath, screenPath } from "../ui/shapes.js";
import { linesWords, mistakeWords, unreadWords, visitWords } from "./class_words.js";
import { paintVerdict } from "./practice_separable.js";
import { copyText, labAddress } from "./share.js";

const EMPTY = "Nothing here yet. Paste the codes of the students above, one per line or with commas; names before them do no harm.";
const OF_A_FILE = "This page is a file. For students, put it on a web host and replace the part of the link before # by its address.";

const rememberedAnswers = remembered((question, text) => readCodes(question, text));
const rememberedLines = remembered(({ points }, answers) => answers.map((answer) => judgedAnswer(points, answer)));

export function mountClassAnswers(root, app, { plane, time }) {
  const now = { question: null, text: "", revealed: false }; // for as long as the page is open
  const change = (part) => {
    Object.assign(now, part);
    app.redraw();
  };
  const ask = (kind) => () => {
    const { state, t } = app.view;
    const problem = askProblem(state.points, kind);
    app.problem(problem);
    if (!problem) change({ question: asked({ ...state, t }, kind), revealed: false });
  };
  const parts = classParts(app, { ask, change, now });
  const box = element("details", { class: "for-class" },
    element("summary", {}, element("h2", {}, "For the class")), ...parts.nodes);
  box.addEventListener("toggle", () => plane.redraw());
  root.append(box);
  parts.show.addEventListener("click", () => {
    const { points, names, options, t } = now.question;
    time.pause();
    app.dispatch({ points, names, extra: {}, ...(askOf(now.question) === NEXT_MISTAKE ? { options, t } : {}) });
    plane.fit();
  });
  plane.addOverlay("class", (group, view, space) => {
    const { question } = now;
    const seen = question && askOf(question) === DRAW_LINE && box.open && view.state.tab === "share" &&
      hasItsPoints(view.state, question);
    plane.svg.classList.toggle("lines-answered", Boolean(seen)); // the run would be one line more
    if (seen) paintLines(group, now, space);
  });
  plane.redraw();
  return (view) => parts.render(view);
}

function hasItsPoints({ points }, question) {
  return points.length === question.points.length &&
    points.every(({ x, y, label }, row) => {
      const other = question.points[row];
      return x === other.x && y === other.y && label === other.label;
    });
}

/** The elements: {nodes, show, render(view)}. */
function classParts(app, { ask, change, now }) {
  const kinds = [[NEXT_MISTAKE, "Which visit is the next mistake?"], [DRAW_LINE, "Draw the line"]]
    .map(([kind, text]) => ({ kind, button: textButton(text, ask(kind), { "aria-pressed": "false" }) }));
  const link = element("input", { type: "text", readonly: true, id: "class-link" });
  const open = element("a", { target: "_blank" }, "Open it, to show the question to the room");
  const codes = element("textarea", { id: "class-codes", rows: 4, spellcheck: "false", oninput: () => change({ text: codes.value }) });
  const about = element("p", {});
  const show = textButton("Show the question’s points", () => {});
  const reveal = textButton("Reveal", () => change({ revealed: !now.revealed }), { "aria-pressed": "false" });
  const words = element("p", { class: "question", role: "status" });
  const unread = element("p", { role: "status" });
  const list = element("div", {});
  const asking = element("div", {},
    element("div", { class: "field" }, element("label", { for: link.id }, "Link for the students"), link),
    !location.protocol.startsWith("http") && element("p", { class: "hint" }, OF_A_FILE),
    element("div", { class: "buttons" }, textButton("Copy the students’ link", () => copyText(app, link.value, link, "The link")), show), element("p", {}, open), about,
    element("div", { class: "field" }, element("label", { for: codes.id }, "Codes of the students"), codes),
    words, unread, element("div", { class: "buttons" }, reveal), list);
  const nodes = [element("p", {}, "Ask everybody a question about the points in the plane. Students open your link, answer, and send " +
    "you a code. Choose the question:"), element("div", { class: "buttons" }, kinds.map(({ button }) => button)), asking];

  const fill = remembered((question, answers, revealed) => {
    const isLine = askOf(question) === DRAW_LINE;
    const result = (isLine ? linesResult : visitsResult)(question, answers, revealed);
    setText(words, result.words);
    list.replaceChildren(result.table ?? "");
  });
  function render({ state }) {
    const { question } = now;
    for (const { kind, button } of kinds) button.setAttribute("aria-pressed", String(Boolean(question) && askOf(question) === kind));
    asking.hidden = !question;
    if (!question) return;
    link.value = open.href = `${labAddress()}#${encodeState(question)}`;
    const isLine = askOf(question) === DRAW_LINE;
    const same = hasItsPoints(state, question) && (isLine || JSON.stringify(state.options) === JSON.stringify(question.options));
    setText(about, isLine ? "" : `The question is about the run after visit ${question.t}.`);
    if (!same) about.append(isLine ? " The plane shows other points now." : " The plane shows another run now.");
    show.hidden = same;
    const read = rememberedAnswers(question, now.text);
    setText(unread, unreadWords(read.unread));
    reveal.setAttribute("aria-pressed", String(now.revealed));
    fill(question, read.answers, now.revealed);
  }
  return { nodes, show, render };
}

// --- Lines ---

function linesResult(question, answers, revealed) {
  const judged = rememberedLines(question, answers);
  const best = revealed ? verdictOf(question.points, true) : null;
  if (!answers.length) return { words: best ? linesWords(judged, best) : EMPTY };
  const rows = judged.map(({ margin, turned }, i) => [codeOf(question, answers[i]),
    margin ? "✓ yes" : turned ? "✗ no, reversed" : "✗ no", margin ? roundText(margin, 3) : "–"]);
  return { words: linesWords(judged, best), table: plainTable("Answers", ["Code", "Separates?", "Margin"], rows) };
}

/** All lines, in two paths: those that separate, and dashed those that do not. */
function paintLines(group, { question, text, revealed }, space) {
  const { points } = question;
  if (revealed) paintVerdict(group, { state: question, verdict: verdictOf(points, true) }, space);
  const judged = rememberedLines(question, rememberedAnswers(question, text).answers);
  for (const [kind, right] of [["class-line wrong", false], ["class-line", true]]) {
    const ends = judged.filter(({ margin }) => margin > 0 === right)
      .map(({ w1, w2, b }) => lineAcross(space.box(), w1, w2, b)).filter(Boolean);
    if (ends.length) drawPath(group, kind, ends.map((pair) => screenPath(pair, space.toScreen)).join(""));
  }
}

// --- Visits ---

function visitsResult(question, answers, revealed) {
  const view = viewOf(question);
  const right = nextMistake(view.run, question.t);
  const counts = new Map(revealed ? [[right, 0]] : []);
  for (const answer of answers) {
    const visit = answer && question.t + answer;
    counts.set(visit, (counts.get(visit) ?? 0) + 1);
  }
  const told = revealed ? [`${counts.get(right)} of them ${counts.get(right) === 1 ? "is" : "are"} right.`, mistakeWords(view, question.t)] : [];
  const words = answers.length || revealed ? [`${countedText(answers.length, "answer")}.`, ...told].join(" ") : EMPTY;
  if (!counts.size) return { words };
  const most = Math.max(1, ...counts.values());
  const rows = [...counts].sort(([a], [b]) => (a || Infinity) - (b || Infinity)).map(([visit, count]) => {
    const won = revealed && visit === right;
    return element("tr", { class: won && "won" }, element("th", { scope: "row" }, visitWords(visit) + (won ? " ✓ right" : "")),
      element("td", { class: "bar-cell" }, element("span", { class: "bar", style: `width: ${(100 * count) / most}%` })),
      element("td", {}, String(count)));
  });
  return { words, table: scrollBox("card-table scores", "Answers by visit", element("table", {},
    element("caption", {}, "Answers by visit"), element("tbody", {}, rows))) };
}
