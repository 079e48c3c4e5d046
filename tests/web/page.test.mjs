import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { differing, openPage, pick, pixelsAt, visits, waitForMotion } from "./workbench.mjs";

const visit = visits();
const { onPage } = visit;

onPage("the rattleback reverses: in its numbers and on the screen", async (page) => {
  await waitForMotion(page);
  await pick(page, "rattleback");
  // Yaw of the long axis from the shape's attitude, at times before and after the reversal at 2.35 s.
  const yaw = (time) => page.evaluate((t) => {
    const { workspace, stage, motions } = globalThis.anholon;
    workspace.playing.set(false);
    workspace.time.set(t);
    stage.render();
    const shape = motions.motion.value.scene.shapes.find((s) => s.geometry.kind === "ellipsoid");
    const [, , , x, y, z, w] = stage.places[shape.name];
    return Math.atan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z));
  }, time);
  const turn = async (a, b) => Math.sin(await yaw(b) - await yaw(a));
  const [early, late] = [await turn(0.1, 0.2), await turn(4.8, 4.9)];
  assert.ok(early * late < 0, `it turns by ${early} in the first tenth of a second, and by ${late} at the end`);
  const [a, b, again] = [await pixelsAt(page, 0.1), await pixelsAt(page, 1.5), await pixelsAt(page, 0.1)];
  assert.ok(differing(a, b) > 10, "the picture changes");
  assert.ok(differing(a, again) < 5, "the same moment gives the same picture");
});

onPage("it plays, pauses and steps by keys", async (page) => {
  await waitForMotion(page);
  const time = () => page.evaluate(() => globalThis.anholon.workspace.time.value);
  await page.waitForFunction(() => globalThis.anholon.workspace.time.value > 0.05);
  await page.locator(".stage canvas").focus();
  await page.keyboard.press("Space");
  const paused = await time();
  assert.equal(await page.evaluate(() => globalThis.anholon.workspace.playing.value), false);
  await page.keyboard.press("ArrowRight");
  assert.ok((await time()) > paused);
  await page.keyboard.press("End");
  assert.equal(await time(), await page.evaluate(() => globalThis.anholon.motions.motion.value.t_end));
  await page.keyboard.press("Home");
  assert.equal(await time(), 0);
});

onPage("a mistake is shown at its place, and mended", async (page) => {
  await waitForMotion(page);
  await pick(page, "chaplygin-sleigh");
  const before = await page.evaluate(() => globalThis.anholon.motions.motion.value.t_end);
  await page.locator(".cm-line", { hasText: "constraint blade" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" + tetha");
  const problem = page.locator(".model-problems");
  await page.waitForFunction(() => document.querySelector(".model-problems").textContent.includes("tetha"));
  await page.locator(".cm-lintRange-error").first().waitFor();
  assert.equal(await page.locator(".cm-lintRange-error").first().textContent(), "tetha");
  assert.match(await problem.textContent(), /tetha/);
  // The last motion stays on the stage.
  assert.equal(await page.evaluate(() => globalThis.anholon.motions.motion.value.t_end), before);
  for (let i = 0; i < " + tetha".length; i++) await page.keyboard.press("Backspace");
  await page.waitForFunction(() => globalThis.anholon.workspace.checked.value?.ok);
  assert.equal(await page.locator(".cm-lintRange-error").count(), 0);
});

onPage("words are completed and explained", async (page) => {
  await waitForMotion(page);
  await pick(page, "chaplygin-sleigh");
  await page.locator(".cm-line", { hasText: "constraint blade" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" + the");
  await page.locator(".cm-tooltip-autocomplete li", { hasText: "theta" }).first().waitFor();
  await page.keyboard.press("Escape");
  for (let i = 0; i < 6; i++) await page.keyboard.press("Backspace");
  await page.waitForFunction(() => globalThis.anholon.workspace.checked.value?.ok);
  const line = page.locator(".cm-line", { hasText: "param m" });
  await line.scrollIntoViewIfNeeded();
  const box = await line.boundingBox();
  await page.mouse.move(box.x + 5, box.y + 200);
  // the name J in the parameters
  const at = await line.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const found = node.data.search(/\bJ\b/);
      if (found < 0) continue;
      const range = document.createRange();
      range.setStart(node, found);
      range.setEnd(node, found + 1);
      const { x, y, width, height } = range.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    }
  });
  await page.mouse.move(...at, { steps: 3 });
  await page.locator(".meaning", { hasText: /moment of inertia.*kg m²/s }).waitFor();
});

