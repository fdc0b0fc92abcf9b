// The exercises of the lab, and their sets for Python to look at.

import assert from "node:assert/strict";
import { test } from "node:test";
import { runOf, scoreOf, weightsAt } from "../../src/rosenblatt/lab/web/core/engine.js";
import * as judge from "../../src/rosenblatt/lab/web/core/practice_judge.js";
import { askedQuestion, hidesMistakes, hidesRun, placesToShow } from "../../src/rosenblatt/lab/web/core/practice_secrecy.js";
import * as sets from "../../src/rosenblatt/lab/web/core/practice_sets.js";
import { checkedState, DEFAULT_STATE } from "../../src/rosenblatt/lab/web/core/state.js";
import { verdictOf } from "../../src/rosenblatt/lab/web/core/verdict.js";
import { viewOf } from "../../src/rosenblatt/lab/web/core/view.js";
import { makeScores } from "../../src/rosenblatt/lab/web/panels/practice.js";

const { DRAW, ONLINE, PREDICT, SEPARABLE, WARM_UPS } = sets;
const SIZES = { [PREDICT]: 6, [DRAW]: 7, [SEPARABLE]: 8, [ONLINE]: 10 };

const memory = (stored = {}) => ({ stored, getItem: (name) => stored[name] ?? null, setItem(name, text) { stored[name] = text; } });

test("scores count right answers and all answers", () => {
  const scores = makeScores(null);
  scores.answer("predict", true);
  scores.answer("predict", false);
  assert.deepEqual(scores.of("predict"), { right: 1, asked: 2 });
  assert.deepEqual(scores.of("draw"), { right: 0, asked: 0 });
  scores.reset();
  assert.deepEqual(scores.of("predict"), { right: 0, asked: 0 });
});

test("scores outlive the page where there is storage", () => {
  const storage = memory();
  makeScores(storage).answer("draw", true);
  assert.deepEqual(makeScores(storage).of("draw"), { right: 1, asked: 1 });
});

test("storage that is damaged or refused is no storage", () => {
  for (const text of ["{", "[]", "null", '{"draw": {"right": 3, "asked": 1}}', '{"draw": 5}', '{"draw": {"right": "1", "asked": 1}}']) {
    assert.deepEqual(makeScores(memory({ "rosenblatt-lab-practice": text })).of("draw"), { right: 0, asked: 0 }, text);
  }
  const refused = { getItem() { throw new Error("no"); }, setItem() { throw new Error("no"); } };
  const scores = makeScores(refused);
  scores.answer("draw", true);
  assert.deepEqual(scores.of("draw"), { right: 1, asked: 1 });
});

/** The view of a question, with its points in the plane. */
function viewAt(question, extra = {}, more = {}) {
  const points = question.exercise === ONLINE ? [] : sets.pointsOfQuestion(question);
  const named = { exercise: question.exercise, practiceSeed: question.seed, set: question.set };
  const options = question.exercise === ONLINE ? { ...DEFAULT_STATE.options, epochs: 1 } : DEFAULT_STATE.options;
  return viewOf(checkedState({ points, options, tab: "practice", extra: { ...named, ...extra }, ...more }).state);
}

test("sets are states of distinct points and both classes, the same for a seed and others for another", () => {
  for (const exercise of [PREDICT, DRAW, SEPARABLE, ONLINE]) {
    const seen = new Set();
    for (let seed = 0; seed < 75; seed += 1) {
      const question = { exercise, seed, set: WARM_UPS };
      const points = sets.pointsOfQuestion(question);
      sets.pointsOfQuestion({ ...question, set: WARM_UPS + 1 }); // forgets what is remembered
      assert.deepEqual(points, sets.pointsOfQuestion(question));
      assert.ok(checkedState({ points }).state);
      assert.equal(points.length, SIZES[exercise]);
      assert.equal(new Set(points.map(({ x, y }) => `${x} ${y}`)).size, points.length);
      assert.ok(!verdictOf(points, true).oneClass);
      if (exercise < SEPARABLE) assert.ok(verdictOf(points, true).separable);
      seen.add(JSON.stringify(points));
    }
    assert.equal(seen.size, 75);
  }
});

