// What a name of the model means: its kind, unit and description.
import { h } from "../dom";
import { typeset } from "../typeset";
import { printedUnit } from "../units";
import type { Workspace } from "../workspace";

const greek: Record<string, string> = {
  α: "alpha", β: "beta", γ: "gamma", δ: "delta", ε: "epsilon", ζ: "zeta", η: "eta", θ: "theta", ι: "iota", κ: "kappa", λ: "lambda", μ: "mu", ν: "nu",
  ξ: "xi", ο: "omicron", π: "pi", ρ: "rho", σ: "sigma", τ: "tau", υ: "upsilon", φ: "phi", χ: "chi", ψ: "psi", ω: "omega", Γ: "Gamma", Δ: "Delta",
  Θ: "Theta", Λ: "Lambda", Ξ: "Xi", Π: "Pi", Σ: "Sigma", Φ: "Phi", Ψ: "Psi", Ω: "Omega",
};
/** `θ1` and `theta1` are the same name. */
export function plainName(name: string): string {
  return name.replace(/[Ͱ-Ͽ]/g, (c) => greek[c] ?? c);
}

export function meaningOf(word: string, workspace: Workspace): HTMLElement | null {
  const name = plainName(word.replace(/'+$/, ""));
  const primes = word.length - word.replace(/'+$/, "").length;
  const checked = workspace.checked.value;
  const symbol = checked?.symbols.find((s) => plainName(s.name) === name);
  if (!symbol) return null;
  const parameter = checked?.parameters.find((p) => plainName(p.name) === name);
  const value = parameter ? (workspace.parameters.value[parameter.name] ?? parameter.value) : null;
  const unit = symbol.unit ? (primes > 0 ? `${symbol.unit}/s${primes > 1 ? `^${primes}` : ""}` : symbol.unit) : "";
  return h(
    "div.meaning", {},
    h("div.meaning-head", {}, typeset(symbol.latex || symbol.name), h("span.soft", {}, symbol.kind + (primes === 1 ? ", time derivative" : ""))),
    symbol.description ? h("div", {}, symbol.description) : null,
    value !== null || unit ? h("div.soft.number", {}, [value !== null ? Number(value.toPrecision(8)) : "", unit ? `[${printedUnit(unit)}]` : ""].join(" ").trim()) : null,
  );
}
