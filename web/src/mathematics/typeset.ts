// Formulas by KaTeX. Nothing in them is trusted: no links, no attributes, no HTML.
import katex from "katex";
import { h } from "../dom";
import { alignOf, equationsOf, inlineParts } from "./latex";
import { scrollsSideways } from "./wide";

// The definitions of a page of a bicycle hold more macros than the 1000 that are allowed by default.
const options = { throwOnError: false, strict: false, trust: false, maxExpand: 100_000, errorColor: "var(--bad)" } as const;

/** A formula; in display style on a line of its own, which scrolls where it is too wide. */
export function typeset(tex: string, display = false, isWide?: () => void): HTMLElement {
  const place = h("span", { class: display ? "formula display" : "formula" });
  try {
    katex.render(tex, place, { ...options, displayMode: display });
  } catch {
    place.replaceChildren(h("code", {}, tex));
  }
  return display ? scrollsSideways(place, isWide) : place;
}

/** Equations below each other. Where one is too wide they part, so that it scrolls alone and its bar is beside it. `parted` gets what was typeset then. */
export function typesetEquations(tex: string, parted: (element: HTMLElement) => void): HTMLElement {
  const equations = equationsOf(tex);
  const place = h("div");
  place.append(typeset(tex, true, equations.length < 2 ? undefined : () => {
    place.replaceChildren(...equations.map((rows) => typeset(alignOf(rows), true)));
    parted(place);
  }));
  return place;
}

/** Words with $formulas$ between them, as a sentence. */
export function typesetSentence(words: string): HTMLElement {
  const place = h("span");
  const parts = inlineParts(words);
  parts.forEach((part, k) => {
    if (part.tex !== undefined) place.append(typeset(part.tex.includes("\\frac") ? `\\displaystyle ${part.tex}` : part.tex));
    else place.append(k === 0 ? part.text!.replace(/^[a-z](?=[a-z]* )/, (c) => c.toUpperCase()) : part.text!);
  });
  if (!/[.!?:]$/.test(words)) place.append(".");
  return place;
}

/**
 * Formulas that are typeset when they come near to the view: a page of a bicycle would take seconds at once.
 * Until then their place is kept by a guess of their height.
 */
export function typesetWhenSeen(tex: string, root: HTMLElement, done: (element: HTMLElement) => void): HTMLElement {
  const place = h("div", { class: "formula-place", "data-tex": tex });
  place.style.minHeight = `${2.4 * (tex.match(/\\\\\n/g)?.length ?? 0) + 2.4}em`;
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((e) => e.isIntersecting)) return;
    observer.disconnect();
    place.style.minHeight = "";
    place.replaceChildren(typesetEquations(tex, done));
    done(place);
  }, { root, rootMargin: "400px" });
  observer.observe(place);
  return place;
}
