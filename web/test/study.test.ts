import assert from "node:assert/strict";
import { test } from "node:test";

import { ticks, numberText, widened, extent } from "../src/plots/axis";
import { sequential } from "../src/plots/colour_map";
import { density, PointCloud, pointSize } from "../src/plots/density";
import { usualColumns, usualPair, byUnit, rowAt, nearestRow } from "../src/study/columns";
import { usualSection, usualChart, readAxis, axisText, splitMeasure, levelsOf, risesThroughZero, splitList } from "../src/study/defaults";
import { ChartLevels, valueOf } from "../src/study/grid";
import { candidateWords, howItGoes, lengths, placeOf, variationWords } from "../src/study/words";

test("ticks are round and within the range", () => {
  assert.deepEqual(ticks({ low: -0.13, high: 0.42 }, 5).map((t) => t.label), ["−0.1", "0", "0.1", "0.2", "0.3", "0.4"]);
  for (const [low, high] of [[0, 1], [-3e-7, 5e-7], [1e6, 3e6], [99.9, 100.1], [-1e-3, 1]]) {
    const made = ticks({ low, high }, 6);
    assert.ok(made.length >= 2 && made.length <= 9, `${low}..${high}: ${made.length}`);
    for (const t of made) assert.ok(t.value >= low - 1e-12 * Math.abs(low) && t.value <= high + 1e-12 * Math.abs(high));
    assert.equal(new Set(made.map((t) => t.label)).size, made.length, "labels differ");
  }
  assert.deepEqual(ticks({ low: 1, high: 1 }, 5), []);
});

test("numbers as a reader expects them", () => {
  assert.equal(numberText(0.25), "0.25");
  assert.equal(numberText(-3), "−3");
  assert.equal(numberText(2.5e-7), "2.5 × 10⁻⁷");
  assert.equal(numberText(1e8), "10⁸");
  assert.equal(numberText(NaN), "–");
});

test("ranges have room", () => {
  assert.deepEqual(widened(0, 10, 0.1), { low: -1, high: 11 });
  assert.deepEqual(widened(0, 0), { low: -1, high: 1 });
  assert.equal(widened(Infinity, -Infinity), null);
  const near = widened(5, 5 + 1e-12);
  assert.ok(near.high - near.low > 1, "rounding is not magnified");
  assert.deepEqual(extent([NaN, 1, 2, Infinity], 0), { low: 1, high: 2 });
});

