// verify: whether every form gives the same motion, as a table that fills in while the proofs are made.
import { h } from "../dom";
import type { Part, Surroundings } from "../part";
import { sentence, Task } from "../plots/task";
import type { ExpectationVerdict, FormVerdict, ModelVerdict, Verification } from "../protocol";
import { conceptLink } from "./concept";
import { helloOf } from "./hello";

export type Verdict = { word: string; tone: "good" | "bad" | "plain" | "faint" | "warn"; detail: string };

export function verdictOf(row: FormVerdict): Verdict {
  if (!row.applicable) return { word: "does not apply", tone: "faint", detail: row.reason ?? "" };
  if (row.agrees === true) return { word: "agrees", tone: "good", detail: proofWords(row.proof, row.error_bound) };
  if (row.agrees === false)
    return { word: "differs", tone: row.as_it_must_be === false ? "bad" : "plain", detail: row.difference ?? proofWords(row.proof, row.error_bound) };
  return { word: "not decided", tone: "warn", detail: row.reason ?? "" };
}

export function expectationOf(row: ExpectationVerdict): Verdict {
  if (row.holds === true) return { word: "holds", tone: "good", detail: proofWords(row.proof ?? null, row.error_bound) };
  if (row.holds === false) return { word: "does not hold", tone: "bad", detail: row.reason ?? "" };
  return { word: "not decided", tone: "warn", detail: row.reason ?? "" };
}

/** "by prime field, error < 10⁻¹²³" */
export function proofWords(proof: string | null | undefined, bound?: number): string {
  if (!proof || proof === "none") return "";
  if (!bound || bound <= 0) return `by ${proof}`;
  const power = Math.ceil(Math.log10(bound));
  return `by ${proof}, error < 10${[...String(power)].map((c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(c)])).join("")}`;
}

export function makeProofs(s: Surroundings): Part {
  const hello = helloOf(s);
  const { workspace } = s;
  const body = h("tbody");
  const headline = h("p", { class: "headline", role: "status" });
  const expectations = h("div", { class: "expectations" });
  const results = h("div", { class: "results" });
  const table = h("table", { class: "plain verdicts" }, h("caption", { class: "offscreen" }, "Forms of the equations compared"), body);
  const rows = new Map<string, HTMLTableRowElement>();
  let done = 0;

  const clear = () => {
    done = 0;
    headline.textContent = "";
    expectations.replaceChildren();
    rows.clear();
    body.replaceChildren(
      ...(hello.value?.forms ?? []).map((form) => {
        const row = h("tr", { class: "waiting", "data-form": form.id }, h("th", { scope: "row" }, form.title), h("td", {}, ""));
        rows.set(form.id, row);
        return row;
      }),
    );
  };
  const put = (row: FormVerdict) => {
    const title = hello.value?.forms.find((f) => f.id === row.form)?.title ?? row.form;
    const verdict = verdictOf(row);
    let line = rows.get(row.form);
    if (!line) {
      line = h("tr", { "data-form": row.form });
      rows.set(row.form, line);
      body.append(line);
    }
    if (line.classList.contains("waiting") || line.childElementCount === 0) done++;
    line.className = verdict.tone === "faint" ? "out" : "";
    line.replaceChildren(h("th", { scope: "row" }, title), verdictCell(verdict, row.seconds));
  };
  const putExpectation = (row: ExpectationVerdict) => {
    if (expectations.childElementCount === 0) expectations.append(h("h3", {}, "What the model expects"));
    const verdict = expectationOf(row);
    expectations.append(
      h("div", { class: "expectation" }, h("code", {}, row.expect.replace(/^expect /, "")), h("div", {}, ...verdictParts(verdict))),
    );
  };

  const eliminations = h("input", { type: "checkbox", onchange: () => task.check() });
  const task: Task<Verification> = new Task<Verification>(
    workspace,
    "Prove that the forms agree",
    (progress) => {
      if (!workspace.checked.value?.ok) return null;
      clear();
      results.hidden = false;
      const lit = (id: string) => {
        for (const [form, line] of rows) line.classList.toggle("under-way", form === id && line.classList.contains("waiting"));
      };
      return s.server.ask("verify", { model: workspace.checkedText.value, eliminations: eliminations.checked || undefined }, {
        lane: "verify",
        onProgress: (p) => {
          progress({ ...p, part: hello.value?.forms.find((f) => f.id === p.part)?.title ?? p.part });
          lit(p.part);
        },
        onRow: (row) => ("form" in row ? put(row as unknown as FormVerdict) : "expect" in row && putExpectation(row as unknown as ExpectationVerdict)),
      });
    },
    (answer) => {
      const result = answer.result;
      for (const line of rows.values()) {
        line.classList.remove("under-way");
        if (line.classList.contains("waiting") && !answer.ok) line.classList.add("out");
      }
      if (!result) return;
      for (const row of result.forms ?? []) put(row);
      const words = { true: "All forms agree.", false: "Not all forms agree.", null: "Not all forms could be compared." };
      headline.textContent = words[String(result.agree ?? null) as "true"];
      headline.className = `headline ${result.agree === true ? "good" : result.agree === false ? "bad" : "warn"}`;
      if (result.expectations) {
        expectations.replaceChildren();
        for (const row of result.expectations) putExpectation(row);
      }
      if (result.model) expectations.append(modelLine(result.model));
      if (result.eliminations) expectations.append(...eliminationLines(result.eliminations));
    },
    () => JSON.stringify([workspace.checkedText.value, eliminations.checked]),
    () => results,
    () => (results.hidden = true),
  );
  results.append(headline, table, expectations);
  results.hidden = true;
  const element = h(
    "div", { class: "page-part proofs" },
    h("div", { class: "intro" }, "Each form is derived on its own and compared with Lagrange’s equations with multipliers, exactly. ", conceptLink("verify", "How equality is proved")),
    h("label", { class: "small soft" }, eliminations, " also the forbidden form, by every choice of eliminated velocities"), task.element, results,
  );
  workspace.checkedText.subscribe(() => task.check());
  return { element };
}

