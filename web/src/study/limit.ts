// What motions tend to as forces that realise the constraints grow, or as a parameter changes.
import { h } from "../dom";
import { conceptLink } from "../mathematics/concept";
import { galleryNames } from "../model/names";
import type { Part, Surroundings } from "../part";
import { numberText } from "../plots/axis";
import { fillSelect, formRow, newId, select } from "../plots/element";
import { LinesPlot } from "../plots/lines";
import { makeQuestion, numberField, table, textField } from "../plots/question";
import { sentence } from "../plots/task";
import { candidateWords } from "./words";

export function makeLimit(s: Surroundings): Part {
  const { workspace } = s;
  const plot = new LinesPlot("Distances");
  const words = h("div");
  const results = h("div", {}, plot.element, words);
  const models = h("datalist", { id: newId("models") });
  galleryNames(s).follow((names) => models.replaceChildren(...names.map((name) => h("option", { value: name }))));
  const how = select([], "", () => {});
  /** Without constraints on velocities there is nothing to realise. */
  const canRealise = () => {
    const kinds = workspace.checked.value?.constraints;
    return !kinds || kinds.linear + kinds.nonlinear > 0;
  };
  const parameter = select([], "", () => {});
  let rows: Record<string, HTMLElement> = {};
  const part = makeQuestion(s, {
    ask: "limit", name: "limit", results,
    intro: ["A constraint can be realised by a large force. Which law the motion tends to depends on the force: the distance to each candidate is measured as the force grows. ", conceptLink("limit", "Limits of realisations")],
    usual: () => ({
      how: canRealise() ? "viscous" : "over", mu: "1", low: "1e2", high: "1e6", until: "1", against: "",
      parameter: workspace.checked.value?.parameters.find((p) => !p.derived)?.name ?? "", from: "0.1", to: "1e-4",
    }),
    words: (said) =>
      said.how === "over"
        ? { over: `${said.parameter}=${said.from}..${said.to}`, other: said.against || undefined, until: said.until }
        : { as: said.how as "viscous", N: `${said.low}..${said.high}`, mu: said.how === "mixed" ? said.mu : undefined, until: said.until },
    show(found) {
      const there = found.candidates.filter((c) => c.missing === null);
      const log = (values: number[]) => values.map((v) => (v > 0 ? Math.log10(v) : NaN));
      plot.show(there.map((c) => ({ label: `to ${c.name}`, x: log(found.numbers), y: log(c.distances) })), `log₁₀ ${found.number}`, "log₁₀ of the distance", true);
      words.replaceChildren(
        ...found.candidates.map((c) => h("p", { class: c.is_limit ? "headline good" : "soft" }, sentence(candidateWords(c, found.number)))),
        table("Distances", [found.number, ...there.flatMap((c) => [`to ${c.name}`, "exponent"])],
          found.numbers.map((n, k) => [numberText(n, 6), ...there.flatMap((c) => [numberText(c.distances[k], 4), c.exponents[k] === null || c.exponents[k] === undefined ? "" : numberText(c.exponents[k]!, 3)])])),
        h("p", { class: "soft small" }, `Compared at t = ${numberText(found.until, 6)} s: ${found.columns.join(", ")}.`),
      );
    },
  }, (bind) => {
    rows = {
      mu: formRow("Ratio μ", bind("mu", numberField("Ratio of friction to added mass")), h("span", {}, "of friction to added mass")),
      sizes: formRow("Size N", bind("low", numberField("Least size")), h("span", {}, "to"), bind("high", numberField("Greatest size"))),
      parameter: formRow("Vary", bind("parameter", parameter), bind("from", numberField("from", "4.6em")), h("span", {}, "to"), bind("to", numberField("to", "4.6em"))),
      against: formRow("Against", bind("against", textField("The model that may be the limit", "a model of the gallery", models.id))),
    };
    return [
      models, formRow("Force", bind("how", how)), rows.mu, rows.sizes, rows.parameter, rows.against,
      formRow("At time", bind("until", numberField("Time at which motions are compared, in seconds")), h("span", {}, "s")),
    ];
  }, (said) => {
    const isOver = said.how === "over";
    const disabled = !canRealise();
    const title = disabled ? "The model has no constraints on velocities" : undefined;
    fillSelect(how, [
      { value: "viscous", label: "viscous friction", disabled, title }, { value: "added-mass", label: "an added mass", disabled, title },
      { value: "mixed", label: "both, in a ratio μ", disabled, title }, { value: "over", label: "none: a parameter changes" },
    ], said.how);
    rows.mu.hidden = said.how !== "mixed";
    rows.sizes.hidden = isOver;
    rows.parameter.hidden = rows.against.hidden = !isOver;
    const parameters = (workspace.checked.value?.parameters ?? []).filter((p) => !p.derived);
    fillSelect(parameter, parameters.map((p) => ({ value: p.name, label: p.name })), said.parameter);
  });
  return { ...part, resized: () => plot.redraw() };
}
