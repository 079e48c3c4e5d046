import assert from "node:assert/strict";
import { test } from "node:test";
import { usualSizes } from "../src/layout";
import { Storage } from "../src/storage";

function memory(limit = Infinity): globalThis.Storage {
  const map = new Map<string, string>();
  return {
    get length() {
      return map.size;
    },
    key: (i: number) => [...map.keys()][i] ?? null,
    getItem: (k: string) => map.get(k) ?? null,
    setItem(k: string, v: string) {
      if (v.length > limit) throw new Error("full");
      map.set(k, v);
    },
    removeItem: (k: string) => void map.delete(k),
    clear: () => map.clear(),
  } as globalThis.Storage;
}

test("drafts are kept by name", () => {
  const s = new Storage(memory());
  s.keepDraft("b", { text: "x", saved: "y", when: 3 });
  s.keepDraft("a", { text: "z", saved: "z", when: 4 });
  assert.deepEqual(s.drafts, ["a", "b"]);
  assert.deepEqual(s.draft("b"), { text: "x", saved: "y", when: 3 });
  s.forgetDraft("b");
  assert.equal(s.draft("b"), null);
  assert.ok(s.works);
});
test("storage that is full or missing is admitted, not fatal", () => {
  const full = new Storage(memory(10));
  full.keepDraft("a", { text: "long enough to fail", saved: "", when: 0 });
  assert.equal(full.works, false);
  const none = new Storage(null);
  none.keepView({});
  assert.equal(none.works, false);
  assert.deepEqual([none.drafts, none.view, none.sizes, none.draft("a")], [[], null, null, null]);
});
test("what is damaged is not taken", () => {
  const store = memory();
  store.setItem("anholon.text.a", "{");
  store.setItem("anholon.sizes", '{"left": 300, "right": "x"}');
  const s = new Storage(store);
  assert.equal(s.draft("a"), null);
  assert.deepEqual(s.sizes, { left: 300 });
});
test("columns have room at 1280 × 720 and on large screens", () => {
  assert.deepEqual(usualSizes(1280, 720), { left: 349, right: 380, plots: 170, sliders: 270 });
  const large = usualSizes(3840, 2160);
  assert.ok(large.left <= 560 && large.right <= 640);
});
