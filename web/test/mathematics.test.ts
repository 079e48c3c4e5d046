import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { comparisonWords, shares } from "../src/mathematics/words";

import { readPages, rowsOf, equationsOf, pieces, definitionsOf, formulaTex, inlineParts, nameTex } from "../src/mathematics/latex";
import { readMarkdown, readInline, anchorOf, target } from "../src/mathematics/markdown";
import { readRoots, signOf, rangesOf, rootLines, rootText, rootWords, RootTail } from "../src/mathematics/roots";

const page = String.raw`% Sleigh: Boltzmann–Hamel, Poincaré (Hamel 1904)
%% equations
\begin{align*}
& \frac{d}{dt} (m v) - m a w^{2} = 0 \\
& \frac{d}{dt} \bigl( \begin{pmatrix} a \\ b \end{pmatrix} w \bigr) = 0 \\
&\quad + m a v w
\end{align*}
%% abbreviations
\begin{align*}
s_{1} &= m a^{2} + J \\
s_{2} &= \sin \theta \cos \theta
\end{align*}
`;

test("a page of LaTeX is read in sections", () => {
  const [read] = readPages(page);
  assert.equal(read.title, "Sleigh: Boltzmann–Hamel, Poincaré (Hamel 1904)");
  assert.deepEqual(read.sections.map((s) => s.title), ["equations", "abbreviations"]);
  assert.ok(page.includes(read.sections[0].tex), "the LaTeX of a section stands as it was printed");
  assert.deepEqual(readPages(""), []);
});

test("rows are cut outside of inner environments and braces", () => {
  const [equations] = readPages(page)[0].sections;
  assert.equal(rowsOf(equations.tex).length, 3);
  const grouped = equationsOf(equations.tex);
  assert.equal(grouped.length, 2);
  assert.equal(grouped[1].length, 2, "a row that begins with &\\quad goes on with its equation");
  assert.deepEqual(rowsOf(String.raw`\begin{align*} a_{\{} &= 1 \\ b &= 2 \end{align*}`), [String.raw`a_{\{} &= 1`, "b &= 2"]);
});

test("pieces of a long environment hold the same rows", () => {
  const rows = Array.from({ length: 50 }, (_, k) => `x_{${k}} &= ${"y ".repeat(40)}`);
  const tex = `\\begin{align*}\n${rows.join(" \\\\\n")}\n\\end{align*}`;
  const cut = pieces(tex, 500);
  assert.ok(cut.length > 5);
  assert.deepEqual(cut.flatMap(rowsOf), rowsOf(tex));
  assert.deepEqual(pieces(page, 6000), [page]);
});

test("abbreviations are found with their equations", () => {
  const found = definitionsOf(readPages(page)[0].sections[1]);
  assert.deepEqual([...found.keys()], ["s_{1}", "s_{2}"]);
  assert.match(found.get("s_{2}"), /^\\begin\{align\*\}\ns_\{2\} &= /);
});

test("sentences with formulas", () => {
  assert.deepEqual(inlineParts(String.raw`the integral $m v^{2}$ is kept by wheel\_1`), [
    { text: "the integral " }, { tex: "m v^{2}" }, { text: " is kept by wheel_1" },
  ]);
});

test("Markdown: blocks and inline parts", () => {
  const blocks = readMarkdown("# The `x` page\n\nA line\ngoes on, see [verify](verify.md#unknown).\n\n- one\n- two *three*\n\n| a | b |\n|---|---|\n| `x\\|y` | **c** |\n\n```console\n$ ls | wc\n```\n");
  assert.deepEqual(blocks.map((b) => b.kind), ["heading", "paragraph", "list", "table", "code"]);
  assert.deepEqual(blocks[1].parts[1], { kind: "link", to: "verify.md#unknown", parts: [{ kind: "text", text: "verify" }] });
  assert.deepEqual(blocks[3].rows[0], [[{ kind: "code", text: "x|y" }], [{ kind: "strong", parts: [{ kind: "text", text: "c" }] }]]);
  assert.equal(blocks[4].text, "$ ls | wc");
  for (const text of ["2*a*b and x*y", "n*m* (k)"]) assert.deepEqual(readInline(text), [{ kind: "text", text }], "products are no emphasis");
});

test("links lead to pages of the bundle, to the web, or nowhere", () => {
  assert.deepEqual(target("verify.md#unknown"), { page: "verify", anchor: "unknown" });
  assert.deepEqual(target("#the-page"), { page: "", anchor: "the-page" });
  assert.deepEqual(target("https://example.org/a"), { web: "https://example.org/a" });
  assert.equal(target("../theory.md"), null);
  assert.equal(target("javascript:alert(1)"), null);
  assert.equal(anchorOf("What is asked of a core"), "what-is-asked-of-a-core");
});

