// Manchester's generative process, with a margin and noise: points x, z = w·x + w₀, y = the sign of z. A seed gives the
// same points on every machine: only + − × are used, and coordinates are rounded to hundredths.

import { orderOf } from "./engine.js";
import { MAX_POINTS } from "./state.js";
import { remembered } from "./view.js";

/** Numbers of state.extra that describe a sample: [first value, least, most, step]. */
export const SAMPLE_FIELDS = {
  samplePlus: [40, 1, MAX_POINTS / 2, 1],
  sampleMinus: [40, 1, MAX_POINTS / 2, 1],
  sampleSpread: [1, 0.2, 5, 0.1],
  sampleMargin: [0.2, 0, 3, 0.1],
  sampleNoise: [10, 0, 45, 1],
  sampleAngle: [30, 0, 355, 5],
  sampleOffset: [0.5, -5, 5, 0.1],
  sampleSeed: [1, 0, 99_999, 1],
};
const TEST_POINTS = 200; // with the share of each class that the training points have
const TEST_STREAM = 50_000; // epochs of random orders from which the test points are drawn
const DRAWS = 256; // values of a draw, which is the first row of an order of 256 rows
const SAFE = 0.01; // more than what rounding to hundredths can take from a margin

/** The description of a sample, {samplePlus, …}; null where the state has none. A link may have any numbers. */
export function sampleOf({ extra }) {
  if (extra.sampleSeed === undefined) return null;
  return Object.fromEntries(Object.entries(SAMPLE_FIELDS).map(([name, [first, least, most, step]]) => {
    const value = Math.min(most, Math.max(least, extra[name] ?? first));
    return [name, Number.isInteger(step) ? Math.round(value) : value];
  }));
}

export const FIRST_SAMPLE = Object.freeze(Object.fromEntries(
  Object.entries(SAMPLE_FIELDS).map(([name, [first]]) => [name, first])));

/** state.extra without a sample: other points have no hidden test points. */
export function withoutSample(extra) {
  return Object.fromEntries(Object.entries(extra).filter(([name]) => !name.startsWith("sample")));
}

/** The weights that label the points before noise, of length 1. */
export function trueWeights({ sampleAngle, sampleOffset }) {
  const [w1, w2] = direction(sampleAngle);
  return { w1, w2, b: -sampleOffset };
}

/** Training points of a sample. */
export function trainingPoints(sample) {
  return pointsFrom(sample, sample.samplePlus, sample.sampleMinus, 0);
}

const rememberedTest = remembered((...values) => {
  const sample = Object.fromEntries(Object.keys(SAMPLE_FIELDS).map((name, i) => [name, values[i]]));
  const { samplePlus, sampleMinus } = sample;
  const plus = Math.round((TEST_POINTS * samplePlus) / (samplePlus + sampleMinus));
  return Object.freeze(pointsFrom(sample, plus, TEST_POINTS - plus, TEST_STREAM));
});

/** Hidden test points of a state, drawn as the training points are; null where its points were not generated. */
export function testPoints(state) {
  const sample = sampleOf(state);
  return sample && rememberedTest(...Object.keys(SAMPLE_FIELDS).map((name) => sample[name]));
}

/** So many points of each class, of which some have the other label: exactly the share that noise asks for. */
function pointsFrom(sample, plus, minus, stream) {
  const { sampleSeed, sampleNoise } = sample;
  const n = plus + minus;
  const turned = new Set(orderOf(n, sampleSeed, stream).slice(0, Math.round((sampleNoise / 100) * n)));
  const classes = orderOf(n, sampleSeed, stream + 1).map((place) => (place < plus ? 1 : -1));
  return classes.map((side, row) => {
    const { x, y } = placeOf(sample, side, stream + 2 + row);
    return { x, y, label: turned.has(row) ? -side : side };
  });
}

/** A place on one side of the true line: further from it than the margin, and bell-shaped along it. */
function placeOf({ sampleSeed, sampleSpread, sampleMargin, sampleAngle, sampleOffset }, side, epoch) {
  const draws = orderOf(DRAWS, sampleSeed, epoch).slice(0, 9).map((value) => (value + 0.5) / DRAWS);
  const sumOf = (from, to) => draws.slice(from, to).reduce((sum, value) => sum + value, 0);
  const away = sampleOffset + side * (sampleMargin + SAFE + sampleSpread * sumOf(0, 3));
  const along = sampleSpread * 1.5 * (sumOf(3, 9) - 3);
  const [w1, w2] = direction(sampleAngle);
  return { x: hundredths(away * w1 - along * w2), y: hundredths(away * w2 + along * w1) };
}

function hundredths(value) {
  const rounded = Math.round(value * 100) / 100;
  return rounded === 0 ? 0 : rounded;
}

/** (cos, sin) of an angle in degrees: sums of powers, since browsers may round their own sine differently. */
function direction(degrees) {
  const quarter = Math.floor(degrees / 90);
  const angle = (degrees - 90 * quarter) * 0.017453292519943295;
  let [cosine, sine, term] = [0, 0, 1];
  for (let power = 0; power < 24; power += 1) {
    const signed = power % 4 < 2 ? term : -term;
    if (power % 2) sine += signed;
    else cosine += signed;
    term *= angle / (power + 1);
  }
  return [[cosine, sine], [-sine, cosine], [-cosine, -sine], [sine, -cosine]][((quarter % 4) + 4) % 4];
}
