// Extremals of the action between two places.
import { h } from "../dom";
import { conceptLink } from "../mathematics/concept";
import type { Part, Surroundings } from "../part";
import { numberText } from "../plots/axis";
import { formRow } from "../plots/element";
import { makeQuestion, numberField, table, textField } from "../plots/question";
import type { Connections, Extremal } from "../protocol";
import { placeOf } from "./words";

export function makeConnect(s: Surroundings): Part {
  const { workspace } = s;
  const results = h("div");
  const coordinates = () => (workspace.checked.value?.state ?? []).filter((v) => v.kind === "coordinate");
  const take = (extremal: Extremal, time: number) => {
    const initial = { ...workspace.initial.value };
    for (const [name, value] of Object.entries(extremal.start)) initial[name] = value;
    workspace.change({ initial, until: time });
    workspace.settle();
  };
  /** A motion can be shown where all that it starts with has a slider. */
  const canShow = (extremal: Extremal) => Object.keys(extremal.start).every((name) => workspace.checked.value?.state.some((v) => v.name === name));
  const hasLength = (found: Connections) => found.extremals.some((e) => e.length !== null);
  const rowOf = (e: Extremal, found: Connections) => [
    numberText(e.action, 9), ...(hasLength(found) ? [e.length === null ? "" : numberText(e.length, 9)] : []),
    e.conjugate_points.length === 0 ? "none before the end" : `at t = ${e.conjugate_points.map((c) => numberText(c.t, 6)).join(", ")}`,
    h("span", {}, Object.entries(e.start).filter(([name]) => !(name in found.from)).map(([name, value]) => `${name} = ${numberText(value, 6)}`).join(", "), " ",
      canShow(e) ? h("button", { type: "button", class: "link", title: "Take its start into the sliders", onclick: () => take(e, found.time) }, "Show it") : null),
  ];
  return makeQuestion(s, {
    ask: "connect", name: "connect", label: "Find extremals", results,
    intro: ["Curves of stationary action from the initial place to another one in a given time, and where neighbours meet them again. ", conceptLink("connect", "How they are found")],
    usual: () => ({ to: coordinates().map((q) => `${q.name}=${numberText((workspace.initial.value[q.name] ?? q.value ?? 0) + 1, 6).replace("−", "-")}`).join(", "), in: "1", starts: "20" }),
    words: (said) => ({ to: placeOf(said.to), in: said.in, starts: said.starts }),
    show(found) {
      results.replaceChildren(
        ...(found.extremals.length === 0
          ? [h("p", { class: "headline warn" }, `None of ${found.starts} guesses led to an extremal${found.nearest === null ? "" : `; the nearest misses the place by ${numberText(found.nearest, 3)}`}.`)]
          : [
              h("p", { class: "headline" }, found.extremals.length === 1 ? "One extremal was found." : `${found.extremals.length} extremals were found.`),
              table("Extremals, the least action first", ["action", ...(hasLength(found) ? ["length"] : []), "conjugate points", "start"], found.extremals.map((e) => rowOf(e, found))),
              h("p", { class: "soft small" }, `${found.arrived} of ${found.starts} guesses led to these; there may be others.${found.free.length > 0 ? ` Free at the end: ${found.free.join(", ")}.` : ""}`),
            ]),
      );
    },
  }, (bind) => [
    formRow("To", bind("to", textField("Coordinates at the end", "x=1, y=2; the others are free"))),
    formRow("In", bind("in", numberField("Time that the extremals take, in seconds")), h("span", {}, "s, from"), bind("starts", numberField("Guesses", "4em")), h("span", {}, "guesses")),
  ]);
}
