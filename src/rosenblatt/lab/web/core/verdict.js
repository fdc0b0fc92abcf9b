// The verdict: whether a line separates the points. It is always decided, and exactly: floats are whole numbers over a
// power of two, and BigInt has whole numbers of any size. Floats only say where not to look.
//
// One question answers all: which point of a convex hull is nearest to 0? A plane (w, b) separates where its product
// with every y·(x, 1) is positive: there is one exactly where 0 is not in their hull. Then the nearest point is the
// best plane and its length the margin; and where it is 0, the few rows that it is made of are the witness.

// --- Floats as whole numbers, and back. ---

/** Numbers as whole numbers over one = 2^shift. */
function wholeNumbers(numbers) {
  const parts = numbers.map((number) => {
    let shift = 0;
    for (; Math.abs(number - Math.trunc(number)) > 0; shift++) number *= 2; // NaN ends it, and BigInt refuses it
    return { number, shift };
  });
  const shift = parts.reduce((most, part) => Math.max(most, part.shift), 0);
  return { whole: parts.map((part) => BigInt(part.number) << BigInt(shift - part.shift)), one: 1n << BigInt(shift) };
}

const bitsOfWhole = (whole) => whole.toString(16).length * 4;

/** n/d = number / 4^half, for n ≥ 0: about 68 bits of it, the last of which is set where more were cut off. */
function scaledQuotient(n, d) {
  const half = Math.ceil((bitsOfWhole(d) - bitsOfWhole(n)) / 2);
  const [up, down] = half < -34 ? [0, -2 * half - 68] : [2 * half + 68, 0];
  const [above, below] = [n << BigInt(up), d << BigInt(down)];
  return { number: Number((above / below) | (above % below ? 1n : 0n)) / 2 ** 68, half };
}

/** n/d as a float, rounded once. */
function exactQuotient(n, d) {
  const { number, half } = scaledQuotient(n < 0n ? -n : n, d);
  return (n < 0n ? -number : number) * 4 ** -half;
}

/** n/√d as a float. */
function overRoot(n, d) {
  const { number, half } = scaledQuotient(n * n, d);
  return (n < 0n ? -1 : 1) * Math.sqrt(number) * 2 ** -half;
}

/** The sum of floats, rounded once. */
export function exactSum(numbers) {
  const { whole, one } = wholeNumbers(numbers);
  return exactQuotient(whole.reduce((sum, number) => sum + number, 0n), one);
}

// --- Vectors: `exact` in BigInt, and those of the data also `rough` in floats. ---

const exactDot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const isZeroVector = (exact) => exact.every((value) => value === 0n);

/** Those whose product with a direction is least. Floats leave out what is surely not among them. */
function lowestAlong(vectors, direction) {
  const cut = Math.max(0, ...direction.map((value) => bitsOfWhole(value) - 900)); // so that floats can hold it
  const [d, e, f] = direction.map((value) => Number(value >> BigInt(cut)));
  const lost = cut > 0 ? 1 : 0;
  const products = vectors.map(({ rough: [x, y, z] }) => x * d + y * e + z * f);
  const errors = vectors.map(({ rough: [x, y, z] }) => {
    const size = Math.abs(x * d) + Math.abs(y * e) + Math.abs(z * f);
    return 2 ** -50 * size + lost * (Math.abs(x) + Math.abs(y) + Math.abs(z));
  });
  const most = products.reduce((least, product, k) => Math.min(least, product + errors[k]), Infinity);
  const likely = vectors.filter((_, k) => products[k] - errors[k] <= most);
  if (likely.length === 1) return likely;
  const sure = likely.map(({ exact }) => exactDot(exact, direction));
  const least = sure.reduce((a, b) => (a < b ? a : b));
  return likely.filter((_, k) => sure[k] === least);
}

// --- The nearest point to 0: Wolfe's algorithm, by Johnson's determinants where corners are few. ---

/**
 * The point nearest to 0 of the plane through some corners, and the share of each in it, all times one positive number.
 * The share of a corner is by how much it is in front of the nearest point of the others.
 */
function nearestOfPlane(corners) {
  const shares = corners.map((corner) => {
    const others = corners.filter((other) => other !== corner);
    return others.length ? inFront(nearestOfPlane(others), corner) : 1n;
  });
  const point = [0, 1, 2].map((j) => corners.reduce((sum, { exact }, k) => sum + shares[k] * exact[j], 0n));
  return { corners, shares, point };
}

/** How much less far along a nearest point a corner is than those that it is made of. */
function inFront({ point, corners }, corner) {
  return exactDot(point, corners[0].exact) - exactDot(point, corner.exact);
}

/** The nearest point of the hull of a new corner and at most three others: inside one of the faces with the new one. */
function nearestOfHull(corner, others) {
  for (let choice = 0; choice < 2 ** others.length; choice++) {
    const nearest = nearestOfPlane([corner, ...others.filter((_, k) => choice & (1 << k))]);
    const isInside = nearest.shares.every((share) => share > 0n);
    if (isInside && others.every((other, k) => choice & (1 << k) || inFront(nearest, other) <= 0n)) return nearest;
  }
}

/** The nearest point of the hull of all vectors; `lowest` finds the one that is least far along a direction. */
function nearestToZero(first, lowest) {
  let nearest = nearestOfPlane([first]);
  while (!isZeroVector(nearest.point)) {
    const vector = lowest(nearest.point);
    if (inFront(nearest, vector) <= 0n) break;
    nearest = nearestOfHull(vector, nearest.corners);
  }
  return nearest;
}

