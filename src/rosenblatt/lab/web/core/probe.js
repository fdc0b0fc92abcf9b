// What a run says about any place of the plane: score, distance, and the prediction of each variant.

import { averagedAt, isUndecided, pocketAt, predictSign, scoreOf, votedScore, votesAt } from "./engine.js";
import { remembered } from "./view.js";

const rememberedAverage = remembered(averagedAt);
const rememberedVotes = remembered(votesAt);
const rememberedPocket = remembered(pocketAt);

/**
 * {score, distance, predictions}: distance is null where there is no boundary. predictions: {last, averaged, voted,
 * pocket}, each 1, −1, or 0 where a score of zero predicts neither class.
 */
export function probeAt({ run, t, weights }, x, y) {
  const { atZero } = run.options;
  const signOf = (score) => (isUndecided(score, atZero) ? 0 : predictSign(score, atZero));
  const signAt = (some) => signOf(scoreOf(some, x, y));
  const score = scoreOf(weights, x, y);
  const length = Math.hypot(weights.w1, weights.w2);
  return {
    score,
    distance: length ? Math.abs(score) / length : null,
    predictions: {
      last: signOf(score),
      averaged: signAt(rememberedAverage(run, t)),
      voted: signOf(votedScore(rememberedVotes(run, t), x, y, atZero)),
      pocket: signAt(rememberedPocket(run, t)),
    },
  };
}
