// Questions about single motions, about two models, and about stability in letters.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { clickAt, openPage, pick, root, startBrowser, startServer } from "./workbench.mjs";

const program = process.env.ANHOLON_PROGRAM ?? join(root, "build/release/anholon");
let server, browser;
before(async () => {
  [server, browser] = await Promise.all([startServer(), startBrowser()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

function onModel(name, model, f) {
  test(name, async () => {
    const page = await openPage(browser, server.address);
    try {
      await pick(page, model);
      await f(page);
      assert.deepEqual(page.mistakes, []);
      assert.equal(await page.locator(".katex-error").count(), 0);
    } finally {
      await page.context().close();
    }
  });
}

/** Chooses one of the further studies, once it is known which of them the model has. */
async function study(page, model, id) {
  await page.getByRole("tab", { name: "Study" }).click();
  await page.locator('[data-tab="more"]').click();
  await page.locator(`.more[data-known="${model}"]`).waitFor();
  await page.locator(".more-choice select").selectOption(id);
}
async function mathematics(page, tab) {
  await page.getByRole("tab", { name: "Mathematics" }).click();
  await page.locator(`.mathematics [data-tab="${tab}"]`).click();
}
/** Asks, and waits for the answer. */
async function ask(page, part, state = "done") {
  await page.locator(`.${part} .task-line .button`).first().click();
  await page.locator(`.${part} .task[aria-busy="false"][data-state="${state}"]`).first().waitFor();
  return page.locator(`.${part} .results`).first().textContent();
}
const answer = (...words) => JSON.parse(execFileSync(program, [...words, "--json"], { encoding: "utf8" })).result;
/** As the page writes a number. */
const digits = (x, n) => String(Number(x.toPrecision(n)));

onModel("a motion is solved by a quadrature", "rolling-disc", async (page) => {
  await study(page, "rolling-disc", "quadrature");
  const text = await ask(page, "quadrature");
  const found = answer("quadrature", "rolling-disc");
  assert.ok(text.includes(`with the period ${digits(found.period, 10)} s`), text);
  const formulas = await page.locator(".quadrature annotation").allTextContents();
  assert.deepEqual(formulas, found.equations.map((e) => e.latex.equation));
  await page.evaluate(() => globalThis.anholon.workspace.setInitial("u", 2));
  await page.getByText("Computed for other values").first().waitFor();
  const other = await ask(page, "quadrature");
  assert.ok(other.includes(digits(answer("quadrature", "rolling-disc", "-i", "u=2").period, 10)), other);
});

onModel("a path, variations and the action along a motion", "chaplygin-sleigh", async (page) => {
  await study(page, "chaplygin-sleigh", "path");
  await page.locator(".path select").first().selectOption("w");
  const path = answer("path", "chaplygin-sleigh", "--by", "w", "--until", "1");
  assert.ok((await ask(page, "path")).includes(digits(path.rows.at(-1)[1], 10)));
  await study(page, "chaplygin-sleigh", "variations");
  const kept = await ask(page, "variations");
  assert.match(kept, /need not be constant.*dF of each first integral/s);
  assert.equal(await page.locator(".variations .plane-plot").getAttribute("data-curves"), "5");
  await study(page, "chaplygin-sleigh", "action");
  assert.match(await ask(page, "action"), /Hölder.*vanishes within the error.*Hamilton.*does not vanish/s);
});

onModel("extremals are not offered where motions are none", "chaplygin-sleigh", async (page) => {
  await study(page, "chaplygin-sleigh", "connect");
  await page.locator(".more > .message", { hasText: "its law is not the vakonomic one" }).waitFor();
  assert.equal(await page.locator(".connect").isVisible(), false);
  await pick(page, "vakonomic-skate");
  await study(page, "vakonomic-skate", "connect");
  await page.getByLabel("Coordinates at the end").fill("x=2, y=1, phi=0");
  await page.getByLabel("Time that the extremals take, in seconds").fill("2");
  const found = answer("connect", "vakonomic-skate", "--to", "x=2", "--to", "y=1", "--to", "phi=0", "--in", "2");
  assert.ok((await ask(page, "connect")).includes(digits(found.extremals[0].action, 9)));
});

onModel("friction tends to the nonholonomic law; a mistake stands where it arose", "chaplygin-sleigh", async (page) => {
  await study(page, "chaplygin-sleigh", "limit");
  await page.getByLabel("Greatest size").fill("1e4");
  assert.match(await ask(page, "limit"), /Nonholonomic: the limit.*Vakonomic: not the limit/s);
  await page.getByLabel("Greatest size").fill("many");
  await ask(page, "limit", "failed");
  await page.locator(".limit .message.bad", { hasText: "many" }).waitFor();
});

onModel("a model is compared with another", "suslov", async (page) => {
  await mathematics(page, "compare");
  await page.getByLabel("The other model", { exact: true }).fill("suslov");
  await page.getByLabel("The map").fill("w1 = -w1, w2 = -w2");
  await page.getByLabel("The rate of the other model’s time").fill("-1");
  assert.match(await ask(page, "compare"), /takes motions to motions, for all values of the parameters.*equivalent/s);
  await page.getByLabel("The map").fill("w1 = 2*w1");
  assert.match(await ask(page, "compare"), /does not take motions to motions.*It fails in/s);
  await page.getByLabel("The other model", { exact: true }).fill("suslof");
  await ask(page, "compare", "failed");
  await page.locator(".compare .message.bad", { hasText: "did you mean 'suslov'" }).waitFor();
});

onModel("stability in letters, and its region in a plane", "rolling-disc", async (page) => {
  await mathematics(page, "stability");
  await page.locator(".stability .roots tr").first().waitFor();
  await page.locator(".letters > summary").click();
  await page.getByLabel("Parameters that stay letters").fill("g");
  await ask(page, "letters");
  const found = answer("linearize", "rolling-disc", "--at", "steady", "--symbolic", "g");
  assert.deepEqual(await page.locator(".letters .conditions annotation").allTextContents(), found.conditions.map((c) => c.latex));
  await page.locator(".region > summary").click();
  await page.locator(".region .form select").first().selectOption("g");
  await page.locator(".region .form select").last().selectOption("A");
  await ask(page, "region");
  assert.match(await page.locator(".region .plane-plot").getAttribute("data-regimes"), /stable/);
  await page.locator(".region canvas").last().scrollIntoViewIfNeeded();
  await clickAt(page, page.locator(".region canvas").last(), 0.5, 0.5);
  const taken = await page.evaluate(() => globalThis.anholon.workspace.parameters.value);
  assert.ok(taken.g > 0 && taken.g < 20 && taken.A > 0.01, JSON.stringify(taken));
});

onModel("further parts of the equations, and every choice of eliminated velocities", "chaplygin-sleigh", async (page) => {
  await mathematics(page, "equations");
  await page.locator(".sheet-page[data-shown]").first().waitFor();
  await page.locator('[data-part="permutations"] > summary').click();
  await page.locator('[data-part="permutations"] [aria-busy="false"] .formula').first().waitFor();
  await mathematics(page, "proofs");
  await page.locator(".proofs input[type=checkbox]").check();
  await ask(page, "proofs");
  const found = answer("verify", "chaplygin-sleigh", "--eliminations").eliminations;
  assert.equal(await page.locator("[data-eliminated]").count(), found.choices.length);
  assert.match(await page.locator("[data-eliminated]").first().textContent(), /differs|agrees/);
});
