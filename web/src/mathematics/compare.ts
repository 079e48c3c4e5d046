// Whether a map takes the motions of this model to those of another.
import { h } from "../dom";
import { galleryNames } from "../model/names";
import type { Part, Surroundings } from "../part";
import { formRow, newId } from "../plots/element";
import { makeQuestion, table, textField } from "../plots/question";
import { sentence } from "../plots/task";
import { splitList } from "../study/defaults";
import { conceptLink } from "./concept";
import { proofWords } from "./proofs";
import { comparisonWords } from "./words";

export function makeCompare(s: Surroundings): Part {
  const results = h("div");
  const models = h("datalist", { id: newId("models") });
  galleryNames(s).follow((names) => models.replaceChildren(...names.map((name) => h("option", { value: name }))));
  const cores = h("select", { "aria-label": "What is compared" }, h("option", { value: "" }, "the models as stated"), h("option", { value: "cores" }, "their cores"));
  return makeQuestion(s, {
    ask: "compare", name: "compare", label: "Compare", results, isOfModel: true,
    intro: [
      "Do two models have the same motions, up to a change of variables? A map that is given is proved or refuted. Without one, equal names are tried, and then an affine map is looked for. ",
      conceptLink("compare", "What is proved"),
    ],
    usual: () => ({ other: "", map: "", time: "", cores: "" }),
    words: (said) => ({
      other: said.other || undefined, map: said.map === "" ? undefined : splitList(said.map), time: said.time || undefined, reduced: said.cores !== "",
    }),
    show(found) {
      const { word, tone } = comparisonWords(found);
      const proof = found.holds === null ? "" : proofWords("prime field", found.error_bound);
      results.replaceChildren(
        h("p", { class: `headline ${tone}` }, word),
        ...(proof ? [h("p", { class: "soft small" }, sentence(`${found.holds ? "proved" : "refuted"} ${found.holds ? proof : "by prime field"}`))] : []),
        ...(found.differs.length > 0 && found.holds === false ? [h("p", {}, `It fails in ${found.differs.join(", ")}.`)] : []),
        ...(found.witness ? [h("p", { class: "soft small" }, sentence(`at ${found.witness}`))] : []),
        ...(found.map.length > 0
          ? [table("The map", [`of ${found.b}`, `in the names of ${found.a}`, ""], found.map.map((i) => [h("code", {}, i.name), h("code", {}, i.value), h("span", { class: "soft" }, i.from)]))]
          : []),
        ...(found.time ? [h("p", {}, "Time runs at the rate ", h("code", {}, found.time), ".")] : []),
        ...found.notes.map((note) => h("p", { class: "soft small" }, sentence(note))),
      );
    },
  }, (bind) => [
    models, formRow("With", bind("other", textField("The other model", "a model of the gallery", models.id)), bind("cores", cores)),
    formRow("Map", bind("map", textField("The map", "look for one; or w1 = -w1, w2 = 2*w2"))),
    formRow("Time", bind("time", textField("The rate of the other model’s time", "1; or -1, or an expression"))),
  ]);
}
