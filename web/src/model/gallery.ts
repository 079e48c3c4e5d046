// The gallery: all models as pictures, found by any of their words.
import { h, icon } from "../dom";
import type { GalleryEntry } from "../protocol";
import { type Library, matching, titleOf } from "./library";

const ball = "M8 13.5c3 0 5.5-2.4 5.5-5.5S11 2.5 8 2.5 2.5 4.9 2.5 8s2.5 5.5 5.5 5.5z";

export interface Gallery {
  element: HTMLDialogElement;
  open(): void;
}

export function makeGallery(library: Library): Gallery {
  const search = h("input", { type: "search", placeholder: "Search", "aria-label": "Search the gallery", autocomplete: "off", spellcheck: "false" });
  const count = h("span.faint.small", { role: "status" });
  const grid = h("div.gallery-grid", { role: "list", "aria-label": "Models" });
  const close = h("button.button", { type: "button", onclick: () => dialog.close() }, "Close");
  const dialog = h("dialog.gallery", { "aria-label": "Gallery" },
    h("div.bar", {}, h("h2.gallery-title", {}, "Gallery"), search, count, h("span.space"),
      h("button.button", { type: "button", onclick: () => (library.create(), dialog.close()) }, "New model"),
      h("button.button", { type: "button", onclick: () => (dialog.close(), void library.openFromDisk()) }, "Open file"), close),
    grid);

  const card = (entry: GalleryEntry, changed: boolean, own: boolean) => {
    const image = h("img", { src: `thumbnails/${entry.name}.webp`, alt: "", loading: "lazy", width: 240, height: 150 });
    const frame = h("div.card-picture", {}, image);
    image.addEventListener("error", () => image.replaceWith(icon(ball)));
    const button = h("button.card", {
      type: "button", role: "listitem", "data-model": entry.name, title: entry.citations?.join("; ") || entry.description,
      onclick: () => {
        dialog.close();
        void library.open(entry.name);
      },
    }, frame, h("div.card-title", {}, entry.title || titleOf(entry.name), changed ? h("span.badge", {}, own ? "yours" : "changed") : null),
    h("div.card-text", {}, entry.description));
    return button;
  };
  const fill = () => {
    const entries = library.entries.value;
    const known = new Set(entries.map((e) => e.name));
    const drafts = library.drafts;
    const own: GalleryEntry[] = drafts.filter((d) => !known.has(d)).map((name) => ({ name, title: library.title(name), description: `Your model ${name}.anh, kept in this browser`, citations: [], keywords: [] }));
    const shownOwn = matching(own, search.value);
    const shown = matching(entries, search.value);
    const changed = new Set(drafts);
    grid.replaceChildren(...shownOwn.map((e) => card(e, true, true)), ...shown.map((e) => card(e, changed.has(e.name), false)));
    const n = shown.length + shownOwn.length;
    count.textContent = entries.length === 0 ? "Waiting for the server" : n === 1 ? "1 model" : `${n} models`;
  };
  search.addEventListener("input", fill);
  search.addEventListener("keydown", (e) => {
    if (e.key === "Enter") {
      e.preventDefault(); // else the same key presses the button that has the focus after the gallery
      (grid.firstElementChild as HTMLElement | null)?.click();
    }
    if (e.key === "ArrowDown") (grid.firstElementChild as HTMLElement | null)?.focus();
  });
  grid.addEventListener("keydown", (e) => {
    const cards = [...grid.children] as HTMLElement[];
    const at = cards.indexOf(document.activeElement as HTMLElement);
    if (at < 0) return;
    const perRow = Math.max(1, cards.findIndex((c) => c.offsetTop > cards[0].offsetTop));
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -perRow, ArrowDown: perRow }[e.key];
    if (step === undefined) return;
    e.preventDefault();
    if (at + step < 0) search.focus();
    else cards[Math.min(at + step, cards.length - 1)].focus();
  });
  dialog.addEventListener("click", (e) => e.target === dialog && dialog.close());
  dialog.addEventListener("keydown", (e) => e.stopPropagation());
  library.entries.subscribe(() => dialog.open && fill());
  return {
    element: dialog,
    open() {
      if (dialog.open) return;
      search.value = "";
      fill();
      dialog.showModal();
      search.focus();
    },
  };
}
