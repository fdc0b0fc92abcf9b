// Votes, pockets and compared runs after t visits. Each keeps its sums, so that moving to a near t is cheap.

import { answeredBy } from "./bound.js";
import { onlineOf, pocketAt, predictSign, runOf, scoreOf, weightsAt } from "./engine.js";

// --- Votes: after every visit the running weights have one more. ---

/** Call `live(visit, count)` for all weights that were current after visits from … to, and after how many. */
function forLives(run, from, to, live) {
  let k = answeredBy(run, from);
  for (let visit = from; visit <= to;) {
    while (run.mistakeVisits[k] <= visit) k += 1;
    const end = Math.min(to, (run.mistakeVisits[k] ?? Infinity) - 1);
    live(visit, end - visit + 1);
    visit = end + 1;
  }
}

/** The first t at which weights have a vote: a start at zero has none. */
function firstVoteOf(run) {
  return run.options.start.some((weight) => weight !== 0) ? 0 : run.mistakeVisits[0] ?? Infinity;
}

/** What moves a count of votes to any t, forth and back: counts are whole, so nothing is lost on the way. */
function voteCounter(run, vote) {
  const first = firstVoteOf(run);
  let now = first - 1;
  return (t) => {
    const to = Math.max(t, first - 1);
    if (first === Infinity || to === now) return;
    if (to > now) forLives(run, now + 1, to, vote);
    else forLives(run, to + 1, now, (visit, count) => vote(visit, -count));
    now = to;
  };
}

/**
 * How the votes go for points, those of the run or others: moveTo(t); tallyOf(row), votes for plus less those for minus;
 * errors(), how many points the majority has wrong. A point is on the same side for many weights: votes are added up
 * when it changes.
 */
export function makePointVotes(run, points = run.points) {
  const { options } = run;
  const [xs, ys] = [Float64Array.from(points, ({ x }) => x), Float64Array.from(points, ({ y }) => y)];
  const tally = new Float64Array(points.length);
  const sides = new Float64Array(points.length).fill(-1);
  const since = new Float64Array(points.length); // all votes when it came to its side
  let votes = 0;
  const moveTo = voteCounter(run, (visit, count) => {
    const [w1, w2, b] = [run.w1[visit], run.w2[visit], run.b[visit]];
    for (let row = 0; row < tally.length; row += 1) {
      const score = xs[row] * w1 + ys[row] * w2 + b; // in the order of scoreOf
      if (score * sides[row] > 0) continue; // as mostly
      const side = predictSign(score, options.atZero);
      tally[row] += sides[row] * (votes - since[row]);
      sides[row] = side;
      since[row] = votes;
    }
    votes += count;
  });
  const tallyOf = (row) => tally[row] + sides[row] * (votes - since[row]);
  const errors = () => points.filter(({ label }, row) => predictSign(tallyOf(row), options.atZero) !== label).length;
  return { moveTo, tallyOf, errors };
}

/**
 * How the votes go in the cells of a grid over a box. A line cuts a row of cells once, so that a vote costs as much as
 * there are rows, not cells: kept is by how much the tally changes from a cell to the next.
 */
