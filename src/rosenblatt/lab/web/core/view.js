// The view: everything that panels show, as a function of the state.

import { isUndecided, runOf, scoreOf, stepAt, weightsAt } from "./engine.js";
import { countedMistakes } from "./variants_math.js";
import { verdictOf } from "./verdict.js";

/** Keep the last result of a function of objects that do not change. */
export function remembered(make) {
  let [keys, value] = [null, null];
  return (...given) => {
    if (!keys || given.some((key, i) => key !== keys[i])) [keys, value] = [given, make(...given)];
    return value;
  };
}

const rememberedRun = remembered(runOf);
const rememberedVerdict = remembered(verdictOf);
const rememberedCounts = remembered(countedMistakes);

/** The run of a state. */
export function runFor({ points, options }) {
  return rememberedRun(points, options);
}

/** Everything that panels show: a function of the state. */
export function viewOf(state) {
  const run = runFor(state);
  const t = Math.min(state.t, run.visits);
  const weights = weightsAt(run, t);
  const before = weightsAt(run, Math.max(0, t - 1));
  return {
    state, run, t, weights, before,
    step: t === 0 ? null : stepView(run, t, state.points, weights),
    k: rememberedCounts(run)[t],
    get verdict() { return rememberedVerdict(state.points, state.options.bias); },
  };
}

function stepView(run, t, points, weights) {
  const step = stepAt(run, t);
  return {
    ...step,
    point: points[step.row],
    scoreAfter: scoreOf(weights, step.x, step.y),
    undecided: isUndecided(step.score, run.options.atZero),
  };
}
