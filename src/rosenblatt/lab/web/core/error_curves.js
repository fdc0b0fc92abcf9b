// How many points each variant has wrong, at some times of a run: points that it was trained on, and new ones.

import { averagedAt, averagingAt, errorsOf, weightsAt } from "./engine.js";
import { makePointVotes, pocketNow, pocketsOf } from "./variants_math.js";

export const VARIANT_NAMES = ["last", "averaged", "voted", "pocket"];

/**
 * Errors on each list of points at rising times: {last, averaged, voted, pocket}, each a list with an entry per list of
 * points, which is a list with an entry per time.
 */
export function errorCurves(run, lists, times) {
  const { atZero } = run.options;
  const pockets = pocketsOf(run);
  const votes = lists.map((points) => makePointVotes(run, points));
  const curves = Object.fromEntries(VARIANT_NAMES.map((name) => [name, lists.map(() => [])]));
  let sums;
  for (const t of times) {
    sums = averagingAt(run, t, sums);
    const weights = {
      last: weightsAt(run, t), averaged: averagedAt(run, t, sums), pocket: pocketNow(run, pockets, t),
    };
    lists.forEach((points, i) => {
      for (const [name, some] of Object.entries(weights)) curves[name][i].push(errorsOf(points, some, atZero));
      votes[i].moveTo(t);
      curves.voted[i].push(votes[i].errors());
    });
  }
  return curves;
}

/** The same at one time: {last: [errors on each list], …}. */
export function errorsAt(run, lists, t) {
  const curves = errorCurves(run, lists, [t]);
  return Object.fromEntries(VARIANT_NAMES.map((name) => [name, curves[name].map(([errors]) => errors)]));
}

/** The end of the epoch after which these weights had the fewest errors on new points, the first of them. */
export function bestEpoch(run, points, name = "last") {
  const ends = run.epochEnds.filter((end, i, all) => end !== all[i - 1]);
  const errors = errorCurves(run, [points], ends)[name][0];
  const fewest = Math.min(...errors);
  const i = errors.indexOf(fewest);
  return { epoch: run.epochEnds.indexOf(ends[i]) + 1, t: ends[i], errors: fewest };
}
