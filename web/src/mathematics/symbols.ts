// Every symbol of an equation is tied to its meaning: KaTeX's output is searched for the pictures of the model's symbols.
import { h } from "../dom";
import { numberText } from "../plots/axis";
import type { CheckResult } from "../protocol";
import { printedUnit } from "../units";
import type { Workspace } from "../workspace";
import { typeset } from "./typeset";

export interface Meaning {
  /** As the model's text names it. */
  name: string;
  latex: string;
  /** What it is: parameter, coordinate, … */
  kind: string;
  unit: string;
  description: string;
  value?: number;
  /** An equation that explains it, where the page holds one. */
  definition?: string;
}

/** What the model says about its symbols, and the rates of change that equations contain. */
export function meaningsOf(checked: CheckResult, parameters: Record<string, number> = {}): Meaning[] {
  const out = new Map<string, Meaning>();
  const add = (m: Meaning) => {
    const known = out.get(m.latex);
    if (!m.latex || (known && known.description && !m.description)) return;
    out.set(m.latex, known ? { ...m, description: m.description || known.description, value: m.value ?? known.value } : m);
  };
  for (const s of checked.symbols) add({ ...s });
  for (const p of checked.parameters)
    add({ ...p, kind: p.derived ? "derived parameter" : "parameter", value: parameters[p.name] ?? p.value });
  for (const s of checked.state) add({ name: s.name, latex: s.latex, kind: s.kind, unit: s.unit, description: s.description });
  for (const s of checked.state) {
    const rate = (latex: string, name: string, words: string, unit: string) => {
      if (!out.has(latex)) out.set(latex, { name, latex, kind: words, unit, description: s.description });
    };
    if (s.kind === "coordinate") {
      rate(dotted("dot", s.latex), `${s.name}'`, `velocity of ${s.name}`, perSecond(s.unit, 1));
      rate(dotted("ddot", s.latex), `${s.name}''`, `acceleration of ${s.name}`, perSecond(s.unit, 2));
    } else if (s.kind === "quasi-velocity") rate(dotted("dot", s.latex), `${s.name}'`, `rate of ${s.name}`, "");
  }
  add({ name: "t", latex: "t", kind: "time", unit: "s", description: "time" });
  return [...out.values()];
}

/** q_{1} with a dot: \\dot{q}_{1}, as equations have it. */
export function dotted(accent: "dot" | "ddot", latex: string): string {
  const found = /^([^_]+)(_.*)$/.exec(latex);
  return found ? `\\${accent}{${found[1]}}${found[2]}` : `\\${accent}{${latex}}`;
}

function perSecond(unit: string, power: 1 | 2): string {
  if (!unit || unit === "1") return power === 1 ? "1/s" : "1/s²";
  return power === 1 ? `${unit}/s` : `${unit}/s²`;
}

const skipped = ["strut", "katex-strut", "pstrut", "vlist-s"];
const isAccent = (element: Element) => element.classList.contains("katex-accent") || element.classList.contains("accent");

/** The picture of a formula as a string: letters with their fonts, subscripts and accents; superscripts apart. */
function signature(element: Element): { base: string; power: string } {
  let base = "";
  let power = "";
  if (isAccent(element)) {
    const layers = [...element.querySelectorAll(":scope > .vlist-t > .vlist-r:first-child > .vlist > span")];
    const parts = layers.map((layer) => whole(layer));
    return { base: `accent(${parts.join(",")})`, power: "" };
  }
  if (element.classList.contains("msupsub")) {
    const table = element.querySelector(":scope > .vlist-t");
    const layers = [...(table?.querySelectorAll(":scope > .vlist-r:first-child > .vlist > span") ?? [])].map((layer) => whole(layer));
    if (!table?.classList.contains("vlist-t2")) return { base: "", power: layers.join("") };
    return { base: `_(${layers[0] ?? ""})`, power: layers.slice(1).join("") };
  }
  if (element.childElementCount === 0) {
    const text = (element.textContent ?? "").replace(/\u200b/g, "");
    const font = ["mathbf", "mathrm", "mathsf", "mathcal", "boldsymbol", "amsrm", "mathit"].find((f) => element.classList.contains(f));
    return { base: font && text ? `${font}:${text}` : text, power: "" };
  }
  for (const child of element.children) {
    if (skipped.some((name) => child.classList.contains(name))) continue;
    const part = signature(child);
    base += part.base;
    power += part.power;
  }
  return { base, power };
}
const whole = (element: Element): string => {
  const { base, power } = signature(element);
  return power ? `${base}^(${power})` : base;
};

/** Longer pictures than this are no symbols. */
const longest = 40;

export class SymbolTable {
  private readonly bySignature = new Map<string, number>();

  constructor(readonly meanings: Meaning[]) {
    meanings.forEach((meaning, k) => {
      const found = typeset(meaning.latex).querySelectorAll(".katex-html > *");
      const key = [...found].map(whole).join("");
      if (key && !this.bySignature.has(key)) this.bySignature.set(key, k);
    });
  }

