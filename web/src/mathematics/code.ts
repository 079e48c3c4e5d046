// The equations as a program in a language of one's choice.
import { isQuiet } from "../connection";
import { download, h } from "../dom";
import type { Part, Surroundings } from "../part";
import { copyButton, fillSelect, keepsScrollKeys, select } from "../plots/element";
import { AnswerPlace, type Question } from "../plots/place";
import { problemElement } from "../plots/task";
import { conceptLink } from "./concept";
import { helloOf } from "./hello";

interface Program extends Question {
  language: string;
}

export function makeCode(s: Surroundings): Part {
  const { workspace } = s;
  const hello = helloOf(s);
  const language = workspace.setting("mathematics.language", "");
  let visible = false;
  let asked: Program | null = null;
  let files: { name: string; text: string }[] = [];
  let shown = 0;

  const languages = (): { id: string; title: string }[] =>
    (hello.value?.languages ?? []).map((l: unknown) => {
      if (typeof l === "string") return { id: l, title: titleOf(l) };
      const { id, title } = l as { id: string; title?: string };
      return { id, title: title ?? titleOf(id) };
    });
  const choice = select([], "", (value) => language.set(value));
  choice.setAttribute("aria-label", "Language");
  const copy = copyButton("Copy", () => files[shown]?.text ?? "");
  const save = h("button", { type: "button", class: "button", onclick: () => {
    for (const file of files) download(file.name, new Blob([file.text], { type: "text/plain" }));
  } }, "Download");
  const names = h("div", { class: "code-files", role: "group", "aria-label": "Files" });
  const code = h("code");
  const sheet = h("pre", { class: "code", tabindex: 0, "aria-label": "Program" }, code);
  keepsScrollKeys(sheet);
  const options = h("div", { class: "task-options" }, choice, copy, save, h("span", { class: "space" }), names);
  const element = h(
    "div", { class: "page-part export" },
    h("div", { class: "intro" }, "The right-hand side of the equations of motion as a program without dependencies. ", conceptLink("export", "What is exported")),
    options,
  );

  const show = (k: number) => {
    shown = k;
    code.textContent = files[k]?.text ?? "";
    names.replaceChildren(
      ...(files.length > 1 ? files.map((file, i) => h("button", { type: "button", class: "button small", "aria-pressed": String(i === k), onclick: () => show(i) }, file.name)) : []),
    );
    sheet.scrollTop = 0;
  };
  const question = (): Program | null => (workspace.model.value && language.value ? { model: workspace.model.value.text, language: language.value } : null);
  const place = new AnswerPlace<Program>(workspace, question, () => {
    if (place.standing === "empty") {
      files = [];
      names.replaceChildren();
    }
    copy.disabled = save.disabled = files.length === 0 || place.standing !== "present";
  });
  place.element.classList.add("code-place");
  options.after(place.element);

  async function ask(): Promise<void> {
    const now = question();
    if (!visible || !now || place.answers(now) || (asked?.model === now.model && asked.language === now.language)) return;
    asked = now;
    const answer = await s.server.ask("export", { ...now }, { lane: "export" }).answer;
    if (asked !== now) return; // the newest wins
    asked = null;
    if (isQuiet(answer)) return;
    files = [];
    if (answer.ok && answer.result) {
      const { text, header, file } = answer.result;
      files.push({ name: file || `model.${language.value}`, text });
      if (header) files.push({ name: (file || "model.c").replace(/\.\w+$/, ".h"), text: header });
    }
    if (place.put(now, ...answer.errors.map((e) => problemElement(e)), ...(files.length > 0 ? [sheet] : []))) show(0);
  }

  copy.disabled = save.disabled = true;
  hello.follow(() => {
    const all = languages();
    if (all.length > 0 && !all.some((l) => l.id === language.value)) language.set(all.find((l) => l.id === "python")?.id ?? all[0].id);
    fillSelect(choice, all.map((l) => ({ value: l.id, label: l.title })), language.value);
    void ask();
  });
  language.subscribe((value) => {
    choice.value = value;
    place.check();
    void ask();
  });
  workspace.model.subscribe(() => void ask());
  s.server.status.subscribe((status) => status === "open" && void ask());
  return {
    element,
    shown(now) {
      visible = now;
      if (now) void ask();
    },
  };
}

const titles: Record<string, string> = {
  c: "C", c99: "C", cpp: "C++", python: "Python", julia: "Julia", matlab: "MATLAB", modelica: "Modelica", javascript: "JavaScript", rust: "Rust", fortran: "Fortran",
  fmu: "FMU", sympy: "SymPy", mathematica: "Mathematica", cuda: "CUDA", latex: "LaTeX", casadi: "CasADi", jax: "JAX",
};
function titleOf(id: string): string {
  return titles[id] ?? id.charAt(0).toUpperCase() + id.slice(1);
}
