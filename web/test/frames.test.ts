import assert from "node:assert/strict";
import { test } from "node:test";
import { roomOf } from "../src/stage/extent";
import { type Frames, linear, longest, momentAt, path, roundStep, segmentsUntil, slerp } from "../src/stage/frames";

const close = (a: ArrayLike<number>, b: number[], within = 1e-12) => b.forEach((x, i) => assert.ok(Math.abs(a[i] - x) < within, `${a[i]} is not ${x}`));

test("a moment lies between the rows around it", () => {
  const t = Float64Array.of(0, 1, 3, 3.5);
  assert.deepEqual(momentAt(t, 2), { row: 1, part: 0.5 });
  assert.deepEqual(momentAt(t, 1), { row: 1, part: 0 });
  assert.deepEqual(momentAt(t, -1), { row: 0, part: 0 });
  assert.deepEqual(momentAt(t, 9), { row: 3, part: 0 });
  assert.deepEqual(momentAt(t, NaN), { row: 0, part: 0 });
  assert.deepEqual(momentAt(new Float64Array(0), 1), { row: 0, part: 0 });
});

test("places are interpolated linearly", () => {
  const f: Frames = { rows: 2, columns: 3, t: Float64Array.of(0, 1), data: Float64Array.of(0, 1, 2, 4, 5, 6) };
  const out = new Float64Array(2);
  linear(f, { row: 0, part: 0.25 }, 1, 2, out);
  close(out, [2, 3]);
  linear(f, { row: 1, part: 0 }, 1, 2, out);  // the last row has no next one
  close(out, [5, 6]);
});

const about = (angle: number) => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];

test("attitudes turn at a constant rate", () => {
  const f: Frames = { rows: 2, columns: 4, t: Float64Array.of(0, 1), data: Float64Array.from([...about(0.2), ...about(1.7)]) };
  const out = new Float64Array(4);
  for (const part of [0, 0.1, 0.5, 0.9]) {
    slerp(f, { row: 0, part }, 0, out);
    close(out, about(0.2 + part * 1.5));
  }
});

test("attitudes take the shorter way: q and −q are the same", () => {
  const f: Frames = { rows: 2, columns: 4, t: Float64Array.of(0, 1), data: Float64Array.from([...about(0.2), ...about(0.6).map((x) => -x)]) };
  const out = new Float64Array(4);
  slerp(f, { row: 0, part: 0.5 }, 0, out);
  close(out, about(0.4));
});

test("a point seen from a turning body", () => {
  // The body is at (1, 2, 3), turned by 90° about z: its axis 1 points along y.
  const f: Frames = { rows: 1, columns: 10, t: Float64Array.of(0), data: Float64Array.from([1, 2.5, 3.25, 1, 2, 3, ...about(Math.PI / 2)]) };
  const out = new Float32Array(3);
  path(f, 0, 3, out);
  close(out, [0.5, 0, 0.25], 1e-6);
  path(f, 0, null, out);
  close(out, [1, 2.5, 3.25], 1e-6);
});

test("a trace shows the segments that lie behind", () => {
  assert.equal(segmentsUntil({ row: 0, part: 0.5 }, 10), 0);
  assert.equal(segmentsUntil({ row: 4, part: 0.5 }, 10), 4);
  assert.equal(segmentsUntil({ row: 9, part: 0 }, 10), 9);
  assert.equal(segmentsUntil({ row: 9, part: 0 }, 0), 0);
});

test("the longest arrow of a role", () => {
  const f: Frames = { rows: 2, columns: 12, t: Float64Array.of(0, 1), data: Float64Array.from([0, 0, 0, 3, 4, 0, 1, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0, NaN, 1, 1, 1, 1, 9, 1]) };
  assert.equal(longest(f, [0, 6]), 8);
  assert.equal(longest(f, []), 0);
});

test("steps of a grid are round", () => {
  assert.deepEqual([0.034, 0.5, 7, 1, 19.9, 0].map(roundStep), [0.02, 0.5, 5, 1, 10, 1]);
});

test("room of a turned ellipsoid and a turned box", () => {
  let q = about(Math.PI / 2) as [number, number, number, number];
  const shape = (geometry: never) => ({ name: "a", part: "", role: "body" as const, geometry, motion: { kind: "fixed" as const, place: [1, 0, 0] as [number, number, number], quaternion: q }, colour: "" });
  const scene = (geometry: unknown) => ({ view: "space" as const, box: { low: [0, 0, 0] as [number, number, number], high: [0, 0, 0] as [number, number, number] }, shapes: [shape(geometry as never)], columns: 0 });
  const frames: Frames = { rows: 0, columns: 0, t: new Float64Array(0), data: new Float64Array(0) };
  const room = (geometry: unknown) => roomOf(scene(geometry), frames, () => true, -1, 1);
  const egg = room({ kind: "ellipsoid", axes: [3, 2, 1] });
  close(egg.low, [-1, -3, -1]);
  close(egg.high, [3, 3, 1]);
  const box = room({ kind: "box", edges: [2, 4, 6] });
  close(box.low, [-1, -1, -3]);
  q = about(Math.PI / 4) as [number, number, number, number];
  close(room({ kind: "ellipsoid", axes: [3, 2, 1] }).high, [1 + Math.sqrt(6.5), Math.sqrt(6.5), 1]);
});
