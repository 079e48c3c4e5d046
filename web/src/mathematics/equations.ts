// The equations of motion in one form or in two beside each other.
import { isQuiet, type Pending } from "../connection";
import { h, iconButton } from "../dom";
import type { Part, Surroundings } from "../part";
import { copyButton, keepsScrollKeys } from "../plots/element";
import { problemElement, sentence } from "../plots/task";
import type { DeriveResult } from "../protocol";
import { printedUnit } from "../units";
import { conceptLink } from "./concept";
import { FormMenu } from "./form_menu";
import { applicableForms, helloOf } from "./hello";
import { definitionsOf, formulaTex, type LatexPage, pieces, readPages } from "./latex";
import { explainSymbols, meaningsOf, SymbolTable } from "./symbols";
import { typeset, typesetWhenSeen } from "./typeset";

/** A page of so many letters is typeset at once; a longer one in pieces, when they come into view. */
const letters = { ofShortPage: 12_000, ofPiece: 4000 };

/** Forms that read well, the best first: vectors of a single body, Kane's for several, Hamel's otherwise. */
const preferred = ["vector", "kane", "hamel", "voronets", "lagrange-multipliers"];

export function makeEquations(s: Surroundings): Part {
  /** Null: the form that reads best. */
  const first = s.workspace.setting<string | null>("mathematics.form", null);
  const second = s.workspace.setting<string | null>("mathematics.second", null);
  const sheets = h("div", { class: "sheets" });
  const element = h("div", { class: "equations" }, sheets);
  const one = makeSheet(s, first.value, "Form", (id) => first.set(id));
  let two: Sheet | null = null;
  let visible = false;

  const beside = h("button", { type: "button", class: "button small", onclick: () => second.set(second.value === null ? otherForm() : null) });
  const enlarge = iconButton("Enlarge the equations", "M9.5 2.5h4v4M6.5 13.5h-4v-4M13.5 2.5l-4.5 4.5M2.5 13.5L7 9", () => setLarge(!isLarge()));
  const isLarge = () => element.classList.contains("large");
  const setLarge = (large: boolean) => {
    element.classList.toggle("large", large);
    enlarge.setAttribute("aria-pressed", String(large));
    for (const sheet of [one, two]) sheet?.resized();
  };
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isLarge()) setLarge(false);
  });
  const otherForm = () => {
    const forms = (helloOf(s).value?.forms ?? []).filter((f) => applicableForms(s).value.get(f.id)?.applies !== false);
    const others = forms.map((f) => f.id).filter((id) => id !== one.shownForm());
    return others.find((id) => id === "hamel") ?? others[0] ?? "hamel";
  };
  one.tools.append(beside, enlarge);
  sheets.append(one.element);

  first.subscribe((id) => one.setForm(id));
  second.follow((id) => {
    beside.textContent = id === null ? "Compare" : "One form";
    beside.title = id === null ? "Show a second form beside this one" : "Show one form only";
    if (id === null) {
      two?.element.remove();
      two?.shown(false);
      two = null;
    } else if (two) two.setForm(id);
    else {
      two = makeSheet(s, id, "Second form", (form) => second.set(form));
      sheets.append(two.element);
      two.shown(visible);
    }
    sheets.classList.toggle("two", id !== null);
    one.resized();
  });
  return {
    element,
    shown(now) {
      visible = now;
      for (const sheet of [one, two]) sheet?.shown(now);
    },
    resized() {
      for (const sheet of [one, two]) sheet?.resized();
    },
  };
}

interface Sheet {
  element: HTMLElement;
  tools: HTMLElement;
  setForm(id: string | null): void;
  shownForm(): string | null;
  shown(visible: boolean): void;
  resized(): void;
}

