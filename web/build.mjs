// Builds the page: node build.mjs [--outdir=DIR] [--modules=DIR/node_modules] [--watch]
import { createRequire } from "node:module";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const option = (name, otherwise) => {
  const found = process.argv.find((a) => a.startsWith(`--${name}=`));
  return found ? resolve(found.slice(name.length + 3)) : otherwise;
};
const outdir = option("outdir", join(here, "../build/web"));
const modules = option("modules", join(here, "node_modules"));
const { build } = createRequire(join(modules, "x.js"))("esbuild");

// KaTeX offers each font in three formats and many alphabets; every browser that runs the page reads woff2, and equations use these.
const fonts = /KaTeX_(AMS|Main|Math|Size|Caligraphic)/;
const katexFonts = {
  name: "katex-fonts",
  setup(b) {
    b.onLoad({ filter: /katex\.min\.css$/ }, async ({ path }) => {
      const css = await readFile(path, "utf8");
      const contents = css
        .replace(/,url\([^)]*\.(woff|ttf)\) format\("\w+"\)/g, "")
        .replace(/@font-face\{[^}]*\}/g, (rule) => (fonts.test(rule) ? rule : ""));
      return { contents, loader: "css" };
    });
  },
};

const common = {
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022", "chrome102", "firefox104", "safari16"],
  legalComments: "none",
  nodePaths: [modules],
  loader: { ".woff2": "file" },
  assetNames: "fonts/[name]",
  plugins: [katexFonts],
  logLevel: "warning",
};

await mkdir(outdir, { recursive: true });
await rm(join(outdir, "fonts"), { recursive: true, force: true });
await build({ ...common, entryPoints: { app: join(here, "src/main.ts") }, outdir });

const player = await build({ ...common, format: "iife", entryPoints: { player: join(here, "src/player.ts") }, outdir, write: false });
const part = (end) => player.outputFiles.find((f) => f.path.endsWith(end)).text;
const template = await readFile(join(here, "static/player.html"), "utf8");
const page = template
  .replace("/* player.css */", () => part(".css"))
  .replace("/* player.js */", () => part(".js").replaceAll("</script", "<\\/script"));
if (page.split("<!-- anholon:data -->").length !== 2) throw new Error("player.html must hold the comment <!-- anholon:data --> once");
await writeFile(join(outdir, "player.html"), page);
await cp(join(here, "static/index.html"), join(outdir, "index.html"));
for (const name of ["boot.js", "icon.svg"]) await cp(join(here, "static", name), join(outdir, name));
const thumbnails = join(here, "thumbnails");
await rm(join(outdir, "thumbnails"), { recursive: true, force: true });
await cp(thumbnails, join(outdir, "thumbnails"), { recursive: true });

// The pages about concepts, which the page shows beside a fact.
await rm(join(outdir, "concepts"), { recursive: true, force: true });
await cp(join(here, "../docs/concepts"), join(outdir, "concepts"), { recursive: true });

let total = 0;
for (const name of ["index.html", "app.js", "app.css", "player.html"]) {
  const bytes = gzipSync(await readFile(join(outdir, name))).length;
  if (name !== "player.html") total += bytes;
  console.log(`${name.padEnd(12)} ${(bytes / 1000).toFixed(0).padStart(5)} kB gzip`);
}
console.log(`page         ${(total / 1000).toFixed(0).padStart(5)} kB gzip`);
