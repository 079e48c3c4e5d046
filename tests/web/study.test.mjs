import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { clickAt, openPage, pick, startBrowser, startServer } from "./workbench.mjs";

let server, browser;
before(async () => {
  [server, browser] = await Promise.all([startServer(), startBrowser()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

function onTab(name, model, tab, f) {
  test(name, async () => {
    const page = await openPage(browser, server.address);
    try {
      await pick(page, model);
      if (tab) {
        await page.getByRole("tab", { name: "Study" }).click();
        await page.locator(`[data-tab="${tab}"]`).click();
      }
      await f(page);
      assert.deepEqual(page.mistakes, []);
    } finally {
      await page.context().close();
    }
  });
}

const numberOf = (locator, name) => locator.getAttribute(name).then(Number);

onTab("a click in a plot moves the time of the stage", "chaplygin-sleigh", null, async (page) => {
  await page.evaluate(() => globalThis.anholon.workspace.playing.set(false));
  const over = page.locator(".plots .u-over").first();
  await clickAt(page, over, 0.5, 0.5);
  const time = await page.evaluate(() => globalThis.anholon.workspace.time.value);
  const end = await page.evaluate(() => globalThis.anholon.motions.motion.value.t_end);
  assert.ok(Math.abs(time - end / 2) < 0.02 * end, `${time} of ${end}`);
  await page.evaluate((t) => globalThis.anholon.workspace.time.set(t), end / 4);
  await page.waitForFunction(() => {
    const [line, box] = [".plots .time-line", ".plots .u-over"].map((e) => document.querySelector(e).getBoundingClientRect());
    return Math.abs((line.left - box.left) / box.width - 0.25) < 0.02; // the line is where the time is
  });
  await page.getByRole("button", { name: "Choose columns" }).click();
  await page.getByLabel("An expression to plot").fill("m*v^2/2");
  await page.getByRole("button", { name: "Plot", exact: true }).click();
  await page.locator('.chip[data-column="m*v^2/2"]').waitFor();
});

onTab("a click on a phase portrait goes to that time", "chaplygin-sleigh", "portrait", async (page) => {
  await page.evaluate(() => {
    const { workspace } = globalThis.anholon;
    workspace.playing.set(false);
    workspace.time.set(0);
  });
  await clickAt(page, page.locator(".portrait canvas"), 0.9, 0.8);
  await page.waitForFunction(() => globalThis.anholon.workspace.time.value > 1);
});

onTab("a click in a section starts an orbit", "suslov-chaos", "section", async (page) => {
  const plot = page.locator(".section .plane-plot");
  const start = page.locator(".section .task-line .primary");
  await start.click();
  await page.locator('.section .task[data-state="done"]').waitFor();
  const first = await numberOf(plot, "data-points");
  assert.equal(first, 400);
  assert.equal(await numberOf(plot, "data-orbits"), 1);
  // Close to points that are there, there is a state of the same level.
  const canvas = page.locator(".section canvas").first();
  for (const [x, y] of [[0.9, 0.5], [0.85, 0.45], [0.8, 0.5], [0.85, 0.6], [0.92, 0.4]]) {
    await clickAt(page, canvas, x, y);
    await page.locator('.section[aria-busy="false"]').waitFor(); // all that was tried for this click
    if ((await numberOf(plot, "data-orbits")) > 1) break;
  }
  assert.equal(await numberOf(plot, "data-orbits"), 2);
  assert.ok((await numberOf(plot, "data-points")) > first);
  // Other parameters: what is shown is marked as old.
  await page.evaluate(() => globalThis.anholon.workspace.setParameter("I11", 4.5));
  await page.getByText("Computed for other values").first().waitFor();
});

onTab("a chart sharpens, and a click takes its values into the sliders", "chaplygin-sleigh", "chart", async (page) => {
  await page.getByLabel("Points of the chart").selectOption("64");
  await page.evaluate(() => {
    globalThis.grids = new Set();
    const plot = document.querySelector(".chart .plane-plot");
    new MutationObserver(() => globalThis.grids.add(plot.dataset.columns)).observe(plot, { attributes: true });
  });
  await page.locator(".chart .task-line .primary").click();
  await page.locator('.chart .task[data-state="done"]').waitFor();
  assert.ok(await page.evaluate(() => globalThis.grids.size) > 1, "coarse grids come first");
  await clickAt(page, page.locator(".chart canvas").last(), 0.6, 0.4);
  const taken = await page.evaluate(() => globalThis.anholon.workspace.parameters.value);
  assert.ok(taken.m > 1 && taken.m < 10 && taken.J > 0.01, JSON.stringify(taken));
  assert.match(await page.locator(".chart .results").textContent(), /Taken: m = /);
  assert.equal(await page.getByText("Computed for other values").count() === 0 || !(await page.getByText("Computed for other values").last().isVisible()), true, "a click does not make the chart stale");
});

onTab("exponents converge while they are computed, and a long motion is cancelled", "suslov-chaos", "exponents", async (page) => {
  await page.locator(".exponents input").fill("60");
  await page.locator(".exponents .task-line .primary").click();
  await page.locator('.exponents .task[data-state="done"]').waitFor();
  assert.match(await page.locator(".exponents-table").textContent(), /±.*the integral energy/s);
  await page.locator(".exponents input").fill("100000"); // minutes: longer than it takes to reach the button
  await page.locator(".exponents .task-line .primary").click();
  await page.waitForFunction(() => Number(document.querySelector(".exponents-plot").dataset.rows) > 2);
  await page.locator(".exponents").getByRole("button", { name: "Cancel" }).click();
  await page.locator('.exponents .task[data-state="cancelled"]').waitFor();
});

onTab("a mistake in a section stands at its place", "suslov-chaos", "section", async (page) => {
  const where = page.getByLabel("Expression that passes through zero");
  await where.fill("w9");
  await where.press("Enter");
  await page.locator(".section .message.bad", { hasText: "w9" }).waitFor();
});
