import assert from "node:assert/strict";
import { test } from "node:test";
import { Workspace, emptyWork } from "../src/workspace";

function opened(): Workspace {
  const w = new Workspace();
  w.change({ name: "sleigh", text: "model A {}" });
  return w;
}

test("opening the first model cannot be undone", () => {
  assert.deepEqual(opened().history.value, { undo: false, redo: false });
});

test("one drag is one step of undo", () => {
  const w = opened();
  for (const value of [1.1, 1.2, 1.3]) w.setParameter("m", value);
  w.settle();
  w.setParameter("m", 2);
  assert.deepEqual(w.parameters.value, { m: 2 });
  w.undo();
  assert.deepEqual(w.parameters.value, { m: 1.3 });
  w.undo();
  assert.deepEqual(w.parameters.value, {});
  assert.equal(w.history.value.undo, false);
  w.redo();
  w.redo();
  assert.deepEqual(w.parameters.value, { m: 2 });
  assert.equal(w.history.value.redo, false);
});

test("drags of two sliders are two steps", () => {
  const w = opened();
  w.setParameter("a", 1);
  w.setParameter("b", 2);
  w.undo();
  assert.deepEqual(w.parameters.value, { a: 1 });
});

test("a change after undo forgets what was undone", () => {
  const w = opened();
  w.setParameter("a", 1);
  w.undo();
  w.setInitial("x", 3);
  assert.equal(w.history.value.redo, false);
  assert.deepEqual(w.initial.value, { x: 3 });
});

test("undo brings back the model before, with its numbers", () => {
  const w = opened();
  w.setParameter("a", 1);
  w.change({ name: "disc", text: "model B {}", parameters: {}, initial: {} });
  w.undo();
  assert.deepEqual(w.work, { ...emptyWork, name: "sleigh", text: "model A {}", parameters: { a: 1 } });
});

test("another model is not checked yet", () => {
  const w = opened();
  w.checked.set({} as never);
  w.change({ text: "model A { }" }, "text");
  assert.notEqual(w.checked.value, null);
  w.change({ name: "disc", text: "model B {}" });
  assert.equal(w.checked.value, null);
});

test("settings are restored before and after they are asked for", () => {
  const w = new Workspace();
  const before = w.setting("form", "vector");
  w.restore({ ...emptyWork, name: "a", text: "b", time: 2, camera: null, settings: { form: "hamel", tab: "Study" } });
  assert.equal(before.value, "hamel");
  assert.equal(w.setting("tab", "Mathematics").value, "Study");
  assert.deepEqual(w.view.settings, { form: "hamel", tab: "Study" });
});

test("settings that no part has asked for yet are kept", () => {
  const w = new Workspace();
  w.restore({ ...emptyWork, name: "a", text: "b", time: 0, camera: null, settings: { later: 3 } });
  assert.deepEqual(w.view.settings, { later: 3 });
});

test("columns that several parts want are asked for once", () => {
  const w = new Workspace();
  w.want("plots", ["x", "energy"]);
  w.want("study", ["energy", "y"]);
  assert.deepEqual(w.columns.value, ["x", "energy", "y"]);
  w.want("plots", []);
  assert.deepEqual(w.columns.value, ["energy", "y"]);
});

test("the model is the newest text without mistakes, and none before the first is checked", () => {
  const w = opened();
  const said = (ok: boolean, text = w.text.value) => {
    w.checkedText.set(text);
    w.checked.set({ ok } as never);
  };
  assert.equal(w.model.value, null);
  said(true);
  assert.equal(w.model.value?.text, "model A {}");
  w.change({ text: "model A {" });
  said(false);
  assert.equal(w.model.value?.text, "model A {}", "a mistake keeps it");
  w.change({ name: "ball", text: "model B {}" });
  assert.equal(w.model.value, null, "another name does not");
});
