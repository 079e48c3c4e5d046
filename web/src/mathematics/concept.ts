// A page of docs/concepts in a window of its own: the theorem behind a verdict.
import { h, iconButton } from "../dom";
import { type Block, type Inline, readMarkdown, target } from "./markdown";

const pages = new Map<string, Promise<string>>();

function textOf(page: string): Promise<string> {
  let text = pages.get(page);
  if (!text) {
    text = fetch(`concepts/${page}.md`).then((answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.text();
    });
    text.catch(() => pages.delete(page));
    pages.set(page, text);
  }
  return text;
}

let dialog: HTMLDialogElement | null = null;
let body: HTMLElement | null = null;
let past: string[] = [];
let back: HTMLButtonElement | null = null;

function make(): void {
  if (dialog) return;
  body = h("div", { class: "concept-body", tabindex: 0, role: "document" });
  back = iconButton("Back", "M10 3L5 8l5 5", () => {
    past.pop();
    const before = past.pop();
    if (before) void openConcept(...(before.split("#") as [string, string?]));
  });
  const close = iconButton("Close", "M4 4l8 8M12 4l-8 8", () => dialog!.close());
  dialog = h("dialog", { class: "concept", "aria-label": "Explanation" }, h("div", { class: "bar" }, back, h("span", { class: "space" }), close), body);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog?.close(); // beside the window
  });
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  dialog.addEventListener("close", () => (past = []));
  document.body.append(dialog);
}

/** `anchor`: of a heading, or a word in code in it. */
export async function openConcept(page: string, anchor = ""): Promise<void> {
  make();
  if (!dialog!.open) dialog!.showModal();
  past.push(`${page}#${anchor}`);
  back!.disabled = past.length < 2;
  try {
    // Where the source of the program is, is for those who work on it.
    const blocks = readMarkdown(await textOf(page)).filter((b) => !(b.kind === "paragraph" && b.parts[0]?.kind === "text" && b.parts[0].text.startsWith("Files: ")));
    body!.replaceChildren(...blocks.map((block) => blockElement(block, page)));
    const place = anchor
      ? [...body!.querySelectorAll("h1, h2, h3, h4")].find(
          (e) => e.id === `concept-${anchor}` || [...e.querySelectorAll("code")].some((code) => code.textContent === anchor))
      : null;
    if (place) place.scrollIntoView();
    else body!.scrollTop = 0;
  } catch {
    body!.replaceChildren(h("p", { class: "message" }, `The page docs/concepts/${page}.md is not part of this installation.`));
  }
}

export function conceptLink(page: string, words: string, anchor = ""): HTMLElement {
  return h("button", { type: "button", class: "link", title: "Read what this means", onclick: () => void openConcept(page, anchor) }, words);
}

function blockElement(block: Block, page: string): HTMLElement {
  const inline = (parts: Inline[]) => parts.map((part) => inlineElement(part, page));
  switch (block.kind) {
    case "heading":
      return h(`h${Math.min(block.level, 4)}` as "h2", { id: `concept-${block.id}` }, ...inline(block.parts));
    case "paragraph":
      return h("p", {}, ...inline(block.parts));
    case "code":
      return h("pre", { tabindex: 0 }, h("code", {}, block.text));
    case "list":
      return h(block.ordered ? "ol" : "ul", {}, ...block.items.map((item) => h("li", {}, ...inline(item))));
    case "table": {
      const row = (cells: Inline[][], tag: "td" | "th") => h("tr", {}, ...cells.map((cell) => h(tag, {}, ...inline(cell))));
      return h("div", { class: "table-place" }, h("table", { class: "plain" }, h("thead", {}, row(block.head, "th")), h("tbody", {}, ...block.rows.map((r) => row(r, "td")))));
    }
  }
}

function inlineElement(part: Inline, page: string): Node {
  switch (part.kind) {
    case "text":
      return document.createTextNode(part.text);
    case "code":
      return h("code", {}, part.text);
    case "strong":
      return h("strong", {}, ...part.parts.map((p) => inlineElement(p, page)));
    case "emphasis":
      return h("em", {}, ...part.parts.map((p) => inlineElement(p, page)));
    case "link": {
      const words = part.parts.map((p) => inlineElement(p, page));
      const to = target(part.to);
      if (!to) return h("span", {}, ...words); // another folder of the documents: not in the bundle
      if ("web" in to) return h("a", { href: to.web, target: "_blank", rel: "noopener noreferrer" }, ...words);
      return h("button", { type: "button", class: "link", onclick: () => void openConcept(to.page || page, to.anchor) }, ...words);
    }
  }
}
