// What stopped people who tried the workbench, and must not come back.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openPage, pick, startBrowser, startServer, waitForMotion } from "./workbench.mjs";

let server, browser;
before(async () => {
  [server, browser] = await Promise.all([startServer(), startBrowser()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

function onPage(name, f, options) {
  test(name, async () => {
    const page = await openPage(browser, server.address, options);
    try {
      await waitForMotion(page);
      await f(page);
      assert.deepEqual(page.mistakes, []);
    } finally {
      await page.context().close();
    }
  });
}
const isGalleryOpen = (page) => page.locator("dialog.gallery[open]").count();

onPage("after a choice in the gallery the space bar plays and pauses", async (page) => {
  await page.getByRole("button", { name: "Gallery" }).click();
  await page.keyboard.type("rattle");
  await page.keyboard.press("Enter");
  await waitForMotion(page, "rattleback");
  assert.equal(await isGalleryOpen(page), 0, "Enter does not open the gallery again");
  await pick(page, "chaplygin-sleigh");
  const isPlaying = () => page.evaluate(() => globalThis.anholon.workspace.playing.value);
  assert.equal(await isPlaying(), true);
  await page.keyboard.press("Space");
  assert.deepEqual([await isPlaying(), await isGalleryOpen(page)], [false, 0]);
  // Reached with the keyboard, the button is the button.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Space");
  assert.equal(await isGalleryOpen(page), 1);
});

onPage("an expression to plot is typed right after +", async (page) => {
  await page.getByRole("button", { name: "Choose columns" }).click();
  await page.keyboard.type("energy");
  await page.keyboard.press("Enter");
  await page.locator('.chip[data-column="energy"]').waitFor();
});

onPage("another model in the place of the text has its own name and fits the stage", async (page) => {
  await pick(page, "rattleback");
  const text = `model Swing {
  param m = 100 [kg], k = 200 [N/m], r = 5 [m]
  coord x [m]
  kinetic m*x'^2/2
  potential k*x^2/2
  init x = 40
  picture { ball at (x, 0, 0) radius r }
  experiment default { until 10 }
}
`;
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
  await page.waitForFunction(() => globalThis.anholon.workspace.checked.value?.name === "Swing" && globalThis.anholon.motions.motion.value?.columns.some((c) => c.name === "x") && !globalThis.anholon.motions.busy.value);
  assert.equal(await page.locator("h1").textContent(), "Swing");
  const distance = await page.evaluate(() => Math.hypot(...globalThis.anholon.stage.rig.state.eye));
  assert.ok(distance > 30, `the eye is ${distance} m away from a motion of 80 m`);
});

onPage("an empty text is said to be empty, also after a reload", async (page) => {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  const told = () => page.waitForFunction(() => document.querySelector(".model-problems")?.textContent.includes("no model"));
  await told();
  assert.equal(await page.getByLabel("Length of the motion").inputValue(), "5", "what the model said last");
  await page.reload();
  await told();
});

onPage("a value that is refused says why beside it", async (page) => {
  await pick(page, "whipple-bicycle");
  const row = page.locator('.slider[data-name="g"]');
  const box = row.locator("input[type=text]");
  await box.fill("1e12");
  await box.press("Enter");
  assert.equal(await row.getByRole("alert").textContent(), "The model allows 0 to 20.");
  assert.equal(await page.locator(".stage-message").textContent(), "");
  await box.fill("9.81");
  await box.press("Enter");
  assert.equal(await row.getByRole("alert").count(), 0);
  assert.deepEqual(await page.evaluate(() => globalThis.anholon.workspace.parameters.value), {}, "the model's own value is no change");
  await page.getByLabel("Length of the motion").fill("-3");
  await page.keyboard.press("Enter");
  await page.getByText("The duration is a number of seconds greater than 0.").waitFor();
});

onPage("the Tab key passes the text without changing it", async (page) => {
  const text = () => page.evaluate(() => globalThis.anholon.workspace.text.value);
  const before = await text();
  await page.getByRole("button", { name: "More for this text" }).focus();
  await page.keyboard.press("Tab");
  assert.ok(await page.evaluate(() => document.activeElement.classList.contains("cm-content")));
  await page.keyboard.press("Tab");
  assert.ok(!(await page.evaluate(() => document.activeElement.classList.contains("cm-content"))));
  assert.equal(await text(), before);
  await page.locator(".cm-line").nth(1).click();
  await page.keyboard.press("Tab");
  assert.notEqual(await text(), before, "who edits indents");
});

onPage("each click into a section gives its orbit, however quick they follow each other", async (page) => {
  await pick(page, "suslov-chaos");
  await page.getByRole("tab", { name: "Study" }).click();
  await page.getByRole("tab", { name: "Section" }).click();
  await page.getByLabel("Points of each orbit").fill("20");
  await page.getByRole("button", { name: "Compute", exact: true }).click();
  const plot = page.locator(".section .tall-plot");
  await page.waitForFunction(() => document.querySelector(".section .tall-plot").dataset.points === "20" && document.querySelector(".section .task").dataset.state === "done");
  const area = await plot.locator("canvas").first().boundingBox();
  for (const [x, y] of [[0.8, 0.3], [0.8, 0.7], [0.75, 0.4]]) await page.mouse.click(area.x + x * area.width, area.y + y * area.height);
  await page.waitForFunction(() => {
    const { points, orbits } = document.querySelector(".section .tall-plot").dataset;
    return Number(orbits) > 1 && Number(points) === 20 * Number(orbits) && document.querySelector(".section").ariaBusy === "false";
  });
});
