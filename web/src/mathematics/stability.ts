// The linear equations near an equilibrium or a steady motion: eigenvalues that follow the sliders.
import { isQuiet, type Pending } from "../connection";
import { h } from "../dom";
import type { Part, Surroundings } from "../part";
import { numberText } from "../plots/axis";
import { select } from "../plots/element";
import { PerModel } from "../plots/per_model";
import { AnswerPlace, type Question } from "../plots/place";
import type { Ink } from "../plots/ink";
import { type Frame, PlanePlot } from "../plots/plane_plot";
import { problemElement, sentence } from "../plots/task";
import type { Linearized } from "../protocol";
import { conceptLink } from "./concept";
import { makeCritical } from "./critical";
import { makeLetters } from "./letters";
import { makeRegion } from "./region";
import { rangesOf, readRoots, type Root, rootLines, RootTail, rootText, rootWords, signOf } from "./roots";
import { typeset } from "./typeset";

/** Near which state. The values are not told apart here: the eigenvalues follow them. */
interface Near extends Question {
  at: "equilibrium" | "steady";
}

const named = (values: Record<string, number>) => Object.entries(values).map(([name, value]) => ({ name, value }));

export function makeStability(s: Surroundings): Part {
  const { workspace } = s;
  const at = new PerModel<Near["at"]>(workspace, "mathematics.at");
  const tail = new RootTail();
  let roots: Root[] = [];
  let visible = false;
  let flight: { near: Near; pending: Pending<unknown> } | null = null;
  let again = false;
  let asked = "";

  /** A model that starts at rest is looked at in equilibrium; one that moves, in steady motion. */
  const chosen = (): "equilibrium" | "steady" => {
    if (at.value) return at.value;
    const state = workspace.model.value?.check.state ?? [];
    const moves = state.some((v) => v.kind !== "coordinate" && (workspace.initial.value[v.name] ?? v.value ?? 0) !== 0);
    return moves ? "steady" : "equilibrium";
  };
  const kind = select(
    [{ value: "steady", label: "steady motion" }, { value: "equilibrium", label: "equilibrium" }], "steady",
    (value) => at.set(value as Near["at"]),
  );
  kind.setAttribute("aria-label", "Near which state");
  const clear = h("button", {
    type: "button", class: "button small", hidden: true,
    onclick: () => {
      tail.clear();
      draw();
    },
  }, "Clear the traces");
  const verdict = h("p", { class: "headline", role: "status" });
  const reason = h("p", { class: "soft small" });
  const problems = h("div");
  const lines = h("table", { class: "plain roots" });
  const details = h("div", { class: "linear-details" });
  const plot = new PlanePlot({ label: "Eigenvalues in the complex plane", draw: drawRoots });
  plot.root.classList.add("roots-plot");
  plot.setLabels("Re (1/s)", "Im (1/s)");
  const results = h("div", { class: "results" }, verdict, reason, plot.root, lines, details);
  const critical = makeCritical(s, () => chosen());
  const letters = makeLetters(s, () => chosen());
  let standing: Record<string, number> = {};
  const region = makeRegion(s, () => chosen(), () => standing);
  const checkAll = () => [critical, letters, region].forEach((one) => one.check());
  const stop = h("button", { type: "button", class: "button small", onclick: () => cancel() }, "Cancel");
  const wait = h("div", { class: "message sheet-wait", hidden: true }, "Computing… ", stop);
  const element = h(
    "div", { class: "page-part stability" },
    h("div", { class: "intro" }, "The motion to first order near the state that Newton’s method finds from the initial values. Move a slider to see the eigenvalues follow. ", conceptLink("linearize", "What is computed")),
    h("div", { class: "task-options" }, h("span", {}, "Near"), kind, h("span", { class: "space" }), clear),
    wait, critical.element, letters.element, region.element,
  );

  const question = (): Near | null => (workspace.model.value ? { model: workspace.model.value.text, at: chosen() } : null);
  const place = new AnswerPlace<Near>(workspace, question, () => {
    if (place.standing !== "empty") return;
    asked = "";
    roots = [];
    standing = {};
    tail.clear();
    clear.hidden = true;
    plot.zoom(null);
  });
  wait.after(place.element);
  const key = () => JSON.stringify([question(), workspace.parameters.value, workspace.initial.value]);
  const land = () => {
    flight?.pending.drop();
    flight = null;
    wait.hidden = true;
    results.classList.remove("busy");
  };

  async function ask(): Promise<void> {
    const near = question();
    // One question in flight and one waiting: the picture follows a drag without a queue. One about another model is not waited for.
    if (flight && (near === null || near.model !== flight.near.model || near.at !== flight.near.at)) land();
    if (!visible || !near) return;
    kind.value = near.at;
    if (key() === asked) return;
    if (flight) {
      again = true;
      return;
    }
    again = false;
    asked = key();
    const slow = setTimeout(() => results.classList.add("busy"), 300);
    const pending = s.server.ask(
      "linearize", { model: near.model, at: near.at, parameters: workspace.parameters.value, initial: workspace.initial.value }, { lane: "linearize" },
    );
    const mine = { near, pending };
    flight = mine;
    wait.hidden = false;
    const answer = await pending.answer;
    clearTimeout(slow);
    if (flight !== mine) return;
    land();
    if (!isQuiet(answer)) {
      if (answer.ok && answer.result) show(near, answer.result as Linearized);
      else fail(near, ...answer.errors.map((e) => problemElement(e, "plain")));
    }
    if (again) void ask();
  }

  function cancel(): void {
    if (!flight) return;
    const { near } = flight;
    again = false;
    land();
    const compute = () => {
      asked = "";
      void ask();
    };
    fail(near, h("div", { class: "message" }, "Cancelled. ", h("button", { type: "button", class: "button small", onclick: compute }, "Compute")));
  }

  /** Says why there is no answer; below it stay the eigenvalues for the values before. */
  function fail(near: Near, ...why: HTMLElement[]): void {
    const keeps = place.answers(near) && roots.length > 0;
    problems.replaceChildren(...why);
    results.classList.toggle("stale", keeps);
    place.put(near, problems, ...(keeps ? [results] : []));
  }

  function show(near: Near, found: Linearized): void {
    if (!place.answers(near)) {
      roots = [];
      tail.clear();
      plot.zoom(null);
    }
    results.classList.remove("stale");
    if (roots.length > 0) tail.push(roots);
    roots = readRoots(found.eigenvalues);
    standing = found.state;
    region.check();
    const word = found.stability.verdict;
    verdict.textContent = sentence(word === "not decided" ? "stability is not decided by the linear equations" : word);
    verdict.className = `headline ${word === "unstable" ? "bad" : word === "not decided" ? "warn" : "good"}`;
    reason.textContent = sentence(found.stability.reason);
    const all = rootLines(roots);
    lines.replaceChildren(
      h("caption", { class: "offscreen" }, "Eigenvalues"),
      ...all.map((line) =>
        h("tr", {},
          h("td", { class: "number" }, h("span", { class: `root-dot ${["minus", "zero", "plus"][line.sign + 1]}`, "aria-hidden": "true" }), rootText(line.root, line.isPair, line.sign), line.count > 1 ? h("span", { class: "faint" }, `  (${line.count} times)`) : null),
          h("td", { class: "soft" }, rootWords(line.root, line.sign)))),
    );
    plot.setDescription(all.map((line) => rootText(line.root, line.isPair, line.sign)).join(", "));
    details.replaceChildren(...linearDetails(found));
    place.put(near, results);
    draw();
  }

  function draw(): void {
    clear.hidden = tail.isEmpty;
    const { x, y } = rangesOf(roots, tail.all);
    plot.fit(x, y);
  }

  function drawRoots(context: CanvasRenderingContext2D, frame: Frame, ink: Ink): void {
    const zero = frame.px(0);
    context.fillStyle = ink.bad;
    context.globalAlpha = 0.05;
    context.fillRect(zero, frame.top, frame.left + frame.width - zero, frame.height);
    context.globalAlpha = 1;
    context.strokeStyle = ink.muted;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(Math.round(zero) + 0.5, frame.top);
    context.lineTo(Math.round(zero) + 0.5, frame.top + frame.height);
    context.moveTo(frame.left, Math.round(frame.py(0)) + 0.5);
    context.lineTo(frame.left + frame.width, Math.round(frame.py(0)) + 0.5);
    context.stroke();
    const n = tail.all.length;
    tail.all.forEach((set, k) => {
      context.fillStyle = ink.accent;
      context.globalAlpha = 0.25 + 0.55 * ((k + 1) / n);
      for (const root of set) disc(context, frame.px(root.re), frame.py(root.im), 2);
    });
    context.globalAlpha = 1;
    for (const root of roots) {
      const sign = signOf(root, roots);
      context.fillStyle = sign > 0 ? ink.bad : sign < 0 ? ink.good : ink.muted;
      disc(context, frame.px(root.re), frame.py(root.im), 4.5);
      context.strokeStyle = ink.panel;
      context.lineWidth = 1.2;
      context.stroke();
    }
  }

  for (const signal of [workspace.model, workspace.parameters, workspace.initial, at])
    signal.subscribe(() => {
      place.check();
      if (visible) checkAll();
      void ask();
    });
  s.server.status.subscribe((status) => {
    if (status !== "open") return;
    asked = "";
    void ask();
  });
  return {
    element,
    shown(now) {
      visible = now;
      if (now) {
        checkAll();
        void ask();
      }
    },
    resized() {
      plot.redraw();
      region.resized();
    },
  };
}

