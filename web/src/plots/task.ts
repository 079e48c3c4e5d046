// A question that takes a while: a button that asks it, its progress, a button that ends it, and its errors where they arose.
import { type Answer, isQuiet, type Pending, type Progress } from "../connection";
import type { Problem } from "../messages";
import { h } from "../dom";
import type { Workspace } from "../workspace";
import { sentence } from "./sentence";

export { sentence };

export type TaskState = "idle" | "running" | "done" | "failed" | "cancelled";

export class Task<T> {
  readonly element = h("div", { class: "task" });
  readonly button: HTMLButtonElement;
  private readonly stop: HTMLButtonElement;
  private readonly bar = h("progress", { class: "task-progress" });
  private readonly words = h("span", { class: "task-words", role: "status" });
  private readonly problems = h("div", { class: "task-problems" });
  private readonly older = h("span", { class: "task-stale" }, "Computed for other values");
  private pending: Pending<T> | null = null;
  /** The question that has been told to end. */
  private ending: Pending<T> | null = null;
  private key = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  state: TaskState = "idle";
  /** Ends with the newest question. */
  settled: Promise<void> = Promise.resolve();

  /**
   * `start` asks; it gets a function for progress. `keyOf` says for which model and numbers: what is shown is stale where it differs.
   * `clear` removes what is shown: another model is opened, and nothing of this one may arrive any more.
   */
  constructor(
    workspace: Workspace,
    label: string,
    private readonly start: (progress: (p: Progress) => void) => Pending<T> | null,
    private readonly ended: (answer: Answer<T>) => void,
    private readonly keyOf: () => string,
    private readonly results: () => HTMLElement,
    clear: () => void,
  ) {
    workspace.name.subscribe(() => {
      this.reset();
      clear();
    });
    this.button = h("button", { type: "button", class: "button primary", onclick: () => this.run() }, label);
    this.stop = h("button", { type: "button", class: "button", onclick: () => this.cancel() }, "Cancel");
    this.older.hidden = true;
    const line = h("div", { class: "task-line" }, this.button, this.stop, this.bar, this.words, this.older);
    this.element.append(line, this.problems);
    this.show();
  }

  run(): Promise<void> {
    return (this.settled = this.ask());
  }

  private async ask(): Promise<void> {
    this.pending?.drop();
    this.pending = null;
    this.problems.replaceChildren();
    const pending = this.start((p) => this.pending === pending && this.ending !== pending && this.progress(p));
    if (!pending) return;
    this.pending = pending;
    this.key = this.keyOf();
    this.state = "running";
    this.words.textContent = "";
    this.bar.removeAttribute("value");
    this.show();
    this.check();
    const answer = await pending.answer;
    if (this.pending !== pending) return; // a newer one is under way
    this.pending = null;
    this.state = answer.ok ? "done" : isQuiet(answer) ? "cancelled" : "failed";
    this.words.textContent = "";
    if (this.state === "cancelled") this.words.textContent = answer.errors.some((e) => e.code === "disconnected") ? "The server is not connected." : "Cancelled.";
    if (this.state === "failed") this.problems.replaceChildren(...answer.errors.map((e) => problemElement(e)));
    for (const warning of answer.warnings) this.problems.append(problemElement(warning, "warn"));
    this.show();
    this.ended(answer);
    this.check(); // the model may have changed since it was asked
  }

  /** What was found until then still comes. Once more: the page does not wait for it. */
  cancel(): void {
    const pending = this.pending;
    if (pending === null) return;
    if (pending === this.ending) return pending.drop();
    this.ending = pending;
    pending.cancel();
    this.words.textContent = "Ending…";
  }

  private reset(): void {
    this.pending?.drop();
    this.pending = null;
    this.state = "idle";
    this.problems.replaceChildren();
    this.words.textContent = "";
    this.older.hidden = true;
    this.results().classList.remove("stale");
    this.show();
  }

  /** Words in place of the errors of the last question: what happened is no mistake. */
  say(words: string): void {
    this.words.textContent = words;
    this.problems.replaceChildren();
  }

  /** Marks results of other values. */
  check(): void {
    const isStale = this.state !== "idle" && this.keyOf() !== this.key;
    this.older.hidden = !isStale || this.state === "running";
    this.results().classList.toggle("stale", isStale);
  }

  private progress(p: Progress): void {
    if (p.of > 0) {
      this.bar.max = p.of;
      this.bar.value = p.done;
    }
    this.words.textContent = p.part ? `${p.part}${p.of > 0 ? ` (${p.done} of ${p.of})` : ""}` : p.of > 0 ? `${p.done} of ${p.of}` : "";
  }

  private show(): void {
    const isRunning = this.state === "running";
    this.stop.hidden = !isRunning;
    this.button.hidden = isRunning;
    clearTimeout(this.timer);
    this.bar.hidden = true;
    // What is done at once needs no bar.
    if (isRunning) this.timer = setTimeout(() => (this.bar.hidden = this.state !== "running"), 200);
    this.element.setAttribute("aria-busy", String(isRunning));
    this.element.dataset.state = this.state;
  }
}

/** "plain": what happened is an answer, not a mistake. */
export function problemElement(problem: Problem, kind: "bad" | "warn" | "plain" = "bad"): HTMLElement {
  const isInModel = kind === "bad" && (problem as { field?: string | null }).field === "model";
  const place = problem.line && isInModel ? `Line ${problem.line}: ` : "";
  const box = h("div", { class: `message ${kind}`, role: kind === "bad" ? "alert" : "status" }, h("p", {}, place + sentence(problem.message)));
  if (problem.help) box.append(h("p", { class: "help" }, sentence(problem.help)));
  return box;
}
