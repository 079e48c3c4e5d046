// Sliders of parameters and initial values. They act while they are dragged.
import { h, icon } from "../dom";
import type { Part, Surroundings } from "../part";
import type { CheckResult } from "../protocol";
import type { Numbers } from "../messages";
import { isAboutValues } from "../messages";
import { typeset } from "../typeset";
import { printedUnit } from "../units";
import { type Range, STEPS, mistakeOf, placeOf, rangeOf, readNumber, shortNumber, startRange, valueAt } from "./range";

const reset = "M3 8a5 5 0 1 1 1.6 3.7M3 12.2V9h3.2";

interface Entry {
  name: string;
  latex: string;
  unit: string;
  description: string;
  own: number;
  range: Range;
  /** What the model allows; null: anything. */
  low: number | null;
  high: number | null;
  derived: boolean;
  set(value: number): void;
  unset(): void;
}
interface Row {
  element: HTMLElement;
  show(value: number, changed: boolean): void;
}

function makeRow(entry: Entry, settle: () => void, pointAt: (name: string | null) => void): Row {
  const { name, range } = entry;
  const spoken = entry.description ? `${name}, ${entry.description}` : name;
  const title = [entry.description, entry.unit ? `[${printedUnit(entry.unit)}]` : "", range.log ? "logarithmic" : ""].filter((s) => s !== "").join(" ");
  const label = h("span.slider-name", { title: entry.description ? `${name}: ${title}` : name }, typeset(entry.latex || name));
  label.addEventListener("pointerenter", () => pointAt(name));
  label.addEventListener("pointerleave", () => pointAt(null));
  const unit = h("span.slider-unit", { title: printedUnit(entry.unit) }, printedUnit(entry.unit));
  if (entry.derived) {
    const value = h("output.slider-derived", { "aria-label": spoken });
    const element = h("div.slider", { "data-name": name }, label, h("span.slider-note", {}, entry.description || "derived"), value, unit, h("span"));
    return { element, show: (v, changed) => (value.textContent = changed ? "derived" : shortNumber(v)) };
  }
  const slide = h("input", { type: "range", min: 0, max: STEPS, step: 1, "aria-label": spoken, title });
  const box = h("input", { type: "text", inputmode: "decimal", "aria-label": `${spoken}, value`, spellcheck: "false", autocomplete: "off" });
  const back = h("button.icon-button.slider-reset", { type: "button", "aria-label": `Reset ${name}`, title: `Back to ${shortNumber(entry.own)}`, onclick: entry.unset }, icon(reset));
  slide.addEventListener("input", () => {
    const place = Number(slide.value);
    // The place of the model's own value gives exactly that value.
    entry.set(place === placeOf(entry.own, range) ? entry.own : valueAt(place, range));
  });
  slide.addEventListener("change", settle);
  slide.addEventListener("dblclick", entry.unset);
  box.addEventListener("focus", () => box.select());
  const mistake = h("div.slider-mistake", { role: "alert", hidden: true });
  const tell = (words: string | null) => {
    if (words === null) box.removeAttribute("aria-invalid");
    else box.setAttribute("aria-invalid", "true");
    mistake.textContent = words ?? "";
    mistake.hidden = words === null;
  };
  box.addEventListener("blur", () => box.getAttribute("aria-invalid") !== "true" && (box.value = shortNumber(current)));
  box.addEventListener("change", () => {
    const value = readNumber(box.value);
    const words = mistakeOf(value, entry.low, entry.high);
    tell(words);
    if (words !== null || value === null) return;
    if (value === entry.own) entry.unset();
    else entry.set(value);
    settle();
    box.value = shortNumber(value);
  });
  box.addEventListener("keydown", (e) => {
    const up = { ArrowUp: 1, ArrowDown: -1 }[e.key];
    if (up === undefined) return;
    e.preventDefault();
    const value = readNumber(box.value) ?? current;
    const next = Number((value + up * (e.shiftKey ? 10 : 1) * 10 ** Math.floor(Math.log10(Math.max(Math.abs(value), 1e-3)) - 1)).toPrecision(10));
    if (mistakeOf(next, entry.low, entry.high) !== null) return;
    box.value = shortNumber(next);
    entry.set(next);
  });
  let current = NaN;
  let wasChanged = false;
  const element = h("div.slider", { "data-name": name }, label, slide, box, unit, back, mistake);
  return {
    element,
    show(value, changed) {
      if (value === current && changed === wasChanged) return;
      wasChanged = changed;
      current = value;
      slide.value = String(placeOf(value, range));
      slide.setAttribute("aria-valuetext", `${shortNumber(value)} ${entry.unit}`.trim());
      if (document.activeElement !== box) box.value = shortNumber(value);  // what is being typed stays
      tell(null);
      element.classList.toggle("changed", changed);
      back.tabIndex = changed ? 0 : -1;
    },
  };
}

