import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openPage, pick, root, startBrowser, startServer } from "./workbench.mjs";

const program = process.env.ANHOLON_PROGRAM ?? join(root, "build/release/anholon");
let server, browser;
before(async () => {
  [server, browser] = await Promise.all([startServer(), startBrowser()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** A test on a fresh page that shows a model and one of the tabs at the right. */
function onTab(name, model, part, tab, f) {
  test(name, async () => {
    const page = await openPage(browser, server.address);
    try {
      await pick(page, model);
      await page.getByRole("tab", { name: part }).click();
      await page.locator(`[data-tab="${tab}"]`).click();
      await f(page);
      assert.deepEqual(page.mistakes, []);
    } finally {
      await page.context().close();
    }
  });
}

async function chooseForm(page, form, sheet = 0) {
  const menu = page.locator(".form-menu").nth(sheet);
  await menu.locator(".form-button").click();
  await menu.locator(`[data-form="${form}"]`).click();
  await page.locator(`.sheet-page[data-shown="${form}"]`).nth(0).waitFor();
}

/** The LaTeX that KaTeX says it has typeset. */
const typeset = (page, sheet = 0) => page.locator(".sheet").nth(sheet).locator(".sheet-section annotation").allTextContents();

function derived(model, form, width) {
  const printed = execFileSync(program, ["derive", model, "--form", form, "--as", "latex", "--width", width], { encoding: "utf8" });
  return [...printed.matchAll(/\\begin\{align\*\}[^]*?\\end\{align\*\}/g)].map((m) => m[0]);
}

onTab("equations are typeset as derive prints them, in every form that is chosen", "chaplygin-sleigh", "Mathematics", "equations", async (page) => {
  for (const form of ["hamel", "voronets", "chetaev"]) {
    await chooseForm(page, form);
    const width = await page.locator(".sheet-page").first().getAttribute("data-width");
    assert.deepEqual(await typeset(page), derived("chaplygin-sleigh", form, width), form);
    assert.equal(await page.locator(".sheet-page .katex-error").count(), 0);
  }
});

onTab("two forms stand beside each other, and one that does not apply says why", "chaplygin-sleigh", "Mathematics", "equations", async (page) => {
  await chooseForm(page, "hamel");
  await page.getByRole("button", { name: "Compare" }).click();
  await page.locator(".sheet").nth(1).locator(".sheet-page[data-shown]").waitFor();
  await chooseForm(page, "maggi", 1);
  const width = await page.locator(".sheet-page").nth(1).getAttribute("data-width");
  await page.locator(".sheet").nth(1).locator(".sheet-section annotation").first().waitFor({ state: "attached" });
  assert.deepEqual((await typeset(page, 1))[0], derived("chaplygin-sleigh", "maggi", width)[0]);
  await page.locator(".form-button").first().click();
  const out = page.locator('[data-form="lagrange"]').first();
  assert.equal(await out.getAttribute("aria-disabled"), "true");
  assert.match(await out.textContent(), /independent coordinates; this model has constraints/);
});

onTab("a symbol says what it means", "chaplygin-sleigh", "Mathematics", "equations", async (page) => {
  await chooseForm(page, "hamel");
  await page.locator(".sheet-section [data-symbol]", { hasText: /^J$/ }).first().hover();
  const card = page.locator(".symbol-card");
  await card.waitFor();
  assert.match(await card.textContent(), /moment of inertia about the mass centre/);
  assert.equal(await page.evaluate(() => globalThis.anholon.workspace.pointedAt.value), "J");
});

onTab("the table of proofs fills in row by row", "nonholonomic-particle", "Mathematics", "proofs", async (page) => {
  await page.evaluate(() => {
    globalThis.seen = [];
    const count = () => globalThis.seen.push(document.querySelectorAll(".verdicts .verdict").length);
    new MutationObserver(count).observe(document.querySelector(".verdicts"), { childList: true, subtree: true });
  });
  await page.getByRole("button", { name: "Prove that the forms agree" }).click();
  await page.getByText("All forms agree.").waitFor();
  const seen = await page.evaluate(() => globalThis.seen);
  assert.ok(new Set(seen).size > 10, "rows appear one after the other");
  const row = (form) => page.locator(`.verdicts [data-form="${form}"]`).textContent();
  assert.match(await row("hamel"), /agrees/);
  assert.match(await row("lagrange"), /does not apply/);
  assert.match(await row("vakonomic"), /differs/);
  assert.match(await page.locator(".expectations").textContent(), /integral energy.*holds/s);
});

onTab("facts fill in, and each verdict opens its page", "chaplygin-sleigh", "Mathematics", "facts", async (page) => {
  await page.getByRole("button", { name: "Answer all questions" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".fact-verdict").length > 3);
  await page.locator('.facts .task[data-state="done"]').waitFor();
  const verdict = page.locator('[data-fact="integrability"] .fact-verdict');
  assert.equal(await verdict.textContent(), "nonholonomic");
  await verdict.click();
  await page.locator("dialog.concept h1").waitFor();
  assert.match(await page.locator("dialog.concept").textContent(), /Frobenius/);
  await page.getByRole("button", { name: "Close" }).last().click();
  await page.locator("dialog.concept").waitFor({ state: "hidden" });
  // A changed parameter leaves facts for all values as they are; a changed model makes them stale.
  await page.evaluate(() => globalThis.anholon.workspace.change({ text: globalThis.anholon.workspace.text.value.replace("+ J/2", "+ J/3") }));
  await page.getByText("Computed for other values").first().waitFor();
});

onTab("a long question is cancelled, and the server answers others", "whipple-bicycle", "Mathematics", "facts", async (page) => {
  await page.getByRole("button", { name: "Answer all questions" }).click();
  await page.locator(".fact.under-way").first().waitFor();
  await page.locator(".facts").getByRole("button", { name: "Cancel" }).click();
  await page.locator('.facts .task[data-state="cancelled"]').waitFor();
  assert.match(await page.locator(".facts .task-words").textContent(), /Cancelled/);
  await pick(page, "chaplygin-sleigh");
  await page.getByRole("button", { name: "Answer: Growth of the distribution" }).click({ force: true });
  await page.locator('[data-fact="growth"] .fact-verdict').waitFor();
  assert.equal(await page.locator('[data-fact="growth"] .fact-verdict').textContent(), "(2, 3)");
});

onTab("eigenvalues follow a parameter and leave traces", "chaplygin-sleigh", "Mathematics", "stability", async (page) => {
  const value = page.locator(".roots tr").last().locator("td").first();
  await page.getByText("Stable, asymptotically except along the family.").waitFor();
  const before = await value.textContent();
  await page.evaluate(() => globalThis.anholon.workspace.setParameter("a", 0.6));
  await page.waitForFunction((text) => document.querySelector(".roots tr:last-child td").textContent !== text, before);
  await page.getByRole("button", { name: "Clear the traces" }).waitFor();
  await page.evaluate(() => globalThis.anholon.workspace.setInitial("v", -1));
  await page.getByText("Unstable.").waitFor();
});

onTab("equations as a program", "chaplygin-sleigh", "Mathematics", "code", async (page) => {
  await page.getByLabel("Language").selectOption("python");
  await page.locator("pre.code", { hasText: "def " }).waitFor();
  const printed = execFileSync(program, ["export", "chaplygin-sleigh", "--to", "python"], { encoding: "utf8" });
  assert.equal((await page.locator("pre.code").textContent()).trim().split("\n").at(-1), printed.trim().split("\n").at(-1));
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download" }).click()]);
  assert.match(file.suggestedFilename(), /\.py$/);
});
