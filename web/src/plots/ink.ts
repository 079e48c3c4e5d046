// The page's colours as a canvas needs them.
import { theme } from "../theme";

export interface Ink {
  dark: boolean;
  text: string;
  muted: string;
  line: string;
  accent: string;
  panel: string;
  bad: string;
  good: string;
  font: string;
}

export function inkOf(element: Element): Ink {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return {
    dark: theme.value === "dark",
    text: colour("--ink"),
    muted: colour("--ink-soft"),
    line: colour("--line"),
    accent: colour("--accent"),
    panel: colour("--panel"),
    bad: colour("--bad"),
    good: colour("--good"),
    font: `11px ${style.fontFamily}`,
  };
}
