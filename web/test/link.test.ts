import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeLink, encodeLink, readView } from "../src/link";
import type { View } from "../src/workspace";

const view: View = {
  name: "rattleback", text: "model Rattleback { \"ω, θ\" }\n", parameters: { a: 0.25, h: 1e-9 }, initial: { w3: -5 }, experiment: "slow", until: 12.5, time: 2.352730997,
  camera: { eye: [1, -2, 3.5], target: [0, 0, 0.1], above: false, follows: true, extent: 0.7 }, settings: { tab: "Study", sizes: { left: 300 } },
};

test("a link gives back the whole view", async () => {
  assert.deepEqual(await decodeLink(await encodeLink(view, undefined)), view);
});

test("the gallery's own text is left out", async () => {
  const link = await encodeLink(view, view.text);
  assert.deepEqual(await decodeLink(link), { ...view, text: undefined });
  assert.ok(link.length < (await encodeLink({ ...view, text: "x" + view.text.repeat(40) }, view.text)).length);
});

test("a link holds only letters that addresses allow", async () => {
  assert.match(await encodeLink(view, undefined), /^[\w-]+$/);
});

test("what is no link is refused", async () => {
  for (const bad of ["", "x", "!!", "AAAA", btoa("[1]")]) assert.equal(await decodeLink(bad), null, bad);
});

test("only what has the right form is taken over", () => {
  const odd = readView({ name: "a", parameters: { m: "1" }, initial: [1], until: -3, time: "x", camera: { eye: [1, 2] }, settings: 5 });
  assert.deepEqual(odd, { name: "a", text: undefined, parameters: {}, initial: {}, experiment: null, until: null, time: 0, camera: null, settings: {} });
  assert.equal(readView({ text: "model" }), null);
  assert.equal(readView(null), null);
});
