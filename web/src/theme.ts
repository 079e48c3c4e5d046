// Dark and light: as the system says, or as the user chooses.
import { Signal } from "./signal";

export type Choice = "system" | "light" | "dark";
export type Theme = "light" | "dark";

const KEY = "anholon.theme";
const system = matchMedia("(prefers-color-scheme: dark)");

const stored = (): Choice => {
  try {
    const value = localStorage.getItem(KEY);
    return value === "light" || value === "dark" ? value : "system";
  } catch {
    return "system";
  }
};
const resolve = (choice: Choice): Theme => (choice === "system" ? (system.matches ? "dark" : "light") : choice);

export const choice = new Signal<Choice>(stored());
/** The theme that is shown. Canvases follow it; everything else reads the variables of look.css. */
export const theme = new Signal<Theme>(resolve(choice.value));

system.addEventListener("change", () => theme.set(resolve(choice.value)));
choice.subscribe((value) => {
  try {
    localStorage.setItem(KEY, value);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  theme.set(resolve(value));
});
theme.follow((value) => (document.documentElement.dataset.theme = value));
