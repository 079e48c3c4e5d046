// The equations in variations along a motion.
import { h } from "../dom";
import { conceptLink } from "../mathematics/concept";
import type { Part, Surroundings } from "../part";
import { numberText } from "../plots/axis";
import { formRow } from "../plots/element";
import { LinesPlot } from "../plots/lines";
import { makeQuestion, numberField, table, textField } from "../plots/question";
import { sentence } from "../plots/task";
import { lengths } from "./words";

export function makeVariations(s: Surroundings): Part {
  const plot = new LinesPlot("Lengths of tangent vectors over time");
  const words = h("div");
  const results = h("div", {}, plot.element, words);
  const part = makeQuestion(s, {
    ask: "variations", name: "variations", results,
    intro: ["Neighbours of the motion to first order: tangent vectors that its equations in variations carry along, and what they keep. ", conceptLink("variations", "What is kept")],
    usual: () => ({ until: String(Math.min(s.workspace.until.value ?? s.workspace.checked.value?.default?.until ?? 10, 20)), tangents: "" }),
    words: (said) => ({ until: said.until, every: Math.abs(Number(said.until)) > 0 ? Math.abs(Number(said.until)) / 1000 : undefined, tangents: said.tangents === "" ? undefined : said.tangents.split(";").map((t) => t.trim()).filter((t) => t !== "") }),
    show(found) {
      plot.show(lengths(found), "t (s)", "log₁₀ of the length");
      const worst = (list: { drift: number }[]) => numberText(Math.max(0, ...list.map((i) => i.drift)), 2);
      words.replaceChildren(
        h("p", {}, found.bilinear_is_invariant
          ? `Poincaré’s invariant δp Δq − Δp δq is constant for each pair of vectors; the largest relative drift is ${worst(found.bilinear)}.`
          : sentence(`Poincaré’s invariant δp Δq − Δp δq need not be constant: ${found.why_not ?? ""}`)),
        ...(found.linear.length > 0 ? [h("p", {}, `dF of each first integral F is constant along each vector; the largest relative drift is ${worst(found.linear)}.`)] : []),
        table(`Tangent vectors at t = ${found.until}`, ["", ...found.end.map((_, k) => `v${k + 1}`)], found.variables.map((name, i) => [h("code", {}, name), ...found.end.map((v) => numberText(v[i], 6))])),
        h("p", { class: "soft small" }, `${found.steps} steps by ${found.method}.`),
      );
    },
  }, (bind) => [
    formRow("Motion", h("span", {}, "of"), bind("until", numberField("Length of the motion in seconds")), h("span", {}, "s")),
    formRow("Vectors", bind("tangents", textField("Tangent vectors at the start", "one along each variable; or x=1; y=1, z=2"))),
  ]);
  return { ...part, resized: () => plot.redraw() };
}
