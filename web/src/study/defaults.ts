// What a study asks for at first: what the model's experiment says, or something sensible for any system.
import type { CheckResult, Parameter, StateEntry } from "../protocol";

/** Of a checked model, what defaults are found from. */
export type Checked = Pick<CheckResult, "parameters" | "state" | "studies" | "default">;

/** The words of a study in the chosen experiment, or in 'default'; by option, in order. */
export function studyWords(checked: Checked, study: string, experiment: string | null): Map<string, string[]> {
  const out = new Map<string, string[]>();
  const all = checked.studies.filter((w) => w.study === study);
  const name = experiment ?? "default";
  for (const word of all.filter((w) => w.experiment === name)) out.set(word.option, [...(out.get(word.option) ?? []), word.value]);
  return out;
}

export interface SectionWords {
  at: string;
  direction: "up" | "down" | "both";
  x: string;
  y: string;
  count: number;
  transient: number;
  until: number;
  fix: string;
  tolerance: string;
  /** Of the system as it is stated; its core otherwise. */
  full: boolean;
}

const numberOf = (words: Map<string, string[]>, option: string, otherwise: number): number => {
  const value = Number(words.get(option)?.[0]);
  return Number.isFinite(value) && words.has(option) ? value : otherwise;
};

/** Commas that stand outside of brackets. */
export function splitList(text: string): string[] {
  const out: string[] = [];
  let depth = 0;
  let from = 0;
  for (let k = 0; k <= text.length; k++) {
    const c = text[k];
    if (c === "(" || c === "[") depth++;
    else if (c === ")" || c === "]") depth--;
    else if (k === text.length || (c === "," && depth === 0)) {
      out.push(text.slice(from, k).trim());
      from = k + 1;
    }
  }
  return out.filter((part) => part !== "");
}

export function splitDirection(at: string): { at: string; direction: SectionWords["direction"] } {
  const found = /^(.*?)\s*:\s*(up|down)\s*$/.exec(at);
  return found ? { at: found[1].trim(), direction: found[2] as "up" } : { at: at.trim(), direction: "both" };
}

/** Velocities that are free: quasi-velocities where there are any, else those that the model gives values, else all. */
export function velocitiesOf(state: readonly StateEntry[]): StateEntry[] {
  const choices = [
    state.filter((v) => v.kind === "quasi-velocity"), state.filter((v) => v.kind !== "coordinate" && v.given), state.filter((v) => v.kind === "velocity"),
  ];
  return choices.find((c) => c.length > 0) ?? [];
}

/** How often values rise through zero. */
export function risesThroughZero(values: ArrayLike<number>): number {
  let count = 0;
  for (let k = 1; k < values.length; k++) if (values[k - 1] < 0 && values[k] >= 0) count++;
  return count;
}

/**
 * The first velocity through zero, or the first that the motion takes through zero again and again (`rises`: how often, by name), with
 * the next variables as axes. Null where a section would hold nothing to see.
 */
export function usualSection(checked: Checked, experiment: string | null, rises: (name: string) => number = () => 0): SectionWords | null {
  const words = studyWords(checked, "section", experiment);
  const velocities = velocitiesOf(checked.state);
  const coordinates = checked.state.filter((v) => v.kind === "coordinate");
  if (words.has("at")) {
    const [x, y] = splitList((words.get("columns") ?? []).join(","));
    return {
      ...splitDirection(words.get("at")![0]),
      x: x ?? velocities[0]?.name ?? "", y: y ?? velocities[1]?.name ?? coordinates[0]?.name ?? "",
      count: numberOf(words, "count", 1000), transient: numberOf(words, "transient", 0), until: numberOf(words, "until", 10_000),
      fix: (words.get("fix") ?? []).map((f) => f.replace(/\s*=\s*/, " = ")).join(", "), tolerance: words.get("tol")?.[0] ?? "", full: words.has("full"),
    };
  }
  const variables = [...velocities, ...coordinates];
  if (variables.length < 3) return null;
  const at = variables.find((v) => rises(v.name) >= 2) ?? variables[0];
  const others = variables.filter((v) => v !== at);
  return { at: at.name, direction: "up", x: others[0].name, y: others[1].name, count: 500, transient: 0, until: 2000, fix: "", tolerance: "", full: true };
}