onPage("a slider acts while it is dragged, and undo takes it back", async (page) => {
  await waitForMotion(page);
  await pick(page, "rattleback");
  const slider = page.locator('.slider[data-name="a"] input[type=range]');
  const box = await slider.boundingBox();
  const motions = await page.evaluateHandle(() => {
    const seen = [];
    globalThis.anholon.motions.motion.subscribe((m) => seen.push(m.scene.shapes.find((s) => s.geometry.kind === "ellipsoid").geometry.axes[0]));
    return seen;
  });
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  for (let i = 0; i < 8; i++) {
    await page.mouse.move(box.x + box.width * (0.5 + 0.04 * i), box.y + box.height / 2);
    await page.waitForTimeout(60);
  }
  await page.waitForFunction(() => !globalThis.anholon.motions.busy.value);
  const during = await motions.evaluate((seen) => seen.length);
  assert.ok(during >= 2, `${during} motions came during the drag`);
  await page.mouse.up();
  await waitForMotion(page);
  const value = await page.evaluate(() => globalThis.anholon.workspace.parameters.value.a);
  assert.ok(value > 0.25 && value <= 0.5, `a is ${value}`);
  assert.equal(await motions.evaluate((seen) => seen.at(-1)), value, "the stage shows the last value");
  await page.getByRole("button", { name: "Undo (Ctrl-Z)" }).click();
  assert.deepEqual(await page.evaluate(() => globalThis.anholon.workspace.parameters.value), {});
  await page.getByRole("button", { name: "Redo (Ctrl-Y)" }).click();
  assert.equal(await page.evaluate(() => globalThis.anholon.workspace.parameters.value.a), value);
  await page.getByRole("button", { name: "Reset a", exact: true }).click();
  assert.deepEqual(await page.evaluate(() => globalThis.anholon.workspace.parameters.value), {});
});

onPage("a value that the server refuses is told beside its slider, and the last motion stays", async (page) => {
  await waitForMotion(page);
  await pick(page, "rattleback");
  const box = page.locator('.slider[data-name="m"] input[type=text]');
  await page.evaluate(() => globalThis.anholon.workspace.setParameter("m", -1));  // as a link may have it
  await page.locator(".slider-problem", { hasText: "'m'" }).waitFor();
  assert.deepEqual(await page.locator(".slider.refused").evaluateAll((rows) => rows.map((row) => row.dataset.name)), ["m"]);
  assert.equal(await page.locator(".stage-message").textContent(), "");
  assert.ok(await page.evaluate(() => globalThis.anholon.motions.motion.value !== null));
  await box.fill("2");
  await box.press("Enter");
  await page.locator(".slider-problem .message").waitFor({ state: "detached" });
});