export function makeSliders({ workspace, motions }: Surroundings): Part {
  const all = workspace.setting("sliders.all", false);
  const parameterRows = h("div");
  const startRows = h("div");
  const section = (title: string, rows: HTMLElement, clear: () => void, extra: HTMLElement | null = null) => {
    const button = h("button.link", { type: "button", onclick: clear }, "Reset");
    return { button, element: h("section.slider-group", { "aria-label": title }, h("div.slider-head", {}, h("h2", {}, title), extra, button), rows) };
  };
  const parameters = section("Parameters", parameterRows, () => workspace.change({ parameters: {} }));
  const more = h("button.link", { type: "button", onclick: () => all.set(!all.value) });
  const start = section("Start", startRows, () => workspace.change({ initial: {} }), more);
  const problem = h("div.slider-problem", { role: "status" });
  const element = h("div.sliders", {}, parameters.element, start.element, problem);
  const markProblems = () => {
    const found = motions.problems.value.filter(isAboutValues);
    problem.replaceChildren(...found.slice(0, 2).map((p) => h("div.message.bad", {}, p.message, p.help ? h("div.soft", {}, p.help) : null)));
    const named = new Set(found.flatMap((p) => [...p.message.matchAll(/'([^']+)'/g)].map((m) => m[1])));
    for (const row of element.querySelectorAll<HTMLElement>(".slider")) row.classList.toggle("refused", named.has(row.dataset.name ?? ""));
  };
  motions.problems.subscribe(markProblems);

  let rows: { parameters: Map<string, [Row, Entry]>; initial: Map<string, [Row, Entry]> } = { parameters: new Map(), initial: new Map() };
  const without = (values: Numbers, name: string): Numbers => Object.fromEntries(Object.entries(values).filter(([n]) => n !== name));
  const settle = () => workspace.settle();
  const pointAt = (name: string | null) => workspace.pointedAt.set(name);

  const build = (checked: CheckResult) => {
    rows = { parameters: new Map(), initial: new Map() };
    for (const p of checked.parameters) {
      const entry: Entry = {
        ...p, own: p.value, range: rangeOf(p.value, p.unit, p.low, p.high), set: (v) => workspace.setParameter(p.name, v),
        unset: () => workspace.change({ parameters: without(workspace.parameters.value, p.name) }),
      };
      rows.parameters.set(p.name, [makeRow(entry, settle, pointAt), entry]);
    }
    const free = checked.state.filter((s) => s.given || (s.kind !== "multiplier" && s.kind !== "abbreviation"));
    const main = free.filter((s) => s.given || s.kind === "quasi-velocity");
    const shown = all.value || main.length === 0 ? free : main;
    more.hidden = main.length === 0 || main.length === free.length;
    more.textContent = all.value ? "Show fewer" : "Show all";
    for (const s of shown) {
      const own = s.value ?? 0;
      const entry: Entry = {
        ...s, own, derived: false, low: null, high: null, range: startRange(own, s.unit), set: (v) => workspace.setInitial(s.name, v),
        unset: () => workspace.change({ initial: without(workspace.initial.value, s.name) }),
      };
      rows.initial.set(s.name, [makeRow(entry, settle, pointAt), entry]);
    }
    parameterRows.replaceChildren(...[...rows.parameters.values()].map(([r]) => r.element));
    startRows.replaceChildren(...[...rows.initial.values()].map(([r]) => r.element));
    parameters.element.hidden = rows.parameters.size === 0;
    start.element.hidden = rows.initial.size === 0;
    show();
  };
  const show = () => {
    const anyParameter = Object.keys(workspace.parameters.value).length > 0;
    for (const [kind, values] of [["parameters", workspace.parameters.value], ["initial", workspace.initial.value]] as const)
      for (const [name, [row, entry]] of rows[kind]) row.show(values[name] ?? entry.own, entry.derived ? anyParameter : name in values);
    parameters.button.style.visibility = anyParameter ? "visible" : "hidden";
    start.button.style.visibility = Object.keys(workspace.initial.value).length > 0 ? "visible" : "hidden";
  };
  let shape = "";
  workspace.name.subscribe(() => (element.scrollTop = 0));
  const rebuild = (checked: CheckResult | null) => {
    if (!checked?.ok) return;  // a text with mistakes keeps the sliders it had
    const now = JSON.stringify([checked.parameters, checked.state, all.value]);
    if (now !== shape) {
      shape = now;
      build(checked);
    } else show();
  };
  workspace.checked.follow(rebuild);
  all.subscribe(() => rebuild(workspace.checked.value));
  workspace.parameters.subscribe(show);
  workspace.initial.subscribe(show);
  return { element };
}
