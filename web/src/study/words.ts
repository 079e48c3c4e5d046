// What studies of single motions have found, in words and numbers.
import { numberText } from "../plots/axis";
import type { Curve } from "../plots/lines";
import { sentence } from "../plots/sentence";
import type { ByQuadrature, FirstVariation, LimitCandidate, VariedMotion } from "../protocol";

export function howItGoes(q: Pick<ByQuadrature, "variable" | "motion" | "lower" | "upper" | "period">): string {
  const number = (x: number) => numberText(x, 10);
  if (q.motion === "steady") return `${q.variable} stays where it is: a steady motion.`;
  if (q.motion === "oscillates" && q.lower !== null && q.upper !== null && q.period !== null)
    return `${q.variable} oscillates between ${number(q.lower)} and ${number(q.upper)} with the period ${number(q.period)} s.`;
  const ends = [q.lower === null ? "no least value" : `the least value ${number(q.lower)}`, q.upper === null ? "no greatest value" : `the greatest value ${number(q.upper)}`];
  return `${q.variable} has ${ends.join(" and ")} at which it turns.`;
}

export function variationWords(v: FirstVariation): string {
  if (v.variations === 0) return "no combination of the test variations is allowed; more harmonics give more of them";
  return v.vanishes === null ? "too small to be told from the error" : v.vanishes ? "vanishes within the error" : "does not vanish";
}

export function candidateWords(c: Pick<LimitCandidate, "name" | "missing" | "is_limit" | "exponent">, number: string): string {
  if (c.missing) return sentence(`${c.name}: there is no such motion: ${c.missing}`);
  if (c.is_limit === null) return `${c.name}: not decided by these numbers.`;
  if (!c.is_limit) return `${c.name}: not the limit.`;
  return `${c.name}: the limit${c.exponent === null ? "" : `; the distance goes as ${number} to the power ${numberText(c.exponent, 4)}, as measured`}.`;
}

/** log₁₀ of the lengths of the tangent vectors over time. */
export function lengths(found: Pick<VariedMotion, "variables" | "rows" | "start">): Curve[] {
  const n = found.variables.length;
  return found.start.map((_, k) => ({
    label: `v${k + 1}`, x: found.rows.map((row) => row[0]),
    y: found.rows.map((row) => Math.log10(Math.hypot(...row.slice(1 + n + k * n, 1 + n + (k + 1) * n)))),
  }));
}

/** "x = 2, y = 1" as the protocol wants it. */
export function placeOf(text: string): Record<string, string> {
  const out: Record<string, string> = {};
  for (const part of text.split(",")) {
    const at = part.indexOf("=");
    if (part.trim() === "") continue;
    out[(at < 0 ? part : part.slice(0, at)).trim()] = at < 0 ? "" : part.slice(at + 1).trim();
  }
  return out;
}
