// Reads questions, a line of JSON each, and prints the engine's answers. Floats that must agree bit for bit go as hex.

import { readFileSync } from "node:fs";
import * as engine from "../../src/rosenblatt/lab/web/core/engine.js";
import { errorCounter, errorCurves } from "../../src/rosenblatt/lab/web/core/error_curves.js";
import { sampleOf, testPoints, trainingPoints, trueWeights } from "../../src/rosenblatt/lab/web/core/generator.js";
import { probeAt } from "../../src/rosenblatt/lab/web/core/probe.js";
import { verdictOf } from "../../src/rosenblatt/lab/web/core/verdict.js";

const hex = (...numbers) => Buffer.from(Float64Array.from(numbers).buffer).toString("hex");
const weightsHex = ({ w1, w2, b }) => hex(w1, w2, b);

const ANSWERS = {
  order: ({ n, seed, epoch }) => engine.orderOf(n, seed, epoch),
  verdict: ({ points, bias }) => verdictOf(points, bias),
  end({ points, options }) {
    const { visits, epochs, reason, mistakes, weights } = engine.runOf(points, options);
    return { visits, epochs, reason, mistakes, weights: weightsHex(weights) };
  },
  online: ({ points, options }) => runAnswer(engine.onlineOf(points, options)),
  sample(extra) {
    const sample = sampleOf({ extra });
    return { sample, points: trainingPoints(sample), test: testPoints({ extra }), weights: trueWeights(sample) };
  },
  run({ points, options, times, probes, fresh = [] }) {
    const run = engine.runOf(points, options);
    const chosen = [...new Set(times.map((share) => Math.round(share * run.visits)))];
    const rising = [...chosen].sort((a, b) => a - b);
    return {
      ...runAnswer(run),
      at: chosen.map((t) => ({ ...answerAt(run, t, probes), errors: errorCounter(run, [points, fresh])(t) })),
      rising,
      curves: errorCurves(run, [points, fresh], rising),
    };
  },
};

function runAnswer(run) {
  const steps = Array.from(run.row, (_, t) => engine.stepAt(run, t + 1));
  return {
    ...{ ...run, points: null, options: null, made: null },
    row: [...run.row],
    epoch: [...run.epoch],
    wrong: [...run.wrong],
    score: hex(...run.score),
    w1: hex(...run.w1),
    w2: hex(...run.w2),
    b: hex(...run.b),
    weights: weightsHex(run.weights),
    steps: steps.map(({ number, prediction, mistake, survival }) => [number, prediction, mistake, survival]),
    losses: hex(...steps.map(({ loss }) => loss)),
  };
}

function answerAt(run, t, probes) {
  const votes = engine.votesAt(run, t);
  const pocket = engine.pocketAt(run, t);
  return {
    t,
    average: weightsHex(engine.averagedAt(run, t)),
    votes: hex(...probes.map(([x, y]) => engine.votedScore(votes, x, y, run.options.atZero))),
    pocket: [weightsHex(pocket), pocket.survival, weightsHex(pocket.candidate), pocket.candidate.survival],
    loss: engine.lossAt(run, t),
    probed: probes.map(([x, y]) => probeAt({ run, t, weights: engine.weightsAt(run, t) }, x, y)),
  };
}

for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const question = JSON.parse(line);
  console.log(JSON.stringify(ANSWERS[question.kind](question)));
}
