// What the server offers at all, and which forms apply to a model. Asked once, shared by all who need it.
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

/** By form; null where it is not known. */
export type Applicable = ReadonlyMap<string, FormApplies> | null;

const asked = new WeakMap<object, { model: string; forms: Promise<Applicable> }>();

/** Which forms apply to the model of a text. */
export function formsOf(s: Surroundings, model: string): Promise<Applicable> {
  const known = asked.get(s.server);
  if (known?.model === model) return known.forms;
  const question = s.server.ask("forms", { model }, { lane: "forms" });
  const one = {
    model,
    forms: question.answer.then((answer) => {
      if (answer.ok && answer.result) return new Map(answer.result.map((f) => [f.id, f]));
      if (asked.get(s.server) === one) asked.delete(s.server); // to be asked again
      return null;
    }),
  };
  asked.set(s.server, one);
  return one.forms;
}
