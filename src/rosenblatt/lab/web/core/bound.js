// The mistake bound of Cornwell's lecture and the quantities of its proof: k·γ ≤ W*·W ≤ ‖W‖ ≤ √k·R, so k ≤ (R/γ)².
// W is (w, b) where a bias is learned, and w where it is not; W* is the unit vector with the largest margin γ there.

/** How many mistakes have been answered after t visits. */
export function answeredBy(run, t) {
  let [low, high] = [0, run.mistakeVisits.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (run.mistakeVisits[middle] <= t) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The longest points: their rows, their length in the plane, and R, that of (x, 1) or x; null without points. */
export function longestPoint(points, bias) {
  if (!points.length) return null;
  const lengths = points.map(({ x, y }) => Math.hypot(x, y));
  const plain = lengths.reduce((a, b) => Math.max(a, b));
  const rows = [...points.keys()].filter((row) => lengths[row] === plain);
  return { rows, plain, radius: bias ? Math.hypot(points[rows[0]].x, points[rows[0]].y, 1) : plain };
}

/**
 * The four quantities after each number of mistakes that was answered.
 *
 * counts: those numbers k, all of them or, in all-mistakes order, those at the ends of epochs. length: ‖W‖ there.
 * along: W*·W there; null where nothing separates, as are gamma and crossing.
 * gamma, radius: γ and R, times η, by which all four are scaled (scale: "η·", or nothing where it is 1).
 * crossing: the k at which the outer two meet.
 * together: how many points may be answered at once, n in all-mistakes order: then ‖W‖ ≤ √(n·k)·R.
 */
export function proofOf(run, verdict) {
  const { bias, eta, order } = run.options;
  const best = verdict.separable ? verdict.augmented : null;
  const together = order === "all-mistakes" ? Math.max(1, run.points.length) : 1;
  const { mistakeVisits } = run;
  const places = mistakeVisits.map((visit, k) => [visit, k + 1]).filter(([visit], k) => visit !== mistakeVisits[k + 1]);
  places.unshift([0, 0]);
  const each = (number) =>
    Float64Array.from(places, ([visit]) => number(run.w1[visit], run.w2[visit], bias ? run.b[visit] : 0));
  const radius = best?.radius ?? longestPoint(run.points, bias)?.radius ?? 0;
  return {
    counts: Float64Array.from(places, ([, k]) => k),
    length: each((w1, w2, b) => Math.hypot(w1, w2, b)),
    along: best && each((w1, w2, b) => best.w1 * w1 + best.w2 * w2 + best.b * b),
    gamma: best && eta * best.margin,
    radius: eta * radius,
    crossing: best && together * (best.radius / best.margin) ** 2,
    together,
    scale: eta === 1 ? "" : "η·",
  };
}

export const lowerLine = (proof, k) => k * proof.gamma;
export const upperLine = (proof, k) => Math.sqrt(proof.together * k) * proof.radius;

/** The four quantities after t visits: {k, lower, along, length, upper}; lower and along are null without a γ. */
export function proofAt(proof, run, t) {
  const k = answeredBy(run, t);
  const place = proof.together === 1 ? k : proof.counts.indexOf(k);
  return {
    k,
    lower: proof.along && lowerLine(proof, k),
    along: proof.along && proof.along[place],
    length: proof.length[place],
    upper: upperLine(proof, k),
  };
}
