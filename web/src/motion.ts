// The present motion: asked for whenever the model or a number changes, latest wins.
import { type Answer, type Pending, type Server, isQuiet } from "./connection";
import { BlockKind, type MoveResult, type Scene } from "./protocol";
import type { Problem } from "./messages";
import { type Follows, Signal } from "./signal";
import type { Workspace } from "./workspace";

export interface Motion extends Omit<MoveResult, "scene"> {
  scene: Scene | null;
  /** Times of the rows, increasing. */
  t: Float64Array;
  /** Rows of the scene, [rows][scene.columns]. */
  frames: Float64Array;
  /** Rows of the plot, [rows][columns.length]; column 0 is t. */
  plot: Float64Array;
  warnings: Problem[];
}

/** Values of one column of the plot. */
export function columnOf(motion: Motion, index: number): Float64Array {
  const width = motion.columns.length;
  const values = new Float64Array(motion.rows);
  for (let i = 0; i < motion.rows; i++) values[i] = motion.plot[i * width + index];
  return values;
}

export function motionOf(answer: Answer<MoveResult>): Motion | null {
  if (!answer.ok || !answer.result) return null;
  const frames = answer.blocks.find((b) => b.kind === BlockKind.frames);
  const plot = answer.blocks.find((b) => b.kind === BlockKind.plot);
  if (!plot) return null;
  const t = new Float64Array(plot.rows);
  for (let i = 0; i < plot.rows; i++) t[i] = plot.data[i * plot.columns];
  return {
    ...answer.result, scene: answer.result.scene as Scene | null, rows: plot.rows, t, plot: plot.data, frames: frames?.data ?? new Float64Array(0), warnings: answer.warnings,
  };
}

/** An unanswered question older than this gives way to a newer one (ms); one about another text does so at once. */
const PATIENCE = 4000;

export class Motions {
  /** The last motion of this model that was computed; it stays while a newer one is under way or has failed. */
  readonly motion: Follows<Motion | null>;
  /** Why the newest question has no motion; empty if it has one. */
  readonly problems: Follows<Problem[]>;
  /** True while the newest question is unanswered. */
  readonly busy: Follows<boolean>;

  private readonly motionSignal = new Signal<Motion | null>(null);
  private readonly problemsSignal = new Signal<Problem[]>([]);
  private readonly busySignal = new Signal(false);
  private flying: { pending: Pending<MoveResult>; since: number; text: string } | null = null;
  private again = false;
  /** The last shapes that came: meshes are large and seldom change, so the server sends them once. */
  private shapes: { id: string; list: Scene["shapes"] } | null = null;

  constructor(private readonly workspace: Workspace, private readonly server: Server) {
    this.motion = this.motionSignal;
    this.problems = this.problemsSignal;
    this.busy = this.busySignal;
    // The text is asked for once it has been checked: a model with mistakes keeps the last motion.
    workspace.name.subscribe(() => {
      this.motionSignal.set(null);
      this.problemsSignal.set([]);
    });
    for (const signal of [workspace.checked, workspace.parameters, workspace.initial, workspace.experiment, workspace.until, workspace.columns])
      signal.subscribe(() => this.refresh());
    server.status.subscribe((status) => status === "open" && this.refresh());
  }

  /** Asks for the motion of the workspace as it is now. */
  refresh(): void {
    if (!this.workspace.checked.value?.ok) return;
    // One question in flight, one waiting: answers keep coming during a drag, and none is stale for long.
    const { flying } = this;
    if (flying && flying.text === this.workspace.checkedText.value && performance.now() - flying.since < PATIENCE) {
      this.again = true;
      return;
    }
    this.again = false;
    void this.send();
  }

  /** Completes the scene by the shapes that are known. False if others came between the question and its answer. */
  private completeShapes(answer: Answer<MoveResult>): boolean {
    const result = answer.result;
    if (!result?.scene || !result.shapes) return true;
    if (!result.same_shapes) this.shapes = { id: result.shapes, list: result.scene.shapes };
    else if (this.shapes?.id !== result.shapes) return false;
    else result.scene.shapes = this.shapes.list;
    return true;
  }

  private async send(): Promise<void> {
    const w = this.workspace;
    const name = w.name.value;
    const pending = this.server.ask(
      "move",
      {
        model: w.checkedText.value, parameters: w.parameters.value, initial: w.initial.value,
        experiment: w.experiment.value ?? undefined, until: w.until.value ?? undefined,
        columns: w.columns.value.length > 0 ? w.columns.value : undefined, shapes: this.shapes?.id,
      },
      { lane: "slider" },
    );
    const flight = { pending, since: performance.now(), text: w.checkedText.value };
    this.flying = flight;
    this.busySignal.set(true);
    const answer = await pending.answer;
    if (this.flying === flight) {
      this.flying = null;
      if (this.again) this.refresh();
      else this.busySignal.set(false);
    }
    if (isQuiet(answer)) return;
    if (!this.completeShapes(answer)) return this.refresh();
    if (name !== w.name.value) return; // of another model
    const motion = motionOf(answer);
    if (motion?.rows === 0) {
      // Nothing can be drawn of it: the values are at fault, as where they are refused.
      const why = motion.ended ? `: ${motion.ended.reason}` : "";
      this.problemsSignal.set([{ code: motion.ended?.code ?? "no-motion", message: `no motion starts from these values${why}`, field: "initial" }]);
      return;
    }
    this.problemsSignal.set(answer.ok ? [] : answer.errors);
    if (motion) this.motionSignal.set(motion);
  }
}
