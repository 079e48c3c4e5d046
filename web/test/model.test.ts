import assert from "node:assert/strict";
import { test } from "node:test";
import { Text } from "@codemirror/state";
import { prune } from "../src/model/checker";
import { markOf, offsetAt, placeOf } from "../src/model/editor";
import { Library, matching, modelName, nameInText, titleOf } from "../src/model/library";
import { plainName } from "../src/model/meaning";
import { Signal } from "../src/signal";
import { Storage } from "../src/storage";
import { Workspace } from "../src/workspace";

const text = Text.of(["let θ𝑥 = 1", "coord x"]);

test("columns count characters", () => {
  assert.equal(offsetAt(text, 1, 1), 0);
  assert.equal(offsetAt(text, 1, 7), 7);  // 𝑥 has two halves
  assert.equal(offsetAt(text, 2, 7), 18);
  assert.equal(offsetAt(text, 9, 99), text.length);
  for (const at of [0, 4, 5, 7, 11, 18]) {
    const { line, column } = placeOf(text, at);
    assert.equal(offsetAt(text, line, column), at);
  }
});
test("a mistake is marked at its place, with at least one letter", () => {
  const d = { severity: "error" as const, code: "x", message: "m", line: 2, column: 1, end_line: 2, end_column: 6 };
  assert.deepEqual([markOf(text, d).from, markOf(text, d).to], [12, 17]);
  assert.equal(markOf(text, { ...d, end_column: 1 }).to, 13);
  assert.equal(markOf(text, { severity: "error", code: "x", message: "m" }).from, 0);
});
test("models are found by all words of a query", () => {
  const e = (name: string, description: string) => ({ name, title: titleOf(name), description, citations: ["Walker 1895"], keywords: [] });
  const all = [e("rattleback", "a stone"), e("chaplygin-sleigh", "a blade")];
  assert.deepEqual(matching(all, "STONE walk").map((m) => m.name), ["rattleback"]);
  assert.equal(matching(all, " ").length, 2);
  assert.equal(matching(all, "stone blade").length, 0);
});
test("a model that is named like the query comes first", () => {
  const e = (name: string, description: string) => ({ name, title: titleOf(name), description, citations: [], keywords: [] });
  const all = [e("ball", "no rattleback"), e("paraboloid-rattleback", "a stone"), e("rattleback", "a stone")];
  assert.deepEqual(matching(all, "rattle").map((m) => m.name), ["rattleback", "paraboloid-rattleback", "ball"]);
  assert.deepEqual(matching(all, "").map((m) => m.name), all.map((m) => m.name));
});
test("names", () => {
  assert.equal(nameInText("# a model of ice\nmodel Sledge {"), "Sledge");
  assert.equal(nameInText("modell x"), null);
  assert.equal(titleOf("chaplygin-sleigh"), "Chaplygin sleigh");
  assert.equal(modelName("C:\\x\\My model.anh"), "My model");
  assert.equal(plainName("θ1"), "theta1");
});
test("values of unknown names are dropped, and nothing changes otherwise", () => {
  const values = { a: 1, b: 2 };
  assert.equal(prune(values, new Set(["a", "b", "c"])), values);
  assert.deepEqual(prune(values, new Set(["b"])), { b: 2 });
});

/** What two tabs of one browser share. */
function sharedStore(): globalThis.Storage {
  const kept = new Map<string, string>();
  return {
    get length() { return kept.size; },
    key: (i: number) => [...kept.keys()][i] ?? null, getItem: (k: string) => kept.get(k) ?? null,
    setItem: (k: string, v: string) => void kept.set(k, v), removeItem: (k: string) => void kept.delete(k), clear: () => kept.clear(),
  };
}
function tab(store: globalThis.Storage): { workspace: Workspace; library: Library } {
  const workspace = new Workspace();
  const server = { status: new Signal("connecting") } as unknown as ConstructorParameters<typeof Library>[1];
  return { workspace, library: new Library(workspace, server, new Storage(store)) };
}
test("two tabs on one model lose no text", () => {
  const store = sharedStore();
  const [one, other] = [tab(store), tab(store)];
  one.workspace.change({ name: "mine", text: "first" });
  other.workspace.change({ name: "mine", text: "first" });
  one.workspace.change({ text: "first, by one" });
  one.workspace.change({ text: "first, by one, longer" });
  assert.deepEqual(one.library.drafts, ["mine"], "one's own text is not another's");
  other.workspace.change({ text: "first, by the other" });
  const texts = other.library.drafts.map((name) => new Storage(store).draft(name)!.text);
  assert.deepEqual(texts.sort(), ["first, by one, longer", "first, by the other"]);
  assert.match(other.library.problem.value, /Another tab.*mine-2/);
  other.workspace.change({ text: "first, by the other, longer" });
  assert.equal(other.library.drafts.length, 2);
});
