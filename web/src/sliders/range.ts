// From a number to the place of a slider and back.

export interface Range {
  low: number;
  high: number;
  /** Equal ratios, not equal differences, take equal ways. */
  log: boolean;
}
/** Places of a slider: 0 to STEPS. */
export const STEPS = 1000;

const isAngle = (unit: string) => unit === "rad" || unit === "deg";

/** The range that a model states, or a plausible one around the value. */
export function rangeOf(value: number, unit: string, low: number | null, high: number | null): Range {
  if (low !== null && high !== null && high > low) {
    const log = low > 0 && high / low >= 40 && value > 0;
    return { low: Math.min(low, value), high: Math.max(high, value), log };
  }
  if (isAngle(unit)) {
    const half = unit === "deg" ? 180 : Math.PI;
    return { low: low ?? Math.min(-half, value), high: high ?? Math.max(half, value), log: false };
  }
  const size = value === 0 ? 1 : Math.abs(value);
  const from = low ?? (value > 0 ? 0 : -2 * size);
  const to = high ?? (value < 0 ? (low === null ? 2 * size : 0) : 2 * size);
  return { low: Math.min(from, value), high: Math.max(to, value, from + 1e-12), log: false };
}
/** Initial values move to both sides of zero. */
export function startRange(value: number, unit: string): Range {
  if (isAngle(unit)) return rangeOf(value, unit, null, null);
  const size = value === 0 ? 1 : 2 * Math.abs(value);
  return { low: -size, high: size, log: false };
}

export function placeOf(value: number, r: Range): number {
  if (r.log && value <= 0) return 0;
  const part = r.log ? Math.log(value / r.low) / Math.log(r.high / r.low) : (value - r.low) / (r.high - r.low);
  return Math.round(STEPS * Math.max(0, Math.min(1, part)));
}
/** The number at a place, with no more digits than the slider can tell apart. */
export function valueAt(place: number, r: Range): number {
  const part = place / STEPS;
  if (part <= 0) return r.low;
  if (part >= 1) return r.high;
  if (r.log) return Number((r.low * (r.high / r.low) ** part).toPrecision(3));
  const step = 10 ** Math.floor(Math.log10((r.high - r.low) / 500));
  const rounded = Math.round((r.low + part * (r.high - r.low)) / step) * step;
  return Math.max(r.low, Math.min(r.high, Number(rounded.toPrecision(12))));
}
/** A number as it is typed, with a point or a comma; null if it is none. */
export function readNumber(text: string): number | null {
  const value = Number(text.trim().replace(",", "."));
  return text.trim() !== "" && Number.isFinite(value) ? value : null;
}
/** Why a value is not taken; null if it is. */
export function mistakeOf(value: number | null, low: number | null, high: number | null): string | null {
  if (value === null) return "This is not a number.";
  if ((low === null || value >= low) && (high === null || value <= high)) return null;
  if (low === null) return `The model allows ${shortNumber(high!)} at most.`;
  if (high === null) return `The model allows ${shortNumber(low)} at least.`;
  return `The model allows ${shortNumber(low)} to ${shortNumber(high)}.`;
}
export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return "";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) return String(Number(value.toPrecision(6)).toExponential()).replace("e+", "e");
  return String(Number(value.toPrecision(7)));
}