export interface AxisWords {
  name: string;
  low: number;
  high: number;
}
export interface ChartWords {
  x: AxisWords;
  y: AxisWords | null;
  size: number;
  measure: string;
  until: number;
  transient: number;
  fix: string;
}

export const measures = ["lyapunov", "final", "mean", "max", "min", "time", "count", "period"] as const;

/** "final(v)" → ["final", "v"] */
export function splitMeasure(measure: string): [string, string] {
  const found = /^(\w+)\s*\((.*)\)\s*$/.exec(measure);
  return found ? [found[1], found[2]] : [measure.trim(), ""];
}

/** "delta = 0.1..1.5:16" */
export function readAxis(text: string): (AxisWords & { count: number | null }) | null {
  const found = /^(.+?)\s*=\s*([^.\s][^:]*?)\.\.([^:]+?)(?::\s*(\d+))?\s*$/.exec(text);
  if (!found) return null;
  const [low, high] = [Number(found[2]), Number(found[3])];
  if (!Number.isFinite(low) || !Number.isFinite(high)) return null;
  return { name: found[1].trim(), low, high, count: found[4] ? Number(found[4]) : null };
}

export function axisText(axis: AxisWords, count: number): string {
  return `${axis.name}=${axis.low}..${axis.high}:${count}`;
}

/** A range to vary a parameter in: its own, or around its value. */
export function rangeOf(p: Pick<Parameter, "value" | "low" | "high">): { low: number; high: number } {
  const around = p.value === 0 ? { low: -1, high: 1 } : { low: Math.min(0.5 * p.value, 1.5 * p.value), high: Math.max(0.5 * p.value, 1.5 * p.value) };
  let low = p.low ?? around.low;
  let high = p.high ?? around.high;
  if (!(low < high)) [low, high] = [around.low, around.high];
  // 1.5 × 4.6 is 6.8999999999999995.
  return { low: Number(low.toPrecision(6)), high: Number(high.toPrecision(6)) };
}

/** Two parameters, or a parameter and a velocity, and the end value of a velocity. Null where there is nothing to vary. */
export function usualChart(checked: Checked, experiment: string | null): ChartWords | null {
  const words = studyWords(checked, "chart", experiment);
  const velocities = velocitiesOf(checked.state);
  const measured = velocities[velocities.length - 1]?.name ?? checked.state[0]?.name ?? "";
  const until = numberOf(words, "until", Math.min(checked.default?.until ?? 10, 20));
  const over = (words.get("over") ?? []).map(readAxis).filter((a) => a !== null);
  const usual = {
    measure: words.get("measure")?.[0] ?? `final(${measured})`, until, transient: numberOf(words, "transient", 0),
    fix: (words.get("fix") ?? []).map((f) => f.replace(/\s*=\s*/, " = ")).join(", "),
  };
  if (over.length > 0) return { ...usual, x: over[0], y: over[1] ?? null, size: 64 };
  const parameters = checked.parameters.filter((p) => !p.derived && p.value !== null).map((p) => ({ name: p.name, ...rangeOf(p) }));
  const starts = velocities.filter((v) => v.given).map((v) => ({ name: v.name, ...rangeOf({ value: v.value ?? 0, low: null, high: null }) }));
  const [x, y] = [...parameters.slice(0, 2), ...starts, ...parameters.slice(2)];
  if (!x) return null;
  return { ...usual, x, y: y ?? null, size: 32 };
}

/** Levels from a line such as "energy = 2, K = 1", as the protocol wants them. */
export function levelsOf(fix: string): string[] {
  return splitList(fix).map((part) => part.replace(/\s*=\s*/, "="));
}