  /** Marks every symbol in an element that KaTeX has filled. */
  mark(root: Element): void {
    for (const formula of root.querySelectorAll(".katex-html")) for (const child of formula.children) this.visit(child);
  }

  private visit(element: Element): void {
    const text = element.textContent ?? "";
    if (text.trim() === "" || element.classList.contains("accent-body")) return;
    if (text.length <= longest && (element.classList.contains("mord") || element.classList.contains("mop"))) {
      const { base, power } = signature(element);
      const exact = this.bySignature.get(power ? `${base}^(${power})` : base);
      if (exact !== undefined) return this.put(element, exact);
      const known = this.bySignature.get(base);
      if (known !== undefined && power) {
        // A power of a symbol: its letter and its subscript are marked, the exponent is searched.
        for (const child of element.children)
          if (!child.classList.contains("msupsub")) this.put(child, known);
          else {
            const table = child.querySelector(":scope > .vlist-t");
            const layers = [...(table?.querySelectorAll(":scope > .vlist-r:first-child > .vlist > span") ?? [])];
            const isBoth = table?.classList.contains("vlist-t2");
            layers.forEach((layer, k) => (isBoth && k === 0 ? this.put(layer, known) : this.visit(layer)));
          }
        return;
      }
    }
    for (const child of element.children) this.visit(child);
  }

  private put(element: Element, k: number): void {
    element.setAttribute("data-symbol", String(k));
  }
}

/** A card beside the pointer that says what a symbol is. One for the page. */
class Card {
  readonly element = h("div", { class: "symbol-card", role: "tooltip", id: "symbol-card", hidden: true });

  show(meaning: Meaning, at: DOMRect): void {
    if (!this.element.isConnected) document.body.append(this.element);
    const head = h("div", { class: "symbol-head" }, typeset(meaning.latex), h("code", {}, meaning.name));
    const value = meaning.value === undefined ? "" : ` = ${numberText(meaning.value, 6)}`;
    const unit = meaning.unit && meaning.unit !== "1" ? ` ${value ? printedUnit(meaning.unit) : `in ${printedUnit(meaning.unit)}`}` : "";
    const words = meaning.description && meaning.description !== meaning.kind ? `${meaning.kind}: ${meaning.description}` : meaning.kind;
    head.append(h("span", { class: "soft" }, value + unit));
    this.element.replaceChildren(head, h("div", {}, words));
    this.element.hidden = false;
    if (meaning.definition) this.define(meaning.definition);
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const left = Math.min(Math.max(8, at.left + at.width / 2 - width / 2), innerWidth - width - 8);
    const above = at.top - height - 8;
    this.element.style.left = `${left}px`;
    this.element.style.top = `${above > 8 ? above : at.bottom + 8}px`;
  }

  /** The pointer cannot reach the card, so that nothing of it could be scrolled. */
  private define(definition: string): void {
    const formula = typeset(definition, true);
    const place = h("div", { class: "symbol-definition" }, formula);
    this.element.append(place);
    const fits = formula.scrollWidth <= formula.clientWidth && this.element.scrollHeight <= this.element.clientHeight;
    if (!fits) place.replaceChildren(h("span", { class: "soft" }, "Its equation is too large for this card; it stands on the page."));
  }

  hide(): void {
    this.element.hidden = true;
  }
}
const card = new Card();

/** Shows meanings while the pointer rests on symbols in `root`, and marks the same symbol everywhere in it. What it returns ends that, as when the symbols leave. */
export function explainSymbols(root: HTMLElement, table: () => SymbolTable | null, workspace: Workspace): () => void {
  let shown: string | null = null;
  const light = (key: string | null) => {
    for (const element of root.querySelectorAll(".symbol-lit")) element.classList.remove("symbol-lit");
    if (key !== null) for (const element of root.querySelectorAll(`[data-symbol="${key}"]`)) element.classList.add("symbol-lit");
  };
  root.addEventListener("pointerover", (event) => {
    const target = (event.target as Element).closest?.("[data-symbol]");
    const key = target?.getAttribute("data-symbol") ?? null;
    if (key === shown) return;
    shown = key;
    const meaning = key === null ? undefined : table()?.meanings[Number(key)];
    if (!target || !meaning) {
      card.hide();
      light(null);
      workspace.pointedAt.set(null);
      return;
    }
    light(key);
    card.show(meaning, target.getBoundingClientRect());
    workspace.pointedAt.set(meaning.name.replace(/'+$/, ""));
  });
  const leave = () => {
    if (shown === null) return;
    shown = null;
    card.hide();
    light(null);
    workspace.pointedAt.set(null);
  };
  root.addEventListener("pointerleave", leave);
  root.addEventListener("scroll", leave, { capture: true, passive: true });
  return leave;
}
