// The page's frame: three columns with movable borders, tabs at the right, plots below the stage.
import { h } from "./dom";
import type { Part } from "./part";
import { Signal } from "./signal";
import type { Storage } from "./storage";
import type { Workspace } from "./workspace";

/** Sizes in pixels of what lies beside the stage. */
export interface Sizes {
  left: number;
  right: number;
  plots: number;
  sliders: number;
}
/** For a window of this size; at 1280 × 720: 350, 380, 170, 270. */
export function usualSizes(width: number, height: number): Sizes {
  const share = (part: number, least: number, most: number) => Math.round(Math.min(Math.max(part, least), most));
  return { left: share(0.273 * width, 300, 560), right: share(0.297 * width, 320, 640), plots: share(0.236 * height, 130, 320), sliders: share(0.375 * height, 180, 460) };
}
const smallest: Sizes = { left: 220, right: 240, plots: 70, sliders: 90 };

/** A border that is dragged, or moved with the arrow keys. */
function border(name: string, key: keyof Sizes, sign: 1 | -1, sizes: Signal<Sizes>): HTMLElement {
  const upright = key === "left" || key === "right";
  const most = () => (upright ? innerWidth * 0.45 : innerHeight * 0.6);
  const move = (to: number) =>
    sizes.set({ ...sizes.value, [key]: Math.round(Math.min(Math.max(to, smallest[key]), Math.max(most(), smallest[key]))) });
  const element = h("div.border", {
    role: "separator", tabindex: 0, "aria-label": name, "aria-orientation": upright ? "vertical" : "horizontal", "data-border": key,
  });
  element.addEventListener("pointerdown", (down) => {
    element.setPointerCapture(down.pointerId);
    const [start, from] = [sizes.value[key], upright ? down.clientX : down.clientY];
    const drag = (e: PointerEvent) => move(start + sign * ((upright ? e.clientX : e.clientY) - from));
    element.addEventListener("pointermove", drag);
    element.addEventListener("lostpointercapture", () => element.removeEventListener("pointermove", drag), { once: true });
    down.preventDefault();
  });
  element.addEventListener("dblclick", () => move(usualSizes(innerWidth, innerHeight)[key]));
  element.addEventListener("keydown", (e) => {
    const step = { ArrowLeft: -16, ArrowUp: -16, ArrowRight: 16, ArrowDown: 16 }[e.key];
    if (step === undefined) return;
    move(sizes.value[key] + sign * step);
    e.preventDefault();
    e.stopPropagation();
  });
  sizes.follow((s) => element.setAttribute("aria-valuenow", String(s[key])));
  return element;
}

/** Parts as tabs: one is shown. */
function tabs(label: string, parts: Record<string, Part>, chosen: Signal<string>): Part {
  const list = h("div.tabs", { role: "tablist", "aria-label": label });
  const place = h("div.tab-place");
  const names = Object.keys(parts);
  for (const name of names) {
    const id = `tab-${name.toLowerCase()}`;
    list.append(
      h("button.tab", { type: "button", role: "tab", id, "aria-controls": `${id}-panel`, onclick: () => chosen.set(name) }, name),
    );
    place.append(h("div.tab-panel", { role: "tabpanel", id: `${id}-panel`, "aria-labelledby": id }, parts[name].element));
  }
  list.addEventListener("keydown", (e) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (step === undefined) return;
    const next = (names.indexOf(chosen.value) + step + names.length) % names.length;
    chosen.set(names[next]);
    (list.children[next] as HTMLElement).focus();
    e.preventDefault();
    e.stopPropagation();
  });
  let shown: string | null = null;
  chosen.follow((value) => {
    const name = names.includes(value) ? value : names[0];
    if (shown === name) return;
    names.forEach((n, i) => {
      const on = n === name;
      list.children[i].setAttribute("aria-selected", String(on));
      (list.children[i] as HTMLElement).tabIndex = on ? 0 : -1;
      (place.children[i] as HTMLElement).hidden = !on;
    });
    if (shown !== null) parts[shown].shown?.(false);
    shown = name;
    parts[name].shown?.(true);
    parts[name].resized?.();
  });
  return { element: h("div.tabbed", {}, list, place), resized: () => shown !== null && parts[shown].resized?.() };
}

export interface Parts {
  header: HTMLElement;
  model: Part;
  sliders: Part;
  stage: Part;
  time: Part;
  plots: Part;
  mathematics: Part;
  study: Part;
}

export function layOut(root: HTMLElement, workspace: Workspace, storage: Storage, parts: Parts): void {
  // Sizes belong to the window, not to the work: they are kept here and not put into links.
  const kept = storage.sizes;
  const sizes = new Signal<Sizes>({ ...usualSizes(innerWidth, innerHeight), ...kept });
  let isOwn = kept !== null;
  let fitting = false;
  sizes.subscribe((s) => {
    if (fitting) return;
    isOwn = true;
    storage.keepSizes(s);
  });
  addEventListener("resize", () => {
    if (isOwn) return;
    fitting = true;
    sizes.set(usualSizes(innerWidth, innerHeight));
    fitting = false;
  });
  const tab = workspace.setting("tab", "Mathematics");
  const right = tabs("Mathematics and study", { Mathematics: parts.mathematics, Study: parts.study }, tab);
  const section = (name: string, label: string, ...parts: HTMLElement[]) =>
    h("section", { class: `panel ${name}-panel`, "aria-label": label }, ...parts);
  const main = h(
    "main.columns", {},
    h("div.column.left", {},
      section("model", "Model", parts.model.element),
      border("Border between the model and the sliders", "sliders", -1, sizes),
      section("sliders", "Parameters and initial values", parts.sliders.element)),
    border("Border between model and stage", "left", 1, sizes),
    h("div.column.middle", {},
      section("stage", "Stage", parts.stage.element, parts.time.element),
      border("Border between stage and plots", "plots", -1, sizes),
      section("plots", "Plots over time", parts.plots.element)),
    border("Border between stage and mathematics", "right", -1, sizes),
    h("div.column.right", {}, section("right", "Mathematics and study", right.element)),
  );
  root.replaceChildren(parts.header, main);
  sizes.follow((s) => {
    for (const key of Object.keys(smallest) as (keyof Sizes)[]) main.style.setProperty(`--${key}`, `${s[key]}px`);
  });
  const all: [HTMLElement, Part][] = [parts.model, parts.sliders, parts.stage, parts.time, parts.plots].map((p) => [p.element, p]);
  all.push([right.element, right]);
  const observer = new ResizeObserver((entries) => {
    for (const entry of entries) all.find(([element]) => element === entry.target)?.[1].resized?.();
  });
  for (const [element, part] of all) {
    observer.observe(element);
    part.shown?.(true);
  }
}