test("ten questions of any seed have five of each answer", () => {
  for (let seed = 0; seed < 30; seed += 1) {
    const answers = Array.from({ length: 10 }, (_, set) => verdictOf(sets.pointsOfQuestion({ exercise: SEPARABLE, seed, set }), true).separable);
    assert.equal(answers.filter(Boolean).length, 5, `${seed}`);
  }
});

test("a link with any numbers asks a question or none", () => {
  assert.equal(sets.questionOf({ extra: {} }), null);
  assert.equal(sets.questionOf({ extra: { exercise: 5 } }), null);
  assert.equal(sets.questionOf({ extra: { exercise: 1.5 } }), null);
  assert.deepEqual(sets.questionOf({ extra: { exercise: 3 } }), { exercise: 3, seed: 1, set: 0 });
  assert.deepEqual(sets.questionOf({ extra: { exercise: 3, practiceSeed: -1, set: 1e300 } }), { exercise: 3, seed: 0, set: 0 });
});

test("the run is hidden while a question is open, and only on its tab and with its points", () => {
  for (const exercise of [DRAW, SEPARABLE]) {
    const question = { exercise, seed: 1, set: WARM_UPS };
    assert.ok(hidesRun(viewAt(question)));
    assert.ok(!hidesRun(viewAt(question, { answer: 1 })));
    assert.ok(hidesMistakes(viewAt(question, { answer: 1 }))); // before the first visit they say nothing
    assert.ok(!hidesRun(viewAt(question, {}, { tab: "steps" })));
    assert.ok(!hidesRun(viewAt(question, {}, { points: DEFAULT_STATE.points })));
    assert.equal(askedQuestion(viewAt(question, {}, { points: DEFAULT_STATE.points }).state), null);
  }
  assert.ok(hidesRun(viewAt({ exercise: DRAW, seed: 1, set: 0 }, { answer: 1 }))); // a warm-up has none
  const question = { exercise: PREDICT, seed: 1, set: 0 };
  const { visits } = viewAt(question).run;
  for (let t = 0; t <= visits; t += 1) assert.equal(hidesRun(viewAt(question, { answer: 1, asked: t }, { t })), t < visits);
});

test("points to be received are places to show, and no points of the state", () => {
  const question = { exercise: ONLINE, seed: 2, set: 0 };
  const all = sets.pointsOfQuestion(question);
  for (let n = 0; n <= all.length; n += 1) {
    const view = viewAt(question, { answer: n ? 1 : 0 }, { points: all.slice(0, n), t: n });
    assert.equal(hidesRun(view), n < all.length);
    assert.deepEqual(placesToShow(view.state), all);
    assert.equal(view.run.visits, n);
  }
});

test("the next visit is asked for by the run's own words", () => {
  const view = viewAt({ exercise: PREDICT, seed: 1, set: 0 });
  const { run } = view;
  for (let t = 0; t < run.visits; t += 1) {
    const next = judge.visitAfter(view, t);
    assert.deepEqual(next.weights, weightsAt(run, t));
    assert.equal(next.mistake, run.wrong[t] === 1);
    assert.equal(next.score, scoreOf(next.weights, next.x, next.y));
    assert.equal(next.mistake, next.label * next.score <= 0);
  }
  assert.equal(judge.visitAfter(view, run.visits), null);
});

test("a warm-up takes its own line with its side shaded, however long w is, and no other", () => {
  for (let seed = 0; seed < 25; seed += 1) {
    for (let set = 0; set < WARM_UPS; set += 1) {
      const warmUp = sets.warmUpOf({ seed, set });
      const { w1, w2, b, places } = warmUp;
      for (const [x, y] of places) assert.equal(w1 * x + w2 * y + b, 0);
      assert.notDeepEqual(places[0], places[1]);
      const [x, y] = places[0];
      const judged = (drawn, shade) => judge.judgedWarmUp(warmUp, { x, y, ...drawn }, shade);
      assert.ok(judged({ w1, w2 }, judge.W_SIDE).right);
      assert.ok(judged({ w1: w1 / 2, w2: w2 / 2 }, judge.W_SIDE).right);
      assert.ok(!judged({ w1, w2 }, judge.OTHER_SIDE).right);
      assert.ok(!judged({ w1, w2 }, 0).right);
      const turned = judged({ w1: -w1, w2: -w2 }, judge.OTHER_SIDE);
      assert.deepEqual([turned.right, turned.onLine, turned.turned, turned.shaded], [false, true, true, true]);
      assert.ok(!judged({ w1: -w2, w2: w1 }, judge.W_SIDE).right);
      assert.ok(!judged({ w1, w2, x: x + w1, y: y + w2 }, judge.W_SIDE).right);
      assert.equal(judged({ w1: 0, w2: 0 }, judge.W_SIDE).angle, null);
    }
  }
});

