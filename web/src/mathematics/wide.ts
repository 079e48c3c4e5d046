// Formulas that are wider than their place: a little is made up for by smaller letters, more by scrolling, which is seen to be possible.

/** Letters of formulas are not made smaller than this part of their size. */
const smallest = 0.85;

const whenWide = new WeakMap<Element, () => void>();

function fit(elements: HTMLElement[]): void {
  // All are measured before any is changed: the page is laid out once for all of them.
  for (const element of elements) element.style.fontSize = "";
  const found = elements.map((element) => ({ element, part: (element.clientWidth - 1) / element.scrollWidth, isWide: element.scrollWidth > element.clientWidth }));
  for (const { element, part, isWide } of found)
    if (isWide && part >= smallest && element.classList.contains("formula")) element.style.fontSize = `${Math.floor(1000 * part) / 10}%`;
  for (const { element, isWide } of found) {
    const scrolls = isWide && element.scrollWidth > element.clientWidth;
    element.classList.toggle("wide", scrolls);
    if (scrolls) {
      const once = whenWide.get(element);
      whenWide.delete(element);
      once?.();
    }
    // Who has no pointer scrolls by the arrow keys.
    if (scrolls) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  }
}

const widths = new WeakMap<Element, number>();
const resizes = typeof ResizeObserver === "undefined" ? null : new ResizeObserver((entries) => {
  const changed = entries.map((e) => e.target as HTMLElement).filter((e) => e.clientWidth > 0 && widths.get(e) !== e.clientWidth);
  for (const element of changed) widths.set(element, element.clientWidth);
  fit(changed);
});
// Letters that arrive late have other widths.
globalThis.document?.fonts?.addEventListener("loadingdone", () => fit([...document.querySelectorAll<HTMLElement>(".scrolls-sideways")].filter((e) => e.clientWidth > 0)));

/** Makes an element scroll sideways where its content is too wide for it; `isWide` is told the first time that it does. */
export function scrollsSideways<E extends HTMLElement>(element: E, isWide?: () => void): E {
  if (isWide) whenWide.set(element, isWide);
  element.classList.add("scrolls-sideways");
  element.addEventListener("keydown", (event) => {
    if (event.target === element && (event.key === "ArrowLeft" || event.key === "ArrowRight")) event.stopPropagation();
  });
  resizes?.observe(element);
  return element;
}
