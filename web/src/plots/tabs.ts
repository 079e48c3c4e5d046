// Tabs of a part: arrows move between them, and a panel is made when it is first seen.
import type { Part } from "../part";
import type { Signal } from "../signal";
import { h } from "../dom";
import { newId } from "./element";

export interface Tab {
  id: string;
  title: string;
  make: () => Part;
}

export function makeTabs(name: string, tabs: Tab[], chosen: Signal<string>): Part {
  const list = h("div", { class: "subtabs", role: "tablist", "aria-label": name });
  const panels = h("div", { class: "subpanels" });
  const element = h("div", { class: "with-subtabs" }, list, panels);
  const made = new Map<string, { part: Part; panel: HTMLElement }>();
  const buttons = new Map<string, HTMLButtonElement>();
  let visible = false;

  for (const tab of tabs) {
    const button = h("button", { type: "button", role: "tab", id: newId("tab"), "data-tab": tab.id }, tab.title);
    button.addEventListener("click", () => chosen.set(tab.id));
    button.addEventListener("keydown", (event) => {
      const k = tabs.indexOf(tab);
      const next = { ArrowRight: tabs[(k + 1) % tabs.length], ArrowLeft: tabs[(k + tabs.length - 1) % tabs.length] }[event.key];
      if (!next) return;
      event.preventDefault();
      event.stopPropagation();
      chosen.set(next.id);
      buttons.get(next.id)?.focus();
    });
    buttons.set(tab.id, button);
    list.append(button);
  }

  const present = () => tabs.find((tab) => tab.id === chosen.value) ?? tabs[0];
  const show = (tab: Tab) => {
    if (visible && !made.has(tab.id)) {
      const panel = h("div", { class: "subpanel", role: "tabpanel", id: newId("panel"), "aria-labelledby": buttons.get(tab.id)!.id });
      const part = tab.make();
      panel.append(part.element);
      panels.append(panel);
      buttons.get(tab.id)!.setAttribute("aria-controls", panel.id);
      made.set(tab.id, { part, panel });
    }
    for (const { id } of tabs) {
      const isChosen = id === tab.id;
      const button = buttons.get(id)!;
      button.setAttribute("aria-selected", String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
      const there = made.get(id);
      if (there) {
        there.panel.hidden = !isChosen;
        there.part.shown?.(visible && isChosen);
      }
    }
  };
  chosen.follow(() => show(present()));
  return {
    element,
    shown(now) {
      visible = now;
      show(present());
    },
    resized: () => made.get(present().id)?.part.resized?.(),
  };
}
