// Many points as a picture: they are counted into pixels. A million take some 20 ms, which no drawing of single points does.

import type { Colour } from "./colour_map";

// Points of a plane with the orbit each belongs to; grows without copying more than it must.
export class PointCloud {
  x = new Float64Array(1024);
  y = new Float64Array(1024);
  orbit = new Uint16Array(1024);
  size = 0;
  lowX = Infinity;
  highX = -Infinity;
  lowY = Infinity;
  highY = -Infinity;

  add(x: number, y: number, orbit: number): void {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return;
    if (this.size === this.x.length) this.grow();
    this.x[this.size] = x;
    this.y[this.size] = y;
    this.orbit[this.size++] = orbit;
    if (x < this.lowX) this.lowX = x;
    if (x > this.highX) this.highX = x;
    if (y < this.lowY) this.lowY = y;
    if (y > this.highY) this.highY = y;
  }

  clear(): void {
    this.size = 0;
    this.lowX = this.lowY = Infinity;
    this.highX = this.highY = -Infinity;
  }

  private grow(): void {
    const more = <T extends Float64Array | Uint16Array>(old: T, made: T): T => {
      made.set(old as never);
      return made;
    };
    const n = 2 * this.x.length;
    this.x = more(this.x, new Float64Array(n));
    this.y = more(this.y, new Float64Array(n));
    this.orbit = more(this.orbit, new Uint16Array(n));
  }
}

export interface DensityView {
  width: number; // in pixels
  height: number;
  lowX: number;
  highX: number;
  lowY: number;
  highY: number; // at the top of the picture
}

// How large a point is drawn: few points are easily seen, many stay fine.
export function pointSize(points: number, scale: number): number {
  const wanted = points < 3000 ? 2.5 : points < 30000 ? 2 : points < 200000 ? 1.5 : 1;
  return Math.max(1, Math.round(wanted * scale));
}

// RGBA bytes of the picture. Where points of several orbits meet, the last one gives the colour; the more points in a pixel, the more
// opaque it is, by the logarithm of their number.
export function density(
  points: PointCloud,
  view: DensityView,
  colours: readonly Colour[],
  size: number,
  out: Uint8ClampedArray,
): void {
  const { width, height } = view;
  const counts = new Uint32Array(width * height);
  const owner = new Uint16Array(width * height);
  const sx = width / (view.highX - view.lowX);
  const sy = height / (view.highY - view.lowY);
  const shift = (size - 1) / 2;
  const { x: xs, y: ys, orbit } = points;
  for (let k = 0; k < points.size; k++) {
    const i0 = Math.floor((xs[k] - view.lowX) * sx - shift);
    const j0 = Math.floor((view.highY - ys[k]) * sy - shift);
    if (size === 1) {
      if (i0 < 0 || j0 < 0 || i0 >= width || j0 >= height) continue;
      const at = j0 * width + i0;
      counts[at]++;
      owner[at] = orbit[k];
      continue;
    }
    for (let j = Math.max(j0, 0); j < j0 + size && j < height; j++)
      for (let i = Math.max(i0, 0); i < i0 + size && i < width; i++) {
        counts[j * width + i]++;
        owner[j * width + i] = orbit[k];
      }
  }
  let largest = 0;
  for (let at = 0; at < counts.length; at++) if (counts[at] > largest) largest = counts[at];
  const scale = 1 / Math.log(1 + Math.max(largest, 2));
  out.fill(0);
  for (let at = 0; at < counts.length; at++) {
    const count = counts[at];
    if (count === 0) continue;
    const colour = colours[owner[at] % colours.length];
    const least = points.size < 30000 ? 0.8 : 0.35;
    out[4 * at] = colour[0];
    out[4 * at + 1] = colour[1];
    out[4 * at + 2] = colour[2];
    out[4 * at + 3] = 255 * Math.min(1, least + (1 - least) * Math.log(1 + count) * scale);
  }
}
