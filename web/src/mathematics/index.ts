// The Mathematics part: equations, proofs, facts, stability, comparison, code.
import type { Part, Surroundings } from "../part";
import { makeTabs } from "../plots/tabs";
import { makeCode } from "./code";
import { makeCompare } from "./compare";
import { makeEquations } from "./equations";
import { makeFacts } from "./facts";
import { makeProofs } from "./proofs";
import { makeStability } from "./stability";

export function makeMathematics(s: Surroundings): Part {
  const tab = s.workspace.setting("mathematics.tab", "equations");
  const part = makeTabs(
    "Mathematics",
    [
      { id: "equations", title: "Equations", make: () => makeEquations(s) },
      { id: "proofs", title: "Proofs", make: () => makeProofs(s) },
      { id: "facts", title: "Facts", make: () => makeFacts(s) },
      { id: "stability", title: "Stability", make: () => makeStability(s) },
      { id: "compare", title: "Compare", make: () => makeCompare(s) },
      { id: "code", title: "Code", make: () => makeCode(s) },
    ],
    tab,
  );
  part.element.classList.add("mathematics");
  return part;
}
