// Eigenvalues in the complex plane, and the ways they go while a parameter changes.
import { numberText, type Range, widened } from "../plots/axis";

export interface Root {
  re: number;
  im: number;
}

/** Eigenvalues in whatever shape the report has them: [re, im], {re, im}, {real, imaginary}, or a real number. */
export function readRoots(list: unknown): Root[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item): Root[] => {
    if (typeof item === "number") return [{ re: item, im: 0 }];
    if (Array.isArray(item)) return [{ re: Number(item[0]), im: Number(item[1] ?? 0) }];
    if (item && typeof item === "object") {
      const o = item as Record<string, unknown>;
      return [{ re: Number(o.re ?? o.real ?? 0), im: Number(o.im ?? o.imaginary ?? o.imag ?? 0) }];
    }
    return [];
  });
}

/** The sign of a real part; rounding counts as zero. */
export function signOf(root: Root, all: readonly Root[]): -1 | 0 | 1 {
  const size = Math.max(...all.map((r) => Math.hypot(r.re, r.im)), 1e-300);
  if (Math.abs(root.re) <= 1e-9 * size) return 0;
  return root.re > 0 ? 1 : -1;
}

/** Roots of the last values of a slider; the newest last. */
export class RootTail {
  private sets: Root[][] = [];
  constructor(private readonly most = 400) {}
  push(roots: Root[]): void {
    this.sets.push(roots);
    if (this.sets.length > this.most) this.sets.shift();
  }
  clear(): void {
    this.sets = [];
  }
  get all(): readonly Root[][] {
    return this.sets;
  }
  get isEmpty(): boolean {
    return this.sets.length === 0;
  }
}

/** Ranges that show the roots, the origin, and both half planes; those of a tail only as far as they are of the same size. */
export function rangesOf(now: readonly Root[], tail: readonly Root[][]): { x: Range; y: Range } {
  const shown = [...now, ...tail.flat()];
  const res = shown.map((r) => r.re);
  const ims = shown.map((r) => Math.abs(r.im));
  const size = Math.max(...res.map(Math.abs), ...ims, 1e-12);
  const low = Math.min(0, ...res);
  const high = Math.max(0, ...res);
  const most = Math.max(...ims, 0);
  // Real parts that are zero but for rounding still leave both half planes in sight.
  const x = high - low < 1e-6 * size ? { low: -0.3 * size, high: 0.3 * size } : widened(low - 0.15 * (high - low), high + 0.15 * (high - low), 0.06)!;
  const y = most < 1e-6 * size ? { low: -0.6 * (x.high - x.low), high: 0.6 * (x.high - x.low) } : { low: -1.18 * most, high: 1.18 * most };
  return { x, y };
}

/** What a root means: "grows by e in 0.47 s, 17.4 turns per second". */
export function rootWords(root: Root, sign: -1 | 0 | 1): string {
  const turns = Math.abs(root.im) / (2 * Math.PI);
  const swing = root.im === 0 ? "" : `, ${numberText(turns, 3)}\u00a0Hz`;
  if (sign === 0) return root.im === 0 ? "neither grows nor decays" : `oscillates${swing}`;
  const time = numberText(Math.abs(1 / root.re), 3);
  return `${sign > 0 ? "grows" : "decays"} by e in ${time}\u00a0s${swing}`;
}

/** One line per real root or conjugate pair, the fastest growing first. */
export function rootLines(roots: readonly Root[]): { root: Root; isPair: boolean; count: number; sign: -1 | 0 | 1 }[] {
  const lines: { root: Root; isPair: boolean; count: number; sign: -1 | 0 | 1 }[] = [];
  const size = Math.max(...roots.map((r) => Math.hypot(r.re, r.im)), 1e-300);
  for (const root of [...roots].sort((a, b) => b.re - a.re || Math.abs(b.im) - Math.abs(a.im))) {
    if (root.im < -1e-12 * size) continue;
    const isPair = root.im > 1e-12 * size;
    const sign = signOf(root, roots);
    const same = lines.find((l) => l.isPair === isPair && Math.hypot(l.root.re - root.re, l.root.im - root.im) < 1e-9 * size);
    if (same) same.count++;
    else lines.push({ root, isPair, count: 1, sign });
  }
  return lines;
}

export function rootText(root: Root, isPair: boolean, sign: -1 | 0 | 1): string {
  const re = sign === 0 ? 0 : root.re;
  if (!isPair) return numberText(re, 6);
  const im = numberText(Math.abs(root.im), 6);
  return re === 0 ? `± ${im} i` : `${numberText(re, 6)} ± ${im} i`;
}
