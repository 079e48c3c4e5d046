// The equations of motion in one form or in two beside each other.
import { isQuiet, type Pending } from "../connection";
import { h, iconButton } from "../dom";
import type { Numbers } from "../messages";
import type { Part, Surroundings } from "../part";
import { copyButton, keepsScrollKeys } from "../plots/element";
import { PerModel } from "../plots/per_model";
import { AnswerPlace, type Question } from "../plots/place";
import { problemElement, sentence } from "../plots/task";
import type { CheckResult, DeriveResult } from "../protocol";
import { printedUnit } from "../units";
import { conceptLink } from "./concept";
import { FormMenu } from "./form_menu";
import { type Applicable, formsOf, helloOf } from "./hello";
import { definitionsOf, formulaTex, type LatexPage, pieces, readPages } from "./latex";
import { explainSymbols, type Meaning, meaningsOf, SymbolTable } from "./symbols";
import { typeset, typesetEquations, typesetWhenSeen } from "./typeset";
import { scrollsSideways } from "./wide";

/** A page of so many letters is typeset at once; a longer one in pieces, when they come into view. */
const letters = { ofShortPage: 12_000, ofPiece: 4000 };

/** Forms that read well, the best first: vectors of a single body, Kane's for several, Hamel's otherwise. */
const preferred = ["vector", "kane", "hamel", "voronets", "lagrange-multipliers"];

/** `form`: null for the form that reads best. */
interface Asked extends Question {
  form: string | null;
}

export function makeEquations(s: Surroundings): Part {
  const first = new PerModel<string>(s.workspace, "mathematics.form");
  const second = new PerModel<string>(s.workspace, "mathematics.second");
  const sheets = h("div", { class: "sheets" });
  const element = h("div", { class: "equations" }, sheets);
  const one = makeSheet(s, first, "Form");
  let two: Sheet | null = null;
  let visible = false;

  const beside = h("button", { type: "button", class: "button small", onclick: () => second.set(second.value === null ? one.otherForm() : null) });
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
  one.tools.append(beside, enlarge);
  sheets.append(one.element);

  const arrange = () => {
    const isOpen = second.value !== null;
    beside.textContent = isOpen ? "One form" : "Compare";
    beside.title = isOpen ? "Show one form only" : "Show a second form beside this one";
    if (isOpen) two ??= makeSheet(s, second, "Second form");
    if (two && isOpen !== two.element.isConnected) {
      if (isOpen) sheets.append(two.element);
      else two.element.remove();
      one.resized();
    }
    two?.shown(visible && isOpen);
    sheets.classList.toggle("two", isOpen);
  };
  second.subscribe(arrange);
  arrange();
  return {
    element,
    shown(now) {
      visible = now;
      one.shown(now);
      two?.shown(now && second.value !== null);
    },
    resized() {
      for (const sheet of [one, two]) sheet?.resized();
    },
  };
}

interface Sheet {
  element: HTMLElement;
  tools: HTMLElement;
  /** A form that applies and is not the one shown. */
  otherForm(): string;
  shown(visible: boolean): void;
  resized(): void;
}

