// Lyapunov exponents, as they converge.
import { h } from "../dom";
import { curveColour } from "../palette";
import type { Part, Surroundings } from "../part";
import { extent, numberText, widened } from "../plots/axis";
import { formRow } from "../plots/element";
import type { Ink } from "../plots/ink";
import { type Frame, PlanePlot } from "../plots/plane_plot";
import { PerModel } from "../plots/per_model";
import { sentence, Task } from "../plots/task";
import type { Spectrum } from "../protocol";
import { theme } from "../theme";
import { conceptLink } from "../mathematics/concept";
import { studyWords } from "./defaults";

export function makeExponents(s: Surroundings): Part {
  const { workspace, server } = s;
  const length = new PerModel<number>(workspace, "study.exponents");
  let times: number[] = [];
  let curves: number[][] = [];
  let found: Spectrum | null = null;

  const until = h("input", { type: "text", inputmode: "decimal", autocomplete: "off" });
  until.style.width = "5em";
  until.addEventListener("change", () => {
    const value = Number(until.value);
    if (value > 0) length.set(value);
    else fill();
  });
  until.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key !== "Enter") return;
    until.dispatchEvent(new Event("change"));
    void task.run();
  });
  const plot = new PlanePlot({ label: "Estimates of the exponents over time", draw });
  plot.root.classList.add("exponents-plot");
  plot.setLabels("t (s)", "exponent (1/s)");
  const lines = h("table", { class: "plain exponents-table" });
  const notes = h("div", { class: "soft small exponents-notes" });
  const results = h("div", { class: "results" }, plot.root, lines, notes);
  results.hidden = true;
  const time = () => {
    if (length.value) return length.value;
    const checked = workspace.checked.value;
    const said = checked ? Number(studyWords(checked, "lyapunov", workspace.experiment.value).get("until")?.[0]) : NaN;
    return Number.isFinite(said) ? said : 200;
  };
  const task = new Task<Spectrum>(
    workspace,
    "Compute",
    (progress) => {
      if (!workspace.checked.value?.ok) return null;
      times = [];
      curves = [];
      found = null;
      lines.replaceChildren();
      notes.replaceChildren();
      results.hidden = false;
      plot.zoom(null);
      fit();
      return server.ask("lyapunov", {
        model: workspace.checkedText.value, parameters: workspace.parameters.value, initial: workspace.initial.value,
        experiment: workspace.experiment.value ?? undefined, until: time(),
      }, {
        lane: "lyapunov",
        onProgress: (p) => progress(p),
        onRow: (row) => {
          const exponents = row.exponents as number[] | undefined;
          if (typeof row.t !== "number" || !exponents) return;
          times.push(row.t);
          exponents.forEach((value, k) => (curves[k] ??= []).push(value));
          fit();
        },
      });
    },
    (answer) => {
      if (answer.ok && answer.result) {
        found = answer.result;
        takeHistory(found);
        show(found);
      } else if (times.length === 0) results.hidden = true;
      fit();
    },
    () => JSON.stringify([workspace.checkedText.value, workspace.parameters.value, workspace.initial.value, time()]),
    () => results,
    () => (results.hidden = true),
  );
  const element = h(
    "div", { class: "page-part exponents" },
    h("div", { class: "intro" }, "How fast motions beside this one move away from it. ", conceptLink("lyapunov", "What is computed")),
    h("div", { class: "form" }, formRow("Motion", h("span", {}, "of"), until, h("span", {}, "s"))), task.element, results,
  );

  /** Where no rows were streamed, the history in the result is shown. */
  function takeHistory(spectrum: Spectrum): void {
    if (times.length > 1) return;
    times = [];
    curves = [];
    for (const [t, ...values] of spectrum.history) {
      times.push(t);
      values.forEach((value, k) => (curves[k] ??= []).push(value));
    }
  }

  function show(spectrum: Spectrum): void {
    lines.replaceChildren(
      h("caption", { class: "offscreen" }, "Exponents"),
      ...spectrum.exponents.map((e, k) => {
        const dot = h("span", { class: "chip-dot", "aria-hidden": "true" });
        dot.style.background = curveColour(k, theme.value);
        return h("tr", {}, h("td", { class: "number" }, dot, ` ${valueWithError(e.value, e.error)}`),
          h("td", { class: "soft" }, e.told_from_zero ? (e.value > 0 ? "motions nearby move away" : "motions nearby approach") : "indistinguishable from zero"));
      }),
      ...spectrum.neutral.map((n) => h("tr", {}, h("td", { class: "number" }, n.vanishes ? "0" : numberText(n.value)), h("td", { class: "soft" }, n.why))),
    );
    const said: string[] = [];
    if (spectrum.sum !== null && spectrum.divergence !== null)
      said.push(`The sum of all exponents is ${numberText(spectrum.sum, 6)}, the mean divergence ${numberText(spectrum.divergence, 6)}.`);
    if (spectrum.kaplan_yorke !== null) said.push(`Kaplan–Yorke dimension ${numberText(spectrum.kaplan_yorke, 5)}, on the common level of the integrals.`);
    said.push(...spectrum.notes.map(sentence));
    notes.replaceChildren(...said.map((words) => h("p", {}, words)));
  }

  function fit(): void {
    const values = curves.flatMap((curve) => curve.slice(Math.floor(curve.length / 10)));
    if (found) for (const e of found.exponents) values.push(e.value - e.error, e.value + e.error);
    values.push(0);
    const y = extent(values, 0.08) ?? { low: -1, high: 1 };
    const end = found?.until ?? Math.max(time(), 0);
    plot.fit(widened(0, end * 1.04, 0) ?? { low: 0, high: 1 }, y);
    plot.root.dataset.rows = String(times.length);
  }

  function draw(context: CanvasRenderingContext2D, frame: Frame, ink: Ink): void {
    context.strokeStyle = ink.muted;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(frame.left, Math.round(frame.py(0)) + 0.5);
    context.lineTo(frame.left + frame.width, Math.round(frame.py(0)) + 0.5);
    context.stroke();
    curves.forEach((curve, k) => {
      context.strokeStyle = curveColour(k, theme.value);
      context.lineWidth = 1.4;
      context.beginPath();
      curve.forEach((value, i) => (i === 0 ? context.moveTo(frame.px(times[i]), frame.py(value)) : context.lineTo(frame.px(times[i]), frame.py(value))));
      context.stroke();
    });
    found?.exponents.forEach((e, k) => {
      const [x, top, bottom] = [frame.px(found!.until), frame.py(e.value + e.error), frame.py(e.value - e.error)];
      context.strokeStyle = context.fillStyle = curveColour(k, theme.value);
      context.lineWidth = 1.6;
      context.beginPath();
      context.moveTo(x, top);
      context.lineTo(x, bottom);
      for (const yEnd of [top, bottom]) {
        context.moveTo(x - 4, yEnd);
        context.lineTo(x + 4, yEnd);
      }
      context.stroke();
      context.beginPath();
      context.arc(x, frame.py(e.value), 3, 0, 2 * Math.PI);
      context.fill();
    });
  }

  function fill(): void {
    until.value = String(time());
    task.check();
  }

  length.subscribe(fill);
  workspace.checked.follow(fill);
  for (const signal of [workspace.parameters, workspace.initial]) signal.subscribe(() => task.check());
  theme.subscribe(() => found && show(found));
  return { element, shown: (now) => now && fill(), resized: () => plot.redraw() };
}

/** 0.2137 ± 0.0004: no more digits than the error leaves. */
export function valueWithError(value: number, error: number): string {
  if (!(error > 0)) return numberText(value, 8);
  const digits = Math.min(12, Math.max(0, 1 - Math.floor(Math.log10(error))));
  const text = (x: number) => x.toFixed(digits).replace("-", "−");
  return Math.abs(value) < 1e6 && digits <= 10 ? `${text(value)} ± ${text(error)}` : `${numberText(value, 6)} ± ${numberText(error, 2)}`;
}
