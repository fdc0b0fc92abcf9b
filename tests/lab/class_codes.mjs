// Codes of a class: what is written is read again, and what is wrong is refused.

import assert from "node:assert/strict";
import { test } from "node:test";
import { answerOf, codeOf, readCodes } from "../../src/rosenblatt/lab/web/core/class_codes.js";
import * as questions from "../../src/rosenblatt/lab/web/core/class_questions.js";
import { decodeState, encodeState } from "../../src/rosenblatt/lab/web/core/link.js";
import { hidesMistakes, hidesRun, hiddenText } from "../../src/rosenblatt/lab/web/core/practice_secrecy.js";
import { checkedState, DEFAULT_STATE } from "../../src/rosenblatt/lab/web/core/state.js";
import { runFor, viewOf } from "../../src/rosenblatt/lab/web/core/view.js";

const { asked, DRAW_LINE, NEXT_MISTAKE } = questions;
const SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LINE = asked(DEFAULT_STATE, DRAW_LINE);
const ANSWERS = 2 ** 20;

/** Numbers from 0 to most − 1, the same in every run of the test. */
function* numbersBelow(most, count) {
  for (let i = 0, k = 12345; i < count; i += 1, k = (k * 1103515245 + 12345) % 2 ** 31) yield Math.floor((k / 2 ** 31) * most);
}

/** Other questions: the run of the same points at other times, other points, another kind. */
function* otherQuestions(count) {
  for (let k = 0; k < count; k += 1) {
    const points = DEFAULT_STATE.points.map((point, row) => (row ? point : { ...point, x: k - 1.5 }));
    yield asked({ ...DEFAULT_STATE, points, t: k }, k % 2 ? NEXT_MISTAKE : DRAW_LINE);
  }
}

test("every answer comes back from its code", () => {
  for (const answer of [0, 1, ANSWERS - 1, ...numbersBelow(ANSWERS, 20_000)]) {
    const code = codeOf(LINE, answer);
    assert.match(code, /^[0-9A-HJKMNP-TV-Z]{3}-[0-9A-HJKMNP-TV-Z]{4}$/);
    assert.equal(answerOf(LINE, code), answer);
  }
});

test("a code may be written in small letters, with o, i and l, with spaces or without its hyphen", () => {
  for (const answer of numbersBelow(ANSWERS, 500)) {
    const code = codeOf(LINE, answer);
    for (const text of [code.toLowerCase(), code.replace("-", ""), code.replace("-", " "), [...code].join(" "), code.replaceAll("0", "o").replaceAll("1", "l"),
      code.replaceAll("0", "O").replaceAll("1", "I")]) assert.equal(answerOf(LINE, text), answer, text);
  }
});

test("one or two wrong characters are refused, all of them", () => {
  for (const answer of numbersBelow(ANSWERS, 40)) {
    const code = codeOf(LINE, answer).replace("-", "");
    for (let i = 0; i < 7; i += 1) {
      for (const sign of SIGNS) {
        const once = code.slice(0, i) + sign + code.slice(i + 1);
        if (sign !== code[i]) assert.equal(answerOf(LINE, once), null);
        const k = (i + 1 + (answer % 6)) % 7;
        const other = SIGNS[(SIGNS.indexOf(once[k]) + 1 + (answer % 31)) % 32];
        assert.equal(answerOf(LINE, once.slice(0, k) + other + once.slice(k + 1)), null);
      }
    }
  }
});

test("two characters that changed places are refused, all of them", () => {
  for (const answer of numbersBelow(ANSWERS, 5000)) {
    const code = codeOf(LINE, answer).replace("-", "");
    for (let i = 0; i < 6; i += 1) {
      if (code[i] === code[i + 1]) continue;
      assert.equal(answerOf(LINE, code.slice(0, i) + code[i + 1] + code[i] + code.slice(i + 2)), null);
    }
  }
});

test("a code of another length, with other signs, or of no sense is refused", () => {
  const code = codeOf(LINE, 1234);
  for (const text of ["", " ", "-", code.slice(1), `${code}0`, code + code, `${code.slice(0, -1)}U`, `${code.slice(0, -1)}é`, "%%%-%%%%"]) {
    assert.equal(answerOf(LINE, text), null, text);
  }
});

