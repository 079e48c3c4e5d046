// Nothing on the page belongs to another model than the one that is open, whatever was opened before and however late answers come.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openModel, openPage, random, root, shuffled, visits } from "./workbench.mjs";

const visit = visits();
const isLong = Boolean(process.env.ANHOLON_LONG);

// Models of dry friction, to which the usual forms do not apply, of another law, and others.
const few = [
  "billiard-ball", "bowling-ball", "disc-on-incline", "painleve-klein", "vakonomic-skate", "chaplygin-sleigh", "rattleback", "rolling-disc",
];
const all = readdirSync(join(root, "gallery")).filter((f) => f.endsWith(".anh")).map((f) => f.slice(0, -4)).sort();

/** Defined in the page: what the equations panel shows, in whatever pieces it is typeset, and what has been copied. */
const readers = () => {
  navigator.clipboard.writeText = async (text) => void (globalThis.copied = text);
  const plain = (tex) => tex.replace(/\\(begin|end)\{align\*\}|\\\\|\s/g, "");
  globalThis.readEquations = () => {
    const sheet = document.querySelector(".sheet-page");
    const sections = [...sheet.querySelectorAll(".sheet-section")].map((section) => {
      const places = [...section.querySelectorAll(".formula-place, annotation")].filter((e) => e.matches(".formula-place") || !e.closest(".formula-place"));
      return `${section.querySelector("h3").textContent}: ${plain(places.map((e) => e.dataset.tex ?? e.textContent).join(""))}`;
    });
    return { form: sheet.dataset.shown ?? "", menu: document.querySelector(".form-title").textContent, sections };
  };
};
const equations = (page) => page.evaluate(() => globalThis.readEquations());
/** Until the equations are there, and the menu has the title of their form in place of its identifier. */
const isDerived = (page) => page.waitForFunction(() => {
  const shown = document.querySelector('.sheet-page[aria-busy="false"]')?.dataset.shown;
  return shown !== undefined && document.querySelector(".form-title").textContent !== shown;
});

/** What Copy LaTeX copies. */
const copied = (page) => page.evaluate(async () => {
  globalThis.copied = "nothing was copied";
  document.querySelector(".sheet-head .button").click();
  return globalThis.copied;
});

const fresh = new Map();
/** What a visitor sees who opens this model and nothing else. */
async function seenFresh(name) {
  if (!fresh.has(name)) {
    const page = await openPage(visit.browser, `${visit.server.address}#model=${name}`);
    await page.evaluate(readers);
    await page.waitForFunction((n) => globalThis.anholon?.workspace.name.value === n, name);
    await isDerived(page);
    fresh.set(name, { ...(await equations(page)), latex: await copied(page) });
    assert.deepEqual(page.mistakes, []);
    await page.context().close();
  }
  return fresh.get(name);
}

test("equations are those of a fresh page, whatever was opened before", async () => {
  const draw = random();
  const names = isLong ? all : few;
  const order = [...shuffled(names, draw), ...shuffled(few.slice(0, 6), draw)];
  const page = await openPage(visit.browser, visit.server.address);
  await page.evaluate(readers);
  await isDerived(page);
  // Every picture of the page on the way is looked at, not only the last of each model.
  await page.evaluate(() => {
    const seen = new Map();
    globalThis.seenEquations = seen;
    const look = () => {
      const { sections } = globalThis.readEquations();
      const name = globalThis.anholon.workspace.name.value;
      if (sections.length > 0) seen.set(JSON.stringify([name, sections]), { name, sections });
    };
    new MutationObserver(look).observe(document.querySelector(".sheet-page"), { childList: true, subtree: true });
    for (const signal of [globalThis.anholon.workspace.name, globalThis.anholon.workspace.text]) signal.subscribe(look);
  });
  for (const [k, name] of order.entries()) {
    const where = `${name} after ${order[k - 1] ?? "the first model"}`;
    await openModel(page, name);
    await isDerived(page);
    const { latex, ...expected } = await seenFresh(name);
    assert.deepEqual(await equations(page), expected, where);
    assert.ok(expected.sections.length > 0, where);
    assert.equal(await copied(page), latex, where);
  }
  const seen = await page.evaluate(() => [...globalThis.seenEquations.values()]);
  for (const { name, sections } of seen)
    if (fresh.has(name)) assert.deepEqual(sections, fresh.get(name).sections, `while ${name} was open`);
  assert.ok(seen.length >= names.length);
  assert.deepEqual(page.mistakes, []);
  await page.context().close();
});

/** Stands between the page and the server, and keeps back what is answered to the asks in `held`. */
function makeGate() {
  const asks = new Map();
  const waiting = [];
  const gate = {
    held: new Set(),
    kept: [],
    /** Resolves when the end of the answer to this ask is kept back, or a row of it. */
    async keeps(ask, event = "end") {
      while (!gate.kept.some((k) => k.ask === ask && k.event === event)) await new Promise((resolve) => waiting.push(resolve));
    },
    /** Lets through what was kept until now, and waits until the page has got it. */
    async release(page) {
      for (const { send } of gate.kept.splice(0)) send();
      await page.evaluate(() => globalThis.anholon.server.ask("hello", {}).answer);
    },
    async prepare(page) {
      await page.routeWebSocket(/\/socket/, (socket) => {
        const server = socket.connectToServer();
        socket.onMessage((message) => {
          const { id, ask } = JSON.parse(String(message));
          if (ask) asks.set(id, ask);
          server.send(message);
        });
        server.onMessage((message) => {
          const { id, event } = typeof message === "string" ? JSON.parse(message) : {};
          const ask = asks.get(id);
          if (!gate.held.has(ask)) return socket.send(message);
          gate.kept.push({ ask, event, send: () => socket.send(message) });
          for (const resolve of waiting.splice(0)) resolve();
        });
      });
    },
  };
  return gate;
}

