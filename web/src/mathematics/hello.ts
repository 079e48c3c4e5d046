// What the server offers at all, and which forms apply to the present model. Asked once, shared by all who need it.
import { isQuiet } from "../connection";
import type { Surroundings } from "../part";
import type { FormApplies, Hello } from "../protocol";
import { type Follows, Signal } from "../signal";

const hellos = new WeakMap<object, Signal<Hello | null>>();

export function helloOf(s: Surroundings): Follows<Hello | null> {
  const known = hellos.get(s.server);
  if (known) return known;
  const signal = new Signal<Hello | null>(null);
  hellos.set(s.server, signal);
  s.server.status.follow(async (status) => {
    if (status === "gone" || status === "refused" || signal.value) return;
    const answer = await s.server.ask("hello", {}).answer;
    if (answer.ok && answer.result) signal.set(answer.result);
  });
  return signal;
}

const applicable = new WeakMap<object, Signal<Map<string, FormApplies>>>();

/** Of the checked model, by form; empty until it is known. */
export function applicableForms(s: Surroundings): Follows<Map<string, FormApplies>> {
  const known = applicable.get(s.server);
  if (known) return known;
  const signal = new Signal(new Map<string, FormApplies>());
  applicable.set(s.server, signal);
  const ask = async () => {
    const model = s.workspace.checkedText.value;
    if (!s.workspace.checked.value?.ok) return;
    const answer = await s.server.ask("forms", { model }, { lane: "forms" }).answer;
    if (isQuiet(answer) || !answer.ok || !answer.result || s.workspace.checkedText.value !== model) return;
    signal.set(new Map(answer.result.map((f) => [f.id, f])));
  };
  s.workspace.checked.subscribe(() => void ask());
  s.server.status.subscribe((status) => status === "open" && void ask());
  void ask();
  return signal;
}
