// Draws the pictures of the gallery: node tests/web/shots.mjs [NAME …]
// Each model at a telling moment, 240 × 150, on a transparent ground, into web/thumbnails/NAME.webp (at most 6 kB).
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openPage, root, startBrowser, startServer, waitForMotion } from "./workbench.mjs";

/** Moments, as parts of the motion, where the usual one says little. */
const moments = { rattleback: 0.42, "chaplygin-sleigh": 0.25, "whipple-bicycle": 0.5, "rolling-disc": 0.3 };
const USUAL = 0.4;
const MOST_BYTES = 6000;

const folder = join(root, "web/thumbnails");
await mkdir(folder, { recursive: true });
const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : (await readdir(join(root, "gallery"))).filter((f) => f.endsWith(".anh")).map((f) => f.slice(0, -4)).sort();

const [server, browser] = await Promise.all([startServer(), startBrowser()]);
let failed = 0;
try {
  const page = await openPage(browser, server.address, { colorScheme: "light" });
  await waitForMotion(page);
  for (const name of names) {
    try {
      await page.evaluate((n) => (location.hash = `#model=${n}`), name);
      await waitForMotion(page, name);
      const found = await page.evaluate(async ([part, most]) => {
        const { workspace, motions, stage } = globalThis.anholon;
        workspace.playing.set(false);
        const { t } = motions.motion.value;
        const layers = workspace.setting("stage.layers");
        const [width, height] = [stage.canvas.clientWidth, stage.canvas.clientHeight];
        const before = stage.space.background;
        stage.space.background = null;
        stage.resize(480, 300);
        stage.fit();
        workspace.time.set(t[0] + part * (t[t.length - 1] - t[0]));
        const small = document.createElement("canvas");
        [small.width, small.height] = [240, 150];
        const context = small.getContext("2d");
        context.imageSmoothingQuality = "high";
        let url = "";
        const isSmall = () => url !== "" && (url.length * 3) / 4 < most;
        // A grid that fades costs many bytes, a soft shadow some.
        for (const [grid, shadow] of [[true, true], [false, true], [false, false]]) {
          layers.set({ velocity: false, momentum: false, reaction: false, load: true, traces: true, axes: false, labels: false, grid, shadow });
          stage.render();
          context.clearRect(0, 0, 240, 150);
          context.drawImage(stage.canvas, 0, 0, 240, 150);
          for (let quality = 0.9; quality > 0.5 && !isSmall(); quality -= 0.1) url = small.toDataURL("image/webp", quality);
          if (isSmall()) break;
        }
        stage.space.background = before;
        stage.resize(width, height);
        return url;
      }, [moments[name] ?? USUAL, MOST_BYTES]);
      const bytes = Buffer.from(found.split(",")[1], "base64");
      await writeFile(join(folder, `${name}.webp`), bytes);
      console.log(`${name.padEnd(34)} ${bytes.length} bytes`);
    } catch (error) {
      failed++;
      console.log(`${name.padEnd(34)} failed: ${error.message.split("\n")[0]}`);
    }
  }
} finally {
  await browser.close();
  await server.stop();
}
process.exitCode = failed > 0 ? 1 : 0;
