// A motion by linear integrals and a quadrature.
import { h } from "../dom";
import { conceptLink } from "../mathematics/concept";
import { typeset } from "../mathematics/typeset";
import type { Part, Surroundings } from "../part";
import { numberText } from "../plots/axis";
import { makeQuestion, table } from "../plots/question";
import { sentence } from "../plots/task";
import { howItGoes } from "./words";

export function makeQuadrature(s: Surroundings): Part {
  const results = h("div");
  return makeQuestion(s, {
    ask: "quadrature", name: "quadrature", label: "Solve by a quadrature", results,
    intro: [
      "Where symmetries leave one variable x, other velocities may obey linear equations in x. Their solutions give integrals, and the time follows by an integral over x. ",
      conceptLink("integrals", "Linear integrals", "linear-equations-in-one-variable"),
    ],
    usual: () => ({}),
    words: () => ({}),
    show(found) {
      const others = found.equations.filter((e) => e.unknown !== e.is);
      results.replaceChildren(
        h("p", { class: "headline" }, howItGoes(found)),
        ...found.equations.map((e) => typeset(e.latex.equation, true)),
        ...others.map((e) => typeset(`${e.latex.unknown} = ${e.latex.is}`, true)),
        h("p", { class: "soft small" }, `The integrals are the values of the solutions at ${found.variable} = ${numberText(found.start, 8)}, where the motion starts. They were followed along a motion of the whole system for ${numberText(found.followed, 6)} s.`),
        table("Linear integrals", ["integral", "value", "largest relative change"], found.integrals.map((i) => [h("code", {}, i.name), numberText(i.value, 12), numberText(i.change, 2)])),
        ...(found.ended ? [h("p", { class: "message warn" }, sentence(found.ended))] : []),
        ...(found.motion === "oscillates" && !found.ended ? [h("p", { class: "soft small" }, `After a period that motion misses its start by ${numberText(found.missed, 2)}.`)] : []),
      );
    },
  }, () => []);
}
