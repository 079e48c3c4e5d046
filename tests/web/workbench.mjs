// Starts the server and a browser for the tests of the page.
//   ANHOLON_PROGRAM      the program (default: build/release/anholon)
//   ANHOLON_WEB_MODULES  the folder node_modules that holds playwright-core
//   ANHOLON_CHROMIUM     the browser (default: /usr/bin/chromium)
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const program = process.env.ANHOLON_PROGRAM ?? join(root, "build/release/anholon");
const modules = [process.env.ANHOLON_WEB_MODULES, join(root, "web/node_modules"), join(root, "build/web-modules/node_modules"), join(root, "build/web/node_modules")]
  .find((folder) => folder && existsSync(join(folder, "playwright-core")));
if (!modules) throw new Error("playwright-core is not installed; tools/web installs it");
const { chromium } = createRequire(join(modules, "x.js"))("playwright-core");

/** A running server: its address, and how to end it. */
export async function startServer(...options) {
  const child = spawn(program, ["serve", "--no-open", ...(options.includes("--port") ? [] : ["--port", "0"]), ...options], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  const address = await new Promise((resolve, reject) => {
    const listen = (data) => {
      said += data;
      const found = /http:\/\/\S+\?token=\S+/.exec(said);
      if (found) resolve(found[0]);
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
    setTimeout(() => reject(new Error(`the server does not say its address: ${said}`)), 30_000).unref();
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  return {
    address,
    port: new URL(address).port,
    token: new URL(address).searchParams.get("token"),
    async stop() {
      child.kill("SIGINT");
      const late = setTimeout(() => child.kill("SIGKILL"), 5000);
      await ended;
      clearTimeout(late);
    },
  };
}

export function startBrowser(options = {}) {
  return chromium.launch({
    ...options,
    executablePath: process.env.ANHOLON_CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync",
    ],
  });
}

/** A page of its own, as a visitor who has never been here; mistakes of the script are collected in `page.mistakes`. `prepare` gets it while it is empty. */
export async function openPage(browser, address, { prepare, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, locale: "en-US", reducedMotion: "no-preference", ...options });
  const page = await context.newPage();
  page.mistakes = [];
  page.on("pageerror", (error) => page.mistakes.push(error.stack ?? String(error)));
  page.setDefaultTimeout(120_000); // however slow the machine
  await prepare?.(page);
  await page.goto(address);
  return page;
}

/** A server and a browser for all tests of a file. `onPage` is a test on a fresh page, which must end without a mistake of the script. */
export function visits() {
  const visit = {
    server: null,
    browser: null,
    onPage(name, f, options) {
      test(name, async () => {
        const page = await openPage(visit.browser, visit.server.address, options);
        try {
          await f(page);
          assert.deepEqual(page.mistakes, []);
        } finally {
          await page.context().close();
        }
      });
    },
  };
  before(async () => {
    [visit.server, visit.browser] = await Promise.all([startServer(), startBrowser()]);
  });
  after(async () => {
    await visit.browser?.close();
    await visit.server?.stop();
  });
  return visit;
}

/** Waits for a motion of the model that is newer than the last one waited for. */
export async function waitForMotion(page, name) {
  await page.waitForFunction((wanted) => {
    const { workspace, motions } = globalThis.anholon ?? {};
    return workspace && (!wanted || workspace.name.value === wanted) && workspace.checked.value?.ok && motions.motion.value && !motions.busy.value;
  }, name);
}

/** Opens a model by the address, and waits until its text has been checked. Its motion stands still. */
export async function openModel(page, name) {
  await page.waitForFunction(() => globalThis.anholon?.workspace.name.value); // the page has taken up its first model
  await page.evaluate((n) => (location.hash = `#model=${n}`), name);
  await page.waitForFunction((n) => {
    const { workspace } = globalThis.anholon;
    return workspace.name.value === n && workspace.checked.value?.ok;
  }, name);
  await page.evaluate(() => globalThis.anholon.workspace.playing.set(false)); // a picture that moves takes time from everything else
}

/** Numbers from 0 to 1 that are the same for the same seed: new in each run unless ANHOLON_SEED says it. */
export function random(seed = Number(process.env.ANHOLON_SEED ?? Math.floor(Math.random() * 2 ** 31))) {
  console.log(`ANHOLON_SEED=${seed}`);
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}
export function shuffled(list, draw) {
  const out = [...list];
  for (let k = out.length - 1; k > 0; k--) {
    const j = Math.floor(draw() * (k + 1));
    [out[k], out[j]] = [out[j], out[k]];
  }
  return out;
}

/** Opens a model of the gallery with the mouse, as a user does. */
export async function pick(page, name) {
  await page.getByRole("button", { name: "Gallery" }).click();
  await page.getByLabel("Search the gallery").fill(name);
  await page.locator(`[data-model="${name}"]`).click();
  await waitForMotion(page, name);
}

/** Clicks an element at parts of its width and height, once it stands still. */
export async function clickAt(page, element, x, y) {
  await element.waitFor();
  const place = () => element.evaluate((e) => new Promise((found) => requestAnimationFrame(() => {
    const { left, top, width, height } = e.getBoundingClientRect();
    found([left, top, width, height]);
  })));
  let box = await place();
  for (let next = await place(); String(next) !== String(box); next = await place()) box = next;
  await page.mouse.click(box[0] + x * box[2], box[1] + y * box[3]);
}

/** Shows a moment and gives the picture's pixels in small. */
export async function pixelsAt(page, time) {
  return page.evaluate((t) => {
    const { workspace, stage } = globalThis.anholon;
    workspace.playing.set(false);
    workspace.time.set(t);
    stage.render();
    const small = document.createElement("canvas");
    [small.width, small.height] = [64, 40];
    const context = small.getContext("2d");
    context.drawImage(stage.canvas, 0, 0, 64, 40);
    return [...context.getImageData(0, 0, 64, 40).data];
  }, time);
}
/** How many of the small picture's points differ visibly. */
export function differing(a, b) {
  let count = 0;
  for (let i = 0; i < a.length; i += 4) if (Math.abs(a[i] - b[i]) + Math.abs(a[i + 1] - b[i + 1]) + Math.abs(a[i + 2] - b[i + 2]) > 24) count++;
  return count;
}
