// Round numbers along an axis.

export interface Range {
  low: number;
  high: number;
}

export interface Tick {
  value: number;
  label: string;
}

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function power(exponent: number): string {
  const digits = [...String(Math.abs(exponent))].map((d) => superscripts[Number(d)]).join("");
  return `10${exponent < 0 ? "⁻" : ""}${digits}`;
}

// A number as a reader expects it beside an axis or in a sentence: 0.25, 1500, 2.5 × 10⁻⁷; a true minus sign.
export function numberText(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "–" : value > 0 ? "∞" : "−∞";
  if (value === 0) return "0";
  const size = Math.abs(value);
  const sign = value < 0 ? "−" : "";
  if (size >= 1e-3 && size < 1e6) return sign + String(Number(size.toPrecision(digits)));
  const [mantissa, exponent] = size.toExponential(digits - 1).split("e");
  const factor = String(Number(mantissa));
  return `${sign}${factor === "1" ? "" : factor + " × "}${power(Number(exponent))}`;
}

export function stepOf(range: Range, most: number): number {
  const rough = (range.high - range.low) / Math.max(most, 1);
  const ten = 10 ** Math.floor(Math.log10(rough));
  for (const factor of [1, 2, 5]) if (factor * ten >= 0.75 * rough) return factor * ten;
  return 10 * ten;
}

// At most about `most` ticks, within the range.
export function ticks(range: Range, most: number): Tick[] {
  if (!(range.high > range.low) || !Number.isFinite(range.high - range.low)) return [];
  const step = stepOf(range, most);
  const out: Tick[] = [];
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const largest = Math.max(Math.abs(range.low), Math.abs(range.high));
  for (let k = Math.ceil(range.low / step - 1e-9); k * step <= range.high + step * 1e-9; k++) {
    if (out.length > 100) break;
    const value = k * step;
    const plain = largest < 1e6 && decimals <= 6;
    const label = plain ? (k === 0 ? "0" : value.toFixed(decimals).replace("-", "−")) : numberText(value, 6);
    out.push({ value, label });
  }
  return out;
}

// The range of all finite numbers, widened by a part of itself; a single value has some room around it.
export function extent(values: Iterable<number>, margin = 0.05): Range | null {
  let low = Infinity;
  let high = -Infinity;
  for (const v of values) {
    if (v < low && v > -Infinity) low = v;
    if (v > high && v < Infinity) high = v;
  }
  return widened(low, high, margin);
}

export function widened(low: number, high: number, margin = 0.05): Range | null {
  if (!(low <= high)) return null;
  // What differs by rounding only is one value.
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (high - low <= 1e-9 * size) return size === 0 ? { low: -1, high: 1 } : { low: low - size / 2, high: high + size / 2 };
  const room = margin * (high - low);
  return { low: low - room, high: high + room };
}
