// The list of forms: those that apply can be chosen, the others say why they do not.
import { h } from "../dom";
import { newId } from "../plots/element";
import { sentence } from "../plots/task";

export interface FormChoice {
  id: string;
  title: string;
  source: string;
  /** Forms must agree; axioms are other laws; controls are wrong on purpose. */
  role: "form" | "axiom" | "control";
  /** Why it does not apply; null where it does. */
  reason: string | null;
}

const groups: [title: string, has: (c: FormChoice) => boolean][] = [
  ["", (c) => c.reason === null && c.role === "form"],
  ["Other laws of motion", (c) => c.reason === null && c.role === "axiom"],
  ["Wrong on purpose, for comparison", (c) => c.reason === null && c.role === "control"],
  ["Do not apply to this model", (c) => c.reason !== null],
];

export class FormMenu {
  readonly element: HTMLElement;
  private readonly button: HTMLButtonElement;
  private readonly list: HTMLElement;
  private choices: FormChoice[] = [];
  private chosen = "";
  private lit = -1;
  private readonly id = newId("forms");

  constructor(private readonly label: string, private readonly changed: (id: string) => void) {
    this.button = h("button", {
      type: "button", class: "button form-button", "aria-haspopup": "listbox", "aria-expanded": "false", "aria-controls": this.id,
      onclick: () => (this.isOpen ? this.close() : this.open()), onkeydown: (e: KeyboardEvent) => this.key(e),
    });
    this.list = h("div", { class: "form-list", role: "listbox", id: this.id, "aria-label": label, hidden: true });
    this.list.addEventListener("pointerdown", (e) => e.preventDefault()); // the button keeps the focus
    this.element = h("div", { class: "form-menu" }, this.button, this.list);
    this.button.addEventListener("blur", () => this.close());
  }

  set(choices: FormChoice[], chosen: string): void {
    this.choices = groups.flatMap(([, has]) => choices.filter(has));
    this.chosen = chosen;
    const title = choices.find((c) => c.id === chosen)?.title ?? (chosen || "Form");
    this.button.replaceChildren(h("span", { class: "form-title" }, title), h("span", { class: "caret", "aria-hidden": "true" }));
    this.button.setAttribute("aria-label", `${this.label}: ${title}`);
    if (this.isOpen) this.fill();
  }

  private get isOpen(): boolean {
    return !this.list.hidden;
  }

  private open(): void {
    this.list.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    const box = this.button.getBoundingClientRect();
    this.list.style.maxHeight = `${Math.max(160, innerHeight - box.bottom - 24)}px`;
    this.fill();
    this.light(this.choices.findIndex((c) => c.id === this.chosen));
  }

  private close(): void {
    this.list.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
    this.button.removeAttribute("aria-activedescendant");
  }

  private fill(): void {
    const titles = new Map(groups.map(([title, has]) => [this.choices.findIndex(has), title]));
    this.list.replaceChildren(
      ...this.choices.flatMap((choice, k) => {
        const item = h(
          "div",
          {
            role: "option", id: `${this.id}-${k}`, class: "form-item", "data-form": choice.id, "aria-selected": choice.id === this.chosen ? "true" : "false",
            "aria-disabled": choice.reason === null ? null : "true",
            onclick: () => this.choose(k), onpointermove: () => this.light(k, false),
          },
          h("span", {}, choice.title), h("span", { class: "faint tiny" }, choice.source),
          choice.reason === null ? null : h("span", { class: "form-reason" }, sentence(choice.reason)),
        );
        const title = titles.get(k);
        return title ? [h("div", { class: "form-divider", role: "presentation" }, title), item] : [item];
      }),
    );
  }

  private choose(k: number): void {
    const choice = this.choices[k];
    if (!choice || choice.reason !== null) return;
    this.close();
    if (choice.id !== this.chosen) this.changed(choice.id);
  }

  private light(k: number, scroll = true): void {
    this.lit = k;
    for (const item of this.list.querySelectorAll(".form-item")) item.classList.toggle("lit", item.id === `${this.id}-${k}`);
    const item = this.list.querySelector<HTMLElement>(".lit");
    if (!item) return;
    this.button.setAttribute("aria-activedescendant", item.id);
    if (scroll) item.scrollIntoView({ block: "nearest" });
  }

  private key(event: KeyboardEvent): void {
    const last = this.choices.length - 1;
    const offered = this.choices.filter((c) => c.reason === null);
    const now = offered.findIndex((c) => c.id === this.chosen);
    const acts: Record<string, () => void> = this.isOpen
      ? {
          ArrowDown: () => this.light(Math.min(this.lit + 1, last)),
          ArrowUp: () => this.light(Math.max(this.lit - 1, 0)),
          Home: () => this.light(0),
          End: () => this.light(last),
          Enter: () => this.choose(this.lit),
          " ": () => this.choose(this.lit),
          Escape: () => this.close(),
        }
      : {
          // As in a list that is closed: arrows go to the next form that applies.
          ArrowDown: () => offered[now + 1] && this.changed(offered[now + 1].id),
          ArrowUp: () => offered[now - 1] && this.changed(offered[now - 1].id),
        };
    const act = acts[event.key];
    if (!act) {
      if (event.key === " " || event.key === "Enter") event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    act();
  }
}