function disc(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

function linearDetails(found: Linearized): HTMLElement[] {
  const before = new Map(named(found.changed).map((c) => [c.name, c.value]));
  const state = h("table", { class: "plain" });
  for (const { name, value } of named(found.state))
    state.append(
      h("tr", {}, h("td", {}, h("code", {}, name)), h("td", { class: "number" }, numberText(value, 8)),
        h("td", { class: "faint" }, before.has(name) ? `was ${numberText(before.get(name)!, 6)}` : "")),
    );
  const place = fold("The state", state);
  if (found.cyclic.length > 0) place.append(h("p", { class: "soft small" }, "Cyclic coordinates, left out: ", h("code", {}, found.cyclic.join(", "))));
  if (found.turning.length > 0) place.append(h("p", { class: "soft small" }, "The motion follows symmetries of the system: ", found.turning.map((t) => `${numberText(t.rate, 6)} (${t.field})`).join(", ")));
  const out = [place];
  if (found.zero?.because?.length) place.append(...found.zero.because.map((why) => h("p", { class: "soft small" }, sentence(why))));
  if (found.matrix.length <= 14) {
    const matrices = fold("Matrices");
    const second = found.second_order;
    if (second)
      matrices.append(
        h("p", { class: "soft small" }, "M q̈ + C q̇ + K q = 0 for q = ", h("code", {}, second.coordinates.join(", "))),
        ...(["M", "C", "K"] as const).map((name) => typeset(`${name} = ${matrixTex(second[name])}`, true)),
      );
    matrices.append(h("p", { class: "soft small" }, "ẋ = A x for x = ", h("code", {}, found.variables.join(", "))), typeset(`A = ${matrixTex(found.matrix)}`, true));
    out.push(matrices);
  }
  return out;
}

function fold(title: string, ...children: HTMLElement[]): HTMLElement {
  return h("details", { class: "fold" }, h("summary", {}, title), ...children);
}

export function matrixTex(rows: number[][]): string {
  const largest = Math.max(...rows.flat().map(Math.abs), 0);
  const entry = (a: number) => {
    if (Math.abs(a) <= 1e-13 * largest) return "0";
    const text = Number(a.toPrecision(5)).toString();
    const [mantissa, exponent] = text.split("e");
    return exponent ? `${mantissa}\\cdot 10^{${Number(exponent)}}` : mantissa;
  };
  return `\\begin{pmatrix} ${rows.map((row) => row.map(entry).join(" & ")).join(" \\\\ ")} \\end{pmatrix}`;
}