test("a code of another question passes once in 32,768 cases", () => {
  let passed = 0;
  for (const question of otherQuestions(4000)) {
    for (const answer of [0, 7, 77_777]) passed += answerOf(LINE, codeOf(question, answer)) !== null;
  }
  assert.ok(passed <= 6, `${passed}`); // those of one question pass together
});

test("a code depends on points, options and time, and not on what only shows", () => {
  const state = { ...DEFAULT_STATE, t: 3 };
  const codes = (change, ask) => codeOf(asked({ ...state, ...change }, ask), 1000);
  const shown = { names: { x1: "a", x2: "", plus: "", minus: "" }, equalAxes: false, projector: true, tab: "share", extra: { ask: 1, coded: 1 } };
  for (const ask of [NEXT_MISTAKE, DRAW_LINE]) assert.equal(codes(shown, ask), codes({}, ask));
  const run = [{ t: 4 }, { options: { ...state.options, eta: 2 } }];
  for (const change of run) {
    assert.notEqual(codes(change, NEXT_MISTAKE), codes({}, NEXT_MISTAKE));
    assert.equal(codes(change, DRAW_LINE), codes({}, DRAW_LINE)); // a line has no run
  }
  for (const ask of [NEXT_MISTAKE, DRAW_LINE]) assert.notEqual(codes({ points: state.points.slice(1) }, ask), codes({}, ask));
});

test("a link asks the question that was made", () => {
  for (const question of otherQuestions(50)) {
    const { state } = decodeState(encodeState(question));
    assert.equal(questions.askOf(state), questions.askOf(question));
    assert.equal(questions.questionSeed(state), questions.questionSeed(question));
    assert.equal(hidesRun(viewOf(state)), true);
    assert.equal(hidesMistakes(viewOf(state)), true);
    assert.match(hiddenText(viewOf(state)), /^The run is hidden while/);
  }
  for (const ask of [0, 3, 1.5, -1, 1e300]) assert.equal(questions.askOf({ extra: { ask } }), 0);
});

test("codes are found between names, in any list", () => {
  const [a, b, c] = [5, 70_000, 1_000_000].map((answer) => codeOf(LINE, answer));
  const read = (text) => readCodes(LINE, text);
  const texts = [`${a}\n${b}\n${c}`, `${a}, ${b};${c}`, `${a} ${b} ${c}`, `Ada: ${a}\nGrace Hopper – ${b}\n3. ${c}`,
    `${a.toLowerCase()}|${b.replace("-", " ")}|${c.replace("-", "–")}`,
    `10:42 From Ann-Kate Smith to Everyone:\n\t${a}\n10:43 From Zoë to Everyone: ${b} ${c}.`];
  for (const text of texts) assert.deepEqual(read(text), { answers: [5, 70_000, 1_000_000], unread: [] }, text);
  assert.deepEqual(read(`${a}\n${a}`).answers, [5, 5]); // two students may answer alike
});

test("what looks like a code but is none is named", () => {
  const code = codeOf(LINE, 5);
  const wrong = code.slice(0, -1) + SIGNS[(SIGNS.indexOf(code.at(-1)) + 1) % 32];
  for (const [text, unread] of [[wrong, [wrong]], [`${code} ${wrong}`, [wrong]], ["Student A: EYF-QRSD", ["EYF-QRSD"]], ["Bob Smith 123-4567", ["123-4567"]], ["Ada: K7F 3QX9", ["K7F-3QX9"]], ["Ada: K7F-3QX", ["Ada: K7F-3QX"]],
    ["hello", ["hello"]], ["we met in the room", []], ["", []], ["\n ,, \n", []]]) assert.deepEqual(read(text), unread, text);
  function read(text) { return readCodes(LINE, text).unread; }
});

test("five hundred codes are read in a moment", () => {
  const text = [...numbersBelow(ANSWERS, 500)].map((answer, i) => `Student ${i}: ${codeOf(LINE, answer)}`).join("\n");
  const began = performance.now();
  assert.equal(readCodes(LINE, text).answers.length, 500);
  assert.ok(performance.now() - began < 500);
});