onPage("a reload finds everything again", async (page) => {
  await waitForMotion(page);
  await pick(page, "chaplygin-sleigh");
  await page.locator(".cm-line", { hasText: "motion nonholonomic" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type("  # mine");
  await page.locator('.slider[data-name="m"] input[type=text]').fill("2.5");
  await page.locator('.slider[data-name="m"] input[type=text]').press("Enter");
  await page.getByRole("tab", { name: "Study" }).click();
  await waitForMotion(page);
  await page.evaluate(() => {
    globalThis.anholon.workspace.playing.set(false);
    globalThis.anholon.workspace.time.set(7.5);
  });
  const box = await page.locator(".stage canvas").boundingBox();
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.mouse.wheel(0, 120);
  await page.waitForTimeout(400);
  const camera = await page.evaluate(() => globalThis.anholon.workspace.camera.value);
  await page.reload();
  await waitForMotion(page, "chaplygin-sleigh");
  const found = await page.evaluate(() => {
    const { workspace } = globalThis.anholon;
    return { text: workspace.text.value, parameters: workspace.parameters.value, time: workspace.time.value, camera: workspace.camera.value };
  });
  assert.match(found.text, /# mine/);
  assert.deepEqual(found.parameters, { m: 2.5 });
  assert.equal(found.time, 7.5);
  assert.deepEqual(found.camera, camera);
  assert.equal(await page.getByRole("tab", { name: "Study" }).getAttribute("aria-selected"), "true");
});

onPage("a link opens the same view for another visitor", async (page) => {
  await waitForMotion(page);
  await pick(page, "rolling-disc");
  await page.evaluate(() => {
    const { workspace } = globalThis.anholon;
    workspace.setParameter("R", 0.4);
    workspace.playing.set(false);
    workspace.time.set(1.25);
  });
  await waitForMotion(page);
  await page.getByRole("button", { name: "Copy a link to this view" }).click();
  await page.getByText(/Link copied|The link is in the address bar/).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText().catch(() => location.href));
  assert.match(link, /#view=/);
  const other = await openPage(visit.browser, link);
  await waitForMotion(other, "rolling-disc");
  const view = await other.evaluate(() => [globalThis.anholon.workspace.parameters.value, globalThis.anholon.workspace.time.value]);
  assert.deepEqual(view, [{ R: 0.4 }, 1.25]);
  await other.context().close();
}, { permissions: ["clipboard-read", "clipboard-write"] });

onPage("a motion is saved as a page that plays without a server", async (page) => {
  await waitForMotion(page);
  await page.getByRole("button", { name: "Save the picture or the motion" }).click();
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Web page that plays the motion" }).click()]);
  const file = await saved.path();
  assert.match(await readFile(file, "utf8"), /id="data"/);
  const alone = await openPage(visit.browser, "about:blank", { offline: true });
  const { copyFile, mkdtemp, rm } = await import("node:fs/promises");
  const { join } = await import("node:path");
  const { tmpdir } = await import("node:os");
  const folder = await mkdtemp(join(tmpdir(), "anholon-player-"));
  await copyFile(file, join(folder, "motion.html"));
  await alone.goto(pathToFileURL(join(folder, "motion.html")).href);
  await alone.waitForFunction(() => globalThis.anholon?.time.value > 0.1);
  assert.equal(await alone.locator("h1").textContent(), "Rattleback");
  assert.deepEqual(alone.mistakes, []);
  await alone.context().close();
  await rm(folder, { recursive: true });
});

onPage("a picture and a video are saved", async (page) => {
  await waitForMotion(page);
  await page.getByLabel("Length of the motion in seconds").fill("0.5");
  await page.getByLabel("Length of the motion in seconds").press("Enter");
  await page.waitForFunction(() => globalThis.anholon.motions.motion.value.t_end === 0.5);
  const save = async (name) => {
    await page.getByRole("button", { name: "Save the picture or the motion" }).click();
    const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    return readFile(await saved.path());
  };
  const picture = await save("Picture (PNG)");
  assert.equal(picture.toString("latin1", 1, 4), "PNG");
  assert.ok(picture.readUInt32BE(16) > 1500, "the picture is finer than the screen");
  const video = await save("Video (WebM)");
  assert.equal(video.readUInt32BE(0), 0x1a45dfa3);
  assert.ok(video.length > 500);
});

onPage("the text can be downloaded, formatted and reverted", async (page) => {
  await waitForMotion(page);
  await pick(page, "chaplygin-sleigh");
  const original = await page.evaluate(() => globalThis.anholon.workspace.text.value);
  await page.locator(".cm-line", { hasText: "kinetic" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" + 0");
  await page.locator(".unsaved.on").waitFor();
  await page.keyboard.press("Control+s");
  await page.waitForFunction(() => !document.querySelector(".unsaved").classList.contains("on"));
  await page.getByRole("button", { name: "More for this text" }).click();
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download" }).click()]);
  assert.equal(saved.suggestedFilename(), "chaplygin-sleigh.anh");
  assert.equal(await readFile(await saved.path(), "utf8"), await page.evaluate(() => globalThis.anholon.workspace.text.value));
  await page.getByRole("button", { name: "More for this text" }).click();
  await page.getByRole("button", { name: "Back to the gallery's text" }).click();
  await page.waitForFunction((text) => globalThis.anholon.workspace.text.value === text, original);
});

onPage("every control has a name", async (page) => {
  await waitForMotion(page);
  const nameless = await page.evaluate(() => {
    const bad = [];
    for (const e of document.querySelectorAll("button, input, select, textarea, canvas, [role=tab], [role=separator]")) {
      if (e.closest("[hidden], .cm-editor, .uplot, dialog")) continue;
      const name = e.getAttribute("aria-label") || e.textContent.trim() || e.labels?.[0]?.textContent.trim() || e.title;
      if (!name && !e.disabled) bad.push(e.outerHTML.slice(0, 120));
    }
    return bad;
  });
  assert.deepEqual(nameless, []);
});
