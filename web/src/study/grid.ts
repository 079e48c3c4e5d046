// The values of a chart as they come: coarse grids first, each finer one over them.

export class ChartLevel {
  readonly values: Float64Array;
  readonly status: Int8Array; // -1: not known yet
  known = 0;
  constructor(readonly columns: number, readonly rows: number) {
    this.values = new Float64Array(columns * rows).fill(NaN);
    this.status = new Int8Array(columns * rows).fill(-1);
  }
  get isComplete(): boolean {
    return this.known === this.columns * this.rows;
  }
}

export class ChartLevels {
  levels: ChartLevel[] = [];
  low = Infinity;
  high = -Infinity;
  /** Points of all grids so far. */
  computed = 0;

  /** A grid of this many points begins; those before it stay below until it is complete. */
  start(columns: number, rows: number): void {
    this.levels.push(new ChartLevel(columns, rows));
  }

  put(i: number, j: number, value: number, status: number): void {
    const level = this.levels[this.levels.length - 1];
    if (!level || i < 0 || j < 0 || i >= level.columns || j >= level.rows) return;
    const at = j * level.columns + i;
    if (level.status[at] === -1) level.known++;
    this.computed++;
    level.values[at] = value;
    level.status[at] = status;
    if (status === 0 && Number.isFinite(value)) {
      this.low = Math.min(this.low, value);
      this.high = Math.max(this.high, value);
    }
    if (level.isComplete) this.levels = [level];
  }

  /** The finest grid that is complete, or else the coarsest there is. */
  get best(): ChartLevel | null {
    return [...this.levels].reverse().find((l) => l.isComplete) ?? this.levels[0] ?? null;
  }

  /** What is known nearest to a place, given as parts of both axes from 0 to 1; of the finest grid that knows it. */
  at(x: number, y: number): { i: number; j: number; level: ChartLevel; value: number; status: number } | null {
    for (const level of [...this.levels].reverse()) {
      const [i, j] = [nearest(x, level.columns), nearest(y, level.rows)];
      const at = j * level.columns + i;
      if (level.status[at] !== -1) return { i, j, level, value: level.values[at], status: level.status[at] };
    }
    return null;
  }

  statuses(): number[] {
    const found = new Set<number>();
    for (const level of this.levels) for (const status of level.status) if (status > 0) found.add(status);
    return [...found].sort();
  }
}

const nearest = (part: number, count: number) => (count <= 1 ? 0 : Math.min(count - 1, Math.max(0, Math.round(part * (count - 1)))));

/** The value at a point of an axis. */
export function valueOf(index: number, low: number, high: number, count: number): number {
  return count <= 1 ? (low + high) / 2 : low + (index / (count - 1)) * (high - low);
}
