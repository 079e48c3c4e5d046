// Time as it plays: how far the motion moves on per frame of the screen.

export interface Span {
  start: number;
  end: number;
}

/** The time after `passed` seconds of playing; null where the motion is over and does not repeat. */
export function advance(time: number, passed: number, speed: number, span: Span, repeats: boolean): number | null {
  const length = span.end - span.start;
  const next = Math.max(time, span.start) + passed * speed;
  if (next < span.end) return next;
  if (!repeats || !(length > 0)) return null;
  return span.start + ((next - span.start) % length);
}

/** Seconds of motion per second of the clock on the wall, over about the last half second. */
export class Rate {
  private moved = 0;
  private passed = 0;
  value = 0;
  add(moved: number, passed: number): boolean {
    this.moved += moved;
    this.passed += passed;
    if (this.passed < 0.4) return false;
    this.value = this.moved / this.passed;
    this.moved = this.passed = 0;
    return true;
  }
  reset(): void {
    this.moved = this.passed = this.value = 0;
  }
}
