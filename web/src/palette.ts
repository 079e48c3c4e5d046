// Ten colours that remain distinct for colour-blind readers, for bodies and curves alike.
import type { Theme } from "./theme";

export const words = ["blue", "orange", "green", "red", "violet", "brown", "pink", "grey", "olive", "cyan"] as const;
export type Word = (typeof words)[number];

const light: Record<Word, string> = {
  blue: "#2f6db5", orange: "#e07b1a", green: "#2f8f4e", red: "#c8393c", violet: "#7d5bb0", brown: "#875a4c", pink: "#d065a6",
  grey: "#7a7f87", olive: "#a09a1f", cyan: "#1a9fb0",
};
const dark: Record<Word, string> = {
  blue: "#6ba4e6", orange: "#f39a45", green: "#5fbf7d", red: "#ec6b6b", violet: "#ab8fdc", brown: "#b58a7b", pink: "#ea93c6",
  grey: "#a2a8b1", olive: "#c9c34d", cyan: "#4cc3d3",
};

export function colourOf(word: string, theme: Theme): string {
  const palette = theme === "dark" ? dark : light;
  return palette[word as Word] ?? palette.blue;
}
/** Colour of the i-th curve. */
export function curveColour(i: number, theme: Theme): string {
  const order: Word[] = ["blue", "orange", "green", "red", "violet", "cyan", "pink", "olive", "brown", "grey"];
  return colourOf(order[i % order.length], theme);
}
