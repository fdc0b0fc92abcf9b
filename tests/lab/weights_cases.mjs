// Reads questions, a line of JSON each, and prints what weight space computes for them.

import { readFileSync } from "node:fs";
import { proofAt, proofOf } from "../../src/rosenblatt/lab/web/core/bound.js";
import { runOf, weightsAt } from "../../src/rosenblatt/lab/web/core/engine.js";
import { verdictOf } from "../../src/rosenblatt/lab/web/core/verdict.js";
import * as space from "../../src/rosenblatt/lab/web/core/weight_space.js";

const ANSWERS = {
  solved: ({ points, slices }) => slices.map((b) => space.hasSolutions(points, b)),
  region: ({ points, b, box }) => space.solutionsIn(box, points, b),
  cone({ points }) {
    const { augmented } = verdictOf(points, true);
    return { best: augmented, edges: space.coneEdges(points, augmented) };
  },
  hops({ points, options, share }) {
    const run = runOf(points, options);
    const t = Math.round(share * run.visits);
    return { t, hops: space.hopsOf(run, t), longest: space.longestWeights(run) };
  },
  proof({ points, options }) {
    const run = runOf(points, options);
    const verdict = verdictOf(points, options.bias);
    const proof = proofOf(run, verdict);
    return Array.from({ length: run.visits + 1 }, (_, t) => {
      const { k, lower, upper } = proofAt(proof, run, t);
      const weights = weightsAt(run, t);
      return { k, lower, upper, weights, ...space.proofInSlice(verdict.augmented, { lower, upper }, weights.b) };
    });
  },
};

for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const question = JSON.parse(line);
  console.log(JSON.stringify(ANSWERS[question.kind](question)));
}
