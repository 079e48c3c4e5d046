// A question to the server with a form, a button and a place for its answer: what studies of single motions share.
import { h } from "../dom";
import type { Part, Surroundings } from "../part";
import type { Asks } from "../protocol";
import { PerModel } from "./per_model";
import { Task } from "./task";

/** What a form says, by the names of its fields. */
export type Said = Record<string, string>;

export interface Question<K extends keyof Asks> {
  ask: K;
  /** Of the part's element, and of what is kept of its form. */
  name: string;
  intro: (Node | string)[];
  /** The values of the fields at first, for the present model. */
  usual(): Said;
  /** Fields of the request besides the model and its start; null where nothing can be asked yet. */
  words(said: Said): Partial<Asks[K]["fields"]> | null;
  show(result: Asks[K]["result"], said: Said): void;
  results: HTMLElement;
  label?: string;
  /** About the model for all values: neither sliders nor an experiment matter. */
  isOfModel?: boolean;
}

export type Control = HTMLInputElement | HTMLSelectElement;

/** The model and where its motion starts, as requests have them. */
export function startOf(s: Surroundings) {
  const { workspace } = s;
  return {
    model: workspace.checkedText.value, parameters: workspace.parameters.value, initial: workspace.initial.value,
    experiment: workspace.experiment.value ?? undefined,
  };
}

/** `controls` makes the form; each control gets its value by `bind`. */
export function makeQuestion<K extends keyof Asks>(
  s: Surroundings, q: Question<K>, controls: (bind: (field: string, control: Control) => Control) => HTMLElement[], filled?: (said: Said) => void,
): Part & { task: Task<Asks[K]["result"]>; refill(): void } {
  const { workspace } = s;
  const kept = new PerModel<Said>(workspace, `study.${q.name}`);
  const bound = new Map<string, Control>();
  const said = (): Said => ({ ...q.usual(), ...(kept.value ?? {}) });
  const bind = (field: string, control: Control) => {
    bound.set(field, control);
    control.addEventListener("change", () => kept.set({ ...(kept.value ?? {}), [field]: control.value.trim() }));
    control.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if ((event as KeyboardEvent).key !== "Enter" || control instanceof HTMLSelectElement) return;
      control.dispatchEvent(new Event("change"));
      void task.run();
    });
    return control;
  };
  const start = () => (q.isOfModel ? { model: workspace.checkedText.value } : startOf(s));
  q.results.hidden = true;
  q.results.classList.add("results");
  let asked: Said = {};
  const task: Task<Asks[K]["result"]> = new Task<Asks[K]["result"]>(
    workspace,
    q.label ?? "Compute",
    (progress) => {
      if (!workspace.checked.value?.ok) return null;
      asked = said();
      const words = q.words(asked);
      if (!words) return null;
      return s.server.ask(q.ask, { ...start(), ...words } as Asks[K]["fields"], { lane: q.name, onProgress: progress });
    },
    (answer) => {
      q.results.hidden = !answer.result;
      if (answer.ok && answer.result) q.show(answer.result, asked);
    },
    () => JSON.stringify([start(), said()]),
    () => q.results,
    () => (q.results.hidden = true),
  );
  const form = h("div", { class: "form" }, ...controls(bind));
  const element = h("div", { class: `page-part ${q.name}` }, h("div", { class: "intro" }, ...q.intro), form, task.element, q.results);
  const fill = () => {
    if (!workspace.checked.value?.ok) return;
    const now = said();
    filled?.(now);
    for (const [field, control] of bound) control.value = now[field] ?? "";
    task.check();
  };
  kept.subscribe(fill);
  workspace.checked.follow(fill);
  for (const signal of [workspace.parameters, workspace.initial, workspace.experiment]) signal.subscribe(() => task.check());
  return { element, task, refill: fill, shown: (now) => now && fill() };
}

export function numberField(label: string, width = "5em"): HTMLInputElement {
  const input = h("input", { type: "text", inputmode: "decimal", "aria-label": label, autocomplete: "off", spellcheck: "false" });
  input.style.width = width;
  return input;
}

export function textField(label: string, placeholder = "", list?: string): HTMLInputElement {
  return h("input", { type: "text", class: "wide", "aria-label": label, placeholder, autocomplete: "off", spellcheck: "false", list });
}

/** A table with a head. */
export function table(caption: string, head: string[], rows: (Node | string)[][]): HTMLTableElement {
  return h(
    "table", { class: "plain" }, h("caption", { class: "offscreen" }, caption), h("thead", {}, h("tr", {}, ...head.map((word) => h("th", { scope: "col" }, word)))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", { class: typeof cell === "string" && /^[−\d.]/.test(cell) ? "number" : null }, cell))))),
  );
}
