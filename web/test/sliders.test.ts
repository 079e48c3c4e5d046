import assert from "node:assert/strict";
import { test } from "node:test";
import { STEPS, mistakeOf, placeOf, rangeOf, readNumber, shortNumber, startRange, valueAt } from "../src/sliders/range";
import { printedUnit } from "../src/units";

test("a stated range is the slider's", () => {
  assert.deepEqual(rangeOf(1, "kg", 0.5, 2), { low: 0.5, high: 2, log: false });
});
test("a range over decades is logarithmic", () => {
  const r = rangeOf(1, "kg", 0.01, 100);
  assert.ok(r.log);
  assert.equal(placeOf(1, r), STEPS / 2);
  assert.equal(valueAt(STEPS / 2, r), 1);
  assert.equal(placeOf(-1, r), 0);
});
test("without a range there is a plausible one", () => {
  assert.deepEqual(rangeOf(3, "kg", null, null), { low: 0, high: 6, log: false });
  assert.deepEqual(rangeOf(-3, "kg", null, null), { low: -6, high: 6, log: false });
  assert.equal(rangeOf(0.1, "rad", null, null).high, Math.PI);
  assert.deepEqual(startRange(0, "m"), { low: -1, high: 1, log: false });
});
test("the value is always inside", () => {
  assert.equal(rangeOf(20, "", 0, 10).high, 20);
});
test("places and values agree", () => {
  for (const r of [rangeOf(1, "", 0.1, 10), rangeOf(0.2, "", 0.05, 0.5), rangeOf(-2e-5, "", null, null), startRange(-5, "")])
    for (let place = 0; place <= STEPS; place += 50) {
      const value = valueAt(place, r);
      assert.ok(value >= r.low && value <= r.high);
      assert.ok(Math.abs(placeOf(value, r) - place) <= 3, `${place} ${value}`);
    }
});
test("values have few digits", () => {
  assert.equal(valueAt(333, rangeOf(0.2, "", 0, 1)), 0.333);
  assert.equal(valueAt(500, rangeOf(0.2, "", 0.05, 0.5)), 0.275);
});
test("numbers are short", () => {
  assert.deepEqual([0.00016, 9.81, 1e-9, 123456789, 1 / 3, -0].map(shortNumber), ["0.00016", "9.81", "1e-9", "1.23457e8", "0.3333333", "0"]);
});

test("units are printed with raised powers", () => {
  assert.equal(printedUnit("kg m^2/s^-1"), "kg m²/s⁻¹");
  assert.equal(printedUnit("m^(1/2)"), "m^(1/2)");
});
test("a typed value is taken, or it is said why not", () => {
  assert.equal(readNumber(" 0,5 "), 0.5);
  assert.equal(readNumber("half"), null);
  assert.equal(mistakeOf(null, 0, 20), "This is not a number.");
  assert.equal(mistakeOf(20, 0, 20), null);
  assert.equal(mistakeOf(1e12, 0, 20), "The model allows 0 to 20.");
  assert.equal(mistakeOf(-1, 0, null), "The model allows 0 at least.");
  assert.equal(mistakeOf(-1, null, null), null);
});
test("a force is in newtons", () => {
  assert.equal(printedUnit("kg m/s^2"), "N");
});
