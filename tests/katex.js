// Reads a JSON array of {"name", "tex"} on stdin and typesets each with KaTeX; prints the array of {"name", "error"}.
// Run by latex.test.py.
const katex = require("katex");

const blocks = JSON.parse(require("fs").readFileSync(0, "utf8"));
const errors = [];
for (const { name, tex } of blocks) {
    try {
        // The definitions of a page of a bicycle hold more macros than the 1000 that are allowed by default.
        const maxExpand = 100000;
        katex.renderToString(tex, { displayMode: true, throwOnError: true, strict: "error", output: "mathml", maxExpand });
    } catch (error) {
        if (!(error instanceof katex.ParseError)) throw error;
        errors.push({ name, error: error.message });
    }
}
console.log(JSON.stringify(errors));
