// facts: what can be said without integrating, question by question.
import { h } from "../dom";
import type { Part, Surroundings } from "../part";
import { select } from "../plots/element";
import { Task } from "../plots/task";
import type { FactRow } from "../protocol";
import { conceptLink, openConcept } from "./concept";
import { helloOf } from "./hello";
import { typesetSentence } from "./typeset";
import { scrollsSideways } from "./wide";

export function makeFacts(s: Surroundings): Part {
  const { workspace } = s;
  const hello = helloOf(s);
  const values = workspace.setting("mathematics.facts", "all");
  const list = h("div", { class: "facts-list" });
  const cards = new Map<string, HTMLElement>();
  let only: string | null = null;

  const waiting = (id: string, title: string): HTMLElement => {
    const card = cards.get(id) ?? h("article", { class: "fact", "data-fact": id });
    cards.set(id, card);
    const ask = h("button", { type: "button", class: "button small", "aria-label": `Answer: ${title}`, onclick: () => run(id) }, "Answer");
    card.className = "fact waiting";
    card.replaceChildren(h("header", {}, conceptLink(id, title), h("span", { class: "space" }), ask));
    return card;
  };
  const fill = () => {
    cards.clear();
    list.replaceChildren(...(hello.value?.facts ?? []).map((f) => waiting(f.id, f.title)));
  };
  const put = (row: FactRow) => {
    const card = cards.get(row.fact) ?? list.appendChild(h("article", { "data-fact": row.fact }));
    cards.set(row.fact, card);
    const isOpen = row.answer === "not decided";
    card.className = "fact";
    card.replaceChildren(
      h("header", {}, conceptLink(row.fact, row.title), h("span", { class: "space" }),
        h("button", { type: "button", class: `fact-verdict${isOpen ? " open" : ""}`, title: "Read the theorem", onclick: () => void openConcept(row.fact) }, row.verdict)),
      h("ul", {}, ...(row.latex.length > 0 ? row.latex : row.statement).map((words) => scrollsSideways(h("li", {}, typesetSentence(words))))),
      h("footer", { class: "faint tiny" }, row.proof && row.proof !== "none" ? `Proof: ${row.proof}` : "", row.seconds >= 0.1 ? ` · ${row.seconds.toFixed(1)} s` : ""),
    );
  };

  const fixed = () => (values.value === "present" ? presentParameters() : undefined);
  const presentParameters = () => {
    const out: Record<string, number> = {};
    for (const p of workspace.checked.value?.parameters ?? []) if (!p.derived) out[p.name] = workspace.parameters.value[p.name] ?? p.value;
    return out;
  };
  const task: Task<FactRow[]> = new Task<FactRow[]>(
    workspace,
    "Answer all questions",
    (progress) => {
      if (!workspace.checked.value?.ok) return null;
      const facts = only === null ? undefined : [only];
      const titles = new Map((hello.value?.facts ?? []).map((f) => [f.id, f.title]));
      if (only === null) fill();
      for (const [id, card] of cards) card.classList.toggle("asked", only === null || id === only);
      const lit = (id: string) => {
        for (const [fact, card] of cards) card.classList.toggle("under-way", fact === id && card.classList.contains("waiting"));
      };
      return s.server.ask("facts", { model: workspace.checkedText.value, facts, parameters: fixed() } as never, {
        lane: "facts",
        onProgress: (p) => {
          progress({ ...p, part: titles.get(p.part) ?? p.part });
          lit(p.part);
        },
        onRow: (row) => put(row as unknown as FactRow),
      });
    },
    (answer) => {
      only = null;
      for (const card of cards.values()) card.classList.remove("under-way", "asked");
      if (Array.isArray(answer.result)) for (const row of answer.result) put(row);
    },
    () => JSON.stringify([workspace.checkedText.value, fixed() ?? null]),
    () => list,
    () => fill(),
  );
  const run = (id: string) => {
    only = id;
    void task.run();
  };
  task.button.addEventListener("click", () => (only = null), { capture: true });
  const choice = select(
    [{ value: "all", label: "for all values of the parameters" }, { value: "present", label: "for the present values" }], values.value,
    (value) => {
      values.set(value);
      task.check();
    },
  );
  choice.setAttribute("aria-label", "Parameters in the answers");
  const element = h(
    "div", { class: "page-part facts" },
    h("div", { class: "intro" }, "Answered by computation, with the kind of proof; nothing is looked up. ", conceptLink("facts", "What can be said without integrating")),
    h("div", { class: "task-options" }, choice), task.element, list,
  );
  hello.follow(() => cards.size === 0 && fill());
  for (const signal of [workspace.checkedText, workspace.parameters]) signal.subscribe(() => task.check());
  return { element };
}

