// Controls that several parts use.
import { h } from "../dom";

let ids = 0;
/** A new id, for labels and descriptions. */
export function newId(word: string): string {
  return `${word}-${++ids}`;
}

/** A control with its label in front. */
export function labelled(label: string, control: HTMLElement, unit = ""): HTMLElement {
  control.id ||= newId("control");
  return h("span", { class: "labelled" }, h("label", { for: control.id }, label), control, unit && h("span", { class: "unit" }, unit));
}

export function select(
  options: { value: string; label: string; disabled?: boolean; title?: string }[], chosen: string, changed: (value: string) => void,
): HTMLSelectElement {
  const control = h("select");
  fillSelect(control, options, chosen);
  control.addEventListener("change", () => changed(control.value));
  return control;
}

export function fillSelect(
  control: HTMLSelectElement, options: { value: string; label: string; disabled?: boolean; title?: string }[], chosen: string,
): void {
  control.replaceChildren(
    ...options.map((o) =>
      h("option", { value: o.value, selected: o.value === chosen, disabled: o.disabled, title: o.title }, o.label)),
  );
  control.value = chosen;
}

/** Copies text and says so in the button's own words for a moment. */
export function copyButton(label: string, text: () => string): HTMLButtonElement {
  const button = h("button", { type: "button", class: "button" }, label);
  button.addEventListener("click", async () => {
    const done = await copy(text());
    button.textContent = done ? "Copied" : "Could not copy";
    setTimeout(() => (button.textContent = label), 1500);
  });
  return button;
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without the permission, as in an insecure context, the old way.
    const area = h("textarea", { class: "offscreen", "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/** Keys that scroll an element that has the focus are not the page's. */
export function keepsScrollKeys(element: HTMLElement): void {
  element.addEventListener("keydown", (event) => {
    if (event.target === element && /^(Arrow|Page|Home$|End$)/.test(event.key)) event.stopPropagation();
  });
}

/** A line of a form: its label in a column of its own, its controls beside each other. */
export function formRow(label: string, ...controls: (Node | string)[]): HTMLElement {
  const first = controls.find((c): c is HTMLElement => c instanceof HTMLInputElement || c instanceof HTMLSelectElement);
  if (first) first.id ||= newId("control");
  return h("div", { class: "form-row" }, h("label", { class: "form-label", for: first?.id }, label), h("div", { class: "form-controls" }, ...controls));
}
