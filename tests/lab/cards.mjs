// Prints what the cards are and what the lab computes for them, as one JSON object.

import { cardChange, cardNamed, CARDS } from "../../src/rosenblatt/lab/web/cards/card_data.js";
import { boundsOf, distanceOf, halvesOf, lossesOf } from "../../src/rosenblatt/lab/web/cards/card_views.js";
import * as digits from "../../src/rosenblatt/lab/web/cards/digits.js";
import { runOf, stepAt } from "../../src/rosenblatt/lab/web/core/engine.js";
import { DIGIT_WEIGHTS } from "../../src/rosenblatt/lab/web/cards/embedded.js";
import { errorCounter } from "../../src/rosenblatt/lab/web/core/error_curves.js";
import { testPoints, trueWeights } from "../../src/rosenblatt/lab/web/core/generator.js";
import { angleBetween } from "../../src/rosenblatt/lab/web/core/geometry.js";
import { decodeState, encodeState } from "../../src/rosenblatt/lab/web/core/link.js";
import { neuronOf } from "../../src/rosenblatt/lab/web/cards/neuron.js";
import { pollCurve, pollRows } from "../../src/rosenblatt/lab/web/cards/poll.js";
import { checkedState } from "../../src/rosenblatt/lab/web/core/state.js";
import { stripOf } from "../../src/rosenblatt/lab/web/cards/strip.js";
import { verdictOf } from "../../src/rosenblatt/lab/web/core/verdict.js";

function described(card) {
  const { state, problem } = checkedState(cardChange(card));
  if (problem) return { id: card.id, problem };
  const run = runOf(state.points, state.options);
  const verdict = verdictOf(state.points, state.options.bias);
  const link = decodeState(encodeState(state));
  return {
    ...{ id: card.id, title: card.title, from: card.from, text: card.text, tryThis: card.tryThis, view: card.view ?? "", state },
    linked: JSON.stringify(link.state) === JSON.stringify(state),
    named: decodeState(`#card=${card.id}`).card === card.id && cardNamed(card.id) === card,
    run: { ...run, points: null, options: null, row: [...run.row], wrong: [...run.wrong], score: [...run.score], w1: [...run.w1], w2: [...run.w2], b: [...run.b] },
    step: state.t > 0 ? stepAt(run, state.t) : null,
    separable: verdict.separable,
    bounds: boundsOf({ state, verdict }),
    losses: card.view === "loss" ? lossesOf(run) : null,
    halves: halvesOf(state.points, run.weights, state.options.atZero),
  };
}

const points = (id) => checkedState(cardChange(cardNamed(id))).state.points;
const options = (id) => checkedState(cardChange(cardNamed(id))).state.options;
const mistakesOf = (id, changed, more = {}) => runOf(changed(points(id)), { ...options(id), ...more }).mistakes;
const boundWith = (id, changed) => boundsOf({ state: { points: changed(points(id)) }, verdict: verdictOf(changed(points(id)), true) });
const apart = (all) => all.map((point) => ({ ...point, y: point.y + point.label }));
const near = (all) => all.map((point) => ({ ...point, x: point.x - 12 }));
const without = (row) => (all) => all.filter((_, i) => i !== row);
const reversed = [...points("recency")].reverse();

const tried = {
  warmUp: runOf(points("warm-up"), { ...options("warm-up"), start: [0, 0, 0] }).weights,
  tinyApart: [mistakesOf("tiny-margin", apart), boundWith("tiny-margin", apart).augmented.bound],
  farGone: [mistakesOf("far-point", without(6)), boundWith("far-point", without(6)).augmented.bound, boundWith("far-point", without(6)).plain.margin],
  plainMoved: [-4].map((x) => (all) => [{ ...all[0], x }, all[1]]).map((moved) => [mistakesOf("plain-bound", moved), boundWith("plain-bound", moved)])[0],
  nearer: mistakesOf("plain-bound-far", near),
  outlierGone: mistakesOf("outlier", without(8)),
  note4Given: mistakesOf("note-004", (all) => all, { order: "given" }),
  sorted: ["given", "shuffled"].map((order) => runOf(points("sorted"), { ...options("sorted"), order }).epochs),
  foldedWithout: runOf(points("folded-one"), { ...options("folded-one"), bias: false }).weights,
  recencyTurned: halvesOf(reversed, runOf(reversed, options("recency")).weights, "mistake"),
  stripWithoutBias: verdictOf(points("shift-b"), false).separable,
};

const six = runOf(points("turn"), options("turn"));
const views = {
  angles: [2, 3].map((t) => angleBetween(six.w1[t], six.w2[t], 1, 1)),
  distances: [[4, 7, 0], [4, 7, 2], [4, 7, -50], [0, 0, 3]].map(([farX, farY, along]) => distanceOf({ w1: 3, w2: 4, b: -5 }, { extra: { farX, farY, along } })),
  noDistance: distanceOf({ w1: 0, w2: 0, b: 1 }, { extra: {} }),
  strip: stripOf([{ x: 4, y: 2 }, { x: 0, y: 0 }], { w1: 1, w2: 2, b: -4 }),
  noStrip: stripOf([], { w1: 0, w2: 0, b: 1 }),
  noNeuron: neuronOf({ run: { visits: 0 } }),
};

const images = digits.digitImages();
const drawn = digits.inkLine(digits.dotsOf(new Array(64).fill(0)), { x: 4, y: 1 }, { x: 4, y: 7 }, 1);
const digitAnswers = {
  weights: DIGIT_WEIGHTS,
  images: images.map(({ digit, pixels }) => ({ digit, pixels, scores: digits.digitScores(pixels), winner: digits.digitOf(digits.digitScores(pixels)) })),
  back: images.every(({ pixels }) => digits.pixelsOfExtra(digits.extraOfPixels(pixels)).join() === pixels.join()),
  odd: digits.pixelsOfExtra({ line0: -1e300, line1: 0.5, line2: 17 ** 8 + 3 }),
  dotted: images.every(({ pixels }) => digits.pixelsOfDots(digits.dotsOf(pixels)).join() === pixels.join()),
  drawn: digits.pixelsOfDots(drawn),
  erased: digits.pixelsOfDots(digits.inkLine(drawn.slice(), { x: 4, y: 1 }, { x: 4, y: 7 }, 0)),
};

const polls = [[9, 30], [9, 20], [3, 40]].map(([seed, rows]) => ({ seed, rows, curve: pollCurve(seed, rows), first: pollRows(seed, rows)[0] }));

const averaging = checkedState(cardChange(cardNamed("averaging"))).state;
const [fresh, truth] = [testPoints(averaging), trueWeights(averaging.extra)];
const averagingRun = runOf(averaging.points, averaging.options);
const averagingAnswers = {
  fresh,
  turned: averaging.points.filter(({ x, y, label }) => (truth.w1 * x + truth.w2 * y + truth.b) * label < 0).length,
  averaged: errorCounter(averagingRun, [averaging.points, fresh])(averagingRun.visits),
};

console.log(JSON.stringify({
  cards: CARDS.map(described), tried, views, digits: digitAnswers, polls, ...averagingAnswers,
}));
