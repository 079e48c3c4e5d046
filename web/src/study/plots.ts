// Plots over time below the stage. The cursor is the stage's time; a click or a drag moves it.
import uPlot from "uplot";
import { isQuiet } from "../connection";
import { h, iconButton } from "../dom";
import { columnOf, type Motion } from "../motion";
import { curveColour } from "../palette";
import type { Part, Surroundings } from "../part";
import { numberText } from "../plots/axis";
import { inkOf } from "../plots/ink";
import { PerModel } from "../plots/per_model";
import { sentence } from "../plots/task";
import type { Column } from "../protocol";
import { theme } from "../theme";
import { printedUnit } from "../units";
import { ColumnMenu } from "./column_menu";
import { byUnit, rowAt, usualColumns } from "./columns";
import { nameElement } from "./portrait";

const smallestHeight = 36;
const timesHeight = 22; // below the last plot

export function makePlots(s: Surroundings): Part {
  const { workspace, motions } = s;
  /** Names of columns; null: the usual ones. */
  const chosen = new PerModel<string[]>(workspace, "plots.columns");
  const chips = h("div", { class: "chips", role: "list", "aria-label": "Plotted columns" });
  const area = h("div", { class: "plots-area", role: "img", "aria-label": "Plots over time. Click to move the time." });
  const note = h("p", { class: "faint small plots-note" });
  const menu = new ColumnMenu("Choose columns", (names) => choose(names), add);
  const reset = iconButton("Show the whole time", "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10", () => setZoom(null));
  reset.hidden = true;
  const element = h("div", { class: "plots" }, h("div", { class: "plots-bar" }, chips, menu.element, h("span", { class: "space" }), reset), area, note);

  let plots: { u: uPlot; line: HTMLElement; columns: Column[] }[] = [];
  let readouts = new Map<string, { element: HTMLElement; values: Float64Array; unit: string }>();
  let zoom: { min: number; max: number } | null = null;
  let layoutKey = "";

  const shownNames = (): string[] => {
    const motion = motions.motion.value;
    if (!motion) return [];
    const names = motion.columns.slice(1).map((c) => c.name);
    const wanted = chosen.value?.filter((name) => names.includes(name)) ?? [];
    if (wanted.length > 0 || chosen.value?.length === 0) return wanted;
    const given = usualExpressions().filter((name) => names.includes(name));
    return given.length > 0 ? given : usualColumns(motion.columns);
  };
  const choose = (names: string[]) => chosen.set(names);
  /** Chosen names that are no column of every motion: the motion must be asked for them. */
  const wish = () => {
    const standard = new Set(motions.motion.value?.columns.filter((c) => c.kind !== "asked").map((c) => c.name));
    if (standard.size > 0) workspace.want("plots", (chosen.value ?? usualExpressions()).filter((name) => !standard.has(name)));
  };
  /** Velocities in which the model states its start, where its motion has them only as abbreviations: w1 of a body with a constraint. */
  const usualExpressions = (): string[] => {
    if (motions.motion.value?.columns.some((c) => c.kind === "quasi-velocity")) return [];
    return (workspace.checked.value?.state ?? []).filter((v) => v.kind === "abbreviation" && v.given).slice(0, 3).map((v) => v.name);
  };
  /** Tries an expression by itself first: with a mistake in it the whole motion would be refused. */
  async function add(expression: string): Promise<string | null> {
    const answer = await s.server.ask("move", {
      model: workspace.checkedText.value, parameters: workspace.parameters.value, initial: workspace.initial.value,
      experiment: workspace.experiment.value ?? undefined, until: 1e-3, frames: 1, columns: [expression], scene: false,
    }, { lane: "expression" }).answer;
    if (isQuiet(answer)) return null;
    if (!answer.ok) return sentence(answer.errors[0]?.message ?? "it cannot be plotted");
    const asked = answer.result?.columns.filter((c) => c.kind === "asked").pop()?.name ?? expression;
    chosen.set([...shownNames(), asked]);
    return null;
  }

  function setZoom(range: { min: number; max: number } | null): void {
    zoom = range;
    reset.hidden = range === null;
    for (const { u } of plots) u.setScale("x", range ?? wholeTime());
    showTime();
  }
  const wholeTime = () => {
    const t = motions.motion.value?.t;
    return { min: t?.[0] ?? 0, max: t?.[t.length - 1] ?? 1 };
  };

  function update(): void {
    const motion = motions.motion.value;
    if (!motion) {
      for (const { u } of plots) u.destroy();
      plots = [];
      layoutKey = "";
      chips.replaceChildren();
      return;
    }
    const names = shownNames();
    const columns = names.map((name) => motion.columns.find((c) => c.name === name)!);
    menu.set(motion.columns.slice(1), names);
    const key = JSON.stringify([columns, theme.value]);
    if (key !== layoutKey) {
      layoutKey = key;
      rebuild(motion, columns);
    } else {
      for (const plot of plots) plot.u.setData(dataOf(motion, plot.columns), false);
      fitScales(motion);
    }
    for (const [name, readout] of readouts) readout.values = columnOf(motion, motion.columns.findIndex((c) => c.name === name));
    note.textContent = names.length === 0 ? "No column is chosen." : "";
    showTime();
  }

  const dataOf = (motion: Motion, columns: Column[]): uPlot.AlignedData => [
    motion.t as unknown as number[], ...columns.map((c) => columnOf(motion, motion.columns.findIndex((d) => d.name === c.name)) as unknown as number[]),
  ];

  function fitScales(motion: Motion): void {
    const last = motion.t[motion.t.length - 1];
    if (zoom && zoom.min >= last) zoom = null;
    reset.hidden = zoom === null;
    for (const { u } of plots)
      u.batch(() => {
        u.setScale("x", zoom ?? wholeTime());
        // The range of y is found anew from the data.
        (u as unknown as { setScale(key: string, range: { min: null; max: null }): void }).setScale("y", { min: null, max: null });
      });
  }

  function rebuild(motion: Motion, columns: Column[]): void {
    for (const { u } of plots) u.destroy();
    plots = [];
    area.replaceChildren();
    readouts = new Map();
    const colours = new Map(columns.map((c, k) => [c.name, curveColour(k, theme.value)]));
    chips.replaceChildren(
      ...columns.map((column) => {
        const value = h("span", { class: "number soft" });
        readouts.set(column.name, { element: value, values: new Float64Array(0), unit: printedUnit(column.unit) });
        const remove = h("button", { type: "button", class: "chip-remove", "aria-label": `Remove ${column.name}`, title: `Remove ${column.name}`, onclick: () => choose(shownNames().filter((n) => n !== column.name)) }, "×");
        const dot = h("span", { class: "chip-dot", "aria-hidden": "true" });
        dot.style.background = colours.get(column.name)!;
        return h("span", { class: "chip", role: "listitem", title: column.description || column.name, "data-column": column.name }, dot, nameElement(column), value, remove);
      }),
    );
    const groups = byUnit(columns);
    for (const group of groups) {
      const isLast = group === groups[groups.length - 1];
      const place = h("div", { class: "plot-place" });
      area.append(place);
      const ink = inkOf(element);
      const unit = group[0].unit === "1" ? "" : printedUnit(group[0].unit);
      const axis = { stroke: ink.muted, font: ink.font, grid: { stroke: ink.line, width: 1 }, ticks: { show: false } };
      const u = new uPlot(
        {
          width: 300, height: 120,
          legend: { show: false },
          cursor: { drag: { x: false, y: false }, points: { size: 5 }, y: false },
          scales: { x: { time: false } },
          axes: [
            { ...axis, size: isLast ? timesHeight : 2, gap: 3, values: (_, splits) => splits.map((v) => (isLast ? numberText(v) : "")) },
            { ...axis, size: 50, gap: 4, space: 18, label: unit || undefined, labelSize: unit ? 14 : 0, labelFont: ink.font, labelGap: 0, values: (_, splits) => splits.map((v) => numberText(v)) },
          ],
          series: [{}, ...group.map((column) => ({ label: column.name, stroke: colours.get(column.name)!, width: 1.4, pxAlign: 0, paths: straightLines, points: { show: false } }))],
          hooks: { draw: [() => showTime()] },
          padding: [6, 8, 0, 0],
        },
        dataOf(motion, group), place,
      );
      const line = h("div", { class: "time-line" });
      u.over.append(line);
      listen(u);
      plots.push({ u, line, columns: group });
    }
    resize();
    setZoom(zoom);
  }

  function listen(u: uPlot): void {
    const over = u.over;
    const timeAt = (event: PointerEvent | WheelEvent) => {
      const { min, max } = wholeTime();
      return Math.min(max, Math.max(min, u.posToVal(event.clientX - over.getBoundingClientRect().left, "x")));
    };
    over.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      over.setPointerCapture(event.pointerId);
      workspace.playing.set(false);
      workspace.time.set(timeAt(event));
      const drag = (e: PointerEvent) => workspace.time.set(timeAt(e));
      over.addEventListener("pointermove", drag);
      over.addEventListener("lostpointercapture", () => over.removeEventListener("pointermove", drag), { once: true });
    });
    over.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return;
      event.preventDefault();
      const factor = Math.exp((event.deltaY || event.deltaX) * 0.002);
      const at = timeAt(event);
      const whole = wholeTime();
      const { min, max } = zoom ?? whole;
      const next = { min: Math.max(whole.min, at + (min - at) * factor), max: Math.min(whole.max, at + (max - at) * factor) };
      setZoom(next.max - next.min >= 0.999 * (whole.max - whole.min) ? null : next);
    }, { passive: false });
    over.addEventListener("dblclick", () => setZoom(null));
  }

  function showTime(): void {
    const motion = motions.motion.value;
    if (!motion) return;
    const t = workspace.time.value;
    for (const { u, line } of plots) {
      const x = u.valToPos(t, "x");
      line.style.transform = `translateX(${x}px)`;
      line.hidden = !(x >= 0 && x <= u.over.clientWidth);
    }
    const row = rowAt(motion.t, t);
    for (const { element: place, values, unit } of readouts.values())
      place.textContent = values.length > row ? ` ${numberText(values[row])}${unit && unit !== "1" ? ` ${unit}` : ""}` : "";
  }

  function resize(): void {
    if (plots.length === 0) return;
    const width = area.clientWidth;
    const height = Math.max(smallestHeight, Math.floor((area.clientHeight - timesHeight) / plots.length) - 1);
    if (width < 60) return;
    plots.forEach(({ u }, k) => u.setSize({ width, height: height + (k === plots.length - 1 ? timesHeight : 0) }));
    showTime();
  }

  // Expressions that a link restores are wanted as soon as it is known which columns there are anyway.
  motions.motion.subscribe(() => {
    wish();
    update();
  });
  // An expression that a changed model no longer has must not stop the motion.
  motions.problems.subscribe((problems) => {
    if (workspace.columns.value.length > 0 && problems.some((p) => (p as { field?: string | null }).field === "columns"))
      chosen.set((chosen.value ?? []).filter((name) => !workspace.columns.value.includes(name)));
  });
  chosen.subscribe(() => {
    wish();
    update();
  });
  workspace.name.subscribe(() => (zoom = null));
  workspace.time.subscribe(showTime);
  theme.subscribe(update);
  update();
  return { element, resized: resize };
}

/** Lines through all points: uPlot's own leave some out, which makes stairs of steep curves. */
const straightLines: uPlot.Series.PathBuilder = (u, series, from, to) => {
  const path = new Path2D();
  const [xs, ys] = [u.data[0], u.data[series] as ArrayLike<number>];
  let isDrawing = false;
  for (let k = from; k <= to; k++) {
    const y = ys[k];
    if (!Number.isFinite(y)) {
      isDrawing = false;
      continue;
    }
    const [px, py] = [u.valToPos(xs[k], "x", true), u.valToPos(y, "y", true)];
    if (isDrawing) path.lineTo(px, py);
    else path.moveTo(px, py);
    isDrawing = true;
  }
  return { stroke: path };
};
