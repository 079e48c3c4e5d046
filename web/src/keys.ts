// The keys of the page. Where a text is edited, they belong to the text.
import { h } from "./dom";

export interface Command {
  keys: string[];
  /** How the help shows it. */
  shown: string;
  name: string;
  run(): void;
}

/** "ctrl+shift+z", "space", "arrowleft", "?" */
export function keyOf(e: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">): string {
  const key = e.key === " " ? "space" : e.key.toLowerCase();
  const letter = key.length === 1 && key !== key.toUpperCase();
  return [e.ctrlKey || e.metaKey ? "ctrl+" : "", e.altKey ? "alt+" : "", e.shiftKey && (letter || key.length > 1) ? "shift+" : "", key].join("");
}

const withoutText = /^(button|checkbox|color|file|image|radio|range|reset|submit)$/;

/** Characters that are typed here belong to it: a text, or a list in which they look for a line. */
function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !withoutText.test(target.type);
  return target.isContentEditable || target.matches("textarea, select, [role=textbox], [role=searchbox], [role=combobox], [role=listbox], [role=spinbutton]");
}

/** A focused button is pressed with the space bar, unless the focus is only left over from a click. */
function ownsSpace(target: EventTarget | null, isLeftFromClick: boolean): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.matches("summary, a[href], input[type=checkbox], input[type=radio], [role=menuitem], [role=option], [role=switch]") || (!isLeftFromClick && target.matches("button, [role=tab], [role=button]"));
}

/** Sliders, tabs and borders move with the arrows. */
const ownsArrows = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches("input[type=range]:not(.scrub), input[type=radio], [role=tab], [role=separator], [role=slider], [role=menuitem], [role=option]");

export function bindKeys(commands: Command[]): void {
  let isLeftFromClick = false;
  addEventListener("pointerdown", () => (isLeftFromClick = true), true);
  addEventListener("keydown", (e) => e.key === "Tab" && (isLeftFromClick = false), true);
  const byKey = new Map(commands.flatMap((c) => c.keys.map((k) => [k, c] as const)));
  let taken = "";
  addEventListener("keydown", (e) => {
    if (e.defaultPrevented || e.isComposing || document.querySelector("dialog[open]")) return;
    const key = keyOf(e);
    const command = byKey.get(key);
    if (!command) return;
    if (takesText(e.target) && key !== "ctrl+s") return;
    if (key === "space" && ownsSpace(e.target, isLeftFromClick)) return;
    if (/arrow|home|end/.test(key) && ownsArrows(e.target)) return;
    e.preventDefault();
    taken = e.key;
    command.run();
  });
  // Some browsers press a button when the key goes up.
  addEventListener("keyup", (e) => {
    if (e.key === taken) e.preventDefault();
    taken = "";
  });
}

export function makeHelp(commands: Command[]): { element: HTMLDialogElement; open(): void } {
  const list = h("dl");
  const extra: [string, string][] = [["Ctrl+Space", "Complete a word in the text"], ["Ctrl+F", "Search in the text"], ["Esc, Tab", "Leave the text"]];
  for (const [shown, name] of [...commands.map((c) => [c.shown, c.name] as [string, string]), ...extra]) {
    list.append(h("dt", {}, ...shown.split(" / ").flatMap((k, i) => (i > 0 ? [" ", h("kbd", {}, k)] : [h("kbd", {}, k)]))), h("dd", {}, name));
  }
  const dialog = h("dialog.help", { "aria-label": "Keys" }, h("h2", {}, "Keys"), list,
    h("p.soft.small", {}, "Stage: drag to turn, right button or Shift to move, wheel to zoom. Sliders: double click to reset. Borders: drag, or double click for the usual size."),
    h("p.soft.small", {}, "Every text that you change is kept in this browser."),
    h("form", { method: "dialog", style: "margin-top:12px;text-align:right" }, h("button.button.primary", {}, "Close")));
  dialog.addEventListener("click", (e) => e.target === dialog && dialog.close());
  return { element: dialog, open: () => dialog.showModal() };
}
