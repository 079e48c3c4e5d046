// The line at the top: where one is, what can be undone, how the server is.
import type { Connection, Status } from "./connection";
import { h, icon, iconButton } from "./dom";
import type { Library } from "./model/library";
import type { Surroundings } from "./part";
import { shortNumber } from "./sliders/range";
import { choice } from "./theme";

const paths = {
  gallery: "M2.5 2.5h4.5v4.5h-4.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5h-4.5zM9 9h4.5v4.5H9z",
  undo: "M6 3L3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H6",
  redo: "M10 3l3 3-3 3M13 6H6.5a3.5 3.5 0 0 0 0 7H10",
  link: "M6.5 9.5l3-3M7.5 4.7l1.3-1.3a2.7 2.7 0 0 1 3.8 3.8l-1.3 1.3M8.5 11.3l-1.3 1.3a2.7 2.7 0 0 1-3.8-3.8l1.3-1.3",
  theme: "M8 2.5a5.5 5.5 0 1 0 5.5 5.5A4.3 4.3 0 0 1 8 2.5z",
  help: "M6.2 6a1.9 1.9 0 1 1 2.7 1.8c-.6.3-.9.7-.9 1.4M8 11.8h.01",
};

export const statusTexts: Record<Status, string> = {
  connecting: "Connecting to the server",
  open: "Connected",
  gone: "The server has stopped. Start it again with ./anholon serve; your text is safe here.",
  refused: "A server runs here, but this page's address belongs to an earlier one. Open the address that the server printed; your text is safe here.",
};

export interface HeaderActions {
  openGallery(): void;
  copyLink(): Promise<string>;
  openHelp(): void;
}

export function makeHeader({ workspace }: Surroundings, connection: Connection, library: Library, actions: HeaderActions): { element: HTMLElement; banner: HTMLElement } {
  const title = h("h1.title");
  const undo = iconButton("Undo (Ctrl-Z)", paths.undo, () => workspace.undo());
  const redo = iconButton("Redo (Ctrl-Y)", paths.redo, () => workspace.redo());
  workspace.history.follow(({ undo: u, redo: r }) => {
    undo.disabled = !u;
    redo.disabled = !r;
  });

  const said = h("span.soft.small", { role: "status" });
  let quiet: ReturnType<typeof setTimeout> | undefined;
  const say = (words: string) => {
    said.textContent = words;
    clearTimeout(quiet);
    quiet = setTimeout(() => (said.textContent = ""), 4000);
  };
  const experiment = h("select", { hidden: true, "aria-label": "Experiment", title: "Experiment of the model" });
  experiment.addEventListener("change", () => workspace.change({ experiment: experiment.value === "" ? null : experiment.value, until: null }));
  const until = h("input.until", { type: "text", inputmode: "decimal", "aria-label": "Length of the motion in seconds", title: "Length of the motion in seconds", autocomplete: "off" });
  until.addEventListener("change", () => {
    const value = Number(until.value);
    if (until.value.trim() === "") workspace.change({ until: null });
    else if (value > 0 && Number.isFinite(value)) workspace.change({ until: value });
    else say("The duration is a number of seconds greater than 0.");
    showUntil();
  });
  let usual: number | null = null;
  const showUntil = () => {
    if (workspace.checked.value?.ok) usual = workspace.checked.value.default?.until ?? null;  // a mistake keeps what was known
    until.value = workspace.until.value !== null ? shortNumber(workspace.until.value) : usual ? shortNumber(usual) : "";
    until.classList.toggle("changed", workspace.until.value !== null);
  };
  const showExperiments = () => {
    const names = workspace.checked.value?.experiments ?? [];
    if (workspace.checked.value?.ok) {
      const others = names.filter((n) => n !== "default");
      experiment.replaceChildren(h("option", { value: "" }, "default"), ...others.map((n) => h("option", { value: n }, n)));
      experiment.hidden = others.length === 0;
    }
    experiment.value = workspace.experiment.value ?? "";
    showUntil();
  };
  workspace.checked.follow(showExperiments);
  workspace.experiment.subscribe(showExperiments);
  workspace.until.subscribe(showUntil);

  const link = iconButton("Copy a link to this view", paths.link, async () => {
    say(await actions.copyLink());
  });
  const themes = iconButton("", paths.theme, () => {
    const order = ["system", "light", "dark"] as const;
    choice.set(order[(order.indexOf(choice.value) + 1) % 3]);
  });
  choice.follow((c) => {
    const name = `Colours: ${c === "system" ? "as the system" : c}`;
    themes.setAttribute("aria-label", name);
    themes.title = name;
  });
  const dot = h("span.status", { role: "img" });
  const banner = h("div.banner", { role: "alert", hidden: true });
  connection.status.follow((status) => {
    dot.className = `status ${status}`;
    dot.setAttribute("aria-label", statusTexts[status]);
    dot.title = statusTexts[status];
    banner.hidden = status === "open" || status === "connecting";
    banner.replaceChildren(
      h("span", {}, statusTexts[status]), h("button.button", { type: "button", onclick: () => connection.retry() }, "Try again"));
  });
  const tell = () => {
    title.textContent = workspace.name.value === "" ? "" : library.title(workspace.name.value);
    document.title = workspace.name.value === "" ? "Anholon" : `${library.title(workspace.name.value)} · Anholon`;
  };
  workspace.name.follow(tell);
  workspace.text.subscribe(tell);
  library.entries.subscribe(tell);

  const element = h("header.header", {},
    h("span.brand", {}, "Anholon"),
    h("button.button", { type: "button", title: "All models (G)", onclick: actions.openGallery }, icon(paths.gallery), "Gallery"),
    title, h("span.space"), said,
    h("label.until-label", {}, h("span.soft.small", {}, "Duration"), until, h("span.faint.small", {}, "s")), experiment,
    undo, redo, link, themes, iconButton("Keys and help (?)", paths.help, actions.openHelp), dot);
  return { element, banner };
}
