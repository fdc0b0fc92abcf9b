// Numbers, points and lines as text.

/** A number for a reader: at most six digits, with a real minus. */
export function numberText(x) {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? "not a number" : x > 0 ? "∞" : "−∞";
  if (x === 0) return "0";
  const size = Math.abs(x);
  const text = size >= 1e-4 && size < 1e7 ? String(Number(x.toPrecision(6))) : x.toExponential(3).replace("e+", "e");
  return text.replaceAll("-", "−");
}

/** A number with all its digits, as JavaScript and Python both read it back. */
export function exactText(x) {
  return String(Object.is(x, -0) ? 0 : x);
}

/** A number with at most so many digits after the point. */
export function roundText(x, digits) {
  return numberText(Number(x.toFixed(digits)));
}

/** A whole number with commas. */
export function countText(n) {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A whole number that may be too large to be written out. */
export function sizeText(n) {
  return n < 1e15 ? countText(n) : numberText(n);
}

/** "1 visit", "12 visits". */
export function countedText(n, noun) {
  return `${countText(n)} ${noun}${n === 1 ? "" : "s"}`;
}

export function labelText(label) {
  return label > 0 ? "+1" : "−1";
}

export function labelWord(label) {
  return label > 0 ? "plus" : "minus";
}

/** "(1, 2)" */
export function pairText(...numbers) {
  return `(${numbers.map(numberText).join(", ")})`;
}

/** "point 3, plus, at (1, 2)". Points are counted from 0, like rows in the package. */
export function pointName(row, point) {
  return `point ${row}, ${labelWord(point.label)}, at ${pairText(point.x, point.y)}`;
}

/** "4·x₁ − 0.5·x₂ + 1 = 0" */
export function lineText(w1, w2, b) {
  const terms = [[w1, "·x₁"], [w2, "·x₂"], [b, ""]].filter(([number]) => number !== 0);
  const text = terms.map(([number, name], i) => {
    const size = Math.abs(number) === 1 && name ? name.slice(1) : numberText(Math.abs(number)) + name;
    return i ? `${number < 0 ? " − " : " + "}${size}` : `${number < 0 ? "−" : ""}${size}`;
  });
  return `${text.join("") || "0"} = 0`;
}

/** What Python's repr writes for this float. */
export function pythonNumber(x) {
  if (Number.isNaN(x)) return "nan";
  if (!Number.isFinite(x)) return x > 0 ? "inf" : "-inf";
  if (Object.is(x, -0)) return "-0.0";
  const size = Math.abs(x);
  if (x !== 0 && (size < 1e-4 || size >= 1e16)) return pythonExponent(x);
  return Number.isInteger(x) ? `${x}.0` : String(x);
}

/** Python: two digits of exponent at least, and no point where there is one digit. */
function pythonExponent(x) {
  const [digits, exponent] = x.toExponential().split("e");
  const power = Math.abs(Number(exponent));
  return `${digits}e${exponent.startsWith("-") ? "-" : "+"}${power < 10 ? "0" : ""}${power}`;
}

function bracketed(x) {
  return x < 0 ? `(${numberText(x)})` : numberText(x);
}

/** "2·1 + (−1)·3 + 4 = 3" */
export function scoreText({ w1, w2, b }, x, y, score) {
  return `${bracketed(w1)}·${bracketed(x)} + ${bracketed(w2)}·${bracketed(y)} + ${bracketed(b)} = ${numberText(score)}`;
}
