// A Poincaré section: points appear as they are computed; a click starts another orbit on the same level.
import { h } from "../dom";
import { columnOf } from "../motion";
import type { Part, Surroundings } from "../part";
import { numberText, widened } from "../plots/axis";
import { categorical, type Colour } from "../plots/colour_map";
import { density, PointCloud, pointSize } from "../plots/density";
import { formRow, newId, select } from "../plots/element";
import type { Ink } from "../plots/ink";
import { type Frame, PlanePlot } from "../plots/plane_plot";
import { PerModel } from "../plots/per_model";
import { sentence, Task } from "../plots/task";
import type { Section } from "../protocol";
import { BlockKind } from "../protocol";
import { conceptLink } from "../mathematics/concept";
import { levelsOf, risesThroughZero, type SectionWords, usualSection } from "./defaults";
import { axisLabel } from "./portrait";

interface Place {
  x: number;
  y: number;
}

export function makeSection(s: Surroundings): Part {
  const { workspace, server, motions } = s;
  const kept = new PerModel<SectionWords>(workspace, "study.section");
  const cloud = new PointCloud();
  let orbits = 0;
  let before = 0; // points of the orbits before the newest
  let through: Place | null = null; // where the next orbit starts
  let shownKey = "";
  let visible = false;

  const field = (name: string, width: string, key: keyof SectionWords, isNumber = false) => {
    const input = h("input", { type: "text", "aria-label": name, class: width ? null : "wide", spellcheck: "false", autocomplete: "off", list: isNumber ? null : names.id, inputmode: isNumber ? "decimal" : null });
    input.style.width = width;
    input.addEventListener("change", () => {
      const value = input.value.trim();
      const now = words();
      if (!now || (isNumber && !(Number(value) >= 0))) return fill();
      kept.set({ ...now, [key]: isNumber ? Number(value) : value });
    });
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") {
        input.dispatchEvent(new Event("change"));
        void runFirst();
      }
    });
    fields.set(key, input);
    return input;
  };
  const fields = new Map<keyof SectionWords, HTMLInputElement>();
  const names = h("datalist", { id: newId("names") });
  const direction = select(
    [{ value: "up", label: "rising" }, { value: "down", label: "falling" }, { value: "both", label: "both ways" }], "up",
    (value) => kept.set({ ...words()!, direction: value as "up" }),
  );
  direction.setAttribute("aria-label", "Direction of the passage");
  const options = h(
    "div", { class: "form" }, names,
    formRow("Where", field("Expression that passes through zero", "", "at"), h("span", {}, "= 0"), direction),
    formRow("Across", field("Across", "", "x"), h("span", {}, "Up"), field("Up", "", "y")),
    formRow("Level", field("Level on which orbits start, such as energy = 2", "", "fix")),
    formRow("Points", field("Points of each orbit", "5.5em", "count", true), h("span", {}, "after"), field("Time that is left out at first, in seconds", "5em", "transient", true), h("span", {}, "s")),
  );
  const clear = h("button", { type: "button", class: "button", onclick: () => wipe() }, "Clear");
  const plot = new PlanePlot({ label: "Poincaré section", draw, onClick: (x, y) => void startAt(x, y) });
  plot.root.classList.add("tall-plot");
  const note = h("p", { class: "faint small", role: "status" });
  const results = h("div", { class: "results" }, plot.root, note);
  const nothing = h("p", { class: "message", hidden: true }, "The motion of this model has fewer than three variables: its sections are single points.");

  const task = new Task<Section>(
    workspace,
    "Compute",
    (progress) => {
      const now = words();
      if (!now || !workspace.checked.value?.ok) return null;
      if (through === null) wipe();
      const orbit = orbits++;
      before = cloud.size;
      const key = valuesKey();
      shownKey = key;
      let since = 0;
      return server.ask("section", requestOf(now), {
        lane: "section",
        onProgress: (p) => progress(p),
        onBlock: (block) => {
          if (block.kind !== BlockKind.section) return;
          // Rows are: the number of the orbit, from 0, and the columns.
          for (let k = 0; k < block.rows; k++) {
            const at = k * block.columns;
            cloud.add(block.data[at + 1], block.data[at + 2], orbit + block.data[at]);
          }
          if (performance.now() - since > 60) {
            since = performance.now();
            fit();
          }
        },
      });
    },
    (answer) => {
      const clicked = through;
      through = null;
      if (clicked && !answer.ok && cloud.size === before) orbits--; // it did not begin
      const result = answer.result;
      const [x, y] = result?.columns ?? [];
      if (x && y) plot.setLabels(axisLabel(x), axisLabel(y));
      fit();
      const early = result?.orbits?.map((o) => o.ended).find((e) => e);
      const ends = early ? ` It ended early: ${early}.` : "";
      const miss = clicked && answer.errors.find((e) => e.code === "level-empty");
      if (miss) task.say(sentence(miss.message));
      note.textContent = `${cloud.size.toLocaleString("en-GB")} ${cloud.size === 1 ? "point" : "points"} of ${orbits === 1 ? "one orbit" : `${orbits} orbits`}.${ends} Click to start an orbit there; drag a rectangle to zoom.`;
    },
    () => JSON.stringify([words(), valuesKey()]),
    () => results,
    () => wipe(),
  );
  task.element.querySelector(".task-line")!.append(clear);
  const element = h(
    "div", { class: "page-part section", "aria-busy": "false" },
    h("div", { class: "intro" }, "States in which an expression passes through zero. ", conceptLink("section", "How sections are computed")),
    options, task.element, nothing, results,
  );

  const words = (): SectionWords | null => kept.value ?? usual();
  // What is usual is found once for a model and its experiment: it does not change while a slider moves.
  let found: { key: string; words: SectionWords | null } | null = null;
  const usual = (): SectionWords | null => {
    const checked = workspace.checked.value;
    if (!checked) return null;
    const key = JSON.stringify([workspace.checkedText.value, workspace.experiment.value]);
    if (found?.key === key) return found.words;
    const motion = motions.motion.value;
    const rises = (name: string) => {
      const column = motion?.columns.findIndex((c) => c.name === name) ?? -1;
      return motion && column >= 0 ? risesThroughZero(columnOf(motion, column)) : 0;
    };
    found = { key, words: usualSection(checked, workspace.experiment.value, rises) };
    return found.words;
  };
  const valuesKey = () => JSON.stringify([workspace.checkedText.value, workspace.parameters.value, workspace.initial.value]);

  function requestOf(now: SectionWords) {
    return {
      model: workspace.checkedText.value, parameters: workspace.parameters.value, initial: workspace.initial.value,
      experiment: workspace.experiment.value ?? undefined,
      at: now.direction === "both" ? now.at : `${now.at}:${now.direction}`, columns: [now.x, now.y], count: now.count, until: now.until,
      transient: now.transient, fix: levelsOf(now.fix), tolerance: now.tolerance ? Number(now.tolerance) : undefined, full: now.full,
      from: through ? { [now.x]: through.x, [now.y]: through.y } : undefined,
    };
  }

  /** Places that were clicked and have not been tried; the one that is being tried is not among them. */
  const waiting: Place[] = [];
  let isTrying = false;
  const runFirst = () => {
    startOver();
    return task.run();
  };
  const startOver = () => {
    waiting.length = 0;
    through = null;
  };
  task.button.addEventListener("click", startOver, { capture: true });

  async function startAt(x: number, y: number): Promise<void> {
    const now = words();
    if (!now) return;
    // What belongs to other values goes first.
    if (shownKey !== "" && shownKey !== valuesKey()) wipe();
    waiting.push({ x: Number(x.toPrecision(6)), y: Number(y.toPrecision(6)) });
    if (isTrying) return;
    // One orbit after the other: a click must not end the orbit of the click before.
    isTrying = true;
    element.setAttribute("aria-busy", "true");
    while (task.state === "running") await task.settled;
    for (let place = waiting.shift(); place; place = waiting.shift()) {
      through = place;
      await task.run();
      if (task.state === "cancelled") waiting.length = 0;
    }
    isTrying = false;
    element.setAttribute("aria-busy", "false");
  }

  function wipe(): void {
    waiting.length = 0;
    cloud.clear();
    orbits = 0;
    note.textContent = "";
    plot.zoom(null);
    plot.redraw();
  }

  function fit(): void {
    const x = widened(cloud.lowX, cloud.highX);
    const y = widened(cloud.lowY, cloud.highY);
    if (x && y) plot.fit(x, y);
    const now = words();
    plot.setDescription(`${cloud.size} points, ${now?.y} against ${now?.x}; ${cloud.size > 0 ? `across from ${numberText(cloud.lowX)} to ${numberText(cloud.highX)}, up from ${numberText(cloud.lowY)} to ${numberText(cloud.highY)}` : "empty"}`);
    plot.root.dataset.points = String(cloud.size);
    plot.root.dataset.orbits = String(orbits);
  }

  let picture: HTMLCanvasElement | null = null;
  function draw(context: CanvasRenderingContext2D, frame: Frame, ink: Ink, scale: number): void {
    if (cloud.size === 0) return;
    const width = Math.max(1, Math.round(frame.width * scale));
    const height = Math.max(1, Math.round(frame.height * scale));
    picture ??= document.createElement("canvas");
    picture.width = width;
    picture.height = height;
    const colours: Colour[] = Array.from({ length: Math.max(1, Math.min(orbits, 64)) }, (_, k) => categorical(k, ink.dark));
    const pen = picture.getContext("2d")!;
    const image = pen.createImageData(width, height);
    density(cloud, { width, height, lowX: frame.x.low, highX: frame.x.high, lowY: frame.y.low, highY: frame.y.high }, colours, pointSize(cloud.size, scale), image.data);
    pen.putImageData(image, 0, 0);
    context.drawImage(picture, frame.left, frame.top, frame.width, frame.height);
  }

  function fill(): void {
    if (!visible) return;
    const checked = workspace.checked.value;
    const now = words();
    nothing.hidden = !checked || now !== null;
    for (const part of [options, task.element, results]) part.hidden = now === null;
    if (!now || !checked) return;
    for (const [key, input] of fields) input.value = String(now[key]);
    fields.get("fix")!.placeholder = "that of the initial state";
    direction.value = now.direction;
    names.replaceChildren(...[...checked.state, ...checked.symbols.filter((v) => v.kind !== "parameter")].map((v) => h("option", { value: v.name }, v.description)), h("option", { value: "energy" }));
    if (cloud.size === 0) {
      plot.setLabels(axisLabel({ name: now.x }), axisLabel({ name: now.y }));
      note.textContent = "Compute the orbit of the initial state, or click a point to start an orbit there.";
    }
    task.check();
  }

  kept.subscribe(fill);
  workspace.checked.follow(fill);
  for (const signal of [workspace.parameters, workspace.initial]) signal.subscribe(() => task.check());
  return {
    element,
    shown(now) {
      visible = now;
      if (visible) fill();
    },
    resized: () => plot.redraw(),
  };
}