test("the colour map is that of the program", () => {
  // Values of src/report/colour_map.cpp at 0, 1/2 and 1.
  const rounded = [0, 0.5, 1].map((s) => sequential(s).map(Math.round));
  for (const colour of rounded) for (const c of colour) assert.ok(c >= 0 && c <= 255);
  const light = rounded.map(([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b);
  assert.ok(light[0] < light[1] && light[1] < light[2], "it grows lighter");
});

test("points are counted into pixels", () => {
  const cloud = new PointCloud();
  for (let k = 0; k < 3000; k++) cloud.add(0.25, 0.75, 1);
  cloud.add(0.75, 0.25, 0);
  cloud.add(5, 5, 0); // outside of the view
  cloud.add(NaN, 0, 0);
  assert.equal(cloud.size, 3002);
  const out = new Uint8ClampedArray(4 * 16);
  density(cloud, { width: 4, height: 4, lowX: 0, highX: 1, lowY: 0, highY: 1 }, [[10, 20, 30], [200, 100, 50]], 1, out);
  const pixel = (i, j) => [...out.slice(4 * (4 * j + i), 4 * (4 * j + i) + 4)];
  assert.deepEqual(pixel(1, 1).slice(0, 3), [200, 100, 50]);
  assert.deepEqual(pixel(3, 3).slice(0, 3), [10, 20, 30]);
  assert.ok(pixel(1, 1)[3] > pixel(3, 3)[3], "more points, more opaque");
  assert.equal(out.filter((_, k) => k % 4 === 3).filter((a) => a > 0).length, 2);
  assert.ok(pointSize(100, 1) > pointSize(1e6, 1));
});

const column = (name, kind, unit = "1") => ({ name, kind, unit, latex: name, description: "" });
const motion = [column("t", "time", "s"), column("x", "coordinate", "m"), column("x'", "velocity", "m/s"), column("v", "quasi-velocity", "m/s"), column("w", "quasi-velocity", "rad/s"), column("u", "quasi-velocity", "rad/s")];

test("usual columns have few units", () => {
  assert.deepEqual(usualColumns(motion), ["v", "w", "u"], "two units at most");
  assert.deepEqual(usualColumns([...motion, column("w4", "quasi-velocity", "rad/s")]), ["w", "u", "w4"], "three of one unit");
  assert.deepEqual(usualColumns(motion.slice(0, 3)), ["x'"]);
  assert.deepEqual(usualPair(motion), ["v", "w"]);
  assert.deepEqual(usualPair(motion.slice(0, 3)), ["x", "x'"]);
  assert.deepEqual(byUnit(motion.slice(2)).map((g) => g.length), [2, 2]);
});

test("rows by time and by place", () => {
  const t = Float64Array.from([0, 1, 2, 4]);
  assert.deepEqual([-1, 0.4, 0.6, 2.9, 3.1, 9].map((x) => rowAt(t, x)), [0, 0, 1, 2, 3, 3]);
  const powers = [0, 1, 2, 4, 8, 16, 32, 64];
  for (const [k, at] of powers.entries()) assert.equal(rowAt(powers, at), k);
  assert.equal(rowAt(new Float64Array(0), 1), 0);
  assert.equal(nearestRow([0, 1, 2], [0, 0, 5], 1.2, 0.1, 1, 1), 1);
});

const state = (name, kind, value = 1) => ({ name, kind, unit: "1", description: "", latex: name, given: true, value });
const checked = {
  ok: true, name: "", description: "", constraints: null, studies: [], diagnostics: [], symbols: [], experiments: ["default"], default: { until: 40, every: null }, degrees: 2,
  parameters: [
    { name: "m", value: 1, low: 0.1, high: 10, derived: false }, { name: "a", value: 0, low: null, high: null, derived: false },
    { name: "d", value: 3, low: null, high: null, derived: true },
  ],
  state: [state("x", "coordinate"), state("v", "quasi-velocity"), state("w", "quasi-velocity")],
};
const words = (study, ...pairs) => pairs.map(([option, value]) => ({ experiment: "default", study, option, value }));

test("the section of the experiment, or the first velocity through zero", () => {
  const usual = usualSection(checked, null);
  assert.deepEqual([usual.at, usual.direction, usual.x, usual.y], ["v", "up", "w", "x"]);
  const told = usualSection({ ...checked, studies: words("section", ["at", "w1:up"], ["fix", "energy = 102.5"], ["transient", "100"], ["count", "400"], ["columns", "gamma3, w2"], ["tol", "1e-9"]) }, null);
  assert.deepEqual(told, { at: "w1", direction: "up", x: "gamma3", y: "w2", count: 400, transient: 100, until: 10000, fix: "energy = 102.5", tolerance: "1e-9", full: false });
  assert.equal(usualSection(checked, null, (name) => (name === "w" ? 3 : 0)).at, "w", "what the motion takes through zero");
  assert.equal(risesThroughZero([-1, 1, -1, 0, 2, -1]), 2);
  assert.equal(usualSection({ ...checked, state: checked.state.slice(0, 2) }, null), null, "nothing to see in a plane");
});

test("the chart of the experiment, or two parameters", () => {
  const usual = usualChart(checked, null);
  assert.deepEqual([usual.x, usual.y, usual.measure], [{ name: "m", low: 0.1, high: 10 }, { name: "a", low: -1, high: 1 }, "final(w)"]);
  const told = usualChart({ ...checked, studies: words("chart", ["over", "delta = 0.1..1.5:16"], ["over", "energy = 150..900:12"], ["measure", "lyapunov"], ["until", "40"]) }, null);
  assert.deepEqual([told.x.name, told.y.name, told.y.high, told.measure, told.until], ["delta", "energy", 900, "lyapunov", 40]);
});

test("words of axes, measures and levels", () => {
  assert.deepEqual(readAxis("energy = -50..800:60"), { name: "energy", low: -50, high: 800, count: 60 });
  assert.equal(readAxis("energy"), null);
  assert.equal(axisText({ name: "a", low: 0, high: 1 }, 32), "a=0..1:32");
  assert.deepEqual(splitMeasure("final(w)"), ["final", "w"]);
  assert.deepEqual(splitMeasure("lyapunov"), ["lyapunov", ""]);
  assert.deepEqual(levelsOf("energy = 2, atan(x, y) = 1"), ["energy=2", "atan(x, y)=1"]);
  assert.deepEqual(splitList(" a, (b, c) ,"), ["a", "(b, c)"]);
});

test("a chart sharpens", () => {
  const chart = new ChartLevels();
  chart.start(2, 2);
  for (const [i, j] of [[0, 0], [1, 0], [0, 1], [1, 1]]) chart.put(i, j, i + 2 * j, 0);
  chart.start(4, 4);
  chart.put(0, 0, 7, 0);
  chart.put(1, 0, NaN, 3);
  assert.equal(chart.levels.length, 2, "the coarse grid stays below");
  assert.deepEqual([chart.at(0, 0).value, chart.at(1 / 3, 0).status, chart.at(1, 1).value], [7, 3, 3]);
  assert.equal(chart.best.columns, 2);
  assert.deepEqual([chart.low, chart.high, chart.computed, chart.statuses()], [0, 7, 6, [3]]);
  for (let k = 0; k < 16; k++) chart.put(k % 4, Math.floor(k / 4), k, 0);
  assert.deepEqual([chart.levels.length, chart.best.columns], [1, 4], "a complete grid replaces what lay below");
  assert.equal(new ChartLevels().at(0, 0), null);
  assert.deepEqual([valueOf(5, -2, 3, 6), valueOf(0, 0, 1, 1)], [3, 0.5]);
});

test("a place is read as names with values", () => {
  assert.deepEqual(placeOf("x = 2, phi=pi/2"), { x: "2", phi: "pi/2" });
  assert.deepEqual(placeOf(" "), {});
  assert.deepEqual(placeOf("x"), { x: "" });
});

test("lengths of tangent vectors", () => {
  const found = { variables: ["x", "y"], start: [[3, 4], [1, 0]], rows: [[0, 9, 9, 3, 4, 1, 0], [1, 9, 9, 30, 40, 0, 100]] };
  assert.deepEqual(lengths(found).map((c) => c.y.map((v) => Number(v.toFixed(6)))), [[0.69897, 1.69897], [0, 2]]);
});

test("verdicts in words", () => {
  assert.equal(howItGoes({ variable: "x", motion: "oscillates", lower: 1, upper: 2, period: 0.5 }), "x oscillates between 1 and 2 with the period 0.5 s.");
  assert.equal(howItGoes({ variable: "x", motion: "passes", lower: null, upper: 2, period: null }), "x has no least value and the greatest value 2 at which it turns.");
  const v = { variations: 3, largest: 1, bound: 2 };
  assert.deepEqual([true, false, null].map((vanishes) => variationWords({ ...v, vanishes })), ["vanishes within the error", "does not vanish", "too small to be told from the error"]);
  const c = { name: "vakonomic", missing: null, exponent: -1 };
  assert.deepEqual([true, false, null].map((is_limit) => candidateWords({ ...c, is_limit }, "N").split(/[:;.]/)[1].trim()), ["the limit", "not the limit", "not decided by these numbers"]);
});
