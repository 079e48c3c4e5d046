// One column of the motion against another, with the present point.
import { h } from "../dom";
import { columnOf } from "../motion";
import type { Part, Surroundings } from "../part";
import { extent } from "../plots/axis";
import { fillSelect, formRow, select } from "../plots/element";
import type { Ink } from "../plots/ink";
import { PerModel } from "../plots/per_model";
import { type Frame, PlanePlot } from "../plots/plane_plot";
import type { Column } from "../protocol";
import { printedUnit } from "../units";
import { nameTex } from "../mathematics/latex";
import { typeset } from "../mathematics/typeset";
import { nearestRow, rowAt, usualPair } from "./columns";

export function makePortrait(s: Surroundings): Part {
  const { workspace, motions } = s;
  const axes = new PerModel<[string, string]>(workspace, "study.portrait");
  let xs = new Float64Array(0);
  let ys = new Float64Array(0);
  let visible = false;
  const choose = (k: 0 | 1) => (name: string) => {
    const next: [string, string] = [...pair()];
    next[k] = name;
    axes.set(next);
  };
  const xChoice = select([], "", choose(0));
  const yChoice = select([], "", choose(1));
  for (const control of [xChoice, yChoice]) control.classList.add("wide");
  const swap = h("button", { type: "button", class: "button small", onclick: () => axes.set([pair()[1], pair()[0]]) }, "Exchange axes");
  const plot = new PlanePlot({
    label: "Phase portrait",
    draw,
    onClick(x, y) {
      const motion = motions.motion.value;
      if (!motion || xs.length === 0) return;
      const f = plot.frame;
      const row = nearestRow(xs, ys, x, y, (f.x.high - f.x.low) / f.width, (f.y.high - f.y.low) / f.height);
      workspace.playing.set(false);
      workspace.time.set(motion.t[row]);
    },
  });
  plot.root.classList.add("tall-plot");
  const note = h("p", { class: "faint small" }, "Click the curve to go to that time. Drag a rectangle to zoom.");
  const element = h(
    "div", { class: "page-part portrait" },
    h("div", { class: "form" }, formRow("Across", xChoice, swap), formRow("Up", yChoice)), plot.root, note,
  );

  const pair = (): [string, string] => {
    const columns = motions.motion.value?.columns ?? [];
    const has = (name: string) => columns.some((c) => c.name === name);
    if (axes.value && has(axes.value[0]) && has(axes.value[1])) return axes.value;
    return usualPair(columns) ?? ["t", "t"];
  };

  function update(): void {
    const motion = motions.motion.value;
    if (!visible || !motion) return;
    const [x, y] = pair();
    const options = motion.columns.map((c) => ({ value: c.name, label: optionLabel(c) }));
    fillSelect(xChoice, options, x);
    fillSelect(yChoice, options, y);
    const column = (name: string) => motion.columns.findIndex((c) => c.name === name);
    xs = columnOf(motion, Math.max(0, column(x))) as Float64Array<ArrayBuffer>;
    ys = columnOf(motion, Math.max(0, column(y))) as Float64Array<ArrayBuffer>;
    plot.setLabels(axisLabel(motion.columns[column(x)]), axisLabel(motion.columns[column(y)]));
    plot.setDescription(`${y} against ${x}`);
    const [rx, ry] = [extent(xs), extent(ys)];
    if (rx && ry) plot.fit(rx, ry);
  }

  function draw(context: CanvasRenderingContext2D, frame: Frame, ink: Ink): void {
    const motion = motions.motion.value;
    if (!motion || xs.length === 0) return;
    context.strokeStyle = ink.accent;
    context.lineWidth = 1.2;
    context.lineJoin = "round";
    context.globalAlpha = xs.length > 5000 ? 0.6 : 0.9;
    context.beginPath();
    for (let k = 0; k < xs.length; k++) {
      const [x, y] = [frame.px(xs[k]), frame.py(ys[k])];
      if (k === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    context.stroke();
    context.globalAlpha = 1;
    const row = rowAt(motion.t, workspace.time.value);
    context.fillStyle = ink.bad;
    context.strokeStyle = ink.panel;
    context.lineWidth = 1.5;
    context.beginPath();
    context.arc(frame.px(xs[row]), frame.py(ys[row]), 5, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }

  motions.motion.subscribe(update);
  axes.subscribe(() => {
    plot.zoom(null);
    update();
  });
  workspace.time.subscribe(() => visible && plot.redraw());
  return {
    element,
    shown(now) {
      visible = now;
      if (now) update();
    },
    resized: () => plot.redraw(),
  };
}

function optionLabel(column: Column): string {
  return column.description ? `${column.name} – ${column.description}` : column.name;
}

/** The name of a column, typeset where that is possible. */
export function nameElement(column: { name: string; latex?: string }): HTMLElement | string {
  const tex = column.latex || nameTex(column.name);
  return tex ? typeset(tex) : column.name;
}

export function axisLabel(column: { name: string; latex?: string; unit?: string } | undefined): HTMLElement {
  if (!column) return h("span");
  const unit = column.unit && column.unit !== "1" ? ` (${printedUnit(column.unit)})` : "";
  return h("span", {}, nameElement(column), unit);
}
