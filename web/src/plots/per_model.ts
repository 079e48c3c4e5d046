// A setting that belongs to one model: another model begins with its own defaults, and a link brings both back.
import type { Stop } from "../signal";
import type { Workspace } from "../workspace";

export class PerModel<T> {
  private readonly kept;

  constructor(private readonly workspace: Workspace, key: string) {
    this.kept = workspace.setting<{ model: string; value: T } | null>(key, null);
  }

  /** Null: as the model has it. */
  get value(): T | null {
    const kept = this.kept.value;
    return kept && kept.model === this.workspace.name.value ? kept.value : null;
  }

  set(value: T | null): void {
    this.kept.set(value === null ? null : { model: this.workspace.name.value, value });
  }

  subscribe(changed: () => void): Stop {
    const stops = [this.kept.subscribe(changed), this.workspace.name.subscribe(changed)];
    return () => stops.forEach((stop) => stop());
  }
}
