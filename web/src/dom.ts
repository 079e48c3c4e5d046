// Small helpers for elements.

type Child = Node | string | null | undefined | false;

/** h("button.primary", { title: "Play", onclick }, "Play") */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K | `${K}.${string}`, attributes: Record<string, unknown> = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name) as HTMLElementTagNameMap[K];
  if (classes.length > 0) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value as EventListener);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

/** One of the page's line icons, 16 × 16. */
export function icon(path: string): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const p = document.createElementNS("http://www.w3.org/2000/svg", "path");
  p.setAttribute("d", path);
  svg.append(p);
  return svg;
}

/** A button that shows only an icon; its name is read aloud and shown as a tooltip. */
export function iconButton(name: string, path: string, onclick: (event: MouseEvent) => void): HTMLButtonElement {
  return h("button.icon-button", { type: "button", "aria-label": name, title: name, onclick }, icon(path));
}

export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
