import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer, Pending, Server } from "../src/connection";
import { Motions } from "../src/motion";
import { Signal } from "../src/signal";
import { Workspace } from "../src/workspace";

/** A server that answers when it is told to. */
class Slow implements Server {
  status = new Signal<"open">("open");
  asked: { fields: { model: string; parameters: Record<string, number> }; end(ok: boolean, rows?: number): void }[] = [];
  ask(_: string, fields: unknown): Pending<never> {
    const answer = new Promise<Answer<never>>((resolve) => {
      const { parameters } = fields as { parameters: Record<string, number> };
      const end = (ok: boolean, rows = 1) => resolve({
        ok, errors: ok ? [] : [{ code: "bad", message: "no motion" }], warnings: [],
        result: (ok ? { scene: null, columns: [], t_end: parameters.m ?? 0, ended: rows === 0 ? { code: "state-singular", reason: "singular", t: 0 } : null } : undefined) as never,
        blocks: ok ? [{ kind: 2, rows, columns: 1, data: new Float64Array(rows) }] : [],
      } as Answer<never>);
      this.asked.push({ fields: fields as never, end });
    });
    return { answer, cancel: () => {}, drop: () => {} };
  }
}
const turn = () => new Promise((resolve) => setTimeout(resolve));

function start(): { w: Workspace; server: Slow; motions: Motions } {
  const w = new Workspace();
  const server = new Slow();
  const motions = new Motions(w, server as unknown as Server);
  w.change({ name: "a", text: "model A {}" });
  w.checkedText.set("model A {}");
  w.checked.set({ ok: true } as never);
  return { w, server, motions };
}

test("during a drag one question is in flight, and the latest value is asked next", async () => {
  const { w, server, motions } = start();
  assert.equal(server.asked.length, 1);
  for (const m of [1, 2, 3]) w.setParameter("m", m);
  assert.equal(server.asked.length, 1);
  server.asked[0].end(true);
  await turn();
  assert.equal(motions.motion.value?.t_end, 0, "an answer that is a step behind is shown");
  assert.equal(server.asked.length, 2);
  assert.deepEqual(server.asked[1].fields.parameters, { m: 3 });
  assert.ok(motions.busy.value);
  server.asked[1].end(true);
  await turn();
  assert.equal(motions.motion.value?.t_end, 3);
  assert.equal(motions.busy.value, false);
});

test("another text is asked for at once", () => {
  const { w, server } = start();
  w.checkedText.set("model B {}");
  w.checked.set({ ok: true } as never);
  assert.equal(server.asked.length, 2);
  assert.equal(server.asked[1].fields.model, "model B {}");
});

test("a failure keeps the motion of this model, but not that of another", async () => {
  const { w, server, motions } = start();
  server.asked[0].end(true);
  await turn();
  w.setParameter("m", -1);
  server.asked[1].end(false);
  await turn();
  assert.notEqual(motions.motion.value, null);
  assert.equal(motions.problems.value[0].message, "no motion");
  w.change({ name: "b", text: "model B {" });
  w.checkedText.set("model B {");
  w.checked.set({ ok: false } as never);
  assert.equal(motions.motion.value, null);
});

test("a motion that ends where it starts keeps the picture and says why beside the values", async () => {
  const { w, server, motions } = start();
  server.asked[0].end(true);
  await turn();
  const before = motions.motion.value;
  w.setInitial("theta", 0);
  server.asked[1].end(true, 0);
  await turn();
  assert.equal(motions.motion.value, before);
  assert.equal(motions.problems.value[0].message, "no motion starts from these values: singular");
  assert.equal(motions.problems.value[0].field, "initial");
});

test("another model leaves nothing of the motion before, while it is not even checked", async () => {
  const { w, server, motions } = start();
  server.asked[0].end(true);
  await turn();
  assert.notEqual(motions.motion.value, null);
  w.change({ name: "b", text: "model B {}" });
  assert.equal(motions.motion.value, null);
});

test("an answer about the model before is dropped", async () => {
  const { w, server, motions } = start();
  w.change({ name: "b", text: "model B {}" });
  server.asked[0].end(true);
  await turn();
  assert.equal(motions.motion.value, null);
});
