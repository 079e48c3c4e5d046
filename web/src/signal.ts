// A value that tells its followers when it changes.

export type Stop = () => void;

export interface Follows<T> {
  readonly value: T;
  /** Calls `f` at every change, not now. */
  subscribe(f: (value: T, before: T) => void): Stop;
  /** Calls `f` now and at every change. */
  follow(f: (value: T) => void): Stop;
}

export class Signal<T> implements Follows<T> {
  private followers = new Set<(value: T, before: T) => void>();
  constructor(private current: T) {}

  get value(): T {
    return this.current;
  }
  set(value: T): void {
    if (Object.is(value, this.current)) return;
    const before = this.current;
    this.current = value;
    for (const f of [...this.followers]) f(value, before);
  }
  subscribe(f: (value: T, before: T) => void): Stop {
    this.followers.add(f);
    return () => this.followers.delete(f);
  }
  follow(f: (value: T) => void): Stop {
    f(this.current);
    return this.subscribe(f);
  }
}
