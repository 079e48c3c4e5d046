// Formulas in text, by KaTeX.
import katex from "katex";
import { h } from "./dom";

const known = new Map<string, string>();

/** A formula as an element; text that is no LaTeX is shown as it stands. */
export function typeset(latex: string, display = false): HTMLElement {
  const key = `${display} ${latex}`;
  let html = known.get(key);
  if (html === undefined) {
    try {
      html = katex.renderToString(latex, { displayMode: display, throwOnError: true, strict: "ignore" });
    } catch {
      html = "";
    }
    if (known.size > 2000) known.clear();
    known.set(key, html);
  }
  const element = h("span.formula");
  if (html === "") element.textContent = latex;
  else element.innerHTML = html;
  return element;
}
