// A chart: one number of the motion for every point of a grid of parameters. It sharpens while it is computed; a click takes the values.
import { h } from "../dom";
import type { Part, Surroundings } from "../part";
import { numberText, type Range, ticks, widened } from "../plots/axis";
import { sequential } from "../plots/colour_map";
import { fillSelect, formRow, newId, select } from "../plots/element";
import { type Ink, inkOf } from "../plots/ink";
import { type Frame, PlanePlot } from "../plots/plane_plot";
import { PerModel } from "../plots/per_model";
import { sentence, Task } from "../plots/task";
import { BlockKind } from "../protocol";
import { theme } from "../theme";
import { conceptLink } from "../mathematics/concept";
import { type AxisWords, axisText, type ChartWords, levelsOf, measures, rangeOf, splitMeasure, usualChart, velocitiesOf } from "./defaults";
import { type ChartLevel, ChartLevels, valueOf } from "./grid";
import { axisLabel } from "./portrait";

const measureWords: Record<string, string> = {
  lyapunov: "largest exponent", final: "final value of", mean: "mean of", max: "largest value of", min: "least value of",
  time: "first zero of", count: "number of zeros of", period: "period by zeros of",
};
const statusWords = ["", "no state with these values was found", "the motion ends early", "the event never comes", "left open", "not computed"];