function onGate(name, f) {
  test(name, async () => {
    const gate = makeGate();
    const page = await openPage(visit.browser, `${visit.server.address}#model=chaplygin-sleigh`, { prepare: gate.prepare });
    await page.evaluate(readers);
    await isDerived(page);
    await f(page, gate);
    assert.deepEqual(page.mistakes, []);
    await page.context().close();
  });
}

onGate("a panel whose answer is not there yet is blank, can be cancelled, and takes no late answer", async (page, gate) => {
  const sheet = page.locator(".sheet-page");
  gate.held = new Set(["derive", "forms"]);
  await openModel(page, "rattleback");
  await gate.keeps("forms");
  assert.equal(await sheet.locator(".formula, .katex").count(), 0);
  assert.equal(await page.getByRole("button", { name: "Copy LaTeX" }).count(), 0);
  gate.held.delete("forms");
  await gate.release(page);
  await gate.keeps("derive");
  assert.equal(await sheet.locator(".formula, .katex").count(), 0);
  // Cancel does not wait for the server.
  await sheet.getByRole("button", { name: "Cancel" }).click();
  await sheet.getByText("Cancelled.").waitFor();
  assert.equal(await sheet.getAttribute("aria-busy"), "false");
  await gate.release(page);
  assert.equal(await sheet.locator(".formula, .katex").count(), 0, "the answer that was cancelled");
  await sheet.getByRole("button", { name: "Derive", exact: true }).click();
  await gate.keeps("derive");
  const late = gate.kept.splice(0);
  gate.held.clear();
  await openModel(page, "billiard-ball");
  await isDerived(page);
  const before = await equations(page);
  assert.deepEqual(before.sections, (await seenFresh("billiard-ball")).sections);
  gate.kept.push(...late);
  await gate.release(page);
  assert.deepEqual(await equations(page), before, "the answer about the model before");
});

onGate("rows about the model before do not appear in the list of the next", async (page, gate) => {
  await page.locator('.mathematics [data-tab="facts"]').click();
  gate.held = new Set(["facts"]);
  await page.getByRole("button", { name: "Answer all questions" }).click();
  await gate.keeps("facts", "row");
  await openModel(page, "rattleback");
  await gate.release(page);
  assert.ok((await page.locator(".fact").count()) > 5);
  assert.equal(await page.locator(".fact-verdict").count(), 0);
  assert.equal(await page.locator(".facts .task").first().getAttribute("data-state"), "idle");
});

// What stands in a tab once it is answered, and the button that asks, where there is one.
const tabs = [
  { tab: "equations", answer: ".sheet-section" },
  { tab: "proofs", answer: ".verdict", button: "Prove that the forms agree" },
  { tab: "stability", answer: ".stability .roots td" },
  { tab: "code", answer: "pre.code" },
  { tab: "compare", answer: ".compare .headline", button: "Compare", other: "suslov" },
];
for (const { tab, answer, button, other } of tabs)
  onGate(`nothing of the model before stays in ${tab}`, async (page, gate) => {
    await page.locator(`.mathematics [data-tab="${tab}"]`).click();
    if (other) await page.getByLabel("The other model", { exact: true }).fill(other);
    if (button) await page.locator(".mathematics .task-line").getByRole("button", { name: button }).click();
    const shown = page.locator(`.mathematics ${answer}`).filter({ visible: true, hasText: /\S/ });
    await shown.first().waitFor();
    gate.held = new Set(["derive", "forms", "verify", "linearize", "export", "compare"]);
    await openModel(page, "rattleback");
    assert.equal(await shown.count(), 0);
  });

onGate("equations of the text before a mistake say so, and cannot be copied", async (page) => {
  const sheet = page.locator(".sheet-page");
  await page.evaluate(() => globalThis.anholon.workspace.change({ text: `${globalThis.anholon.workspace.text.value} mistake` }));
  assert.equal(await sheet.getAttribute("data-shown"), null);
  assert.equal(await sheet.locator(".answer-content").evaluate((e) => e.inert), true);
  await sheet.getByText("The text has mistakes. Below is the answer for the text before them.").waitFor();
  await page.evaluate(() => globalThis.anholon.workspace.undo());
  await isDerived(page);
  assert.equal(await sheet.locator(".answer-content").evaluate((e) => e.inert), false);
  // A mistake in another model leaves nothing to stand above.
  await page.evaluate(() => globalThis.anholon.workspace.change({ name: "broken", text: "model Broken {" }));
  await sheet.getByText("The model has mistakes; its equations appear when they are mended.").waitFor();
  assert.equal(await sheet.locator(".formula, .katex").count(), 0);
});

onGate("the choice of a form belongs to its model", async (page) => {
  const { form } = await equations(page);
  await page.locator(".form-button").first().click();
  await page.locator('[data-form="voronets"]').first().click();
  await page.locator('.sheet-page[data-shown="voronets"]').waitFor();
  await openModel(page, "nonholonomic-particle");
  await isDerived(page);
  assert.deepEqual((await equations(page)).sections, (await seenFresh("nonholonomic-particle")).sections);
  assert.notEqual(form, "voronets");
});