test("payments are the wrong guesses, and the perceptron's are those of its run", () => {
  const points = sets.pointsOfQuestion({ exercise: ONLINE, seed: 3, set: 1 });
  const run = runOf(points, { ...DEFAULT_STATE.options, epochs: 1 });
  const truth = points.reduce((sum, { label }, row) => sum + (label > 0 ? 2 ** row : 0), 0);
  assert.equal(judge.paymentsOf(run, points, truth).learner, 0);
  assert.equal(judge.paymentsOf(run, points, 2 ** points.length - 1 - truth).learner, points.length);
  assert.equal(judge.paymentsOf(run, points, 2 ** points.length - 1).learner, points.filter(({ label }) => label < 0).length);
  const { perceptron, last } = judge.paymentsOf(run, points, truth);
  assert.equal(perceptron, run.wrong.reduce((sum, wrong) => sum + wrong, 0));
  assert.equal(last.loss, Math.max(0, -last.label * last.score));
  assert.equal(judge.paymentsOf(runOf([], DEFAULT_STATE.options), [], 0).last, null);
});

test("a drawn line is judged by the sides of all points, and measured against the best", () => {
  const points = [{ x: 0, y: 1, label: 1 }, { x: 2, y: 1, label: 1 }, { x: 0, y: -1, label: -1 }, { x: 2, y: -1, label: -1 }];
  const verdict = verdictOf(points, true);
  const judged = (drawn) => judge.judgedLine(points, drawn, verdict);
  const best = judged({ x: 5, y: 0, w1: 0, w2: 3 });
  assert.deepEqual([best.right, best.wrong, best.turned], [true, 0, false]);
  assert.ok(Math.abs(best.share - 1) < 1e-12 && best.angle < 1e-9);
  const shifted = judged({ x: 0, y: 0.5, w1: 0, w2: 1 });
  assert.ok(shifted.right && Math.abs(shifted.share - 0.5) < 1e-12);
  const turned = judged({ x: 0, y: 0, w1: 0, w2: -1 });
  assert.deepEqual([turned.right, turned.turned, turned.wrong], [false, true, 4]);
  assert.equal(judged({ x: 1, y: 0, w1: 1, w2: 0 }).wrong, 2);
  assert.ok(!judged({ x: 0, y: 0, w1: 0, w2: 0 }).right);
  assert.equal(judged({ x: 0, y: 1, w1: 0, w2: 1 }).right, false); // on the line is on no side
});

test("the best line, drawn, is right in every set", () => {
  for (let seed = 0; seed < 100; seed += 1) {
    const points = sets.pointsOfQuestion({ exercise: DRAW, seed, set: WARM_UPS });
    const verdict = verdictOf(points, true);
    const { w1, w2, b } = verdict;
    const judged = judge.judgedLine(points, { x: -b * w1, y: -b * w2, w1, w2 }, verdict);
    assert.ok(judged.right && judged.share > 0.999999 && judged.angle < 1e-5);
  }
});

test("the sets are printed for Python", () => {
  const separable = Array.from({ length: 300 }, (_, seed) => sets.pointsOfQuestion({ exercise: SEPARABLE, seed, set: seed % 10 }));
  const online = Array.from({ length: 8 }, (_, set) => sets.pointsOfQuestion({ exercise: ONLINE, seed: 1, set }));
  const verdicts = separable.map((points) => verdictOf(points, true).separable);
  console.log(`SETS ${JSON.stringify({ separable, online, verdicts, warmUp: sets.warmUpOf({ seed: 1, set: 0 }) })}`);
});
