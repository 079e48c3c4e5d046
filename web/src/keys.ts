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

const isText = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input[type=text], input[type=search], input[type=number], textarea, select"));

/** A focused button is pressed with the space bar, unless the focus is only left over from a click. */
export function ownsSpace(target: EventTarget | null, isLeftFromClick: boolean): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.matches("summary, a, input[type=checkbox]") || (!isLeftFromClick && target.matches("button, [role=tab]"));
}

export function bindKeys(commands: Command[]): void {
  let isLeftFromClick = false;
  addEventListener("pointerdown", () => (isLeftFromClick = true), true);
  addEventListener("keydown", (e) => e.key === "Tab" && (isLeftFromClick = false), true);
  const byKey = new Map(commands.flatMap((c) => c.keys.map((k) => [k, c] as const)));
  addEventListener("keydown", (e) => {
    if (e.defaultPrevented || document.querySelector("dialog[open]")) return;
    const key = keyOf(e);
    const command = byKey.get(key);
    if (!command) return;
    const inText = isText(e.target);
    if (inText && key !== "ctrl+s") return;
    if (key === "space" && ownsSpace(e.target, isLeftFromClick)) return;
    // A slider moves with the arrows.
    if (/arrow|home|end/.test(key) && e.target instanceof HTMLElement && e.target.matches("input[type=range]:not(.scrub), [role=tab], [role=separator]")) return;
    e.preventDefault();
    command.run();
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