export function makeChart(s: Surroundings): Part {
  const { workspace, server } = s;
  const kept = new PerModel<ChartWords>(workspace, "study.chart");
  let grid: ChartLevels | null = null;
  let shown: ChartWords | null = null;
  const pictures = new WeakMap<ChartLevel, { canvas: HTMLCanvasElement; key: string }>();

  const words = (): ChartWords | null => kept.value ?? (workspace.checked.value ? usualChart(workspace.checked.value, workspace.experiment.value) : null);
  const change = (part: Partial<ChartWords>) => {
    const now = words();
    if (now) kept.set({ ...now, ...part });
  };

  const names = h("datalist", { id: newId("names") });
  const axisControls = (label: string, key: "x" | "y") => {
    const name = select([], "", (value) => {
      if (value === "") return change({ y: null });
      const range = usualRange(value);
      change({ [key]: { name: value, ...range } });
    });
    const ends = (["low", "high"] as const).map((end) => {
      const input = numberInput(end === "low" ? `${label}: from` : `${label}: to`, (value) => {
        const axis = words()?.[key];
        if (axis) change({ [key]: { ...axis, [end]: value } });
      });
      return input;
    });
    name.classList.add("wide");
    return { element: formRow(label, name, ends[0], h("span", {}, "to"), ends[1]), name, ends };
  };
  const numberInput = (label: string, changed: (value: number) => void) => {
    const input = h("input", { type: "text", inputmode: "decimal", "aria-label": label, autocomplete: "off" });
    input.style.width = "4.6em";
    input.addEventListener("change", () => {
      const value = Number(input.value.replace("−", "-"));
      if (Number.isFinite(value) && input.value.trim() !== "") changed(value);
      else fill();
    });
    input.addEventListener("keydown", enter);
    return input;
  };
  const enter = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key !== "Enter") return;
    event.target!.dispatchEvent(new Event("change"));
    void task.run();
  };
  const x = axisControls("Across", "x");
  const y = axisControls("Up", "y");
  const size = select([16, 32, 64, 128, 256].map((n) => ({ value: String(n), label: `${n} × ${n}` })), "32", (value) => change({ size: Number(value) }));
  const measure = select(measures.map((m) => ({ value: m, label: measureWords[m] })), "final", (value) => {
    const [, of] = splitMeasure(words()?.measure ?? "");
    const expression = of || velocitiesOf(workspace.checked.value?.state ?? [])[0]?.name || "energy";
    change({ measure: value === "lyapunov" ? value : `${value}(${expression})` });
  });
  measure.setAttribute("aria-label", "What is measured");
  const expression = h("input", { type: "text", list: names.id, "aria-label": "Expression that is measured", spellcheck: "false", autocomplete: "off" });
  expression.addEventListener("change", () => {
    const [kind] = splitMeasure(words()?.measure ?? "final");
    if (expression.value.trim()) change({ measure: `${kind}(${expression.value.trim()})` });
  });
  expression.addEventListener("keydown", enter);
  const until = numberInput("Length of the motions in seconds", (value) => value > 0 && change({ until: value }));
  for (const control of [measure, expression]) control.classList.add("wide");
  size.setAttribute("aria-label", "Points of the chart");
  const options = h(
    "div", { class: "form" }, names, x.element, y.element, formRow("Show", measure, expression),
    formRow("Motions", until, h("span", {}, "s, on a grid of"), size),
  );

  const plot = new PlanePlot({ label: "Chart", draw, onClick: take, grid: false, canZoom: true });
  plot.root.classList.add("tall-plot");
  const legend = h("div", { class: "chart-legend" });
  const note = h("p", { class: "faint small", role: "status" });
  const results = h("div", { class: "results" }, legend, plot.root, note);
  results.hidden = true;
  const nothing = h("p", { class: "message", hidden: true }, "This model has no parameter and no initial value to vary.");

  const task = new Task<unknown>(
    workspace,
    "Compute",
    (progress) => {
      const now = words();
      if (!now || !workspace.checked.value?.ok) return null;
      shown = now;
      const rows = now.y ? now.size : 1;
      const columns = now.y ? now.size : Math.max(now.size, 64);
      const made = new ChartLevels();
      grid = made;
      results.hidden = false;
      plot.zoom(null);
      plot.setLabels(labelOf(now.x.name), now.y ? labelOf(now.y.name) : now.measure);
      fit();
      return server.ask("chart", {
        model: workspace.checkedText.value, parameters: workspace.parameters.value, initial: workspace.initial.value,
        experiment: workspace.experiment.value ?? undefined,
        over: [axisText(now.x, columns), ...(now.y ? [axisText(now.y, rows)] : [])],
        measure: now.measure, until: now.until, transient: now.transient || undefined, fix: levelsOf(now.fix),
      }, {
        lane: "chart",
        onProgress: (p) => progress({ ...p, part: /^\d+$/.test(p.part) ? `Grid of ${p.part}` : p.part }),
        onRow: (row) => {
          const counts = row.counts as number[] | undefined;
          if (counts && grid === made) made.start(counts[0], counts[1] ?? 1);
        },
        onBlock: (block) => {
          if (block.kind !== BlockKind.chart || grid !== made) return;
          for (let k = 0; k < block.rows; k++) {
            const at = k * block.columns;
            made.put(block.data[at], block.data[at + 1], block.data[at + 2], block.data[at + 3]);
          }
          fit();
        },
      });
    },
    () => {
      if (grid?.computed === 0) results.hidden = true;
      fit();
    },
    () => JSON.stringify([words(), workspace.checkedText.value, heldParameters(), workspace.initial.value]),
    () => results,
    () => {
      grid = shown = null;
      results.hidden = true;
      note.textContent = "";
    },
  );
  // The parameters that the chart varies may change without making it stale: a click does so.
  const heldParameters = () => {
    const now = words();
    const held = { ...workspace.parameters.value };
    if (now) delete held[now.x.name];
    if (now?.y) delete held[now.y.name];
    return held;
  };
  const element = h(
    "div", { class: "page-part chart" },
    h("div", { class: "intro" }, "One number of the motion for every point of a grid: a map of regimes. ", conceptLink("chart", "What can be measured")),
    options, task.element, nothing, results,
  );

  /** Cells are centred at their values: a grid ends half a cell outside of them. */
  const halfCell = (axis: AxisWords, count: number): Range => {
    const half = count > 1 ? (axis.high - axis.low) / (count - 1) / 2 : (axis.high - axis.low) / 2 || 0.5;
    return { low: axis.low - half, high: axis.high + half };
  };

  function fit(): void {
    if (!grid || !shown) return;
    const values = grid.low <= grid.high;
    const x = shown.y ? halfCell(shown.x, shown.size) : widened(shown.x.low, shown.x.high, 0.02)!;
    const y = shown.y ? halfCell(shown.y, shown.size) : values ? widened(grid.low, grid.high)! : { low: -1, high: 1 };
    plot.fit(x, y);
    drawLegend();
    const known = values ? `values from ${numberText(grid.low)} to ${numberText(grid.high)}` : "no value yet";
    plot.setDescription(`${shown.measure} over ${shown.x.name}${shown.y ? ` and ${shown.y.name}` : ""}; ${known}`);
    const finest = grid.levels[grid.levels.length - 1];
    plot.root.dataset.done = String(finest?.known ?? 0);
    plot.root.dataset.columns = String(finest?.columns ?? 0);
    const size = finest ? (shown.y ? `${finest.columns} × ${finest.rows}` : `${finest.columns}`) : "";
    note.textContent = finest ? `${finest.known.toLocaleString("en-GB")} of ${size} points. Click to take the values into the sliders.` : "";
  }

  function drawLegend(): void {
    if (!grid || !shown) return;
    const statuses = grid.statuses();
    const ink = inkOf(element);
    const parts: HTMLElement[] = [];
    if (shown.y && grid.low < grid.high) {
      const bar = h("canvas", { width: 256, height: 1, class: "legend-bar", "aria-hidden": "true" });
      const pen = bar.getContext("2d")!;
      const image = pen.createImageData(256, 1);
      for (let k = 0; k < 256; k++) image.data.set([...sequential(k / 255), 255], 4 * k);
      pen.putImageData(image, 0, 0);
      const marks = ticks({ low: grid.low, high: grid.high }, 4);
      const scale = h("div", { class: "legend-scale" }, bar);
      for (const tick of marks) {
        const mark = h("span", { class: "legend-tick" }, tick.label);
        mark.style.left = `${((tick.value - grid.low) / (grid.high - grid.low)) * 100}%`;
        scale.append(mark);
      }
      parts.push(h("span", { class: "legend-title" }, shown.measure), scale);
    }
    for (const status of statuses) {
      const swatch = h("canvas", { width: 28, height: 28, class: "legend-swatch", "aria-hidden": "true" });
      hatch(swatch.getContext("2d")!, 0, 0, 28, 28, status, ink);
      parts.push(h("span", { class: "legend-status" }, swatch, statusWords[status] ?? "no value"));
    }
    legend.replaceChildren(...parts);
  }

  function draw(context: CanvasRenderingContext2D, frame: Frame, ink: Ink): void {
    if (!grid || !shown) return;
    if (!shown.y) return drawCurve(context, frame, ink);
    context.imageSmoothingEnabled = false;
    for (const level of grid.levels) drawLevel(context, frame, ink, level);
    drawPresent(context, frame, ink);
  }

  function drawLevel(context: CanvasRenderingContext2D, frame: Frame, ink: Ink, level: ChartLevel): void {
    const { columns, rows } = level;
    const key = `${level.known} ${grid!.low} ${grid!.high}`;
    let picture = pictures.get(level);
    if (!picture || picture.key !== key) {
      const canvas = picture?.canvas ?? h("canvas", { width: columns, height: rows });
      const pen = canvas.getContext("2d")!;
      const image = pen.createImageData(columns, rows);
      const span = grid!.high > grid!.low ? grid!.high - grid!.low : 1;
      for (let j = 0; j < rows; j++)
        for (let i = 0; i < columns; i++) {
          const at = j * columns + i;
          if (level.status[at] === 0)
            image.data.set([...sequential((level.values[at] - grid!.low) / span), 255], 4 * ((rows - 1 - j) * columns + i));
        }
      pen.putImageData(image, 0, 0);
      picture = { canvas, key };
      pictures.set(level, picture);
    }
    const [x, y] = [halfCell(shown!.x, columns), halfCell(shown!.y!, rows)];
    const [left, right, top, bottom] = [frame.px(x.low), frame.px(x.high), frame.py(y.high), frame.py(y.low)];
    context.drawImage(picture.canvas, left, top, right - left, bottom - top);
    const [w, v] = [(right - left) / columns, (bottom - top) / rows];
    for (let j = 0; j < rows; j++)
      for (let i = 0; i < columns; i++) {
        const status = level.status[j * columns + i];
        if (status > 0) hatch(context, left + i * w, bottom - (j + 1) * v, w, v, status, ink);
      }
  }

  function drawCurve(context: CanvasRenderingContext2D, frame: Frame, ink: Ink): void {
    context.fillStyle = context.strokeStyle = ink.accent;
    context.lineWidth = 1.2;
    context.beginPath();
    let pen = false;
    const level = grid!.best;
    for (let i = 0; level && i < level.columns; i++) {
      if (level.status[i] !== 0) {
        pen = false;
        continue;
      }
      const [px, py] = [frame.px(valueOf(i, shown!.x.low, shown!.x.high, level.columns)), frame.py(level.values[i])];
      if (pen) context.lineTo(px, py);
      else context.moveTo(px, py);
      pen = true;
    }
    context.stroke();
    drawPresent(context, frame, ink);
  }

  /** Where the sliders are now. */
  function drawPresent(context: CanvasRenderingContext2D, frame: Frame, ink: Ink): void {
    const at = (name: string) => present(name);
    const px = at(shown!.x.name);
    const py = shown!.y ? at(shown!.y.name) : null;
    context.strokeStyle = ink.panel;
    const cross = (width: number, colour: string) => {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.beginPath();
      if (px !== null && py !== null) {
        const [a, b] = [frame.px(px), frame.py(py)];
        context.arc(a, b, 6, 0, 2 * Math.PI);
      } else if (px !== null) {
        context.moveTo(frame.px(px), frame.top);
        context.lineTo(frame.px(px), frame.top + frame.height);
      }
      context.stroke();
    };
    cross(4, ink.panel);
    cross(1.8, ink.bad);
  }

  const present = (name: string): number | null => {
    const checked = workspace.checked.value;
    const p = checked?.parameters.find((q) => q.name === name);
    if (p) return workspace.parameters.value[name] ?? p.value;
    const v = checked?.state.find((q) => q.name === name);
    return v ? workspace.initial.value[name] ?? v.value : null;
  };

  function take(px: number, py: number): void {
    if (!grid || !shown) return;
    const parameters = { ...workspace.parameters.value };
    const initial = { ...workspace.initial.value };
    const taken: string[] = [];
    const left: string[] = []; // what no slider has
    const part = (axis: AxisWords, value: number) => Math.min(1, Math.max(0, (value - axis.low) / (axis.high - axis.low)));
    const found = grid.at(part(shown.x, px), shown.y ? part(shown.y, py) : 0);
    const set = (axis: AxisWords, index: number | undefined, count: number | undefined, value: number) => {
      // The value of the cell; where nothing is known yet, that of the place.
      const exact = index === undefined ? value : valueOf(index, axis.low, axis.high, count!);
      const rounded = Number(exact.toPrecision(8));
      const checked = workspace.checked.value;
      if (checked?.parameters.some((p) => p.name === axis.name && !p.derived)) parameters[axis.name] = rounded;
      else if (checked?.state.some((v) => v.name === axis.name)) initial[axis.name] = rounded;
      else return void left.push(`${axis.name} = ${numberText(rounded)}`);
      taken.push(`${axis.name} = ${numberText(rounded)}`);
    };
    set(shown.x, found?.i, found?.level.columns, px);
    if (shown.y) set(shown.y, found?.j, found?.level.rows, py);
    const value = found?.status === 0 ? `${shown.measure} is ${numberText(found.value)} there.` : found ? sentence(statusWords[found.status] ?? "no value") : "";
    const without = left.length === 0 ? "" : `No slider has ${left.join(" and ")}: the chart starts its motions there, the motion on the stage keeps its own initial values.`;
    if (taken.length > 0) {
      workspace.change({ parameters, initial });
      workspace.settle();
    }
    note.textContent = [taken.length > 0 ? `Taken: ${taken.join(", ")}.` : "", without, value].filter((s) => s !== "").join(" ");
  }

  const labelOf = (name: string) => {
    const checked = workspace.checked.value;
    return axisLabel(checked?.parameters.find((p) => p.name === name) ?? checked?.state.find((v) => v.name === name) ?? { name });
  };

  const usualRange = (name: string): { low: number; high: number } => {
    const checked = workspace.checked.value;
    const p = checked?.parameters.find((q) => q.name === name);
    if (p) return rangeOf(p);
    const v = checked?.state.find((q) => q.name === name);
    return rangeOf({ value: workspace.initial.value[name] ?? v?.value ?? 0, low: null, high: null });
  };

  function fill(): void {
    const checked = workspace.checked.value;
    const now = words();
    nothing.hidden = !checked || now !== null;
    for (const part of [options, task.element]) part.hidden = now === null;
    if (!now || !checked) return;
    const choices = [
      ...checked.parameters.filter((p) => !p.derived).map((p) => ({ value: p.name, label: p.description ? `${p.name} – ${p.description}` : p.name })),
      ...checked.state.filter((v) => v.given || v.kind !== "coordinate").map((v) => ({ value: v.name, label: `${v.name} at first` })),
    ];
    for (const axis of [now.x, now.y]) if (axis && !choices.some((c) => c.value === axis.name)) choices.push({ value: axis.name, label: axis.name });
    fillSelect(x.name, choices, now.x.name);
    fillSelect(y.name, [{ value: "", label: "one parameter only" }, ...choices], now.y?.name ?? "");
    x.ends.forEach((input, k) => (input.value = String(k === 0 ? now.x.low : now.x.high)));
    y.ends.forEach((input, k) => {
      input.value = now.y ? String(k === 0 ? now.y.low : now.y.high) : "";
      input.disabled = !now.y;
    });
    const [kind, of] = splitMeasure(now.measure);
    measure.value = kind;
    expression.value = of;
    expression.hidden = kind === "lyapunov";
    until.value = String(now.until);
    size.value = String(now.size);
    names.replaceChildren(...[...checked.state, ...checked.symbols.filter((v) => v.kind !== "parameter")].map((v) => h("option", { value: v.name }, v.description)), h("option", { value: "energy" }));
    task.check();
  }

  kept.subscribe(fill);
  workspace.checked.follow(fill);
  for (const signal of [workspace.parameters, workspace.initial])
    signal.subscribe(() => {
      task.check();
      plot.redraw();
    });
  theme.subscribe(drawLegend);
  return { element, shown: (now) => now && fill(), resized: () => plot.redraw() };
}

/** Points without a number: lines that slant by the reason, on grey. */
function hatch(context: CanvasRenderingContext2D, left: number, top: number, width: number, height: number, status: number, ink: Ink): void {
  context.save();
  context.beginPath();
  context.rect(left, top, width + 0.5, height + 0.5);
  context.clip();
  context.fillStyle = ink.line;
  context.fillRect(left, top, width + 0.5, height + 0.5);
  context.strokeStyle = ink.muted;
  context.globalAlpha = 0.55;
  context.lineWidth = 1;
  const apart = 6;
  // Lines of neighbouring cells meet: they are those of the whole plane.
  const slant = status === 2 ? -1 : 1;
  if (status <= 2 || status === 4) {
    context.beginPath();
    const from = slant > 0 ? left + top : left - top - height;
    const to = slant > 0 ? left + top + width + height : left + width - top;
    for (let c = Math.ceil(from / apart) * apart; c <= to; c += apart) {
      if (slant > 0) {
        context.moveTo(c - top, top);
        context.lineTo(c - top - height, top + height);
      } else {
        context.moveTo(c + top, top);
        context.lineTo(c + top + height, top + height);
      }
    }
    context.stroke();
  }
  context.restore();
}
