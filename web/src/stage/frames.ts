// Rows of a motion, looked up by time: the pure part of the stage.

/** What is drawn: a scene's numbers over time. */
export interface Frames {
  rows: number;
  columns: number;
  t: Float64Array;
  data: Float64Array;
}

/** A moment between two rows: (1 − part)·row + part·(row + 1). */
export interface Moment {
  row: number;
  part: number;
}

/** The last row that is not later than `time`, and how far the time is on its way to the next; clamped to the motion. */
export function momentAt(t: Float64Array, time: number): Moment {
  const last = t.length - 1;
  if (last < 1 || !(time > t[0])) return { row: 0, part: 0 };
  if (time >= t[last]) return { row: last, part: 0 };
  let [low, high] = [0, last];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (t[middle] <= time) low = middle;
    else high = middle;
  }
  const step = t[high] - t[low];
  return { row: low, part: step > 0 ? (time - t[low]) / step : 0 };
}

/** `count` columns from `at` on, interpolated linearly, into `out`. */
export function linear(f: Frames, m: Moment, at: number, count: number, out: Float64Array | number[]): void {
  const a = m.row * f.columns + at;
  const b = m.part > 0 ? a + f.columns : a;
  for (let i = 0; i < count; i++) out[i] = f.data[a + i] + m.part * (f.data[b + i] - f.data[a + i]);
}

/** The unit quaternion (x, y, z, w) in four columns from `at` on, interpolated along the shorter arc, into `out`. */
export function slerp(f: Frames, m: Moment, at: number, out: Float64Array | number[]): void {
  const { data } = f;
  const a = m.row * f.columns + at;
  const b = m.part > 0 ? a + f.columns : a;
  let cosine = data[a] * data[b] + data[a + 1] * data[b + 1] + data[a + 2] * data[b + 2] + data[a + 3] * data[b + 3];
  const sign = cosine < 0 ? -1 : 1;
  cosine = Math.min(cosine * sign, 1);
  let [p, q] = [1 - m.part, m.part * sign];
  if (cosine < 0.9999) {
    const angle = Math.acos(cosine);
    const sine = Math.sin(angle);
    p = Math.sin((1 - m.part) * angle) / sine;
    q = (sign * Math.sin(m.part * angle)) / sine;
  }
  let norm = 0;
  for (let i = 0; i < 4; i++) {
    out[i] = p * data[a + i] + q * data[b + i];
    norm += out[i] * out[i];
  }
  norm = Math.sqrt(norm) || 1;
  for (let i = 0; i < 4; i++) out[i] /= norm;
}

/**
 * The path of the point in three columns from `point` on, for all rows; seen from the axes of the pose in seven columns from
 * `pose` on, if that is given: r = q⁻¹ (p − x) q.
 */
export function path(f: Frames, point: number, pose: number | null, out: Float32Array): void {
  for (let row = 0; row < f.rows; row++) {
    const at = row * f.columns;
    let [x, y, z] = [f.data[at + point], f.data[at + point + 1], f.data[at + point + 2]];
    if (pose !== null) {
      const o = at + pose;
      x -= f.data[o];
      y -= f.data[o + 1];
      z -= f.data[o + 2];
      const [a, b, c, w] = [-f.data[o + 3], -f.data[o + 4], -f.data[o + 5], f.data[o + 6]];
      // v + 2 u × (u × v + w v), with the conjugate's vector u
      const [i, j, k] = [b * z - c * y + w * x, c * x - a * z + w * y, a * y - b * x + w * z];
      [x, y, z] = [x + 2 * (b * k - c * j), y + 2 * (c * i - a * k), z + 2 * (a * j - b * i)];
    }
    out[3 * row] = x;
    out[3 * row + 1] = y;
    out[3 * row + 2] = z;
  }
}

/** How many whole segments of a path have been drawn at a moment; the segment after them is drawn in part. */
export function segmentsUntil(m: Moment, rows: number): number {
  return Math.max(0, Math.min(m.row, rows - 1));
}

/** The longest of the vectors in six columns (from, to) over all rows and all `starts`. */
export function longest(f: Frames, starts: number[]): number {
  let most = 0;
  for (const at of starts)
    for (let row = 0; row < f.rows; row++) {
      const o = row * f.columns + at;
      const length = Math.hypot(f.data[o + 3] - f.data[o], f.data[o + 4] - f.data[o + 1], f.data[o + 5] - f.data[o + 2]);
      if (length > most && Number.isFinite(length)) most = length;
    }
  return most;
}

/** 1, 2 or 5 times a power of ten, not above `x`. */
export function roundStep(x: number): number {
  if (!(x > 0) || !Number.isFinite(x)) return 1;
  const power = 10 ** Math.floor(Math.log10(x));
  const lead = x / power;
  return (lead >= 5 ? 5 : lead >= 2 ? 2 : 1) * power;
}
