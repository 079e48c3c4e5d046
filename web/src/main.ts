// Puts the page together.
import "./app.css";
import { Connection } from "./connection";
import { layOut } from "./layout";
import { decodeLink, encodeLink, readView } from "./link";
import { makeHeader } from "./header";
import { type Command, bindKeys, makeHelp } from "./keys";
import { makeMathematics } from "./mathematics";
import { makeModel } from "./model";
import { keepChecked } from "./model/checker";
import { makeGallery } from "./model/gallery";
import { Library } from "./model/library";
import { Motions } from "./motion";
import type { Surroundings } from "./part";
import { Signal } from "./signal";
import { makeSliders } from "./sliders";
import { makeStage } from "./stage";
import { Storage } from "./storage";
import { makeStudy } from "./study";
import { makePlots } from "./study/plots";
import { makeTimeBar } from "./time/bar";
import { Workspace } from "./workspace";

const FIRST_MODEL = "rattleback";

const token = new URLSearchParams(location.search).get("token") ?? "";
const server = new Connection(`ws://${location.host}/socket?token=${encodeURIComponent(token)}`, `${location.origin}/icon.svg`);
const workspace = new Workspace();
const storage = new Storage(attemptStorage());
const motions = new Motions(workspace, server);
const surroundings: Surroundings = { workspace, server, motions };

function attemptStorage(): globalThis.Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** Takes up a link, else the last visit, else the first model. */
async function takeUp(library: Library): Promise<void> {
  const [, kind, rest] = /^#(view|model|text)=(.*)$/s.exec(location.hash) ?? [];
  if (kind) history.replaceState(null, "", location.pathname + location.search);  // so that a reload finds what was done since
  if (kind === "model" && (await library.open(decodeURIComponent(rest)))) return;
  if (kind === "text") {
    const text = decodeURIComponent(rest);
    return library.takeFile(/model\s+(\w+)/.exec(text)?.[1] ?? "model", text);
  }
  const link = kind === "view" ? rest : "";
  const view = (link !== "" ? await decodeLink(link) : null) ?? readView(storage.view);
  if (!view) {
    if (!(await library.open(FIRST_MODEL))) return;
    workspace.playing.set(!matchMedia("(prefers-reduced-motion: reduce)").matches);
    return;
  }
  const draft = link === "" ? storage.draft(view.name) : null;
  const text = view.text ?? draft?.text ?? (await library.original(view.name));
  if (text === null) {
    if (server.status.value !== "open") return;
    await library.open(FIRST_MODEL);
    return;
  }
  workspace.restore({ ...view, text });
  void library.original(view.name);  // to know what differs from the gallery
}

let beginning = false;
async function begin(): Promise<void> {
  if (beginning) return;
  beginning = true;
  await takeUp(library);
  beginning = false;
}

const library = new Library(workspace, server, storage);
keepChecked(workspace, server);
const gallery = makeGallery(library);
const model = makeModel(surroundings, library);
const stage = makeStage(surroundings);
const times = new Signal<Float64Array>(new Float64Array(0));
motions.motion.subscribe((motion) => times.set(motion?.t ?? new Float64Array(0)));
const time = makeTimeBar({
  time: workspace.time, playing: workspace.playing, speed: workspace.setting("time.speed", 1), repeats: workspace.setting("time.repeats", true), times,
});

const commands: Command[] = [
  { keys: ["space", "k"], shown: "Space", name: "Play or pause", run: time.toggle },
  { keys: ["g"], shown: "G", name: "Gallery", run: gallery.open },
  { keys: ["arrowleft", ","], shown: "←", name: "One frame back", run: () => time.step(-1) },
  { keys: ["arrowright", "."], shown: "→", name: "One frame forward", run: () => time.step(1) },
  { keys: ["shift+arrowleft"], shown: "Shift+←", name: "5 % back", run: () => time.skip(-0.05) },
  { keys: ["shift+arrowright"], shown: "Shift+→", name: "5 % forward", run: () => time.skip(0.05) },
  { keys: ["home"], shown: "Home", name: "To the start", run: time.toStart },
  { keys: ["end"], shown: "End", name: "To the end", run: time.toEnd },
  { keys: ["arrowup", "]"], shown: "↑", name: "Faster", run: () => time.changeSpeed(1) },
  { keys: ["arrowdown", "["], shown: "↓", name: "Slower", run: () => time.changeSpeed(-1) },
  { keys: ["a"], shown: "A", name: "From above, in space", run: () => stage.command("above") },
  { keys: ["f"], shown: "F", name: "Camera follows", run: () => stage.command("follow") },
  { keys: ["0"], shown: "0", name: "Fit the picture", run: () => stage.command("fit") },
  { keys: ["ctrl+z"], shown: "Ctrl+Z", name: "Undo", run: () => workspace.undo() },
  { keys: ["ctrl+y", "ctrl+shift+z"], shown: "Ctrl+Y", name: "Redo", run: () => workspace.redo() },
  { keys: ["ctrl+s"], shown: "Ctrl+S", name: "Format and save the text", run: () => void model.save() },
  { keys: ["e"], shown: "E", name: "To the text", run: () => model.editor.focus() },
  { keys: ["?"], shown: "?", name: "This help", run: () => help.open() },
];
const help = makeHelp(commands);
bindKeys(commands);

const header = makeHeader(surroundings, server, library, {
  openGallery: gallery.open,
  openHelp: help.open,
  async copyLink() {
    const link = await encodeLink(workspace.view, library.knownOriginal(workspace.name.value));
    const address = `${location.origin}${location.pathname}${location.search}#view=${link}`;
    try {
      await navigator.clipboard.writeText(address);
      return "Link copied";
    } catch {
      history.replaceState(null, "", `#view=${link}`);
      return "The link is in the address bar";
    }
  },
});

const root = document.getElementById("app")!;
layOut(root, workspace, storage, {
  header: header.element, model, sliders: makeSliders(surroundings), stage, time: { element: time.element }, plots: makePlots(surroundings),
  mathematics: makeMathematics(surroundings), study: makeStudy(surroundings),
});
header.element.after(header.banner);
root.append(gallery.element, help.element);

let keeping: ReturnType<typeof setTimeout> | undefined;
const keep = () => workspace.name.value !== "" && storage.keepView(workspace.view);
workspace.changed.subscribe(() => {
  clearTimeout(keeping);
  keeping = setTimeout(keep, 300);
});
addEventListener("pagehide", keep);
addEventListener("visibilitychange", keep);
addEventListener("hashchange", () => location.hash.length > 1 && void begin());

// A first visit without a server has nothing to show; it begins when the server answers.
server.status.subscribe((status) => status === "open" && workspace.name.value === "" && void begin());
server.open();
void begin();

// For tests: what the stage shows and where time is.
Object.assign(globalThis, { anholon: { workspace, motions, stage: stage.view, server } });
