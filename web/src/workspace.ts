// The one state of the page: what the user works on. Parts follow it and change it; nothing else is shared.
import type { CheckResult } from "./protocol";
import type { Numbers } from "./messages";
import { type Follows, Signal } from "./signal";

export interface Camera {
  /** Where the eye is, and what it looks at. */
  eye: [number, number, number];
  target: [number, number, number];
  /** Seen from above, without perspective. */
  above: boolean;
  /** The camera moves with the system. */
  follows: boolean;
  /** Half the height of what is seen from above. */
  extent: number;
}

/** What undo brings back. */
export interface Work {
  /** Name of the gallery's model or of the user's file. */
  name: string;
  text: string;
  /** Values that differ from the model's own. */
  parameters: Numbers;
  initial: Numbers;
  experiment: string | null;
  until: number | null;
}

/** What a link restores: the work and how it is looked at. */
export interface View extends Work {
  time: number;
  camera: Camera | null;
  settings: Record<string, unknown>;
}

/** A text without mistakes, and what the server says about it. */
export interface Model {
  text: string;
  check: CheckResult;
}

const LONGEST_HISTORY = 200;

export const emptyWork: Work = { name: "", text: "", parameters: {}, initial: {}, experiment: null, until: null };

export class Workspace {
  readonly name = new Signal("");
  readonly text = new Signal("");
  readonly parameters = new Signal<Numbers>({});
  readonly initial = new Signal<Numbers>({});
  /** An experiment of the model instead of its default. */
  readonly experiment = new Signal<string | null>(null);
  /** Length of the motion in seconds, instead of the experiment's. */
  readonly until = new Signal<number | null>(null);

  /** The text as it was opened or saved last; differs from `text` while there are unsaved changes. */
  readonly savedText = new Signal("");
  /** What the server says about `checkedText`; null until it has said something. */
  readonly checked = new Signal<CheckResult | null>(null);
  /** The text that `checked` is about. It may be older than `text` by one breath. */
  readonly checkedText = new Signal("");
  /** The newest text of this name that has no mistakes; null until there is one. Equations and whatever else is asked unbidden are about it. */
  readonly model: Follows<Model | null>;

  /** Time shown, in seconds of the motion; stage, plots and portraits share it. */
  readonly time = new Signal(0);
  readonly playing = new Signal(false);
  /** Expressions that parts want as columns of the motion, besides the usual ones. */
  readonly columns = new Signal<string[]>([]);
  /** Name of a symbol of the model that the pointer rests on, anywhere in the page. */
  readonly pointedAt = new Signal<string | null>(null);
  readonly camera = new Signal<Camera | null>(null);

  private readonly modelSignal = new Signal<Model | null>(null);
  private readonly settings = new Map<string, Signal<unknown>>();
  private readonly restored: Record<string, unknown> = {};
  private readonly wanted = new Map<string, string[]>();
  private readonly changedSignal = new Signal(0);

  private past: Work[] = [];
  private future: Work[] = [];
  private group: string | null = null;
  private readonly historySignal = new Signal({ undo: false, redo: false });

  /** Counts the changes of anything that a link restores. */
  readonly changed: Follows<number> = this.changedSignal;
  readonly history: Follows<{ undo: boolean; redo: boolean }> = this.historySignal;

  constructor() {
    this.model = this.modelSignal;
    // Before all other followers of `checked`, which look at the model.
    this.checked.subscribe((check) => {
      if (check === null) this.modelSignal.set(null);
      else if (check.ok) this.modelSignal.set({ text: this.checkedText.value, check });
    });
    const count = () => this.changedSignal.set(this.changedSignal.value + 1);
    const shared: Follows<unknown>[] = [
      this.name, this.text, this.parameters, this.initial, this.experiment, this.until, this.camera,
    ];
    for (const signal of shared) signal.subscribe(count);
  }

  /** A setting of a part, such as the form that is shown. It is kept in links and over reloads. */
  setting<T>(name: string, first: T): Signal<T> {
    let signal = this.settings.get(name) as Signal<T> | undefined;
    if (!signal) {
      signal = new Signal<T>(name in this.restored ? (this.restored[name] as T) : first);
      signal.subscribe(() => this.changedSignal.set(this.changedSignal.value + 1));
      this.settings.set(name, signal as Signal<unknown>);
    }
    return signal;
  }

  /** A part names the expressions that it wants as columns; those of all parts are asked for together. */
  want(part: string, expressions: string[]): void {
    this.wanted.set(part, expressions);
    const all = [...new Set([...this.wanted.values()].flat())];
    if (JSON.stringify(all) !== JSON.stringify(this.columns.value)) this.columns.set(all);
  }

  get work(): Work {
    return {
      name: this.name.value, text: this.text.value, parameters: this.parameters.value, initial: this.initial.value,
      experiment: this.experiment.value, until: this.until.value,
    };
  }

  /**
   * Changes the work. Changes of the same group that follow each other, such as those of one drag, are undone together;
   * `settle` ends the group.
   */
  change(part: Partial<Work>, group: string | null = null): void {
    if (this.name.value !== "" && (group === null || group !== this.group)) {
      this.past.push(this.work);
      if (this.past.length > LONGEST_HISTORY) this.past.shift();
    }
    this.group = group;
    this.future = [];
    this.put(part);
  }
  settle(): void {
    this.group = null;
  }

  undo(): void {
    const work = this.past.pop();
    if (!work) return;
    this.future.push(this.work);
    this.group = null;
    this.put(work);
  }
  redo(): void {
    const work = this.future.pop();
    if (!work) return;
    this.past.push(this.work);
    this.group = null;
    this.put(work);
  }

  setParameter(name: string, value: number): void {
    this.change({ parameters: { ...this.parameters.value, [name]: value } }, `parameter ${name}`);
  }
  setInitial(name: string, value: number): void {
    this.change({ initial: { ...this.initial.value, [name]: value } }, `initial ${name}`);
  }

  get view(): View {
    const settings = { ...this.restored };
    for (const [name, signal] of this.settings) settings[name] = signal.value;
    return { ...this.work, time: this.time.value, camera: this.camera.value, settings };
  }
  /** Shows a view from a link or from the last visit; nothing of it can be undone. */
  restore(view: View): void {
    Object.assign(this.restored, view.settings);
    for (const [name, value] of Object.entries(view.settings ?? {})) this.settings.get(name)?.set(value);
    this.put({ ...emptyWork, ...view });
    this.camera.set(view.camera);
    this.time.set(view.time);
    this.past = [];
    this.future = [];
    this.tellHistory();
  }

  private put(part: Partial<Work>): void {
    if (part.name !== undefined && part.name !== this.name.value) {
      this.checked.set(null);  // of another model
      this.camera.set(null);
      this.name.set(part.name);
    }
    if (part.experiment !== undefined) this.experiment.set(part.experiment);
    if (part.until !== undefined) this.until.set(part.until);
    if (part.parameters !== undefined) this.parameters.set(part.parameters);
    if (part.initial !== undefined) this.initial.set(part.initial);
    if (part.text !== undefined) this.text.set(part.text);
    this.tellHistory();
  }
  private tellHistory(): void {
    const [undo, redo] = [this.past.length > 0, this.future.length > 0];
    const now = this.historySignal.value;
    if (now.undo !== undo || now.redo !== redo) this.historySignal.set({ undo, redo });
  }
}
