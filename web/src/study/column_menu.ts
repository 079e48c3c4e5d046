// A list of all columns with a box to tick beside each, and a line for an expression.
import { h, icon } from "../dom";
import type { Column } from "../protocol";
import { printedUnit } from "../units";
import { nameElement } from "./portrait";

export class ColumnMenu {
  readonly element: HTMLElement;
  private readonly button: HTMLButtonElement;
  private readonly list = h("div", { class: "column-list" });
  private readonly panel: HTMLElement;
  private readonly input: HTMLInputElement;
  private columns: Column[] = [];
  private chosen: string[] = [];

  constructor(label: string, private readonly changed: (names: string[]) => void, added: (expression: string) => Promise<string | null>) {
    const input = this.input = h("input", { type: "text", placeholder: "an expression, such as m*v^2/2", "aria-label": "An expression to plot", spellcheck: "false", autocomplete: "off" });
    const form = h("form", { class: "column-form" }, input, h("button", { type: "submit", class: "button small" }, "Plot"));
    const mistake = h("p", { class: "column-mistake", role: "alert", hidden: true });
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const expression = input.value.trim();
      if (!expression) return;
      const why = await added(expression);
      mistake.textContent = why ?? "";
      mistake.hidden = why === null;
      if (why === null) input.value = "";
    });
    this.panel = h("div", { class: "column-panel", role: "dialog", "aria-label": "Columns", hidden: true }, this.list, form, mistake);
    this.button = h("button", { type: "button", class: "button small", "aria-expanded": "false", "aria-label": label, title: label, onclick: () => this.toggle() }, icon("M8 3v10M3 8h10"));
    this.element = h("div", { class: "column-menu" }, this.button, this.panel);
    this.element.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape") {
        this.toggle(false);
        this.button.focus();
      }
    });
    document.addEventListener("pointerdown", (event) => {
      if (!this.element.contains(event.target as Node)) this.toggle(false);
    });
  }

  set(columns: Column[], chosen: string[]): void {
    const isSame = JSON.stringify(columns) === JSON.stringify(this.columns) && JSON.stringify(chosen) === JSON.stringify(this.chosen);
    if (isSame) return;
    this.columns = columns;
    this.chosen = chosen;
    if (!this.panel.hidden) this.fill();
  }

  private toggle(open = this.panel.hidden): void {
    this.panel.hidden = !open;
    this.button.setAttribute("aria-expanded", String(open));
    if (!open) return;
    this.fill();
    const box = this.button.getBoundingClientRect();
    const height = Math.min(360, innerHeight - 20);
    this.panel.style.maxHeight = `${height}px`;
    this.panel.style.left = `${Math.min(box.left, innerWidth - 300)}px`;
    this.input.focus({ preventScroll: true });
    this.panel.style.top = `${Math.max(10, Math.min(box.bottom + 4, innerHeight - Math.min(this.panel.scrollHeight + 4, height) - 10))}px`;
  }

  private fill(): void {
    this.list.replaceChildren(
      ...this.columns.map((column) => {
        const box = h("input", { type: "checkbox" });
        box.checked = this.chosen.includes(column.name);
        box.addEventListener("change", () =>
          this.changed(box.checked ? [...this.chosen, column.name] : this.chosen.filter((n) => n !== column.name)));
        return h("label", { class: "column-item" }, box, nameElement(column),
          h("span", { class: "soft" }, column.description), h("span", { class: "faint" }, column.unit === "1" ? "" : printedUnit(column.unit)));
      }),
    );
  }
}
