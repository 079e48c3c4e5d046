// Runs the tests of the page's logic: bundles test/*.test.ts, then node's own test runner. [--modules=DIR/node_modules]
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const given = process.argv.find((a) => a.startsWith("--modules="));
const modules = given ? resolve(given.slice(10)) : join(here, "../node_modules");
const { buildSync } = createRequire(join(modules, "x.js"))("esbuild");
const folder = mkdtempSync(join(tmpdir(), "anholon-web-tests-"));
try {
  const names = readdirSync(here).filter((f) => f.endsWith(".test.ts"));
  buildSync({
    entryPoints: names.map((f) => join(here, f)), outdir: folder, bundle: true, platform: "node", format: "esm", target: "node18", nodePaths: [modules],
    outExtension: { ".js": ".mjs" }, logLevel: "warning", loader: { ".css": "empty" },
  });
  const files = names.map((f) => join(folder, f.replace(/\.ts$/, ".mjs")));
  process.exitCode = spawnSync(process.execPath, ["--test", ...files], { stdio: "inherit" }).status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
