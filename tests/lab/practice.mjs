// The exercises of the lab, and their sets for Python to look at.

import assert from "node:assert/strict";
import { test } from "node:test";
import { runOf, weightsAt } from "../../src/rosenblatt/lab/web/core/engine.js";
import { makeScores } from "../../src/rosenblatt/lab/web/panels/practice.js";
import * as sets from "../../src/rosenblatt/lab/web/panels/practice_sets.js";
import { checkedState, DEFAULT_STATE } from "../../src/rosenblatt/lab/web/core/state.js";
import { verdictOf } from "../../src/rosenblatt/lab/web/core/verdict.js";

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

test("random sets are states, separable, of both classes, and the same every time", () => {
  for (let number = 0; number < 300; number += 1) {
    const points = sets.practiceSet(number);
    assert.deepEqual(points, sets.practiceSet(number));
    assert.ok(checkedState({ points }).state);
    assert.equal(points.length, 7);
    const verdict = verdictOf(points, true);
    assert.ok(verdict.separable && !verdict.oneClass);
    assert.equal(new Set(points.map(({ x, y }) => `${x} ${y}`)).size, 7);
  }
});

test("the next visit is asked for by the run's own words", () => {
  const points = sets.practiceSet(1);
  const run = runOf(points, DEFAULT_STATE.options);
  for (let t = 0; t < run.visits; t += 1) {
    const view = { run, t, state: { ...DEFAULT_STATE, points }, weights: weightsAt(run, t) };
    const next = sets.nextVisit(view);
    assert.equal(next.mistake, run.wrong[t] === 1);
    assert.equal(next.score, next.x * view.weights.w1 + next.y * view.weights.w2 + view.weights.b);
    assert.equal(next.mistake, next.label * next.score <= 0);
  }
  assert.equal(sets.nextVisit({ run, t: run.visits, state: { points } }), null);
});

test("the warm-up takes its own line, however long w is, and no other", () => {
  const right = (drawn) => sets.judgedWarmUp(drawn).right;
  assert.ok(right({ x: 0, y: 2, w1: 1, w2: 2 }));
  assert.ok(right({ x: 4, y: 0, w1: 0.5, w2: 1 }));
  assert.ok(right({ x: 0.1, y: 2, w1: 1.02, w2: 2 }));
  assert.ok(!right({ x: 0, y: 2, w1: -1, w2: -2 }));
  assert.ok(!right({ x: 0, y: 2, w1: 2, w2: 1 }));
  assert.ok(!right({ x: 0, y: 0, w1: 1, w2: 2 }));
  assert.ok(!right({ x: 0, y: 0, w1: 0, w2: 0 }));
  assert.equal(sets.judgedWarmUp({ x: 0, y: 0, w1: 0, w2: 0 }).angle, null);
});

test("a drawn line is judged by the sides of all points, and measured against the best", () => {
  const points = [{ x: 0, y: 1, label: 1 }, { x: 2, y: 1, label: 1 }, { x: 0, y: -1, label: -1 }, { x: 2, y: -1, label: -1 }];
  const verdict = verdictOf(points, true);
  const judged = (drawn) => sets.judgedLine(points, drawn, verdict);
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
  for (let number = 0; number < 100; number += 1) {
    const points = sets.practiceSet(1000 + number);
    const verdict = verdictOf(points, true);
    const { w1, w2, b } = verdict;
    const judged = sets.judgedLine(points, { x: -b * w1, y: -b * w2, w1, w2 }, verdict);
    assert.ok(judged.right && judged.share > 0.999999 && judged.angle < 1e-5);
  }
});

test("the sets are printed for Python", () => {
  const verdicts = sets.SEPARABLE_SETS.map((points) => verdictOf(points, true).separable);
  console.log(`SETS ${JSON.stringify({ sets: sets.SEPARABLE_SETS, verdicts, random: [0, 1, 1001].map(sets.practiceSet), warmUp: sets.WARM_UP })}`);
});
