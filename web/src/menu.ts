// A button that opens a small panel.
import { h, icon } from "./dom";

export interface Menu {
  element: HTMLElement;
  panel: HTMLElement;
  close(): void;
}

let openMenu: Menu | null = null;
addEventListener("pointerdown", (e) => {
  if (openMenu && !openMenu.element.contains(e.target as Node)) openMenu.close();
}, true);

export function makeMenu(name: string, path: string, text: string, content: HTMLElement[], side: "left" | "right" = "right"): Menu {
  const button = h("button.button.menu-button", { type: "button", "aria-haspopup": "true", "aria-expanded": "false", "aria-label": name, title: name }, icon(path), text);
  const panel = h("div", { class: `menu-panel ${side}`, role: "group", "aria-label": name, hidden: true }, ...content);
  const menu: Menu = {
    element: h("div.menu", {}, button, panel),
    panel,
    close() {
      panel.hidden = true;
      button.setAttribute("aria-expanded", "false");
      if (openMenu === menu) openMenu = null;
    },
  };
  button.addEventListener("click", () => {
    if (!panel.hidden) return menu.close();
    openMenu?.close();
    panel.hidden = false;
    button.setAttribute("aria-expanded", "true");
    openMenu = menu;
    panel.querySelector<HTMLElement>("button, input")?.focus({ preventScroll: true });
  });
  menu.element.addEventListener("keydown", (e) => {
    if (e.key !== "Escape" || panel.hidden) return;
    menu.close();
    button.focus();
    e.stopPropagation();
  });
  return menu;
}

/** A line of a menu that does something and closes it. */
export function menuItem(text: string, action: () => void, hint = ""): HTMLButtonElement {
  return h("button.menu-item", {
    type: "button",
    onclick: () => {
      openMenu?.close();
      action();
    },
  }, h("span", {}, text), hint !== "" && h("span.faint.small", {}, hint));
}