/** `chosen`: by the user for this model; null for the form that reads best. */
function makeSheet(s: Surroundings, chosen: PerModel<string>, label: string): Sheet {
  const { workspace, server } = s;
  const hello = helloOf(s);
  let visible = false;
  let applicable: { model: string; forms: Applicable } | null = null;
  /** The question under way. */
  let flight: { asked: Asked; line: number; pending: Pending<DeriveResult> | null } | null = null;
  /** The equations that stand in the place; null if it is empty or holds a message. */
  let shown: { form: string; line: number; table: SymbolTable } | null = null;

  const menu = new FormMenu(label, (form) => chosen.set(form));
  const tools = h("div", { class: "sheet-tools" });
  const stop = h("button", { type: "button", class: "button small", onclick: () => cancel() }, "Cancel");
  const wait = h("div", { class: "message sheet-wait", hidden: true }, "Deriving… ", stop);
  const page = h("div", { class: "sheet-page", tabindex: 0, role: "region", "aria-label": `${label}: equations`, "aria-busy": "false" });
  const element = h("section", { class: "sheet" }, h("div", { class: "bar sheet-bar" }, menu.element, h("span", { class: "space" }), tools), page);
  keepsScrollKeys(page);
  const leaveSymbols = explainSymbols(page, () => shown?.table ?? null, workspace);

  const question = (): Asked | null => (workspace.model.value ? { model: workspace.model.value.text, form: chosen.value } : null);
  const place = new AnswerPlace<Asked>(workspace, question, () => {
    if (place.standing === "empty") shown = null;
    leaveSymbols();
    // For tests: what is shown of the present model, and how wide its lines are.
    if (shown && place.standing === "present") Object.assign(page.dataset, { shown: shown.form, width: String(shown.line) });
    else for (const key of ["shown", "width"]) delete page.dataset[key];
    fillMenu();
  });
  const nothing = h("div", { class: "message", hidden: true }, "The model has mistakes; its equations appear when they are mended.");
  page.append(wait, nothing, place.element);

  const doesApply = (form: string) => (applicable && applicable.model === workspace.model.value?.text ? applicable.forms?.get(form) : undefined);
  function fillMenu(): void {
    menu.set(
      (hello.value?.forms ?? []).map((f) => {
        const known = doesApply(f.id);
        return { id: f.id, title: f.title, source: f.source, role: f.role, reason: known && !known.applies ? known.reason ?? "does not apply" : null };
      }),
      shown?.form ?? chosen.value ?? "",
    );
  }

  /** Letters that fit on a line, as `derive --width` counts them. */
  const width = () => Math.max(30, Math.floor(((page.clientWidth || 360) - 32) / 7.8));

  const setFlight = (next: typeof flight) => {
    flight?.pending?.drop();
    flight = next;
    wait.hidden = next === null;
    page.setAttribute("aria-busy", String(next !== null));
  };

  async function derive(again = false): Promise<void> {
    const asked = question();
    if (!visible || !asked) return setFlight(null);
    const line = width();
    const isSame = (other: Asked) => other.model === asked.model && other.form === asked.form;
    if (flight && isSame(flight.asked) && flight.line === line) return;
    // A message, such as that the user has cancelled, stands until something else is asked.
    if (!again && place.answers(asked) && (shown === null || shown.line === line)) return setFlight(null);
    setFlight({ asked, line, pending: null });
    const mine = flight!;
    const forms = await formsOf(s, asked.model);
    if (flight !== mine) return;
    applicable = { model: asked.model, forms };
    fillMenu();
    // Where none reads well, the law that the model itself states.
    const candidates: (string | undefined)[] = [asked.form ?? undefined, ...preferred.filter((form) => forms?.get(form)?.applies !== false), undefined];
    const tried = new Map<string, DeriveResult>();
    for (const form of new Set(asked.form === null ? candidates.slice(1) : candidates)) {
      mine.pending = server.ask("derive", { model: asked.model, form, width: line }, { lane: `derive ${label}` });
      const answer = await mine.pending.answer;
      if (flight !== mine) return;
      if (answer.ok && answer.result && !answer.result.applies) {
        tried.set(answer.result.form, answer.result);
        continue;
      }
      setFlight(null);
      if (isQuiet(answer)) return; // disconnected: asked again when the server is back
      if (!answer.ok || !answer.result) put(asked, null, ...answer.errors.map((e) => problemElement(e)));
      else show(asked, answer.result, line, (asked.form !== null && tried.get(asked.form)) || null);
      return;
    }
    setFlight(null);
    put(asked, null, h("div", { class: "message" }, h("p", {}, "No form of the equations applies to this model."), ...[...tried.values()].map((r) => h("p", {}, `${r.title}: ${sentence(r.reason ?? "does not apply")}`))));
  }

  function cancel(): void {
    if (!flight) return;
    const { asked } = flight;
    setFlight(null);
    put(asked, null, h("div", { class: "message" }, "Cancelled. ", h("button", { type: "button", class: "button small", onclick: () => void derive(true) }, "Derive")));
  }

  function put(asked: Asked, now: typeof shown, ...nodes: HTMLElement[]): void {
    const before = shown;
    shown = now;
    if (!place.put(asked, ...nodes)) shown = before;
  }

  const notApplicable = (form: DeriveResult) =>
    h("div", { class: "message" }, h("p", {}, `${form.title} does not apply to this model, so another form is shown.`), h("p", {}, sentence(form.reason ?? "")));

  /** `instead`: the form that was chosen and does not apply. */
  function show(asked: Asked, result: DeriveResult, line: number, instead: DeriveResult | null): void {
    const { check } = workspace.model.value!;
    const pages = readPages(result.latex);
    const table = new SymbolTable(meaningsOnPages(pages, result, check, workspace.parameters.value));
    const about = hello.value?.forms.find((f) => f.id === result.form);
    const copy = copyButton("Copy LaTeX", () => result.latex);
    copy.classList.add("small");
    const formula = h(
      "div", { class: "sheet-formula" }, scrollsSideways(h("span", { class: "sheet-law" }, about?.formula ? typeset(formulaTex(about.formula)) : "")),
      h("span", { class: "tiny" }, conceptLink("forms", about?.source || "About this form", result.form)),
    );
    const mark = (part: HTMLElement) => table.mark(part);
    const isShort = result.latex.length < letters.ofShortPage;
    const sections = pages.flatMap((p) => p.sections).map((section) => {
      const body = h("div", { class: "sheet-section-body" });
      if (isShort) body.append(typesetEquations(section.tex, mark));
      else for (const tex of pieces(section.tex, letters.ofPiece)) body.append(typesetWhenSeen(tex, page, mark));
      return h("section", { class: "sheet-section" }, h("h3", {}, heading(section.title)), body);
    });
    const part = (title: string, name: string) => onDemand(title, name, { model: asked.model, form: result.form, width: line }, mark);
    const leaf = h(
      "div", {}, instead && notApplicable(instead), h("div", { class: "sheet-head" }, formula, copy), ...sections,
      part("Matrices: M z + h = Q", "matrices"), part("Permutation relations of the variations", "permutations"), legend(table),
    );
    if (isShort) mark(leaf);
    put(asked, { form: result.form, line, table }, leaf);
  }

  /** A part of the page that is derived when it is opened. */
  function onDemand(title: string, part: string, fields: { model: string; form: string; width: number }, mark: (element: HTMLElement) => void): HTMLElement {
    const body = h("div", { class: "sheet-part-body", "aria-busy": "false" });
    const box = h("details", { class: "legend sheet-part", "data-part": part }, h("summary", {}, title), body);
    box.addEventListener("toggle", async () => {
      if (!box.open || body.childElementCount > 0) return;
      body.replaceChildren(h("p", { class: "faint" }, "Deriving…"));
      body.setAttribute("aria-busy", "true");
      const answer = await server.ask("derive", { ...fields, parts: [part] }, { lane: `${part} ${label}` }).answer;
      body.setAttribute("aria-busy", "false");
      if (isQuiet(answer)) return body.replaceChildren();
      const formulas = readPages(answer.result?.latex ?? "").flatMap((p) => p.sections).map((section) => typesetEquations(section.tex, mark));
      const problems = [...answer.errors.map((e) => problemElement(e)), ...answer.warnings.map((w) => problemElement(w, "plain"))];
      body.replaceChildren(...problems, ...formulas);
      if (body.childElementCount === 0) body.append(h("p", { class: "faint" }, "There are none."));
      mark(body);
    });
    return box;
  }

  hello.follow(fillMenu);
  chosen.subscribe(() => {
    place.check();
    fillMenu();
    void derive();
  });
  workspace.model.follow(() => void derive());
  workspace.checked.follow((checked) => {
    nothing.hidden = !checked || checked.ok || workspace.model.value !== null;
  });
  server.status.subscribe((status) => status === "open" && void derive());
  let resizing: ReturnType<typeof setTimeout> | undefined;
  return {
    element,
    tools,
    otherForm() {
      const others = (hello.value?.forms ?? []).map((f) => f.id).filter((id) => id !== shown?.form && doesApply(id)?.applies !== false);
      return others.find((id) => id === "hamel") ?? others[0] ?? "hamel";
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

/** What the symbols on the pages mean: those of the model, and abbreviations that the pages themselves define. */
function meaningsOnPages(pages: LatexPage[], result: DeriveResult, check: CheckResult, parameters: Numbers): Meaning[] {
  const meanings = meaningsOf(check, parameters);
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
  return meanings;
}

function legend(table: SymbolTable): HTMLElement {
  const rows = table.meanings.map((m, k) => ({ m, k })).filter(({ m }) => m.description && !m.definition && !m.name.endsWith("'") && m.kind !== "time");
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

const isDefining = (title: string) => !["equations", "solved", "kinematics", "constraints"].includes(title);

function heading(title: string): string {
  return title.charAt(0).toUpperCase() + title.slice(1);
}
