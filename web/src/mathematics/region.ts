// Where in the plane of two letters a standstill is stable.
import type { Pending } from "../connection";
import { h } from "../dom";
import type { Surroundings } from "../part";
import { numberText, type Range } from "../plots/axis";
import { fillSelect, formRow, select } from "../plots/element";
import type { Ink } from "../plots/ink";
import { type Frame, PlanePlot } from "../plots/plane_plot";
import { numberField, startOf } from "../plots/question";
import { Task } from "../plots/task";
import type { StabilityRegion } from "../protocol";
import { rangeOf, velocitiesOf } from "../study/defaults";
import { printedUnit } from "../units";
import { type AnyLinear, lettersElements } from "./letters";
import { regimeColours, regimeWords, shares } from "./words";

/** `standing`: the state of the standstill, as far as it is known. */
export function makeRegion(s: Surroundings, at: () => "equilibrium" | "steady", standing: () => Record<string, number>): { element: HTMLElement; check(): void; resized(): void } {
  const { workspace } = s;
  let found: StabilityRegion | null = null;
  let picture: HTMLCanvasElement | null = null;
  let isChosen = false; // by the user; otherwise the letters follow the standstill
  const axis = (label: string) => {
    const name = select([], "", () => {
      isChosen = true;
      setRange(axes.indexOf(one));
    });
    name.classList.add("wide");
    const ends = [numberField(`${label}: from`, "4.6em"), numberField(`${label}: to`, "4.6em")];
    for (const end of ends) {
      end.addEventListener("keydown", (event) => {
        event.stopPropagation();
        if (event.key === "Enter") void task.run();
      });
      end.addEventListener("input", () => task.check());
    }
    const one = { name, ends, element: formRow(label, name, ends[0], h("span", {}, "to"), ends[1]) };
    return one;
  };
  const axes = [axis("Across"), axis("Up")];
  const plot = new PlanePlot({ label: "Region of stability", draw, onClick: take, grid: false });
  plot.root.classList.add("tall-plot");
  const legend = h("div", { class: "chart-legend" });
  const note = h("p", { class: "faint small", role: "status" });
  const conditions = h("div");
  const results = h("div", { class: "results" }, legend, plot.root, note, conditions);
  results.hidden = true;
  const asked = () => axes.map((a) => `${a.name.value}=${a.ends[0].value}..${a.ends[1].value}`).join(",");
  const task: Task<AnyLinear> = new Task<AnyLinear>(
    workspace,
    "Draw the region",
    (): Pending<AnyLinear> | null => {
      if (!workspace.checked.value?.ok) return null;
      return s.server.ask("linearize", { ...startOf(s), at: at(), region: asked(), points: 101 }, { lane: "region" });
    },
    (answer) => {
      const isThere = answer.ok && answer.result && "regimes" in answer.result;
      results.hidden = !isThere;
      if (isThere) show(answer.result as StabilityRegion);
    },
    () => JSON.stringify([workspace.checkedText.value, at(), held(), workspace.experiment.value, asked()]),
    () => results,
    () => {
      found = null;
      isChosen = false;
      results.hidden = true;
      for (const a of axes) a.name.replaceChildren();
    },
  );
  task.button.classList.remove("primary");

  /** What the region varies may change without making it stale: a click does so. */
  const held = () => {
    const values = [{ ...workspace.parameters.value }, { ...workspace.initial.value }];
    for (const a of axes) for (const v of values) delete v[a.name.value];
    return values;
  };

  function show(region: StabilityRegion): void {
    found = region;
    const { x, y } = region;
    picture = h("canvas", { width: x.count, height: y.count });
    const pen = picture.getContext("2d")!;
    const image = pen.createImageData(x.count, y.count);
    region.regimes.forEach((row, j) => row.forEach((regime, i) => image.data.set([...regimeColours[regime], 255], 4 * ((y.count - 1 - j) * x.count + i))));
    pen.putImageData(image, 0, 0);
    legend.replaceChildren(...shares(region).map(([regime, part]) => {
      const swatch = h("span", { class: "legend-swatch", "aria-hidden": "true" });
      swatch.style.background = `rgb(${regimeColours[regime].join(" ")})`;
      return h("span", { class: "legend-status" }, swatch, `${regimeWords[regime]} (${numberText(100 * part, 3)} %)`);
    }));
    const label = (a: StabilityRegion["x"]) => (a.unit && a.unit !== "1" ? `${a.name} (${printedUnit(a.unit.replace(/^\[|\]$/g, ""))})` : a.name);
    plot.zoom(null);
    plot.setLabels(label(x), label(y));
    plot.fit(whole(x), whole(y));
    plot.setDescription(shares(region).map(([regime, part]) => `${regimeWords[regime]} ${Math.round(100 * part)} %`).join(", "));
    plot.root.dataset.regimes = shares(region).map(([regime]) => regime).join(",");
    note.textContent = "Lines are zeros of the conditions. Click to take the values into the sliders.";
    conditions.replaceChildren(...lettersElements(region.conditions));
  }

  /** Cells are centred at their values. */
  const whole = (a: StabilityRegion["x"]): Range => {
    const half = (a.high - a.low) / (a.count - 1) / 2;
    return { low: a.low - half, high: a.high + half };
  };

  function draw(context: CanvasRenderingContext2D, frame: Frame, ink: Ink): void {
    if (!found || !picture) return;
    const [x, y] = [whole(found.x), whole(found.y)];
    context.imageSmoothingEnabled = false;
    context.drawImage(picture, frame.px(x.low), frame.py(y.high), frame.px(x.high) - frame.px(x.low), frame.py(y.low) - frame.py(y.high));
    context.strokeStyle = "#111";
    context.lineWidth = 1.3;
    context.beginPath();
    for (const piece of found.boundaries) {
      context.moveTo(frame.px(piece.from[0]), frame.py(piece.from[1]));
      context.lineTo(frame.px(piece.to[0]), frame.py(piece.to[1]));
    }
    context.stroke();
    const [a, b] = [present(found.x.name), present(found.y.name)];
    if (a === null || b === null) return;
    for (const [width, colour] of [[4, ink.panel], [1.8, ink.text]] as const) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.beginPath();
      context.arc(frame.px(a), frame.py(b), 6, 0, 2 * Math.PI);
      context.stroke();
    }
  }

  const present = (name: string): number | null => {
    const checked = workspace.checked.value;
    const p = checked?.parameters.find((q) => q.name === name);
    if (p) return workspace.parameters.value[name] ?? p.value;
    const v = checked?.state.find((q) => q.name === name);
    return v ? workspace.initial.value[name] ?? v.value : null;
  };

  function take(px: number, py: number): void {
    if (!found) return;
    const parameters = { ...workspace.parameters.value };
    const initial = { ...workspace.initial.value };
    for (const [name, value] of [[found.x.name, px], [found.y.name, py]] as const)
      (workspace.checked.value?.parameters.some((p) => p.name === name) ? parameters : initial)[name] = Number(value.toPrecision(5));
    workspace.change({ parameters, initial });
    workspace.settle();
    note.textContent = `Taken: ${found.x.name} = ${numberText(px)}, ${found.y.name} = ${numberText(py)}.`;
  }

  function setRange(k: number): void {
    const checked = workspace.checked.value;
    const name = axes[k].name.value;
    const v = checked?.state.find((q) => q.name === name);
    const range = rangeOf(checked?.parameters.find((q) => q.name === name) ?? { value: v?.value ?? 0, low: null, high: null });
    [axes[k].ends[0].value, axes[k].ends[1].value] = [String(range.low), String(range.high)];
    task.check();
  }

  function fill(): void {
    const checked = workspace.checked.value;
    if (!checked?.ok) return;
    // A velocity that vanishes in the steady motion is not free along its family.
    const velocities = at() === "steady" ? velocitiesOf(checked.state).filter((v) => Math.abs(standing()[v.name] ?? 0) > 1e-9) : [];
    const options = [...velocities, ...checked.parameters.filter((p) => !p.derived)].map((v) => ({ value: v.name, label: v.description ? `${v.name} – ${v.description}` : v.name }));
    element.hidden = options.length < 2;
    if (element.hidden) return;
    axes.forEach((a, k) => {
      const before = a.name.value;
      const stays = before !== "" && (isChosen || found !== null);
      if (stays && !options.some((o) => o.value === before)) options.push({ value: before, label: before });
      fillSelect(a.name, options, stays ? before : options[k].value);
      if (a.name.value !== before) setRange(k);
    });
  }

  const element = h("details", { class: "fold region" }, h("summary", {}, "Region of stability"),
    h("div", { class: "form" }, ...axes.map((a) => a.element)), task.element, results);
  element.addEventListener("toggle", () => plot.redraw());
  workspace.checked.follow(fill);
  for (const signal of [workspace.parameters, workspace.initial]) signal.subscribe(() => plot.redraw());
  return {
    element,
    check() {
      fill();
      task.check();
    },
    resized: () => plot.redraw(),
  };
}
