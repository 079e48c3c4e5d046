// The names of the gallery's models, asked once, for lists to choose from.
import type { Surroundings } from "../part";
import { type Follows, Signal } from "../signal";

const known = new WeakMap<object, Signal<string[]>>();

export function galleryNames(s: Surroundings): Follows<string[]> {
  const there = known.get(s.server);
  if (there) return there;
  const signal = new Signal<string[]>([]);
  known.set(s.server, signal);
  s.server.status.follow(async (status) => {
    if (status !== "open" || signal.value.length > 0) return;
    const answer = await s.server.ask("gallery", {}).answer;
    if (answer.ok && answer.result) signal.set(answer.result.map((entry) => entry.name));
  });
  return signal;
}
