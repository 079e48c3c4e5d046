// Critical values: at which values of a parameter or a speed eigenvalues pass the imaginary axis.
import type { Pending } from "../connection";
import { h } from "../dom";
import type { Surroundings } from "../part";
import { numberText } from "../plots/axis";
import { fillSelect, formRow, select } from "../plots/element";
import { sentence, Task } from "../plots/task";
import type { AxisCrossing, CriticalValues, Linearized } from "../protocol";
import { printedUnit } from "../units";
import { rangeOf, velocitiesOf } from "../study/defaults";

/** "a pair of eigenvalues passes through ±3.435 i; instability ends" */
export function crossingWords(c: Pick<AxisCrossing, "frequency" | "kind" | "instability" | "unstable">): string {
  const axis = `±${numberText(c.frequency, 4)} i`;
  const what: Record<string, string> = {
    real: "a real eigenvalue passes through 0", pair: `a pair of eigenvalues passes through ${axis}`, "meeting-at-zero": "a pair of eigenvalues meets at 0",
    "meeting-on-axis": `two pairs of eigenvalues meet at ${axis}`,
  };
  const then = c.instability === "stays" ? `unstable eigenvalues: ${c.unstable.before} before, ${c.unstable.after} after` : `instability ${c.instability}`;
  return `${what[c.kind] ?? "several eigenvalues pass the imaginary axis"}; ${then}`;
}

export function makeCritical(s: Surroundings, at: () => "equilibrium" | "steady"): { element: HTMLElement; check(): void } {
  const { workspace } = s;
  let name = "";
  const list = h("table", { class: "plain critical" });
  const note = h("p", { class: "soft small", role: "status" });
  const results = h("div", { class: "results" }, list, note);
  const choice = select([], "", (value) => {
    name = value;
    setRange();
  });
  choice.classList.add("wide");
  choice.setAttribute("aria-label", "What is varied");
  const ends = ["from", "to"].map((word) => {
    const input = h("input", { type: "text", inputmode: "decimal", "aria-label": word, autocomplete: "off" });
    input.style.width = "4.6em";
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") void task.run();
    });
    return input;
  });
  const task: Task<Linearized | CriticalValues> = new Task<Linearized | CriticalValues>(
    workspace,
    "Find",
    (): Pending<CriticalValues> | null => {
      if (!workspace.checked.value?.ok || !name) return null;
      list.replaceChildren();
      note.textContent = "";
      const initial = { ...workspace.initial.value };
      return s.server.ask("linearize", {
        model: workspace.checkedText.value, at: at(), parameters: workspace.parameters.value, initial, critical: `${name}=${ends[0].value}..${ends[1].value}`,
      }, { lane: "critical" }) as Pending<CriticalValues>;  // `critical` asks for them
    },
    (answer) => {
      if (answer.ok && answer.result && "critical" in answer.result) show(answer.result);
    },
    () => JSON.stringify([workspace.checkedText.value, at(), workspace.parameters.value, workspace.initial.value]),
    () => results,
    () => {
      list.replaceChildren();
      note.textContent = "";
    },
  );

  function show(found: CriticalValues): void {
    const unit = found.varied.unit && found.varied.unit !== "1" ? ` ${printedUnit(found.varied.unit)}` : "";
    list.replaceChildren(
      ...found.critical.map((c) => {
        const take = h("button", { type: "button", class: "link number", title: "Take this value into the slider", onclick: () => set(found.varied.name, c.value) }, `${numberText(c.value, 7)}${unit}`);
        return h("tr", {}, h("td", {}, take), h("td", { class: "soft" }, sentence(crossingWords(c))));
      }),
    );
    const stable = found.stretches.filter((r) => r.unstable === 0).map((r) => `${numberText(r.from, 5)} to ${numberText(r.to, 5)}`);
    note.textContent = found.critical.length === 0 ? "No eigenvalue passes the imaginary axis in this range." : stable.length > 0 ? `Without an unstable eigenvalue: ${stable.join(", ")}${unit}.` : "There is an unstable eigenvalue everywhere in this range.";
  }

  const set = (variable: string, value: number) => {
    const rounded = Number(value.toPrecision(10));
    if (workspace.checked.value?.parameters.some((p) => p.name === variable)) workspace.setParameter(variable, rounded);
    else workspace.setInitial(variable, rounded);
    workspace.settle();
  };

  function setRange(): void {
    const checked = workspace.checked.value;
    const p = checked?.parameters.find((q) => q.name === name);
    const v = checked?.state.find((q) => q.name === name);
    const range = rangeOf(p ?? { value: v?.value ?? 0, low: null, high: null });
    [ends[0].value, ends[1].value] = [String(range.low), String(range.high)];
  }

  function fill(): void {
    const checked = workspace.checked.value;
    if (!checked?.ok) return;
    const velocities = at() === "steady" ? velocitiesOf(checked.state).filter((v) => v.given) : [];
    const options = [
      ...velocities.map((v) => ({ value: v.name, label: v.description ? `${v.name} – ${v.description}` : v.name })),
      ...checked.parameters.filter((p) => !p.derived).map((p) => ({ value: p.name, label: p.description ? `${p.name} – ${p.description}` : p.name })),
    ];
    if (!options.some((o) => o.value === name)) {
      name = options[0]?.value ?? "";
      setRange();
    }
    fillSelect(choice, options, name);
    element.hidden = options.length === 0;
  }

  task.button.classList.remove("primary");
  const element = h("details", { class: "fold" }, h("summary", {}, "Critical values"),
    h("div", { class: "form critical-form" }, formRow("Vary", choice, ends[0], h("span", {}, "to"), ends[1])), task.element, results);
  workspace.checked.follow(fill);
  return {
    element,
    check() {
      fill();
      task.check();
    },
  };
}