// --- The verdict. ---

/**
 * Whether a line separates the points, through 0 where there is no bias.
 *
 * separable: w1, w2, b of the line with the largest margin (unit w), margin, and support, the rows that are as near.
 *   They are null, support empty, where there is a bias and one class, or none: then there is no largest margin.
 * augmented: the same in the space of the theorem, (x, 1) with a bias, else x: w1, w2, b (together of length 1), margin
 *   γ, support, radius R, and bound, (R/γ)² rounded down. null without points.
 * not separable: witness [{row, share}], at most four. With a bias the shares of each class sum to 1, and its rows give
 *   the `point` where the hulls meet; without one all sum to 1, and Σ share·y·x is 0.
 */
export function verdictOf(points, bias) {
  const oneClass = points.every(({ label }) => label === points[0].label);
  const none = { w1: null, w2: null, b: null, margin: null, support: [], augmented: null, witness: null, point: null };
  if (!points.length) return { separable: true, oneClass, ...none };
  const { whole, one } = wholeNumbers(points.flatMap(({ x, y }) => [x, y]));
  const signed = points.map(({ x, y, label }, row) => {
    const exact = [whole[2 * row], whole[2 * row + 1], bias ? one : 0n];
    const rough = [label * x, label * y, bias ? label : 0];
    return { row, label, rough, exact: label > 0 ? exact : exact.map((value) => -value) };
  });
  const nearest = twinsOf(signed) ?? nearestToZero(signed[0], (direction) => lowestAlong(signed, direction)[0]);
  if (isZeroVector(nearest.point)) return { separable: false, oneClass, ...none, ...witnessOf(nearest, bias, one) };
  const augmented = planeOf(signed, nearest.point, one);
  const { radius, bound, ...plane } = augmented;
  const line = bias ? !oneClass && lineBetween(signed, one) : plane;
  return { separable: true, oneClass, ...none, ...line, augmented };
}

/** Two points in one place under both labels: as witness they are the shortest. */
function twinsOf(signed) {
  const byPlace = signed.map((vector) => ({ vector, place: vector.rough.map((value) => value * vector.label) }));
  byPlace.sort((a, b) => a.place[0] - b.place[0] || a.place[1] - b.place[1] || a.vector.label - b.vector.label);
  const twins = byPlace.slice(1).map(({ vector }, k) => [byPlace[k].vector, vector]);
  const found = twins.find(([a, b]) => !isZeroVector(a.exact) && a.exact.every((value, j) => value === -b.exact[j]));
  return found && nearestOfPlane(found);
}

/** Less than 1/SHARP below a whole number (R/γ)² counts as that number: 2.1 is no float, and by hand it is whole. */
const SHARP = 10n ** 9n;

/** The plane of a nearest point w, with the R and (R/γ)² of the theorem. */
function planeOf(signed, w, one) {
  const near = lowestAlong(signed, w);
  const product = exactDot(near[0].exact, w);
  const square = exactDot(w, w);
  const longest = signed.map(({ exact }) => exactDot(exact, exact)).reduce((a, b) => (a > b ? a : b));
  const [w1, w2, b] = w.map((value) => overRoot(value, square));
  const margin = overRoot(product, square * one ** 2n);
  const radius = overRoot(longest, longest * one ** 2n);
  const bound = Number((longest * square * SHARP + product ** 2n) / (product ** 2n * SHARP));
  return { w1, w2, b, margin, support: near.map(({ row }) => row), radius, bound };
}

/** The line halfway between the hulls of the classes, whose nearest points are the nearest of all differences to 0. */
function lineBetween(signed, one) {
  const classes = [1, -1].map((label) => signed.filter((vector) => vector.label === label));
  const difference = ([plus, minus]) => ({ exact: plus.exact.map((value, j) => value + minus.exact[j]) });
  const lowest = (direction) => difference(classes.map((vectors) => lowestAlong(vectors, direction)[0]));
  const w = nearestToZero(difference(classes.map((vectors) => vectors[0])), lowest).point;
  const near = classes.map((vectors) => lowestAlong(vectors, w));
  const [plus, minus] = near.map(([{ exact }]) => exactDot(exact, w));
  const square = exactDot(w, w);
  const [w1, w2] = w.map((value) => overRoot(value, square));
  const [margin, b] = [plus + minus, minus - plus].map((value) => overRoot(value, 4n * square * one ** 2n));
  return { w1, w2, b, margin, support: near.flat().map(({ row }) => row).sort((a, c) => a - c) };
}

/** The rows that 0 is made of. With a bias those of either class have half of it. */
function witnessOf({ corners, shares }, bias, one) {
  const sum = (value) => corners.reduce((total, corner, k) => total + shares[k] * value(corner), 0n);
  const whole = sum(({ label }) => (label > 0 || !bias ? 1n : 0n));
  const witness = corners.map(({ row }, k) => ({ row, share: exactQuotient(shares[k], whole) }));
  const [x, y] = [0, 1].map((j) => exactQuotient(sum(({ label, exact }) => (label > 0 ? exact[j] : 0n)), whole * one));
  return { witness, point: bias ? { x, y } : { x: 0, y: 0 } };
}
