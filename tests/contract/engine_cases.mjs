// Reads questions, a line of JSON each, and prints the answers of the lab's engine. Floats go as hex, bit for bit.

import { readFileSync } from "node:fs";
import * as engine from "../../src/rosenblatt/lab/web/core/engine.js";
import { decodeState, encodeState } from "../../src/rosenblatt/lab/web/core/link.js";

const hex = (...numbers) => Buffer.from(Float64Array.from(numbers).buffer).toString("hex");
const bits = ({ w1, w2, b }) => hex(w1, w2, b);

function answerOfRun({ points, options, probes, shares }) {
  const run = engine.runOf(points, options);
  const steps = Array.from(run.row, (_, t) => engine.stepAt(run, t + 1));
  return {
    ...{ visits: run.visits, epochs: run.epochs, reason: run.reason, mistakesPerEpoch: run.mistakesPerEpoch },
    steps: steps.map((s, t) => [
      ...[s.row, s.epoch, s.prediction, s.mistake, s.survival],
      ...[hex(s.score), hex(s.loss), bits(engine.weightsAt(run, t + 1))],
    ]),
    at: shares.map((share) => answerAt(run, lastEpochOf(run, Math.ceil(share * run.epochs)), probes)),
  };
}

/** The epoch itself; the last one, if no visit follows: a search that finds no mistake is an epoch without visits. */
function lastEpochOf(run, epoch) {
  return run.epochEnds[epoch - 1] === run.visits ? run.epochs : epoch;
}

/** Averages, votes and pocket at the end of an epoch, which a run of so many epochs has at its end. */
function answerAt(run, epochs, probes) {
  const t = run.epochEnds[epochs - 1];
  const votes = engine.votesAt(run, t);
  return {
    epochs,
    averaged: bits(engine.averagedAt(run, t)),
    voted: hex(...probes.map(([x, y]) => engine.votedScore(votes, x, y, run.options.atZero))),
    pocket: bits(engine.pocketAt(run, t)),
    loss: hex(engine.lossAt(run, t)),
  };
}

const ANSWERS = {
  run: answerOfRun,
  /** The points of a link, and the weights of its run at its visit; and the same link again. */
  link({ link }) {
    const { state } = decodeState(link);
    const run = engine.runOf(state.points, state.options);
    const { w1, w2, b } = engine.weightsAt(run, state.t);
    return { points: state.points, t: state.t, weights: [w1, w2, b], again: encodeState(state) };
  },
};

for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const question = JSON.parse(line);
  console.log(JSON.stringify(ANSWERS[question.kind](question)));
}
