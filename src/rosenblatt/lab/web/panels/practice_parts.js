// Parts that the exercises share: a question with its feedback and the way to the next.

import { isAnswered } from "../core/practice_secrecy.js";
import { element, setText, textButton } from "../ui/dom.js";

/**
 * A question: its text, its controls, the feedback to its answer, and "Next question", which opens the next one.
 * controls: nodes, of which the first that can have the focus gets it with a new question.
 */
export function questionView(title, { controls, next }) {
  const question = element("p", { class: "question" });
  const feedback = element("p", { class: "feedback", role: "status" });
  const controlled = element("div", { class: "question-controls" }, controls);
  const onward = textButton("Next question", () => {
    next();
    controlled.querySelector("input, button:not(:disabled)")?.focus();
  }, { class: "next" });
  const root = element("section", { class: "exercise", "aria-label": title }, question, controlled, feedback,
    element("div", { class: "buttons" }, onward));
  let said = "";

  /** judged: {right, text}, or null while the question is open. */
  function show(text, judged, nextText = "Next question") {
    setText(question, text);
    setText(onward, nextText);
    onward.hidden = judged === null;
    const words = judged ? `${judged.right} ${judged.text}` : "";
    if (words === said) return; // a status that is written anew is read anew
    said = words;
    const mark = judged?.right ? "✓ Right. " : "✗ Not quite. ";
    feedback.replaceChildren(...(judged ? [element("strong", { class: judged.right ? "right" : "wrong" }, mark), judged.text] : []));
  }
  return { root, show, focusNext: () => onward.focus() };
}

/** Two buttons that answer a question: {nodes, show(view)}. answer(code) takes 1 or 2, which state.extra.answer has. */
export function answerButtons(words, answer) {
  const nodes = words.map((word, i) => textButton(word, () => answer(i + 1), { "aria-pressed": "false" }));
  return {
    nodes: element("div", { class: "buttons" }, nodes),
    show(view) {
      const done = isAnswered(view);
      nodes.forEach((node, i) => {
        node.disabled = done;
        node.setAttribute("aria-pressed", String(done && view.state.extra.answer === i + 1));
      });
    },
  };
}