export function makeVoteGrid(run, box, columns, rows) {
  const changes = new Float64Array(rows * (columns + 1));
  const [wide, high] = [(box.right - box.left) / columns, (box.top - box.bottom) / rows];
  const top = box.top - 0.5 * high; // of the middles of cells

  /** A line that is level: each row of cells is on one side. */
  function voteLevel(w2, b, count) {
    for (let row = 0; row < rows; row += 1) {
      changes[row * (columns + 1)] += count * predictSign(w2 * (top - row * high) + b, run.options.atZero);
    }
  }

  const moveTo = voteCounter(run, (visit, count) => {
    const [w1, w2, b] = [run.w1[visit], run.w2[visit], run.b[visit]];
    const first = (-(w2 * top + b) / w1 - box.left) / wide - 0.5; // where it cuts the top row, in cells
    const shift = (w2 * high) / w1 / wide;
    if (!Number.isFinite(first) || !Number.isFinite(shift)) return voteLevel(w2, b, count);
    const left = w1 > 0 ? -count : count;
    for (let row = 0; row < rows; row += 1) {
      const start = row * (columns + 1);
      changes[start] += left;
      changes[start + Math.ceil(Math.min(columns, Math.max(0, first + shift * row)))] -= 2 * left;
    }
    return undefined;
  });

  /** Call `cells(row, from, to, sign)` for every stretch of cells from ≤ c < to of a row that has one majority. */
  function forStretches(cells) {
    for (let row = 0; row < rows; row += 1) {
      let [sum, from, sign] = [0, 0, 0];
      for (let c = 0; c < columns; c += 1) {
        sum += changes[row * (columns + 1) + c];
        const here = Math.sign(sum);
        if (c > from && here !== sign) {
          cells(row, from, c, sign);
          from = c;
        }
        sign = here;
      }
      cells(row, from, columns, sign);
    }
  }
  return { moveTo, forStretches, box, columns, rows };
}

// --- Pocket ---

/** For each epoch the visit that made the weights in the pocket at its end: `pocketAt`, for all epochs at once. */
export function pocketsOf(run) {
  const { points, options } = run;
  let [made, k, kept, fewest] = [0, 0, 0, Infinity];
  const countErrors = (weights) => {
    let errors = 0;
    for (let row = 0; row < points.length && errors < fewest; row += 1) { // more than the fewest need not be counted
      const { x, y, label } = points[row];
      if (predictSign(scoreOf(weights, x, y), options.atZero) !== label) errors += 1;
    }
    return errors;
  };
  return Uint32Array.from(run.epochEnds, (end) => {
    let [longest, most] = [made, 0];
    const endOfLife = (visit) => {
      const survival = visit - Math.max(1, made);
      if (survival > most) [longest, most] = [made, survival];
    };
    for (; run.mistakeVisits[k] <= end; k += 1) {
      endOfLife(run.mistakeVisits[k]);
      made = run.mistakeVisits[k];
    }
    endOfLife(end + 1);
    const errors = countErrors(weightsAt(run, longest));
    if (errors < fewest) [kept, fewest] = [longest, errors];
    return kept;
  });
}

/** The weights in the pocket after t visits. */
export function pocketNow(run, pockets, t) {
  if (!run.epochEnds.length || t < run.epochEnds[0]) return pocketAt(run, t);
  let [low, high] = [0, run.epochEnds.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (run.epochEnds[middle] <= t) low = middle;
    else high = middle - 1;
  }
  return weightsAt(run, pockets[low]);
}

// --- Runs to compare ---

/** The runs that stand side by side: the same points and rules, other orders. */
export function comparedRuns(points, options) {
  const inOrder = (order) => runOf(points, { ...options, order });
  return {
    given: inOrder("given"),
    shuffled: inOrder("shuffled"),
    online: onlineOf(points, options),
    together: inOrder("all-mistakes"),
  };
}

/** The most visits that `comparedRuns` may have to make. */
export function comparedVisits(points, { epochs }) {
  return 3 * points.length * epochs;
}

/** How many mistakes there were by each visit. */
export function countedMistakes(run) {
  const counts = new Uint32Array(run.visits + 1);
  for (let t = 0; t < run.visits; t += 1) counts[t + 1] = counts[t] + run.wrong[t];
  return counts;
}

/** The mistakes of each epoch as [first visit, last visit, mistakes]; of many epochs, means over some at a time. */
export function epochBars(run, most) {
  const size = Math.ceil(run.mistakesPerEpoch.length / most);
  const bars = [];
  for (let e = 0; e < run.mistakesPerEpoch.length; e += size) {
    const some = run.mistakesPerEpoch.slice(e, e + size);
    const end = run.epochEnds[e + some.length - 1];
    bars.push([e ? run.epochEnds[e - 1] : 0, end, some.reduce((sum, made) => sum + made, 0) / some.length]);
  }
  return bars.filter(([from, to]) => to > from);
}
