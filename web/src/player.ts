// A motion on its own: no server, no editor, from a file.
import "./player.css";
import { h } from "./dom";
import { bindKeys } from "./keys";
import { Signal } from "./signal";
import { type MotionDocument, pictureOf } from "./stage/document";
import { cameraTools, gridText, layerMenu } from "./stage/tools";
import { type Layers, StageView, usualLayers } from "./stage/view";
import { theme } from "./theme";
import { makeTimeBar } from "./time/bar";

const root = document.getElementById("app")!;

/** "WhippleBicycle" as "Whipple bicycle". */
const inWords = (title: string) =>
  /\s/.test(title) ? title : title.replace(/([a-z0-9])([A-Z])(?=[a-z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);

function play(motion: MotionDocument): void {
  const title = inWords(motion.title);
  const picture = pictureOf(motion);
  const canvas = h("canvas", { tabindex: 0, role: "img", "aria-label": `${title}, moving` });
  const view = new StageView(canvas);
  const tools = cameraTools(view, () => {});
  const menu = layerMenu(view, new Signal<Layers>(usualLayers));
  const time = new Signal(picture.frames.t[0] ?? 0);
  const bar = makeTimeBar({
    time, playing: new Signal(!matchMedia("(prefers-reduced-motion: reduce)").matches), speed: new Signal(1), repeats: new Signal(true),
    times: new Signal(picture.frames.t),
  });
  const grid = h("span");
  const stage = h("div.stage", {}, canvas,
    h("div.player-head", {}, h("h1", {}, title), motion.description ? h("p", {}, motion.description) : null),
    h("div.stage-tools", {}, ...tools.elements, menu.element), h("div.stage-note", {}, grid));
  root.replaceChildren(stage, bar.element);
  document.title = title;
  view.show(picture);
  let fitted = false;
  new ResizeObserver(() => {
    view.resize(stage.clientWidth, stage.clientHeight);
    if (fitted) return;
    fitted = true;
    view.fit();
    if (motion.camera) view.rig.state = motion.camera;
    tools.refresh();
  }).observe(stage);
  menu.refresh();
  grid.textContent = gridText(view.step, motion.columns ?? []);
  time.follow((t) => view.setTime(t));
  theme.follow((t) => view.setTheme(t));
  bindKeys([
    { keys: ["space", "k"], shown: "", name: "", run: bar.toggle }, { keys: ["arrowleft", ","], shown: "", name: "", run: () => bar.step(-1) },
    { keys: ["arrowright", "."], shown: "", name: "", run: () => bar.step(1) }, { keys: ["home"], shown: "", name: "", run: bar.toStart },
    { keys: ["end"], shown: "", name: "", run: bar.toEnd }, { keys: ["arrowup"], shown: "", name: "", run: () => bar.changeSpeed(1) },
    { keys: ["arrowdown"], shown: "", name: "", run: () => bar.changeSpeed(-1) },
    ...(["a", "f", "0"] as const).map((key, i) => ({ keys: [key], shown: "", name: "", run: () => tools.elements[i].click() })),
  ]);
  Object.assign(globalThis, { anholon: { stage: view, time } });
}

const data = document.getElementById("data");
try {
  if (!data) throw new Error("it holds no motion");
  play(JSON.parse(data.textContent ?? "") as MotionDocument);
} catch (error) {
  root.replaceChildren(h("p.player-message", {}, `This file cannot be played: ${(error as Error).message}.`));
}
