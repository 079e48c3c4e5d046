// The stage: the present motion in three dimensions, with the tools that concern the picture.
import { download, h } from "../dom";
import { makeMenu, menuItem } from "../menu";
import type { Motion } from "../motion";
import type { Part, Surroundings } from "../part";
import { theme } from "../theme";
import { documentOf, fillPlayer } from "./document";
import { type Recording, record, videoType } from "./record";
import { isAboutValues } from "../messages";
import { cameraTools, gridText, layerMenu } from "./tools";
import { type Layers, type Picture, StageView, usualLayers } from "./view";

const savePath = "M8 2.5v7M5 7l3 3 3-3M2.5 11v2.5h11V11";

const pictureOf = (motion: Motion): Picture | null =>
  motion.scene && motion.scene.shapes.length > 0 ? { scene: motion.scene, frames: { rows: motion.rows, columns: motion.scene.columns, t: motion.t, data: motion.frames } } : null;

export interface Stage extends Part {
  view: StageView;
  command(name: "above" | "follow" | "fit"): void;
}

export function makeStage({ workspace, motions }: Surroundings): Stage {
  const canvas = h("canvas", { tabindex: 0, role: "img", "aria-label": "The moving system" });
  const message = h("div.stage-message", { role: "status" });
  const bare = h("div.stage-bare", { hidden: true }, "This model has no picture. Its motion is in the plots below.");
  const busy = h("div.stage-busy", {}, "Computing");
  const grid = h("span");
  const note = h("span", { role: "status" });
  const layers = workspace.setting<Layers>("stage.layers", usualLayers);
  const view = new StageView(canvas, () => workspace.camera.set(view.rig.state));
  const tools = cameraTools(view, () => workspace.camera.set(view.rig.state));
  const menu = layerMenu(view, layers);

  const fileName = () => workspace.name.value || "motion";
  let shown: Picture | null = null;
  const savePicture = async () => download(`${fileName()}.png`, await view.png());
  const savePage = async () => {
    if (!shown) return;
    const template = await fetch("player.html").then((r) => (r.ok ? r.text() : Promise.reject(new Error())));
    const title = document.title.split(" · ")[0];
    const page = fillPlayer(template, documentOf(title, workspace.checked.value?.description ?? "", shown, view.rig.state, motions.motion.value?.columns));
    download(`${fileName()}.html`, new Blob([page], { type: "text/html" }));
  };
  const type = videoType();
  const saveVideo = () => {
    if (!type || !shown || shown.frames.rows < 2) return;
    const { t } = shown.frames;
    workspace.playing.set(false);
    workspace.time.set(t[0]);
    view.render();
    const recording: Recording = record(canvas, type);
    note.textContent = "Recording. Pause to finish early.";
    note.className = "stage-recording";
    const repeats = workspace.setting("time.repeats", true);
    const before = repeats.value;
    repeats.set(false);
    const stop = workspace.playing.subscribe((on) => {
      if (on) return;
      stop();
      recording.finish(() => view.render());
      repeats.set(before);
      note.className = "";
      showNote();
    });
    void recording.video.then((video) => {
      if (video.size > 0) download(`${fileName()}.webm`, video);
      else note.textContent = "This browser recorded nothing.";
    });
    workspace.playing.set(true);
  };
  const save = makeMenu("Save the picture or the motion", savePath, "", [
    menuItem("Picture (PNG)", () => void savePicture()),
    ...(type ? [menuItem("Video (WebM)", saveVideo)] : []),
    menuItem("Web page that plays the motion", () => void savePage().catch(() => (note.textContent = "The player could not be read from the server."))),
  ]);

  const showNote = () => {
    const motion = motions.motion.value;
    note.textContent = motion?.ended ? `The motion ends at t = ${Number(motion.t_end.toPrecision(6))} s: ${motion.ended.reason}` : (motion?.warnings[0]?.message ?? motion?.scene?.notes?.[0] ?? "");
  };
  let fitted: string | null = null;
  motions.motion.subscribe((motion) => {
    const picture = motion && pictureOf(motion);
    shown = picture;
    bare.hidden = !motion || picture !== null;
    showNote();
    if (!picture) {
      grid.textContent = "";
      return view.clear();
    }
    view.show(picture);
    // Another model may stand under the same name, where its text was replaced.
    const model = `${workspace.name.value} ${workspace.checked.value?.name ?? ""}`;
    if (fitted !== model) {
      if (fitted?.startsWith(`${workspace.name.value} `)) workspace.camera.set(null);
      fitted = model;
      const kept = workspace.camera.value;
      view.fit();
      if (kept) view.rig.state = kept;
    } else view.setAnchor();
    menu.refresh();
    tools.refresh();
    grid.textContent = gridText(view.step, motion.columns);
  });
  workspace.time.follow((time) => view.setTime(time));
  theme.follow((t) => view.setTheme(t));
  motions.busy.follow((on) => busy.classList.toggle("on", on));
  motions.problems.follow((problems) => {
    message.replaceChildren(...problems.filter((p) => !isAboutValues(p)).slice(0, 2).map((p) =>
      h("div.message.bad", {}, p.message, p.help ? h("div.soft", {}, p.help) : null)));
  });

  canvas.addEventListener("keydown", (e) => {
    if (e.key === "+" || e.key === "-") view.rig.zoom(e.key === "+" ? 0.85 : 1 / 0.85);
  });

  const element = h("div.stage", {}, canvas, busy, h("div.stage-tools", {}, ...tools.elements, menu.element, save.element), bare, message,
    h("div.stage-note", {}, grid, note));
  return { element, view, command: (name) => tools.elements[{ above: 0, follow: 1, fit: 2 }[name]].click(), resized: () => view.resize(element.clientWidth, element.clientHeight) };
}