/** Lindelöf's error gives different equations for different eliminated velocities. */
export function eliminationWords(agrees: boolean | null, difference: string | null): Verdict {
  if (agrees === true) return { word: "agrees", tone: "plain", detail: "" };
  return agrees === false ? { word: "differs", tone: "plain", detail: difference ?? "" } : { word: "not decided", tone: "warn", detail: "" };
}

function eliminationLines(found: NonNullable<Verification["eliminations"]>): HTMLElement[] {
  const out = [h("h3", {}, "The forbidden form, by the velocities that are eliminated")];
  if (found.reason) out.push(h("p", { class: "soft" }, sentence(found.reason)));
  for (const c of found.choices) out.push(h("div", { class: "expectation", "data-eliminated": c.eliminated.join(",") }, h("code", {}, c.eliminated.join(", ")), h("div", {}, ...verdictParts(eliminationWords(c.agrees, c.difference)))));
  if (found.impossible > 0) out.push(h("p", { class: "soft small" }, `Choices for which the constraints cannot be solved: ${found.impossible}.`));
  return out;
}

function modelLine(model: ModelVerdict): HTMLElement {
  const verdict: Verdict =
    model.agrees === true
      ? { word: "agrees", tone: "good", detail: `with Newton–Euler at ${model.states} states, worst difference ${model.worst.toExponential(0)}` }
      : model.agrees === false
        ? { word: "differs", tone: "bad", detail: model.difference ?? "" }
        : { word: "not compared", tone: "warn", detail: model.reason ?? "" };
  return h("div", { class: "expectation" }, h("span", {}, "The model itself"), h("div", {}, ...verdictParts(verdict)));
}

function verdictParts(verdict: Verdict): HTMLElement[] {
  return [
    h("span", { class: `verdict ${verdict.tone}` }, verdict.word),
    ...(verdict.detail ? [h("span", { class: "verdict-detail" }, verdict.tone === "good" ? verdict.detail : sentence(verdict.detail))] : []),
  ];
}

function verdictCell(verdict: Verdict, seconds: number | undefined): HTMLElement {
  return h("td", {}, ...verdictParts(verdict), seconds !== undefined && seconds >= 0.1 ? h("span", { class: "faint tiny verdict-time" }, `${seconds.toFixed(1)}\u00a0s`) : null);
}