function makeSheet(s: Surroundings, start: string | null, label: string, changed: (id: string) => void): Sheet {
  const { workspace, server } = s;
  const hello = helloOf(s);
  const applicable = applicableForms(s);
  let chosen = start;
  let shown: string | null = null;
  let visible = false;
  let asked = "";
  let pending: Pending<DeriveResult> | null = null;
  let table: SymbolTable | null = null;
  let latex = "";

  const menu = new FormMenu(label, changed);
  const tools = h("div", { class: "sheet-tools" });
  const formula = h("div", { class: "sheet-formula" });
  const page = h("div", { class: "sheet-page", tabindex: 0, role: "region", "aria-label": `${label}: equations` });
  const copy = copyButton("Copy LaTeX", () => latex);
  copy.classList.add("small");
  const element = h("section", { class: "sheet" }, h("div", { class: "bar sheet-bar" }, menu.element, h("span", { class: "space" }), tools), page);
  keepsScrollKeys(page);
  explainSymbols(page, () => table, workspace);

  const fillMenu = () => {
    const forms = hello.value?.forms ?? [];
    menu.set(
      forms.map((f) => {
        const known = applicable.value.get(f.id);
        return { id: f.id, title: f.title, source: f.source, role: f.role, reason: known && !known.applies ? known.reason ?? "does not apply" : null };
      }),
      shown ?? chosen ?? "",
    );
  };

  /** Letters that fit on a line, as `derive --width` counts them. */
  const width = () => Math.max(30, Math.floor(((page.clientWidth || 360) - 32) / 7.8));
  const key = () => JSON.stringify([workspace.checkedText.value, chosen, width()]);
  const doesApply = (form: string) => applicable.value.get(form)?.applies !== false;

  async function derive(): Promise<void> {
    if (!visible || !workspace.checked.value?.ok) return;
    const now = key();
    if (now === asked) return;
    asked = now;
    pending?.cancel();
    delete page.dataset.shown;
    const slow = setTimeout(() => page.classList.add("busy"), 150);
    const stop = h("button", { type: "button", class: "button small", onclick: () => pending?.cancel() }, "Cancel");
    const tell = setTimeout(() => page.prepend(h("div", { class: "message sheet-wait" }, "Deriving… ", stop)), 600);
    const line = width();
    const candidates = [...new Set([...(chosen === null ? [] : [chosen]), ...preferred])].filter((form) => form === chosen || doesApply(form));
    let why: string | null = null;
    for (const form of candidates) {
      const mine = server.ask("derive", { model: workspace.checkedText.value, form, width: line }, { lane: `derive ${label}` });
      pending = mine;
      const answer = await mine.answer;
      if (pending !== mine) break; // another one is under way
      pending = null;
      if (answer.ok && answer.result && !answer.result.applies) {
        if (form === chosen) why = answer.result.reason ?? "";
        continue;
      }
      page.classList.remove("busy");
      page.querySelector(".sheet-wait")?.remove();
      if (isQuiet(answer)) showCancelled(answer.errors.some((e) => e.code === "cancelled"));
      else if (!answer.ok || !answer.result) showProblems(answer.errors.map((e) => problemElement(e)));
      else show(answer.result, line, why);
      break;
    }
    clearTimeout(slow);
    clearTimeout(tell);
  }

  function showCancelled(byUser: boolean): void {
    asked = "";
    if (byUser)
      page.replaceChildren(h("div", { class: "message" }, "Cancelled. ", h("button", { type: "button", class: "button small", onclick: () => void derive() }, "Derive")));
  }

  const notApplicable = (form: string, reason: string) => {
    const title = hello.value?.forms.find((f) => f.id === form)?.title ?? form;
    return h("div", { class: "message" }, h("p", {}, `${title} does not apply to this model, so another form is shown.`), h("p", {}, sentence(reason)));
  };

  function showProblems(nodes: HTMLElement[]): void {
    latex = "";
    page.replaceChildren(...nodes);
  }

  /** `why` the chosen form does not apply, where another is shown. */
  function show(result: DeriveResult, line: number, why: string | null): void {
    latex = result.latex;
    shown = result.form;
    fillMenu();
    const pages = readPages(result.latex);
    makeTable(pages, result);
    const about = hello.value?.forms.find((f) => f.id === result.form);
    formula.replaceChildren(
      h("span", { class: "sheet-law" }, about?.formula ? typeset(formulaTex(about.formula)) : ""), h("span", { class: "tiny" }, conceptLink("forms", about?.source || "About this form", result.form)),
    );
    const mark = (place: HTMLElement) => table?.mark(place);
    const isShort = latex.length < letters.ofShortPage;
    const sections = pages.flatMap((p) => p.sections).map((section) => {
      const body = h("div", { class: "sheet-section-body" });
      if (isShort) body.append(typeset(section.tex, true));
      else for (const tex of pieces(section.tex, letters.ofPiece)) body.append(typesetWhenSeen(tex, page, mark));
      return h("section", { class: "sheet-section" }, h("h3", {}, heading(section.title)), body);
    });
    const note = why === null || chosen === null ? [] : [notApplicable(chosen, why)];
    const more = [onDemand("Matrices: M z + h = Q", "matrices", result.form, line), onDemand("Permutation relations of the variations", "permutations", result.form, line)];
    page.replaceChildren(...note, h("div", { class: "sheet-head" }, formula, copy), ...sections, ...more, legend());
    if (isShort) mark(page);
    page.scrollTop = 0;
    // For tests: what is shown, and how wide its lines are.
    page.dataset.shown = result.form;
    page.dataset.width = String(line);
  }

  /** A part of the page that is derived when it is opened. */
  function onDemand(title: string, part: string, form: string, line: number): HTMLElement {
    const body = h("div", { class: "sheet-part-body", "aria-busy": "false" });
    const box = h("details", { class: "legend sheet-part", "data-part": part }, h("summary", {}, title), body);
    box.addEventListener("toggle", async () => {
      if (!box.open || body.childElementCount > 0) return;
      body.replaceChildren(h("p", { class: "faint" }, "Deriving…"));
      body.setAttribute("aria-busy", "true");
      const answer = await server.ask("derive", { model: workspace.checkedText.value, form, width: line, parts: [part] }, { lane: `${part} ${label}` }).answer;
      body.setAttribute("aria-busy", "false");
      if (isQuiet(answer)) return body.replaceChildren();
      const formulas = readPages(answer.result?.latex ?? "").flatMap((p) => p.sections).map((section) => typeset(section.tex, true));
      const problems = [...answer.errors.map((e) => problemElement(e)), ...answer.warnings.map((w) => problemElement(w, "plain"))];
      body.replaceChildren(...problems, ...formulas);
      if (body.childElementCount === 0) body.append(h("p", { class: "faint" }, "There are none."));
      table?.mark(body);
    });
    return box;
  }

  function makeTable(pages: LatexPage[], result: DeriveResult): void {
    const checked = workspace.checked.value;
    if (!checked) return;
    const meanings = meaningsOf(checked, workspace.parameters.value);
    const known = new Set(meanings.map((m) => m.latex));
    for (const section of pages.flatMap((p) => p.sections))
      for (const [left, definition] of definitionsOf(section)) {
        const same = meanings.find((m) => m.latex === left);
        if (same && isDefining(section.title)) same.definition = definition;
        if (known.has(left) || !isDefining(section.title)) continue;
        known.add(left);
        meanings.push({ name: "", latex: left, kind: "abbreviation on this page", unit: "", description: "", definition });
      }
    for (const [name, symbol] of Object.entries(result.symbols))
      if (!known.has(symbol.latex)) meanings.push({ name, latex: symbol.latex, kind: symbol.meaning, unit: "", description: "" });
    table = new SymbolTable(meanings);
  }

  function legend(): HTMLElement {
    const rows = (table?.meanings ?? []).map((m, k) => ({ m, k })).filter(({ m }) => m.description && !m.definition && !m.name.endsWith("'") && m.kind !== "time");
    const box = h("details", { class: "legend" }, h("summary", {}, "Symbols"));
    box.addEventListener("toggle", () => {
      if (!box.open || box.childElementCount > 1) return;
      const list = h("table", { class: "plain" });
      for (const { m, k } of rows) {
        const sign = h("td", { "data-symbol": k }, typeset(m.latex));
        list.append(h("tr", {}, sign, h("td", {}, m.description), h("td", { class: "soft" }, m.unit === "1" ? "" : printedUnit(m.unit))));
      }
      box.append(list);
    });
    box.hidden = rows.length === 0;
    return box;
  }

  hello.follow(fillMenu);
  applicable.follow(fillMenu);
  const noModel = () => {
    const checked = workspace.checked.value;
    if (!checked) return;
    if (!checked.ok) {
      pending?.cancel();
      asked = "";
      page.classList.toggle("stale", latex !== "");
      if (latex === "") page.replaceChildren(h("div", { class: "message" }, "The model has mistakes; its equations appear when they are mended."));
      return;
    }
    page.classList.remove("stale");
    void derive();
  };
  workspace.checked.follow(noModel);
  server.status.subscribe((status) => status === "open" && void derive());
  let resizing: ReturnType<typeof setTimeout> | undefined;
  return {
    element,
    tools,
    shownForm: () => shown,
    setForm(id) {
      chosen = id;
      shown = null;
      fillMenu();
      void derive();
    },
    shown(now) {
      visible = now;
      if (now) void derive();
    },
    resized() {
      clearTimeout(resizing);
      resizing = setTimeout(() => void derive(), 250);
    },
  };
}

const isDefining = (title: string) => !["equations", "solved", "kinematics", "constraints"].includes(title);

function heading(title: string): string {
  return title.charAt(0).toUpperCase() + title.slice(1);
}
