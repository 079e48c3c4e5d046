// No formula is cut off without a way to see the rest of it: it fits its place, or scrolls there by a bar that is seen.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openModel, openPage, random, root, shuffled, startBrowser, startServer } from "./workbench.mjs";

const isLong = Boolean(process.env.ANHOLON_LONG);
const all = readdirSync(join(root, "gallery")).filter((f) => f.endsWith(".anh")).map((f) => f.slice(0, -4)).sort();
const few = ["chaplygin-sleigh", "billiard-ball", "driven-car-with-trailer"];
const sizes = [
  { viewport: { width: 1280, height: 720 } }, { viewport: { width: 960, height: 720 } },
  { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
];

let server, browser;
before(async () => {
  // Scroll bars are what this is about; tools hide them unless told otherwise.
  [server, browser] = await Promise.all([startServer(), startBrowser({ ignoreDefaultArgs: ["--hide-scrollbars"] })]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Defined in the page: what is wrong with the formulas in an element, and which of them scroll. */
const measures = () => {
  globalThis.cutFormulas = (selector) => {
    const cut = new Set();
    let count = 0;
    let scrolling = 0;
    for (const formula of document.querySelectorAll(`${selector} .katex-html`)) {
      if (formula.getClientRects().length === 0) continue;
      count++;
      const pieces = [...formula.querySelectorAll(":scope > .base")].map((e) => e.getBoundingClientRect());
      let left = Math.min(...pieces.map((r) => r.left));
      let right = Math.max(...pieces.map((r) => r.right));
      const about = formula.closest(".katex").querySelector("annotation")?.textContent.slice(0, 60) ?? "";
      for (let box = formula.parentElement; box; box = box.parentElement) {
        const style = getComputedStyle(box);
        if (style.overflowX === "visible") continue;
        const place = box.getBoundingClientRect();
        if (style.overflowX === "auto" || style.overflowX === "scroll") {
          const isWide = box.scrollWidth > box.clientWidth;
          const borders = parseFloat(style.borderTopWidth) + parseFloat(style.borderBottomWidth);
          if (isWide) scrolling++;
          if (isWide && box.offsetHeight - box.clientHeight - borders < 1) cut.add(`no scroll bar: ${about}`);
          if (style.overflowY === "hidden" && box.scrollHeight > box.clientHeight + 1) cut.add(`cut by ${box.scrollHeight - box.clientHeight} px below: ${about}`);
          [left, right] = [place.left, place.right];
        } else if (left < place.left - 1 || right > place.right + 1) {
          cut.add(`cut by ${Math.ceil(Math.max(place.left - left, right - place.right))} px by ${box.className || box.tagName}: ${about}`);
          break;
        }
      }
    }
    return { cut: [...cut], count, scrolling };
  };
};

const isDerived = (page) => page.waitForFunction(() => document.querySelector('.sheet-page[aria-busy="false"]')?.dataset.shown !== undefined);

/** Formulas far below are typeset when they are seen. */
const typesetAll = (page) => page.waitForFunction(() => {
  const next = [...document.querySelectorAll(".sheet-page .formula-place")].find((e) => e.childElementCount === 0);
  next?.scrollIntoView();
  return !next;
});

async function look(page, selector, where, found) {
  const { cut, count, scrolling } = await page.evaluate((s) => globalThis.cutFormulas(s), selector);
  assert.deepEqual(cut, [], where);
  assert.ok(count > 0, `${where}: no formula`);
  found.scrolling += scrolling;
}

async function chooseForm(page, form) {
  await page.evaluate((value) => {
    const { workspace } = globalThis.anholon;
    workspace.setting("mathematics.form").set(value === null ? null : { model: workspace.name.value, value });
  }, form);
  await isDerived(page);
}

const applicable = (page) => page.evaluate(async () => {
  const { server, workspace } = globalThis.anholon;
  return (await server.ask("forms", { model: workspace.text.value }).answer).result.filter((f) => f.applies).map((f) => f.id);
});

const draw = random();
for (const size of sizes)
  test(`equations fit a page of ${size.viewport.width} px, or scroll`, async () => {
    const page = await openPage(browser, server.address, size);
    await page.evaluate(measures);
    const found = { scrolling: 0 };
    for (const model of isLong ? all : few) {
      await openModel(page, model);
      await isDerived(page);
      const forms = shuffled(await applicable(page), draw).slice(0, isLong ? 3 : 1);
      for (const form of [null, ...forms]) {
        await chooseForm(page, form);
        await typesetAll(page);
        await look(page, ".sheet-page", `${model}, ${form ?? "its own form"}`, found);
      }
      for (const part of ["matrices", "permutations"]) {
        await page.locator(`[data-part="${part}"] > summary`).click();
        await page.waitForFunction((p) => {
          const body = document.querySelector(`[data-part="${p}"] .sheet-part-body`);
          return body.getAttribute("aria-busy") === "false" && body.childElementCount > 0;
        }, part);
      }
      await look(page, ".sheet-page", `${model}, further parts of ${forms.at(-1) ?? "its own form"}`, found);
    }
    assert.ok(found.scrolling > 0, "some formula is too wide, or nothing was tried");
    assert.deepEqual(page.mistakes, []);
    await page.context().close();
  });

test("formulas of facts, and matrices of linear equations, fit a telephone or scroll", async () => {
  const page = await openPage(browser, `${server.address}#model=chaplygin-sleigh`, sizes[2]);
  await page.evaluate(measures);
  const found = { scrolling: 0 };
  await page.locator('.mathematics [data-tab="facts"]').click();
  await page.getByRole("button", { name: "Answer all questions" }).click();
  await page.locator('.facts .task[data-state="done"]').first().waitFor();
  await look(page, ".facts", "facts", found);
  await openModel(page, "whipple-bicycle");
  await page.locator('.mathematics [data-tab="stability"]').click();
  await page.locator(".stability summary", { hasText: "Matrices" }).click();
  await look(page, ".stability", "matrices", found);
  await page.context().close();
});

test("the card of a symbol holds its whole equation, or says where it stands", async () => {
  const page = await openPage(browser, `${server.address}#model=driven-car-with-trailer`, sizes[0]);
  await isDerived(page);
  const symbols = page.locator('.sheet-section-body .formula [data-symbol]', { hasText: /^s\u200b?\d/ });
  const cards = new Set();
  for (const symbol of (await symbols.all()).slice(0, isLong ? 200 : 12)) {
    await symbol.dispatchEvent("pointerover");
    const card = await page.locator(".symbol-card").evaluate((e) => {
      const formula = e.querySelector(".symbol-definition .formula");
      const isCut = [e, ...(formula ? [formula] : [])].some((box) => box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight);
      return { isCut, words: formula ? "an equation" : e.querySelector(".symbol-definition")?.textContent ?? "" };
    });
    assert.equal(card.isCut, false, card.words);
    cards.add(card.words);
  }
  assert.ok(cards.has("an equation"), [...cards].join("; "));
  assert.ok([...cards].some((words) => /too large for this card/.test(words)), [...cards].join("; "));
  await page.context().close();
});
