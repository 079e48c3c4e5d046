// A motion against a quasi-coordinate: Whittaker's equations.
import { h } from "../dom";
import { conceptLink } from "../mathematics/concept";
import type { Part, Surroundings } from "../part";
import { numberText } from "../plots/axis";
import { fillSelect, formRow, select } from "../plots/element";
import { LinesPlot } from "../plots/lines";
import { makeQuestion, numberField, table } from "../plots/question";
import type { TracedPath } from "../protocol";
import { velocitiesOf } from "./defaults";

export function makePath(s: Surroundings): Part {
  const { workspace } = s;
  const plot = new LinesPlot("Path");
  const words = h("div");
  const results = h("div", {}, plot.element, words);
  let found: TracedPath | null = null;
  const velocities = () => velocitiesOf(workspace.checked.value?.state ?? []);
  const valueOf = (name: string) => workspace.initial.value[name] ?? velocities().find((v) => v.name === name)?.value ?? 0;
  const usual = () => {
    const moving = velocities().find((v) => valueOf(v.name) !== 0) ?? velocities()[0];
    return { by: moving?.name ?? "", until: moving && valueOf(moving.name) < 0 ? "-1" : "1", column: "t" };
  };
  const by = select([], "", () => {});
  const column = select([], "", () => {});
  column.setAttribute("aria-label", "What is drawn");
  by.classList.add("wide");
  const draw = () => {
    if (!found) return;
    const k = Math.max(1, found.columns.indexOf(column.value));
    plot.show([{ label: found.columns[k], x: found.rows.map((row) => row[0]), y: found.rows.map((row) => row[k]) }], found.coordinate ?? found.columns[0], found.columns[k]);
  };
  column.addEventListener("change", draw);
  const part = makeQuestion(s, {
    ask: "path", name: "path", results,
    intro: ["The motion on its level of the energy, with a quasi-coordinate as the independent variable; the time is found by a quadrature. ", conceptLink("path", "Whittaker’s equations")],
    usual,
    words: (said) => (said.by === "" ? null : { by: said.by, until: said.until }),
    show(result) {
      found = result;
      const names = result.columns.slice(1);
      fillSelect(column, names.map((n) => ({ value: n, label: n })), names.includes(column.value) ? column.value : names[0]);
      const end = result.rows[result.rows.length - 1];
      words.replaceChildren(
        h("div", { class: "task-options" }, h("span", {}, "Drawn:"), column),
        table("Start and end", ["", "start", "end"], result.columns.map((name, k) => [h("code", {}, name), numberText(result.rows[0][k], 10), numberText(end[k], 10)])),
        h("p", { class: "soft small" }, `Energy ${numberText(result.energy, 8)}. The path differs from the motion in time by ${numberText(result.difference_from_motion, 2)}; ${result.steps} steps by ${result.method}.`),
      );
      draw();
    },
  }, (bind) => [
    formRow("Against", bind("by", by)),
    formRow("Until", bind("until", numberField("Value of the independent variable at the end")), h("span", {}, "at the end, from 0 on")),
  ], (said) => {
    const options = velocities().map((v) => ({ value: v.name, label: v.description ? `${v.name} – ${v.description}` : v.name }));
    fillSelect(by, options, said.by);
  });
  return { ...part, resized: () => plot.redraw() };
}
