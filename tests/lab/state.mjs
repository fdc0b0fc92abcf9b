// Run by test_state.py: node --test state.mjs
import assert from "node:assert/strict";
import { test } from "node:test";

const web = new URL("../../src/rosenblatt/lab/web/", import.meta.url);
const { checkedState, DEFAULT_STATE, ORDERS, AT_ZERO, TABS } = await import(new URL("core/state.js", web));
const { decodeState, encodeState } = await import(new URL("core/link.js", web));
const { csvOf, stateFromCsv } = await import(new URL("core/csv.js", web));
const { makeHistory } = await import(new URL("core/history.js", web));
const { numberText, pointName, pythonNumber } = await import(new URL("ui/format.js", web));

/** Numbers from 0 to 1, the same every time (a linear congruential generator). */
function generator(seed) {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

function randomState(draw) {
  const pick = (list) => list[Math.floor(draw() * list.length)];
  const number = () => (draw() < 0.3 ? Math.floor(draw() * 9) - 4 : (draw() - 0.5) * 10 ** Math.floor(draw() * 12 - 6));
  const point = () => ({ x: number(), y: number(), label: pick([1, -1]) });
  const points = Array.from({ length: Math.floor(draw() * 12) }, point);
  const options = { order: pick(ORDERS), atZero: pick(AT_ZERO), bias: draw() < 0.5, eta: 0.001 + draw() * 3,
    start: [number(), number(), number()], seed: Math.floor(draw() * 2 ** 32), epochs: 1 + Math.floor(draw() * 1000) };
  const extra = Object.fromEntries(Array.from({ length: Math.floor(draw() * 4) }, (_, i) => [`slider${i}`, number()]));
  return { points, options, t: Math.floor(draw() * 200001), tab: pick(TABS), card: pick(["", "xor", "note-004"]), extra,
    projector: draw() < 0.5, names: randomNames(draw), equalAxes: draw() < 0.5 };
}

function randomNames(draw) {
  const signs = [..."petal length 1-_~=.!+%é🌼,\"'€"];
  const name = () => Array.from({ length: Math.floor(draw() * 8) }, () => signs[Math.floor(draw() * signs.length)]).join("");
  return draw() < 0.3 ? { ...DEFAULT_STATE.names } : { x1: name(), x2: name(), plus: name(), minus: name() };
}

test("a state without anything is the four points of note 004", () => {
  const { state } = checkedState({});
  assert.deepEqual(state, DEFAULT_STATE);
  const rows = state.points.map(({ x, y, label }) => [x, y, label]);
  assert.deepEqual(rows, [[-1, 3, -1], [-1, -1, -1], [3, -1, 1], [0, 1.5, 1]]);
});

test("a checked state is frozen, and parts that were checked are the same objects", () => {
  const { state } = checkedState({ points: [{ x: 1, y: 2, label: 1 }] });
  for (const part of [state, state.points, state.points[0], state.options, state.options.start, state.extra]) {
    assert.ok(Object.isFrozen(part));
  }
  assert.equal(checkedState({ ...state, t: 3 }).state.points, state.points);
});

for (const [text, names] of [
  ["petal length,petal width,label\n1,2,setosa\n3,4,rest", { x1: "petal length", x2: "petal width", plus: "setosa", minus: "rest" }],
  ['"length, cm";"width ""w""";label\n1;2;1\n3;4;-1', { x1: "length, cm", x2: 'width "w"' }],
  ["species,a,b\nx,1,2\ny,3,4".replace("species", "class"), { x1: "a", x2: "b", plus: "y", minus: "x" }],
  ["x,y,label\n1,2,+\n3,4,−", {}],
  ["1,2,cat\n3,4,dog", { plus: "dog", minus: "cat" }],
  [`${"a".repeat(60)},b,label\n1,2,1`, { x1: `${"a".repeat(39)}…`, x2: "b" }],
]) {
  test(`names from CSV: ${text.slice(0, 30)}`, () => {
    assert.deepEqual(stateFromCsv(text).names, { ...DEFAULT_STATE.names, ...names });
  });
}

test("points and names come back from the CSV that the lab writes", () => {
  for (const names of [{ x1: "a, b", x2: 'c "d"', plus: "two words", minus: "one" }, { x1: "é; f" }, {}]) {
    const { state } = checkedState({ names });
    const { points, names: back } = stateFromCsv(csvOf(state));
    assert.deepEqual(points, [...state.points]);
    assert.deepEqual(back, state.names);
  }
  const taken = checkedState({ names: { x1: "class", plus: "a", minus: "b" } }).state; // cannot be read back: left out
  assert.deepEqual(stateFromCsv(csvOf(taken)).points, [...taken.points]);
});

for (const [raw, words] of [
  [{ names: { x1: "a".repeat(41) } }, /^The name of x1 must be a text of at most 40 characters; got "a+…\.$/],
  [{ names: { x3: "" } }, 'names has no field "x3".'],
  [{ names: { plus: "a\nb" } }, /^The name of plus must be/],
  [null, "The state must be an object with named fields."],
  [{ pints: [] }, 'The state has no field "pints".'],
  [{ points: {} }, "points must be a list of points."],
  [{ points: [{ x: 1, y: 2, label: 0 }] }, "Point 0: the label must be 1 or -1; got 0."],
  [{ points: [{ x: NaN, y: 2, label: 1 }] }, "Point 0: x must be a number from -1000000 to 1000000; got NaN."],
  [{ points: [{ x: 0, y: "a", label: 1 }] }, 'Point 0: y must be a number from -1000000 to 1000000; got "a".'],
  [{ points: Array(501).fill({ x: 1, y: 1, label: 1 }) }, "There can be at most 500 points; there are 501."],
  [{ options: { eta: 0 } }, "The learning rate η must be a number from 0.000001 to 1000000; got 0."],
  [{ options: { order: "up" } }, /^order must be one of given, .*; got "up"\.$/],
  [{ options: { start: [0, 0] } }, "There must be three starting weights: w1, w2 and b."],
  [{ options: { seed: -1 } }, "The seed must be a whole number from 0 to 4294967295; got -1."],
  [{ t: 1.5 }, "t must be a whole number from 0 to 200000; got 1.5."],
  [{ tab: "x".repeat(99) }, /^tab must be one of .*…\.$/],
  [{ extra: { a: Infinity } }, /^a must be a number/],
]) {
  test(`refused: ${JSON.stringify(raw)?.slice(0, 60)}`, () => {
    const { problem } = checkedState(raw);
    if (words instanceof RegExp) assert.match(problem, words);
    else assert.equal(problem, words);
  });
}

test("a link brings back every state, to the last bit", () => {
  const draw = generator(1);
  for (let k = 0; k < 500; k += 1) {
    const { state, problem } = checkedState(randomState(draw));
    assert.equal(problem, undefined);
    assert.deepEqual(decodeState(`#${encodeState(state)}`), { state });
    assert.match(encodeState(state), /^[A-Za-z0-9_~=.!+-]*$/); // nothing that a browser would write otherwise
  }
});

test("a link of 500 points is read in full", () => {
  const draw = generator(2);
  const point = () => ({ x: draw() * 1e6, y: -draw() / 1e9, label: draw() < 0.5 ? 1 : -1 });
  const points = Array.from({ length: 500 }, point);
  const { state } = checkedState({ points });
  assert.deepEqual(decodeState(encodeState(state)).state, state);
});

test("a damaged link is a sentence, never another state and never an exception", () => {
  const draw = generator(3);
  const letters = "0123456789abcxyz~=_.-!%&#é\u0000 p\u{1f600}";
  let shownOtherwise = 0;
  for (let k = 0; k < 2000; k += 1) {
    const link = encodeState(checkedState(randomState(draw)).state);
    const damaged = [...link];
    const changes = 1 + Math.floor(draw() * 4);
    for (let c = 0; c < changes; c += 1) {
      const at = Math.floor(draw() * damaged.length);
      const kind = Math.floor(draw() * 3);
      damaged.splice(at, kind === 0 ? 0 : 1, ...(kind === 1 ? [] : [letters[Math.floor(draw() * letters.length)]]));
    }
    const text = damaged.join("");
    if (text === link || text === "") continue;
    const decoded = decodeState(text);
    if (decoded.state) shownOtherwise += 1;
    else assert.match(decoded.problem, /^This link .*\.$/);
  }
  assert.equal(shownOtherwise, 0);
});

test("anything at all can be given for a link", () => {
  const odd = ["%", "%E0%A4%A", "~", "1~", "#", "", "2~1abc", "__proto__", "1~p=~", undefined, null, 7, "card=",
    "card=XOR"];
  for (const text of odd) {
    const { state, problem } = decodeState(text);
    assert.ok(state || problem);
  }
});

test("a right checksum does not make a wrong state right", () => {
  const link = encodeState({ ...DEFAULT_STATE, t: 999999 });
  assert.equal(decodeState(link).problem, "t must be a whole number from 0 to 200000; got 999999.");
});

test("a card can be asked for by its name, and percent signs are undone", () => {
  assert.equal(decodeState("#card=xor").card, "xor");
  const link = encodeState({ ...DEFAULT_STATE, t: 5 });
  assert.equal(decodeState(link.replaceAll("=", "%3D")).state.t, 5);
});

for (const [text, points] of [
  ["x,y,label\n1,2,1\n3,-1,-1\n", [[1, 2, 1], [3, -1, -1]]],
  ["1,2,1\n3,4,0", [[1, 2, 1], [3, 4, -1]]],
  ["1\t2\t+\r\n3\t4\t−", [[1, 2, 1], [3, 4, -1]]],
  ["1.5 2 no\n\n3 4e-1 yes", [[1.5, 2, -1], [3, 0.4, 1]]],
  ["1,5;2;a\n3;−4;b", [[1.5, 2, -1], [3, -4, 1]]],
  ["x1,x2,y\n1,2,+1.0\n3,4,-1.0", [[1, 2, 1], [3, 4, -1]]],
  ['class,u,v\n"b",1,2\n"a",3,4', [[1, 2, 1], [3, 4, -1]]],
  ["1,2,10\n3,4,9", [[1, 2, 1], [3, 4, -1]]],
  ["\uFEFF1,2,setosa", [[1, 2, 1]]],
  ["1,2,0", [[1, 2, -1]]],
]) {
  test(`CSV: ${JSON.stringify(text)}`, () => {
    assert.deepEqual(stateFromCsv(text).points, points.map(([x, y, label]) => ({ x, y, label })));
  });
}

for (const [text, words] of [
  ["", "No points were found: give lines of x, y, label."],
  ["x,y,label", "There is a line of names, but no points follow it."],
  ["1,2,1\nNaN,2,1", 'Line 2: x must be a number from -1000000 to 1000000; got "NaN".'],
  ["1,2,1\n3,inf,1", 'Line 2: y must be a number from -1000000 to 1000000; got "inf".'],
  ["1,2,1\n\n3,1e7,1", 'Line 3: y must be a number from -1000000 to 1000000; got "1e7".'],
  ["hello", 'Line 1 must have three values, x, y and label; it has one value, "hello".'],
  ["1\n2\n3", 'Line 1 must have three values, x, y and label; it has one value, "1".'],
  ["1,2,1\n1,2", "Line 2 must have three values, x, y and label; it has 2 values."],
  ["1,2,a\n1,2,b\n1,2,c", 'Line 3 has a third label, "c"; the lab shows two classes.'],
  ["1,2,-1\n1,2,0\n1,2,1", 'Line 3 has a third label, "1"; the lab shows two classes.'],
  ["1,2,\n", 'Line 1: the label must not be missing; got "".'],
  ["1,2,1\n".repeat(5000), "Line 501 is one too many: there can be at most 500 points, and 5000 are given."],
]) {
  test(`CSV refused: ${JSON.stringify(text).slice(0, 40)}`, () => assert.equal(stateFromCsv(text).problem, words));
}

test("points as CSV come back as they were", () => {
  const { state } = checkedState(randomState(generator(9)));
  if (state.points.length) assert.deepEqual(stateFromCsv(csvOf(state)).points.length, state.points.length);
  assert.deepEqual(stateFromCsv(csvOf(DEFAULT_STATE)).points, [...DEFAULT_STATE.points]);
});

test("undo and redo, with changes under one tag undone together", () => {
  const at = (t, more = {}) => ({ ...DEFAULT_STATE, t, ...more });
  const history = makeHistory(at(0));
  assert.equal(history.undo(), false);
  for (const t of [1, 2, 3]) history.put(at(t), "step");
  history.put(at(4));
  history.put(at(5), "drag");
  history.settle();
  history.put(at(6), "drag");
  history.put(at(6, { tab: "share" }), false);
  const seen = [];
  while (history.undo()) seen.push(history.present.t);
  assert.deepEqual(seen, [5, 4, 3, 0]);
  assert.equal(history.present.tab, "share"); // what only shows stays
  assert.ok(history.redo() && history.present.t === 3);
  history.put(at(9));
  assert.equal(history.redo(), false);
});

test("history does not grow without end", () => {
  const history = makeHistory(DEFAULT_STATE);
  for (let t = 1; t <= 1000; t += 1) history.put({ ...DEFAULT_STATE, t });
  let count = 0;
  while (history.undo()) count += 1;
  assert.equal(count, 200);
});

test("numbers for readers have a real minus and at most six digits", () => {
  const shown = [0, -0, 1, -1.5, 0.1 + 0.2, 1 / 3, -123456.789, 1.5e-7, 2e9].map(numberText);
  assert.deepEqual(shown, ["0", "0", "1", "−1.5", "0.3", "0.333333", "−123457", "1.500e−7", "2.000e9"]);
  assert.equal(pointName(2, { x: 1, y: 2, label: 1 }), "point 2, plus, at (1, 2)");
});

test("numbers for Python are printed for test_state.py to compare", () => {
  const draw = generator(4);
  const numbers = [0, -0, 1, -1, 0.1, 1e16, 9999999999999998, 123456789012345680, 1e-4, 0.00001234, 1e-7, 1e22, 5e-324,
    1.5e300, Infinity, NaN];
  for (let k = 0; k < 300; k += 1) numbers.push((draw() - 0.5) * 10 ** Math.floor(draw() * 44 - 22));
  const bits = new DataView(new ArrayBuffer(8));
  const hexOf = (x) => { bits.setFloat64(0, x); return bits.getBigUint64(0).toString(16).padStart(16, "0"); };
  console.log(`PYTHON ${JSON.stringify(numbers.map((x) => [hexOf(x), pythonNumber(x)]))}`);
});
