import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { StringStream } from "@codemirror/language";
import { startState, statements, token } from "../src/model/language";

function tokens(text: string): [string, string][] {
  const state = startState();
  const found: [string, string][] = [];
  for (const line of text.split("\n")) {
    const stream = new StringStream(line, 2, 2);
    while (!stream.eol()) {
      stream.start = stream.pos;
      const kind = token(stream, state);
      if (kind) found.push([stream.current(), kind]);
      assert.ok(stream.pos > stream.start, "a token has letters");
    }
  }
  return found;
}
const kindOf = (text: string, word: string, at = 0) => tokens(text).filter(([w]) => w === word)[at]?.[1];

test("words begin statements only at their beginning", () => {
  const text = "coord mass [m], coord\n  kinetic mass'^2\n  let body = 3";
  assert.equal(kindOf(text, "coord", 0), "keyword");
  assert.equal(kindOf(text, "coord", 1), "name");
  assert.equal(kindOf(text, "mass", 0), "name");
  assert.equal(kindOf(text, "body"), "name");
});

test("a statement continues after an operator, a comma and inside parentheses", () => {
  assert.equal(kindOf("let a = 1 +\n  mass", "mass"), "name");
  assert.equal(kindOf("param a = 1,\n  mass = 2", "mass"), "name");
  assert.equal(kindOf("let a = (1\n  mass)", "mass"), "name");
  assert.equal(kindOf("let a = b\n  + mass", "mass"), "name");
  assert.equal(kindOf("body b { mass 1; inertia (1, 2, 3)\n shape ball(r) }", "shape"), "keyword");
  assert.equal(kindOf("experiment default { until 5; every 1 }", "every"), "keyword");
});

test("units, numbers, strings, comments", () => {
  const text = "param m = 1.5e-3 [kg m^2] in 0.1..10 \"mass\" # why";
  assert.equal(kindOf(text, "[kg m^2]"), "unit");
  assert.equal(kindOf(text, "1.5e-3"), "number");
  assert.equal(kindOf(text, "0.1"), "number");
  assert.equal(kindOf(text, "10"), "number");
  assert.equal(kindOf(text, "in"), "clause");
  assert.equal(kindOf(text, "\"mass\""), "string");
  assert.equal(kindOf(text, "# why"), "comment");
});

test("functions are functions before a parenthesis", () => {
  assert.equal(kindOf("let a = sin(x)", "sin"), "function");
  assert.equal(kindOf("let a = θ' * pi", "θ"), "name");
  assert.equal(kindOf("let a = θ' * pi", "pi"), "constant");
});

test("brackets of an algebra are no units", () => {
  assert.notEqual(kindOf("algebra table { [1, 2] = e3 }", "[1, 2]"), "unit");
});

test("the words that begin the statements of the gallery are known", () => {
  const folder = join(process.cwd(), process.cwd().endsWith("web") ? "../gallery" : "gallery");
  for (const file of readdirSync(folder).filter((f) => f.endsWith(".anh"))) {
    const text = readFileSync(join(folder, file), "utf8");
    for (const line of text.split("\n")) {
      const word = /^ {2}([a-z]+)\b(?!')/.exec(line)?.[1]; // but for the rate of a state: e' = …
      if (word) assert.ok(statements.has(word), `${file}: ${word}`);
    }
  }
});
