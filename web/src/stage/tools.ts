// Tools of the stage that the page and the player share: the camera, and what is shown.
import { h, iconButton } from "../dom";
import { makeMenu } from "../menu";
import { colourOf } from "../palette";
import type { Signal } from "../signal";
import { theme } from "../theme";
import { haveUnits } from "../units";
import { type Layer, type Layers, type StageView, usualLayers } from "./view";

const paths = {
  fit: "M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10",
  above: "M2.5 4.5l5.5-2 5.5 2M8 6v5M5.8 9L8 11.2 10.2 9M2.5 13.5h11",
  follow: "M8 2v2.5M8 11.5V14M2 8h2.5M11.5 8H14M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  layers: "M8 2l6 3-6 3-6-3zM2 8l6 3 6-3M2 11l6 3 6-3",
};
const layerNames: [Layer, string, string | null][] = [
  ["velocity", "Velocities", "green"], ["momentum", "Momenta", "violet"], ["reaction", "Reactions", "red"], ["load", "Loads", "brown"],
  ["traces", "Traces", "orange"], ["axes", "Axes of the bodies", null], ["labels", "Labels", null], ["grid", "Grid", null], ["shadow", "Shadow", null],
];

export function layerMenu(view: StageView, layers: Signal<Layers>): { element: HTMLElement; refresh(): void } {
  const rows = layerNames.map(([layer, name, colour]) => {
    const box = h("input", { type: "checkbox", onchange: () => layers.set({ ...layers.value, [layer]: box.checked }) });
    const dot = h("span.dot");
    if (colour) theme.follow((t) => (dot.style.background = colourOf(colour, t)));
    return { layer, box, row: h("label.menu-check", {}, box, name, dot) };
  });
  layers.follow((value) => {
    view.setLayers({ ...usualLayers, ...value });
    for (const { layer, box } of rows) box.checked = value[layer] ?? usualLayers[layer];
  });
  const menu = makeMenu("What is shown", paths.layers, "", rows.map((r) => r.row));
  return {
    element: menu.element,
    refresh() {
      const available = view.available;
      for (const { layer, row } of rows) row.hidden = !available.has(layer);
    },
  };
}

/** "grid 0.2 m" */
export function gridText(step: number, columns: { unit: string }[]): string {
  return `grid ${Number(step.toPrecision(2))}${haveUnits(columns) ? " m" : ""}`;
}

export interface CameraTools {
  elements: HTMLElement[];
  refresh(): void;
}
export function cameraTools(view: StageView, settled: () => void): CameraTools {
  const above = iconButton("Seen from above (A)", paths.above, () => {
    view.rig.above = !view.rig.above;
    done();
  });
  const follow = iconButton("Camera follows the system (F)", paths.follow, () => {
    // Changing must not move the picture at this moment: the target takes up the difference.
    view.rig.toggleFollow();
    done();
  });
  const fit = iconButton("Fit the picture (0)", paths.fit, () => {
    view.fit();
    done();
  });
  const done = () => {
    view.invalidate();
    refresh();
    settled();
  };
  const refresh = () => {
    above.setAttribute("aria-pressed", String(view.rig.above));
    follow.setAttribute("aria-pressed", String(view.rig.follows));
    follow.disabled = !view.canFollow;
  };
  refresh();
  return { elements: [above, follow, fit], refresh };
}
