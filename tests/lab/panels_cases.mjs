// Reads questions, a line of JSON each, and prints what the panels "theorem" and "variants" compute.

import { readFileSync } from "node:fs";
import * as engine from "../../src/rosenblatt/lab/web/core/engine.js";
import * as variants from "../../src/rosenblatt/lab/web/core/variants_math.js";
import * as bound from "../../src/rosenblatt/lab/web/core/bound.js";
import { plottedMistakes, showsMeeting } from "../../src/rosenblatt/lab/web/panels/proof_plot.js";
import * as words from "../../src/rosenblatt/lab/web/panels/theorem_words.js";
import { verdictOf } from "../../src/rosenblatt/lab/web/core/verdict.js";

const ANSWERS = {
  /** The four quantities at every visit, and what is said of them. */
  proof({ points, options }) {
    const run = engine.runOf(points, options);
    const verdict = verdictOf(points, options.bias);
    const made = bound.proofOf(run, verdict);
    return {
      at: Array.from({ length: run.visits + 1 }, (_, t) => bound.proofAt(made, run, t)),
      crossing: made.crossing,
      bound: verdict.augmented?.bound ?? null,
      longest: bound.longestPoint(points, options.bias),
      voids: words.voidsOf(options),
      limit: words.limitOf({ points, options }, verdict),
      plotted: [showsMeeting(made), plottedMistakes(made, true), plottedMistakes(made, false)],
    };
  },

  /** The sentences at some shares of the run. */
  words({ points, options, times }) {
    const run = engine.runOf(points, options);
    const verdict = verdictOf(points, options.bias);
    const counts = variants.countedMistakes(run);
    const state = { points, options };
    const sentences = times.map((share) => {
      const t = Math.round(share * run.visits);
      return words.theoremSentence({ state, run, t, k: counts[t], verdict });
    });
    return { sentences, verdict: words.verdictSentences(state, verdict) };
  },

  /** Folds that move from time to time, beside those of the engine that begin anew at each. */
  folds({ points, options, times }) {
    const run = engine.runOf(points, options);
    const pockets = variants.pocketsOf(run);
    const votes = variants.makePointVotes(run);
    const box = { left: -4.03, right: 4.01, bottom: -3.02, top: 3.05 };
    const grid = variants.makeVoteGrid(run, box, 24, 16);
    return times.map((share) => {
      const t = Math.round(share * run.visits);
      votes.moveTo(t);
      grid.moveTo(t);
      const now = engine.votesAt(run, t);
      const scoreOf = ({ x, y }) => engine.votedScore(now, x, y, options.atZero);
      const { w1, w2, b } = engine.pocketAt(run, t);
      const pocket = variants.pocketNow(run, pockets, t);
      return {
        samePocket: [w1, w2, b].every((w, i) => w === [pocket.w1, pocket.w2, pocket.b][i]),
        sameSigns: points.every((point, row) => Math.sign(votes.tallyOf(row)) === Math.sign(scoreOf(point))),
        errors: votes.errors(),
        wrong: points.filter((point) => engine.predictSign(scoreOf(point), options.atZero) !== point.label).length,
        otherCells: otherCells(grid, scoreOf),
      };
    });
  },

  bars({ points, options, most }) {
    const run = engine.runOf(points, options);
    return { bars: variants.epochBars(run, most), perEpoch: run.mistakesPerEpoch, visits: run.visits };
  },

  runs({ points, options }) {
    const runs = variants.comparedRuns(points, options);
    return Object.fromEntries(Object.entries(runs).map(([name, run]) => [name, [...variants.countedMistakes(run)]]));
  },
};

/** The cells whose majority is not that of the votes at their middle. */
function otherCells({ forStretches, box, columns, rows }, scoreOf) {
  let others = 0;
  let cells = 0;
  forStretches((row, from, to, sign) => {
    for (let c = from; c < to; c += 1) {
      const x = box.left + ((c + 0.5) * (box.right - box.left)) / columns;
      const y = box.top - ((row + 0.5) * (box.top - box.bottom)) / rows;
      cells += 1;
      if (Math.sign(scoreOf({ x, y })) !== sign) others += 1;
    }
  });
  return [others, cells];
}

for (const line of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const question = JSON.parse(line);
  console.log(JSON.stringify(ANSWERS[question.kind](question)));
}
