// The Study part: phase portraits, sections, charts, exponents, and questions about single motions.
import type { Part, Surroundings } from "../part";
import { makeTabs } from "../plots/tabs";
import { makeChart } from "./chart";
import { makeExponents } from "./exponents";
import { makeMore } from "./more";
import { makePortrait } from "./portrait";
import { makeSection } from "./section";

export function makeStudy(s: Surroundings): Part {
  const tab = s.workspace.setting("study.tab", "portrait");
  const part = makeTabs(
    "Study",
    [
      { id: "portrait", title: "Phase portrait", make: () => makePortrait(s) },
      { id: "section", title: "Section", make: () => makeSection(s) },
      { id: "chart", title: "Chart", make: () => makeChart(s) },
      { id: "exponents", title: "Exponents", make: () => makeExponents(s) },
      { id: "more", title: "More", make: () => makeMore(s) },
    ],
    tab,
  );
  part.element.classList.add("study");
  return part;
}
