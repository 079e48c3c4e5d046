// The action along a motion, and its first variations.
import { h } from "../dom";
import { conceptLink } from "../mathematics/concept";
import type { Part, Surroundings } from "../part";
import { numberText } from "../plots/axis";
import { formRow } from "../plots/element";
import { makeQuestion, numberField, table } from "../plots/question";
import type { FirstVariation } from "../protocol";
import { variationWords } from "./words";

export function makeAction(s: Surroundings): Part {
  const results = h("div");
  return makeQuestion(s, {
    ask: "action", name: "action", results,
    intro: ["∫ L dt along the motion, and whether it is stationary: for virtual displacements (Hölder), and among the curves that satisfy the constraints (Hamilton). ", conceptLink("principles", "Variational principles", "along-one-motion-anholon-action")],
    usual: () => ({ until: "1", harmonics: "3" }),
    words: (said) => ({ until: said.until, harmonics: said.harmonics }),
    show(found) {
      const row = (name: string, v: FirstVariation) => [name, variationWords(v), numberText(v.largest, 3), numberText(v.bound, 3), String(v.variations)];
      results.replaceChildren(
        h("p", { class: "headline" }, `Action ${numberText(found.action, 12)}`),
        table("First variations", ["principle", "first variation", "largest", "bound", "variations"], [row("Hölder", found.hoelder), row("Hamilton", found.hamilton)]),
        h("p", { class: "soft small" }, `Test variations sin(kπt/T), k = 1 to ${found.harmonics}, along ${found.coordinates.join(", ")}${found.with_work_of_forces ? "; with the work of the forces" : ""}; by ${found.method}.`),
      );
    },
  }, (bind) => [
    formRow("Motion", h("span", {}, "of"), bind("until", numberField("Length of the motion in seconds")), h("span", {}, "s, varied by"), bind("harmonics", numberField("Harmonics of the test variations", "3em")), h("span", {}, "harmonics")),
  ]);
}
