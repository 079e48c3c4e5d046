// The Model part: its name, the editor, and what can be done with the text.
import { isQuiet } from "../connection";
import { h, iconButton } from "../dom";
import { makeMenu, menuItem } from "../menu";
import type { Part, Surroundings } from "../part";
import type { CheckResult } from "../protocol";
import { type Editor, makeEditor } from "./editor";
import type { Library } from "./library";

const paths = {
  format: "M2.5 3.5h11M2.5 7h7M2.5 10.5h9M2.5 14h5",
  more: "M3.5 8h.01M8 8h.01M12.5 8h.01",
};

/** Velocities that the constraints leave free; nothing of a text with mistakes. */
function degreesOfFreedom(checked: CheckResult | null): number | null {
  if (!checked?.ok || !checked.constraints) return null;
  const { geometric, linear, nonlinear } = checked.constraints;
  return checked.state.filter((entry) => entry.kind === "velocity").length - geometric - linear - nonlinear;
}

export interface ModelPart extends Part {
  editor: Editor;
  save(): Promise<void>;
}

export function makeModel({ workspace, server }: Surroundings, library: Library): ModelPart {
  const name = h("span.model-name");
  const mark = h("span.unsaved", { title: "Not saved. The text is kept in this browser in any case.", role: "img", "aria-label": "Not saved" });
  const said = h("div.model-said", { role: "status" });

  const format = async (): Promise<void> => {
    const text = workspace.text.value;
    const answer = await server.ask("format", { model: text }, { lane: "format" }).answer;
    if (isQuiet(answer) || workspace.text.value !== text) return;
    if (!answer.ok) return say("The text has a mistake, so it was not formatted");
    if (answer.result!.text !== text) {
      workspace.settle();
      workspace.change({ text: answer.result!.text });
    }
  };
  let quiet: ReturnType<typeof setTimeout> | undefined;
  const say = (text: string) => {
    said.textContent = text;
    clearTimeout(quiet);
    quiet = setTimeout(count, 4000);
  };
  const save = async () => {
    await format();
    workspace.settle();
    const done = await library.save();
    if (!said.textContent?.includes("mistake")) say(done);
  };
  const editor = makeEditor(workspace, server, () => void save());
  const revert = menuItem("Back to the gallery's text", () => void library.revert());
  const more = makeMenu("More for this text", paths.more, "", [
    menuItem("New model", () => library.create()),
    menuItem("Open file", () => void library.openFromDisk()),
    menuItem("Download", () => library.download()),
    revert,
  ]);
  // Mistakes are counted below the text; a click leads to the first.
  const problems = h("button.model-problems", {
    type: "button",
    onclick: () => {
      const first = workspace.checked.value?.diagnostics[0];
      if (first?.line) editor.goTo(first.line, first.column ?? 1);
    },
  });
  const count = () => {
    said.textContent = "";
    const found = workspace.checked.value?.diagnostics ?? [];
    const errors = found.filter((d) => d.severity === "error").length;
    const warnings = found.filter((d) => d.severity === "warning").length;
    const words = (n: number, what: string) => (n === 0 ? "" : n === 1 ? `1 ${what}` : `${n} ${what}s`);
    const text = [words(errors, "mistake"), words(warnings, "warning")].filter((s) => s !== "").join(", ");
    problems.textContent = errors === 1 && warnings === 0 ? found.find((d) => d.severity === "error")!.message : text;
    problems.className = `model-problems ${errors > 0 ? "bad" : "warn"}`;
    problems.title = text === "" ? "" : "Go to the first one";
    problems.disabled = text === "";
    const degrees = degreesOfFreedom(workspace.checked.value);
    if (text === "" && degrees) said.textContent = degrees === 1 ? "1 degree of freedom" : `${degrees} degrees of freedom`;
  };
  workspace.checked.follow(count);
  const tellName = () => {
    name.textContent = `${workspace.name.value || "model"}.anh`;
    mark.classList.toggle("on", workspace.text.value !== workspace.savedText.value);
    const original = library.knownOriginal(workspace.name.value);
    revert.hidden = !library.isFromGallery(workspace.name.value) || original === workspace.text.value;
  };
  for (const signal of [workspace.name, workspace.text, workspace.savedText]) signal.follow(tellName);
  library.problem.subscribe((problem) => problem !== "" && say(problem));

  const element = h("div.model", {},
    h("div.bar", {}, h("div.model-head", {}, name, mark), h("span.space"), iconButton("Format and save (Ctrl-S)", paths.format, () => void save()), more.element),
    editor.element, h("div.model-foot", {}, problems, said));
  element.addEventListener("dragover", (e) => e.preventDefault());
  element.addEventListener("drop", async (e) => {
    const [file] = e.dataTransfer?.files ?? [];
    if (!file) return;
    e.preventDefault();
    library.takeFile(file.name.replace(/\.(anh|txt)$/i, ""), await file.text());
  });
  return { element, editor, save };
}