test("questions that cannot be asked are refused by a sentence", () => {
  const plus = [{ x: 1, y: 1, label: 1 }];
  for (const ask of [NEXT_MISTAKE, DRAW_LINE]) assert.equal(questions.askProblem([], ask), "There are no points to ask about.");
  assert.equal(questions.askProblem(plus, DRAW_LINE), "A line to draw needs points of both classes.");
  assert.equal(questions.askProblem(plus, NEXT_MISTAKE), "");
});

test("visits to come are those of the run, and go on after its end", () => {
  for (const order of ["given", "shuffled", "shuffled-once", "all-mistakes"]) {
    const options = { ...DEFAULT_STATE.options, order, seed: 5 };
    const run = runFor(checkedState({ options }).state);
    for (let t = 0; t <= run.visits; t += 1) {
      const coming = questions.comingVisits(DEFAULT_STATE.points, options, t);
      assert.equal(coming.length, 8 - (t % 4));
      coming.forEach(([visit, row], i) => {
        assert.equal(visit, t + i + 1);
        if (visit <= run.visits) assert.equal(row, run.row[visit - 1]);
      });
      const next = questions.nextMistake(run, t);
      if (next) assert.ok(coming.some(([visit]) => visit === next)); // enough of them to find it
    }
  }
  const last = questions.comingVisits(DEFAULT_STATE.points, { ...DEFAULT_STATE.options, epochs: 2 }, 6);
  assert.deepEqual(last.map(([visit]) => visit), [7, 8]); // the option says that there are no more
  assert.equal(questions.comingVisits(DEFAULT_STATE.points, { ...DEFAULT_STATE.options, order: "first-mistake" }, 0), null);
});

test("a line that is sent is nearly the line that was drawn, and is sent again as it is", () => {
  for (const scale of [[1, 1], [1, 1000], [1e-6, 1e-6], [1e5, 3]]) {
    const points = DEFAULT_STATE.points.map(({ x, y, label }) => ({ x: x * scale[0], y: y * scale[1], label }));
    const box = questions.boxOf(points);
    for (const k of numbersBelow(1e6, 300)) {
      const equalAxes = k % 2 === 0;
      // What is seen as a right angle: in the plane, or in the scales of the points.
      const [wide, high] = equalAxes ? [1 / box.wide, 1 / box.high] : [box.wide, box.high];
      const angle = k / 1000;
      const drawn = { x: box.x + (((k % 100) - 50) / 60) * box.wide, y: box.y + (((k % 37) - 18) / 20) * box.high,
        right: Math.cos(angle) * wide, up: Math.sin(angle) * high };
      const answer = questions.lineAnswer({ points, equalAxes }, drawn);
      assert.ok(Number.isInteger(answer) && answer >= 0 && answer < ANSWERS);
      const { w1, w2, b } = questions.answeredLine(points, answer);
      assert.ok(Math.abs(w1 * drawn.x + w2 * drawn.y + b) <= 1.5 / 255 / 2 + 1e-6); // in halves of the box
      assert.ok(Math.abs(Math.atan2(w2 * box.high, w1 * box.wide) - Math.atan2(Math.sin(angle), Math.cos(angle))) % (2 * Math.PI - 0.002) < 0.0016);
      const size = w1 * w1 * box.wide ** 2 + w2 * w2 * box.high ** 2;
      const away = (w1 * box.x + w2 * box.y + b) / size;
      const again = { x: box.x - away * w1 * box.wide ** 2, y: box.y - away * w2 * box.high ** 2,
        right: w1 * box.wide * wide, up: w2 * box.high * high };
      assert.equal(questions.lineAnswer({ points, equalAxes }, again), answer);
    }
  }
  assert.equal(questions.lineAnswer(DEFAULT_STATE, { x: 0, y: 0, right: 0, up: 0 }), null);
  const upright = questions.answeredLine(DEFAULT_STATE.points, questions.lineAnswer(DEFAULT_STATE, { x: 1, y: 1, right: 3, up: 0 }));
  assert.equal(upright.w2, 0);
});
