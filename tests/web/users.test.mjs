// What stopped people who tried the workbench, and must not come back.
import assert from "node:assert/strict";
import { clickAt, openPage, pick, visits, waitForMotion } from "./workbench.mjs";

const visit = visits();
const onPage = (name, f, options) => visit.onPage(name, async (page) => {
  await waitForMotion(page);
  await f(page);
}, options);
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

onPage("keys act beside texts and controls, not in their place", async (page) => {
  const isPlaying = () => page.evaluate(() => globalThis.anholon.workspace.playing.value);
  const undo = page.getByRole("button", { name: "Undo" });
  await page.getByRole("tab", { name: "Study" }).focus();
  await page.keyboard.press("g");
  assert.equal(await isGalleryOpen(page), 1, "a letter does nothing to a tab: it is the page's");
  await page.keyboard.press("Escape");
  // A text, and a list in which letters look for a line.
  await page.getByLabel("Length of the motion").focus();
  await page.keyboard.type("gka");
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Study" }).click();
  await page.locator('[data-tab="section"]').click();
  await page.getByLabel("Direction of the passage").focus();
  const before = await isPlaying();
  for (const key of ["g", "k", "e"]) await page.keyboard.press(key);
  assert.deepEqual([await isGalleryOpen(page), await isPlaying()], [0, before]);
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Direction of the passage");
  // Space presses the button that the keyboard has reached, and does not play as well.
  await page.evaluate(() => globalThis.anholon.workspace.change({ parameters: { m: 2 } }));
  await page.evaluate(() => globalThis.anholon.workspace.settle());
  await undo.focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")?.startsWith("Undo")), true);
  await page.keyboard.press("Space");
  assert.deepEqual(await page.evaluate(() => globalThis.anholon.workspace.parameters.value), {});
  assert.equal(await isPlaying(), before);
  await undo.evaluate((button) => button.blur());
  await page.keyboard.press("k");
  assert.equal(await isPlaying(), !before);
});

for (const [width, height] of [[960, 800], [720, 900], [390, 800]])
  onPage(`a window of ${width} pixels shows every part`, async (page) => {
    const parts = await page.evaluate(() => {
      const found = [...document.querySelectorAll(".panel")].map((panel) => {
        panel.scrollIntoView();
        const { left, right, width, height } = panel.getBoundingClientRect();
        return { name: panel.ariaLabel, left, right, width, height };
      });
      const header = document.querySelector("header").getBoundingClientRect();
      return { found, wide: Math.max(document.documentElement.scrollWidth, document.querySelector("main").scrollWidth, header.right), buttons: [...document.querySelectorAll("header button")].map((b) => b.getBoundingClientRect().right) };
    });
    assert.equal(parts.found.length, 5);
    for (const part of parts.found) {
      assert.ok(part.left >= 0 && part.right <= width, `${part.name} lies between ${part.left} and ${part.right}`);
      assert.ok(part.width >= 300 && part.height >= 120, `${part.name} is ${part.width} × ${part.height}`);
    }
    assert.ok(parts.wide <= width, `the page is ${parts.wide} pixels wide`);
    assert.ok(Math.max(...parts.buttons) <= width, "every button of the header is inside");
  }, { viewport: { width, height } });

onPage("a chart over the level of an integral says what no slider has", async (page) => {
  const text = `model Oscillators {
  param k = 1 in 0.5..2
  coord x, y
  kinetic (x'^2 + y'^2)/2
  potential (x^2 + k*y^2)/2
  init x = 0.3, y' = 0.2
  expect integral energy
  experiment default { until 2; chart over energy = 0.1..0.5:8; chart over k = 0.5..2:8; chart measure final(x); chart until 1 }
}`;
  const other = await openPage(visit.browser, `${visit.server.address}#text=${encodeURIComponent(text)}`);
  await waitForMotion(other, "Oscillators");
  await other.getByRole("tab", { name: "Study" }).click();
  await other.locator('[data-tab="chart"]').click();
  await other.locator(".chart .task-line .primary").click();
  await other.locator('.chart .task[data-state="done"]').waitFor();
  await clickAt(other, other.locator(".chart canvas").last(), 0.6, 0.4);
  const note = await other.locator(".chart .results").textContent();
  assert.match(note, /Taken: k = [0-9.]+\. No slider has energy = 0\.[0-9]+: /);
  const taken = await other.evaluate(() => globalThis.anholon.workspace.parameters.value);
  assert.deepEqual(Object.keys(taken), ["k"]);
  await other.context().close();
});
