import assert from "node:assert/strict";
import { test } from "node:test";
import { Rate, advance } from "../src/time/clock";

const span = { start: 0, end: 5 };
test("time advances with the speed", () => assert.equal(advance(1, 0.5, 2, span, true), 2));
test("a motion that repeats begins again", () => assert.equal(advance(4.5, 1, 1, span, true), 0.5));
test("a motion that does not repeat is over", () => assert.equal(advance(4.5, 1, 1, span, false), null));
test("a motion without length is over", () => assert.equal(advance(0, 1, 1, { start: 0, end: 0 }, true), null));
test("the rate is what has really passed", () => {
  const rate = new Rate();
  assert.equal(rate.add(0.1, 0.2), false);
  assert.equal(rate.add(0.1, 0.2), true);
  assert.equal(rate.value, 0.5);
});
