// Reads questions for a class, a line of JSON each, and prints what the lab holds for right.

import { readFileSync } from "node:fs";
import { asked, DRAW_LINE, judgedAnswer, lineAnswer, NEXT_MISTAKE, nextMistake } from "../../src/rosenblatt/lab/web/core/class_questions.js";
import { DEFAULT_STATE } from "../../src/rosenblatt/lab/web/core/state.js";
import { viewOf } from "../../src/rosenblatt/lab/web/core/view.js";
import { mistakeWords } from "../../src/rosenblatt/lab/web/panels/class_words.js";

const ANSWERS = {
  next({ points, options, times }) {
    const view = viewOf({ ...DEFAULT_STATE, points, options });
    return times.map((share) => {
      const t = Math.round(share * view.run.visits);
      const question = asked({ ...view.state, t }, NEXT_MISTAKE);
      return { t, visit: nextMistake(viewOf(question).run, t), words: mistakeWords(viewOf(question), t) };
    });
  },
  lines({ points, drawn }) {
    const question = asked({ ...DEFAULT_STATE, points }, DRAW_LINE);
    return drawn.map((line) => judgedAnswer(question.points, lineAnswer(question, line)));
  },
};

for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const question = JSON.parse(line);
  console.log(JSON.stringify(ANSWERS[question.kind](question)));
}
