// Draws the pictures of the documents: node tests/web/pictures.mjs [NAME …]
// The page in use, 1280 × 720, and a stone that turns back, into docs/pictures/NAME.webp.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { animatedWebp } from "./animated_webp.mjs";
import { openPage, pick, root, startBrowser, startServer, waitForMotion } from "./workbench.mjs";

const at = (page, time) => page.evaluate((t) => {
  globalThis.anholon.workspace.playing.set(false);
  globalThis.anholon.workspace.time.set(t);
}, time);
const tab = async (page, part, name) => {
  await page.getByRole("tab", { name: part }).click();
  await page.locator(`[data-tab="${name}"]`).click();
};
const done = (page, part) => page.locator(`.${part} .task[data-state="done"]`).waitFor({ timeout: 120_000 });
const run = async (page, part) => {
  await page.locator(`.${part} .task-line .primary`).click();
  await done(page, part);
};
const chooseForm = async (page, form, sheet = 0) => {
  const menu = page.locator(".form-menu").nth(sheet);
  await menu.locator(".form-button").click();
  await menu.locator(`[data-form="${form}"]`).click();
  await page.locator(".sheet").nth(sheet).locator(`.sheet-page[data-shown="${form}"]`).waitFor();
};

const pictures = {
  "workbench": async (page) => {
    await pick(page, "rattleback");
    await at(page, 2.2);
  },
  "workbench-gallery": async (page) => {
    await page.getByRole("button", { name: "Gallery" }).click();
    await page.waitForTimeout(1500);
  },
  "workbench-mistake": async (page) => {
    await pick(page, "chaplygin-sleigh");
    await at(page, 6);
    await page.locator(".cm-line", { hasText: "constraint blade" }).click();
    await page.keyboard.press("End");
    await page.keyboard.type(" + tetha");
    const wrong = page.locator(".cm-lintRange-error").first();
    await wrong.waitFor();
    await page.keyboard.press("Escape");
    await wrong.hover();
  },
  "workbench-forms": async (page) => {
    await pick(page, "chaplygin-sleigh");
    await at(page, 6);
    await chooseForm(page, "hamel");
    await page.getByRole("button", { name: "Compare" }).click();
    await page.locator(".sheet").nth(1).locator(".sheet-page[data-shown]").waitFor();
    await chooseForm(page, "appell", 1);
  },
  "workbench-proofs": async (page) => {
    await pick(page, "snakeboard");
    await tab(page, "Mathematics", "proofs");
    await page.getByRole("button", { name: "Prove that the forms agree" }).click();
    await page.getByText("All forms agree.").waitFor({ timeout: 120_000 });
  },
  "workbench-facts": async (page) => {
    await pick(page, "chaplygin-ball");
    await tab(page, "Mathematics", "facts");
    await page.getByRole("button", { name: "Answer all questions" }).click();
    await done(page, "facts");
  },
  "workbench-stability": async (page) => {
    await pick(page, "whipple-bicycle");
    await tab(page, "Mathematics", "stability");
    await page.locator(".roots tr").first().waitFor({ timeout: 120_000 });
    for (let v = 3; v <= 7; v += 0.25) {
      await page.evaluate((x) => globalThis.anholon.workspace.setInitial("v", x), v);
      await page.waitForTimeout(400);
    }
    await waitForMotion(page);
    await at(page, 1.2);
  },
  "workbench-code": async (page) => {
    await pick(page, "rolling-disc");
    await tab(page, "Mathematics", "code");
    await page.getByLabel("Language").selectOption("python");
    await page.locator("pre.code", { hasText: "def " }).waitFor();
  },
  "workbench-portrait": async (page) => {
    await pick(page, "chaplygin-sleigh");
    await tab(page, "Study", "portrait");
    await at(page, 3);
  },
  "workbench-section": async (page) => {
    await pick(page, "suslov-chaos");
    await tab(page, "Study", "section");
    await run(page, "section");
    const canvas = await page.locator(".section canvas").first().boundingBox();
    await page.mouse.click(canvas.x + 0.9 * canvas.width, canvas.y + 0.5 * canvas.height);
    await page.locator('.section .task:not([data-state="running"])').waitFor({ timeout: 120_000 });
  },
  "workbench-chart": async (page) => {
    await pick(page, "chaplygin-sleigh");
    await tab(page, "Study", "chart");
    await page.getByLabel("Points of the chart").selectOption("64");
    await run(page, "chart");
  },
  "workbench-exponents": async (page) => {
    await pick(page, "suslov-chaos");
    await tab(page, "Study", "exponents");
    await run(page, "exponents");
  },
};

/** The same bytes as WebP, by the browser. */
const asWebp = (page, png) => page.evaluate(async (base64) => {
  const image = new Image();
  image.src = `data:image/png;base64,${base64}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas.toDataURL("image/webp", 0.9).split(",")[1];
}, png.toString("base64"));

/** The stage from one time to another, as an animation at a part of its true speed. */
async function rattleback(page) {
  const [width, height, from, to, perSecond, speed] = [480, 300, 1.6, 3.4, 12, 0.35];
  await pick(page, "rattleback");
  await page.evaluate(([w, h]) => {
    const { workspace, stage } = globalThis.anholon;
    workspace.playing.set(false);
    stage.resize(w, h);
    stage.fit();
  }, [width, height]);
  const frames = [];
  for (let t = from; t < to; t += speed / perSecond)
    frames.push(Buffer.from(await page.evaluate(([time, w, h]) => {
      const { workspace, stage } = globalThis.anholon;
      workspace.time.set(time);
      stage.render();
      const small = Object.assign(document.createElement("canvas"), { width: w, height: h });
      const context = small.getContext("2d");
      context.imageSmoothingQuality = "high";
      context.drawImage(stage.canvas, 0, 0, w, h);
      return small.toDataURL("image/webp", 0.7).split(",")[1];
    }, [t, width, height]), "base64"));
  return animatedWebp(frames, width, height, Math.round(1000 / perSecond));
}

const folder = join(root, "docs/pictures");
await mkdir(folder, { recursive: true });
const asked = process.argv.slice(2);
const [server, browser] = await Promise.all([startServer(), startBrowser()]);
let failed = 0;
try {
  for (const [name, draw] of [...Object.entries(pictures), ["rattleback", rattleback]]) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    const page = await openPage(browser, server.address, { colorScheme: name === "workbench-section" ? "dark" : "light" });
    try {
      await waitForMotion(page);
      const drawn = await draw(page);
      await page.waitForTimeout(1000);
      const bytes = drawn ?? Buffer.from(await asWebp(page, await page.screenshot()), "base64");
      await writeFile(join(folder, `${name}.webp`), bytes);
      console.log(`${name.padEnd(24)} ${bytes.length} bytes`);
    } catch (error) {
      failed++;
      console.log(`${name.padEnd(24)} failed: ${error.message.split("\n")[0]}`);
    } finally {
      await page.context().close();
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
process.exitCode = failed > 0 ? 1 : 0;
