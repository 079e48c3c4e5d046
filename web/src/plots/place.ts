// A place for the answer to what a panel asks by itself. It keeps the question with what it shows: an answer to another
// question is not taken, and what is shown leaves the page as soon as the panel asks something else.
import { h } from "../dom";
import type { Workspace } from "../workspace";

/** What tells one answer from another: the model's text, and the panel's own choices. */
export interface Question {
  model: string;
}

/** "earlier": about this model as its text was before the last change. */
export type Standing = "empty" | "present" | "earlier";

const sameBesidesText = (a: Question, b: Question) => JSON.stringify({ ...a, model: "" }) === JSON.stringify({ ...b, model: "" });

export class AnswerPlace<Q extends Question> {
  readonly element: HTMLElement;
  private readonly content = h("div", { class: "answer-content" });
  private readonly note = h("p", { class: "message answer-note", role: "status" }, "The text has mistakes. Below is the answer for the text before them.");
  private question: Q | null = null;
  standing: Standing = "empty";

  /** `asked`: what the panel asks now; null without a model. `changed` is told when what is shown is there, gone, or out of date. */
  constructor(private readonly workspace: Workspace, private readonly asked: () => Q | null, private readonly changed: () => void = () => {}) {
    this.element = h("div", { class: "answer" }, this.note, this.content);
    this.note.hidden = true;
    for (const signal of [workspace.model, workspace.text, workspace.checked]) signal.subscribe(() => this.check());
  }

  /** Whether what is shown answers this question. */
  answers(question: Q): boolean {
    return this.question !== null && this.question.model === question.model && sameBesidesText(this.question, question);
  }

  /** Shows the answer to a question, unless the panel has gone on to another. */
  put(question: Q, ...nodes: Node[]): boolean {
    const now = this.asked();
    if (now === null || now.model !== question.model || !sameBesidesText(now, question)) return false;
    this.question = question;
    this.content.replaceChildren(...nodes);
    this.stand();
    this.changed();
    return true;
  }

  /** To be called when the panel's own choices change; the workspace is followed anyway. */
  check(): void {
    const before = this.standing;
    const now = this.asked();
    if (this.question && (now === null || !sameBesidesText(now, this.question))) {
      this.question = null;
      this.content.replaceChildren();
    }
    this.stand();
    if (this.standing !== before) this.changed();
  }

  private stand(): void {
    const { text, checked } = this.workspace;
    this.standing = this.question === null ? "empty" : this.question.model === text.value ? "present" : "earlier";
    const isEarlier = this.standing === "earlier";
    this.content.classList.toggle("stale", isEarlier);
    this.content.inert = isEarlier; // not to be copied
    this.note.hidden = !isEarlier || checked.value?.ok !== false;
  }
}
