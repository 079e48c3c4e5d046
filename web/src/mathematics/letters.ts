// Conditions of stability with parameters as letters.
import type { Pending } from "../connection";
import { h } from "../dom";
import type { Surroundings } from "../part";
import { numberText } from "../plots/axis";
import { formRow } from "../plots/element";
import { startOf, textField } from "../plots/question";
import { sentence, Task } from "../plots/task";
import type { Linearized, CriticalValues, StabilityCondition, StabilityInLetters, StabilityRegion } from "../protocol";
import { conceptLink } from "./concept";
import { typeset } from "./typeset";

export type AnyLinear = Linearized | CriticalValues | StabilityInLetters | StabilityRegion;

/** A formula where there is one in LaTeX, else the words. */
const formula = (latex: string | null, words: string) => (latex ? typeset(latex, true) : h("p", {}, h("code", {}, words)));

export function conditionWords(c: Pick<StabilityCondition, "name" | "here">): string {
  return `${c.name}; ${{ holds: "holds here", violated: "violated here", boundary: "on the boundary here" }[c.here]}`;
}

/** The polynomial, the conditions, and what they claim. */
export function lettersElements(found: StabilityInLetters): HTMLElement[] {
  const out: HTMLElement[] = found.statement.map((words, k) => h("p", { class: k === 0 ? "headline" : "soft small" }, sentence(words)));
  if (found.conditions.length > 0)
    out.push(h("ol", { class: "conditions" }, ...found.conditions.map((c) =>
      h("li", { class: c.here }, formula(c.latex, c.shown), h("span", { class: `small ${c.here === "holds" ? "soft" : "verdict bad"}` }, sentence(conditionWords(c)))))));
  if (found.theorems) out.push(h("pre", { class: "theorems" }, found.theorems.trimEnd()));
  out.push(h("p", { class: "small" }, sentence(`at the values here: ${found.here.verdict}; ${found.here.reason}`)));
  for (const c of found.critical)
    out.push(h("p", { class: "soft small" }, `Condition ${c.condition + 1} changes its sign at ${c.letter} = ${c.values.map((v) => numberText(v, 10)).join(", ")}.`));
  const known = [
    ["signs used, by the ranges of the model", found.signs.by_range], ["signs used, as those of the values", found.signs.by_value],
    ["keeps its sign as long as the accelerations are determined", found.signs.inertia], ["taken to be different from zero", found.signs.nonzero],
  ] as const;
  for (const [words, list] of known) if (list.length > 0) out.push(h("p", { class: "soft small" }, sentence(`${words}: ${list.join(", ")}`)));
  const roots = found.zero_roots > 0 ? [h("p", { class: "soft small" }, `${found.zero_roots === 1 ? "One root is" : `${found.zero_roots} roots are`} zero for all values of the letters.`)] : [];
  out.push(h("details", { class: "fold" }, h("summary", {}, "Characteristic polynomial, its factors"), ...roots, ...found.factors.map((f) => formula(f.latex, f.shown))));
  return out;
}

export function makeLetters(s: Surroundings, at: () => "equilibrium" | "steady"): { element: HTMLElement; check(): void } {
  const { workspace } = s;
  const results = h("div", { class: "results" });
  const letters = textField("Parameters that stay letters", "all, or names separated by commas");
  letters.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter") void task.run();
  });
  letters.addEventListener("input", () => task.check());
  const words = () => letters.value.trim() || "all";
  const task: Task<AnyLinear> = new Task<AnyLinear>(
    workspace,
    "Derive conditions",
    (): Pending<AnyLinear> | null => {
      if (!workspace.checked.value?.ok) return null;
      return s.server.ask("linearize", { ...startOf(s), at: at(), symbolic: words() }, { lane: "letters" });
    },
    (answer) => {
      results.replaceChildren();
      if (answer.ok && answer.result && "statement" in answer.result) results.append(...lettersElements(answer.result));
    },
    () => JSON.stringify([startOf(s), at(), words()]),
    () => results,
    () => {
      letters.value = "";
      results.replaceChildren();
    },
  );
  task.button.classList.remove("primary");
  const element = h("details", { class: "fold letters" }, h("summary", {}, "Conditions in letters"),
    h("p", { class: "intro" }, "For which values of the parameters is it stable? ", conceptLink("stability", "Stability in letters")),
    h("div", { class: "form" }, formRow("Letters", letters)), task.element, results);
  return { element, check: () => task.check() };
}
