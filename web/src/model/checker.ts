// Keeps the server's opinion of the text up to date: the newest text wins.
import { type Server, isQuiet } from "../connection";
import type { Numbers, Problem } from "../messages";
import type { CheckResult } from "../protocol";
import type { Workspace } from "../workspace";

const PAUSE = 120;  // ms after the last key

/** What is known of a text that the server could not look at. */
const unread = (errors: Problem[]): CheckResult => ({
  ok: false, name: "", description: "", symbols: [], parameters: [], state: [], experiments: [], studies: [], default: null, constraints: null, degrees: null,
  diagnostics: errors.map((e) => ({
    help: null, notes: [], field: null, line: null, column: null, end_line: null, end_column: null, ...e, severity: "error" as const,
  })),
});

/** Only the values whose names are known. */
export function prune(values: Numbers, known: Set<string>): Numbers {
  const kept = Object.entries(values).filter(([name]) => known.has(name));
  return kept.length === Object.keys(values).length ? values : Object.fromEntries(kept);
}

export function keepChecked(workspace: Workspace, server: Server): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = async () => {
    clearTimeout(timer);
    const text = workspace.text.value;
    if (workspace.name.value === "") return;
    const answer = await server.ask("check", { model: text }, { lane: "check" }).answer;
    if (isQuiet(answer) || text !== workspace.text.value) return;
    const result = answer.result ?? unread(answer.errors);
    if (result.ok) {
      // Values of names that the model no longer has would be refused.
      workspace.parameters.set(prune(workspace.parameters.value, new Set(result.parameters.filter((p) => !p.derived).map((p) => p.name))));
      workspace.initial.set(prune(workspace.initial.value, new Set(result.state.map((s) => s.name))));
      if (workspace.experiment.value !== null && !result.experiments.includes(workspace.experiment.value)) workspace.experiment.set(null);
    }
    workspace.checkedText.set(text);
    workspace.checked.set(result);
  };
  const checkSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(check, workspace.checked.value === null ? 0 : PAUSE);
  };
  workspace.text.subscribe(checkSoon);
  workspace.name.subscribe(checkSoon); // an empty text of the last visit is no change of the text
  server.status.subscribe((status) => {
    if (status === "open" && workspace.text.value !== workspace.checkedText.value) void check();
  });
}