test("every page of docs/concepts is read without a rest", () => {
  const folder = join(process.cwd(), process.cwd().endsWith("web") ? ".." : ".", "docs/concepts");
  for (const file of readdirSync(folder)) {
    const text = readFileSync(join(folder, file), "utf8");
    const blocks = readMarkdown(text);
    assert.equal(blocks[0].kind, "heading", file);
    assert.equal((text.match(/^```/gm) ?? []).length / 2, blocks.filter((b) => b.kind === "code").length, file);
    for (const block of blocks.filter((b) => b.kind === "table"))
      for (const row of block.rows) assert.equal(row.length, block.head.length, `${file}: a row of a table has as many cells as its head`);
  }
});

test("eigenvalues in every shape", () => {
  assert.deepEqual(readRoots([[1, 2], { re: -1, im: 0 }, { real: 3, imaginary: 4 }, 5]), [
    { re: 1, im: 2 }, { re: -1, im: 0 }, { re: 3, im: 4 }, { re: 5, im: 0 },
  ]);
  assert.deepEqual(readRoots(null), []);
});

test("pairs are one line, rounding is zero", () => {
  const roots = readRoots([[2.12, 109.4], [2.12, -109.4], [1e-13, 0], [-0.2, 34.1], [-0.2, -34.1]]);
  const lines = rootLines(roots);
  assert.deepEqual(lines.map((l) => rootText(l.root, l.isPair, l.sign)), ["2.12 ± 109.4 i", "0", "−0.2 ± 34.1 i"]);
  assert.equal(signOf({ re: 1e-13, im: 0 }, roots), 0);
  assert.match(rootWords(roots[0], 1), /^grows by e in 0\.472\u00a0s, 17\.4\u00a0Hz$/);
});

test("both half planes stay in sight", () => {
  for (const roots of [[{ re: 0, im: 2 }, { re: 0, im: -2 }], [{ re: -3, im: 0 }], [{ re: 4, im: 1 }], [{ re: 0, im: 0 }]]) {
    const { x, y } = rangesOf(roots, []);
    assert.ok(x.low < 0 && x.high > 0 && y.low < 0 && y.high > 0, JSON.stringify(roots));
    for (const r of roots) assert.ok(r.re > x.low && r.re < x.high && r.im > y.low && r.im < y.high);
  }
  const tail = new RootTail(2);
  for (const re of [1, 2, 3]) tail.push([{ re, im: 0 }]);
  assert.deepEqual(tail.all.flat().map((r) => r.re), [2, 3]);
});

test("laws of forms become LaTeX", () => {
  assert.equal(formulaTex("(∂L/∂η_s)˙ − X_s L = c^m_rs η_r"), String.raw`(∂L/∂η_{s})^{\textstyle\cdot} - X_{s} L = c^{m}_{rs} η_{r}`);
  assert.equal(formulaTex("[L*]_r = Q*_r + θ_α {g}"), String.raw`[L^{*}]_{r} = Q^{*}_{r} + θ_{α} \{g\}`);
  assert.equal(formulaTex("Ḃ_ir q̈,  f = 0"), String.raw`\dot{B}_{ir} \ddot{q},\quad f = 0`);
  assert.equal(formulaTex("c^(k)_rs"), "c^{(k)}_{rs}");
});

test("names as the literature writes them", () => {
  assert.equal(nameTex("gamma3"), "\\gamma_{3}");
  assert.equal(nameTex("w1'"), "\\dot{w}_{1}");
  assert.equal(nameTex("theta''"), "\\ddot{\\theta}");
  for (const name of ["leaning", "m*v", "gammas", "K1^2"]) assert.equal(nameTex(name), null, name);
});

test("shares of regimes", () => {
  assert.deepEqual(shares({ regimes: [["stable", "flutter"], ["stable", "stable"]] }), [["stable", 0.75], ["flutter", 0.25]]);
});

test("comparisons in words", () => {
  const c = { a: "A", b: "B", map: [], kind: null, parameters: "all" as const, reason: null };
  assert.match(comparisonWords({ ...c, holds: true, kind: "equivalence" }).word, /for all values.*equivalent/);
  assert.equal(comparisonWords({ ...c, holds: false }).tone, "bad");
  assert.equal(comparisonWords({ ...c, holds: null }).word, "Not decided: no map was found.");
});
