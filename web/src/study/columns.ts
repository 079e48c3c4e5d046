// Which columns of a motion are shown, and where in time one is.
import type { Column } from "../protocol";

/** At most three columns of at most two units that show the motion best: quasi-velocities first, then velocities, then coordinates. */
export function usualColumns(columns: readonly Column[]): string[] {
  const candidates = columns.filter((c) => c.name !== "t" && c.kind !== "time" && !(c as { detail?: boolean }).detail);
  for (const kind of ["quasi-velocity", "velocity", "coordinate", "core"]) {
    const of = candidates.filter((c) => c.kind === kind);
    if (of.length === 0) continue;
    // Three of one unit make one picture; otherwise one of each of two.
    const groups = byUnit(of);
    const largest = groups.reduce((best, g) => (g.length > best.length ? g : best));
    const chosen = largest.length >= 3 || groups.length === 1 ? largest.slice(0, 3) : groups.slice(0, 2).flatMap((g) => g.slice(0, 2)).slice(0, 3);
    return chosen.map((c) => c.name);
  }
  return candidates.slice(0, 2).map((c) => c.name);
}

/** Columns that can share an axis, in the order of their first. */
export function byUnit(columns: readonly Column[]): Column[][] {
  const groups = new Map<string, Column[]>();
  for (const column of columns) {
    const key = column.unit || "1";
    const group = groups.get(key);
    if (group) group.push(column);
    else groups.set(key, [column]);
  }
  return [...groups.values()];
}

/** The row whose time is nearest to t; times increase. */
export function rowAt(times: ArrayLike<number>, t: number): number {
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle;
  }
  return high < 0 ? 0 : Math.abs(times[high] - t) < Math.abs(times[low] - t) ? high : low;
}

/** A pair of columns for a phase portrait: a coordinate with its velocity, or two quasi-velocities. */
export function usualPair(columns: readonly Column[]): [string, string] | null {
  const names = columns.map((c) => c.name);
  const quasi = columns.filter((c) => c.kind === "quasi-velocity").map((c) => c.name);
  if (quasi.length >= 2) return [quasi[0], quasi[1]];
  for (const name of names) if (names.includes(`${name}'`)) return [name, `${name}'`];
  const others = columns.filter((c) => c.name !== "t" && c.kind !== "time").map((c) => c.name);
  return others.length >= 2 ? [others[0], others[1]] : null;
}

/** The row whose point is nearest to (x, y), where a unit of each axis is as long as given. */
export function nearestRow(xs: ArrayLike<number>, ys: ArrayLike<number>, x: number, y: number, unitX: number, unitY: number): number {
  let best = 0;
  let least = Infinity;
  for (let k = 0; k < xs.length; k++) {
    const d = ((xs[k] - x) / unitX) ** 2 + ((ys[k] - y) / unitY) ** 2;
    if (d < least) {
      least = d;
      best = k;
    }
  }
  return best;
}
