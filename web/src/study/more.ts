// More studies of single motions, one at a time: those that the model has no answer for say why.
import { isQuiet } from "../connection";
import { h } from "../dom";
import type { Part, Surroundings } from "../part";
import { select, fillSelect } from "../plots/element";
import { sentence } from "../plots/task";
import type { StudyApplies } from "../protocol";
import { makeAction } from "./action";
import { makeConnect } from "./connect";
import { makeLimit } from "./limit";
import { makePath } from "./path";
import { makeQuadrature } from "./quadrature";
import { makeVariations } from "./variations";

const studies: { id: string; title: string; make: (s: Surroundings) => Part }[] = [
  { id: "quadrature", title: "By a quadrature", make: makeQuadrature },
  { id: "path", title: "Against a coordinate instead of time", make: makePath },
  { id: "variations", title: "Neighbouring motions: equations in variations", make: makeVariations },
  { id: "action", title: "Action and its first variations", make: makeAction },
  { id: "connect", title: "Extremals between two places", make: makeConnect },
  { id: "limit", title: "Limits of large forces and of parameters", make: makeLimit },
];

export function makeMore(s: Surroundings): Part {
  const { workspace, server } = s;
  const chosen = workspace.setting("study.more", "quadrature");
  const made = new Map<string, Part>();
  let visible = false;
  /** Why studies do not apply, to the model of this text. */
  let known: { model: string; reasons: Map<string, string> } | null = null;
  let asked = "";

  const choice = select(studies.map((d) => ({ value: d.id, label: d.title })), chosen.value, (value) => chosen.set(value));
  choice.setAttribute("aria-label", "Study");
  choice.classList.add("wide");
  const why = h("p", { class: "message", role: "status", hidden: true });
  const place = h("div", { class: "more-place" });
  const element = h("div", { class: "more" }, h("div", { class: "more-choice" }, choice), why, place);

  const present = () => studies.find((d) => d.id === chosen.value) ?? studies[0];
  function show(): void {
    if (!visible) return;
    const study = present();
    let part = made.get(study.id);
    if (!part) {
      part = study.make(s);
      made.set(study.id, part);
      place.append(part.element);
    }
    // A limit over a parameter needs no constraints.
    const reasons = known?.model === workspace.model.value?.text ? known?.reasons : undefined;
    element.dataset.known = reasons ? workspace.name.value : ""; // for tests
    const reason = study.id === "limit" ? undefined : reasons?.get(study.id);
    why.hidden = reason === undefined;
    why.textContent = reason === undefined ? "" : sentence(`not for this model: ${reason}`);
    fillSelect(choice, studies.map((d) => ({ value: d.id, label: reasons?.has(d.id) && d.id !== "limit" ? `${d.title} (not here)` : d.title })), study.id);
    for (const [id, other] of made) {
      const isShown = id === study.id && reason === undefined;
      other.element.hidden = !isShown;
      other.shown?.(isShown);
    }
  }

  async function learn(): Promise<void> {
    const model = workspace.model.value?.text;
    if (!visible || model === undefined || asked === model || known?.model === model) return;
    asked = model;
    const answer = await server.ask("studies", { model }, { lane: "studies" }).answer;
    if (asked === model) asked = "";
    if (isQuiet(answer) || !answer.ok || !answer.result) return;
    known = { model, reasons: new Map((answer.result as StudyApplies[]).filter((a) => a.reason !== null).map((a) => [a.study, a.reason!])) };
    show();
  }

  chosen.subscribe(show);
  workspace.model.subscribe(() => {
    show();
    void learn();
  });
  return {
    element,
    shown(now) {
      visible = now;
      show();
      void learn();
    },
    resized: () => made.get(present().id)?.resized?.(),
  };
}
