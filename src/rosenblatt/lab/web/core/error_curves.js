// How many points each variant has wrong, at some times of a run: points that it was trained on, and new ones.

import { averagedAt, averagingAt, errorsOf, weightsAt } from "./engine.js";
import { makePointVotes, pocketNow, pocketsOf } from "./variants_math.js";

export const VARIANT_NAMES = ["last", "averaged", "voted", "pocket"];

/**
 * Counts errors on lists of points: count(t) is {last, averaged, voted, pocket} after t visits, each a list with an entry
 * per list of points. Sums and votes are kept, so a near t is cheap.
 */
export function errorCounter(run, lists) {
  const { atZero } = run.options;
  const pockets = pocketsOf(run);
  const votes = lists.map((points) => makePointVotes(run, points));
  let sums = { c: Infinity };
  return (t) => {
    sums = averagingAt(run, t, sums.c <= t + 1 ? sums : undefined);
    const weights = { last: weightsAt(run, t), averaged: averagedAt(run, t, sums), pocket: pocketNow(run, pockets, t) };
    votes.forEach((counter) => counter.moveTo(t));
    return Object.fromEntries(VARIANT_NAMES.map((name) => [name, lists.map((points, i) =>
      (name === "voted" ? votes[i].errors() : errorsOf(points, weights[name], atZero)))]));
  };
}

/** Errors at rising times: of each variant a list per list of points, with an entry per time. */
export function errorCurves(run, lists, times) {
  const counted = times.map(errorCounter(run, lists));
  return Object.fromEntries(VARIANT_NAMES.map((name) => [name, lists.map((_, i) => counted.map((at) => at[name][i]))]));
}

/** The end of the epoch after which the last weights had the fewest errors on new points, the first of them. */
export function bestEpoch(run, points) {
  const ends = run.epochEnds.filter((end, i, all) => end !== all[i - 1]);
  const errors = ends.map((end) => errorsOf(points, weightsAt(run, end), run.options.atZero));
  const fewest = errors.reduce((a, b) => Math.min(a, b));
  const end = ends[errors.indexOf(fewest)];
  return { epoch: run.epochEnds.indexOf(end) + 1, t: end, errors: fewest };
}
