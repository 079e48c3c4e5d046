// Comparisons and regions in words and numbers.
import { sentence } from "../plots/sentence";
import type { Comparison, StabilityRegion } from "../protocol";

export function comparisonWords(c: Pick<Comparison, "holds" | "kind" | "map" | "parameters" | "reason" | "a" | "b">): { word: string; tone: string } {
  const values = c.parameters === "all" ? "for all values of the parameters" : "at the stated values of the parameters";
  const kinds: Record<string, string> = {
    equivalence: "The models are equivalent: the map is invertible.", quotient: `The motion of ${c.b} is a quotient: ${c.a} has variables that it does not need.`,
    embedding: `${c.a} moves as an invariant part of ${c.b}.`, neither: "The map is neither one to one nor onto.",
  };
  if (c.holds === true) return { word: `The map takes motions to motions, ${values}. ${kinds[c.kind ?? ""] ?? ""}`.trim(), tone: "good" };
  if (c.holds === false) return { word: "The map does not take motions to motions.", tone: "bad" };
  return { word: sentence(c.map.length === 0 ? "not decided: no map was found" : `not decided: ${c.reason ?? ""}`), tone: "warn" };
}

export type Regime = StabilityRegion["regimes"][number][number];

// As in the program's own pictures (src/report/stability_region.cpp): distinct in lightness as well.
export const regimeColours: Record<Regime, [number, number, number]> = {
  stable: [67, 147, 195], divergence: [178, 24, 43], flutter: [244, 165, 130], "divergence and flutter": [102, 31, 26], "not decided": [200, 200, 200], "no standstill": [255, 255, 255],
};
export const regimeWords: Record<Regime, string> = {
  stable: "stable", divergence: "unstable: divergence", flutter: "unstable: flutter", "divergence and flutter": "unstable: divergence and flutter",
  "not decided": "not decided", "no standstill": "no standstill",
};

/** How many points of each regime there are, in parts of all. */
export function shares(region: Pick<StabilityRegion, "regimes">): [Regime, number][] {
  const all = region.regimes.flat();
  return (Object.keys(regimeColours) as Regime[]).map((r): [Regime, number] => [r, all.filter((one) => one === r).length / all.length]).filter(([, part]) => part > 0);
}
