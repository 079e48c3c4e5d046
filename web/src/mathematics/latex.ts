// The LaTeX that `derive` gives: a page is a comment with its title and sections, each a comment and an align* environment.

export interface LatexSection {
  title: string;
  /** An align* environment as it stands. */
  tex: string;
}
export interface LatexPage {
  title: string;
  sections: LatexSection[];
}

export function readPages(latex: string): LatexPage[] {
  const pages: LatexPage[] = [];
  let section: { title: string; lines: string[] } | null = null;
  const close = () => {
    const tex = section?.lines.join("\n").trim();
    if (section && tex) pages[pages.length - 1].sections.push({ title: section.title, tex });
    section = null;
  };
  for (const line of latex.split("\n")) {
    const head = /^%% (.*)$/.exec(line);
    const title = head ? null : /^% (.*)$/.exec(line);
    if (title) {
      close();
      pages.push({ title: title[1], sections: [] });
    } else if (head || section || line.trim()) {
      if (pages.length === 0) pages.push({ title: "", sections: [] });
      if (head) {
        close();
        section = { title: head[1], lines: [] };
      } else (section ??= { title: "", lines: [] }).lines.push(line);
    }
  }
  close();
  return pages;
}

const opening = "\\begin{align*}";
const closing = "\\end{align*}";

/** Rows of an align* environment, without the \\ between them; the whole in one piece if it is no such environment. */
export function rowsOf(tex: string): string[] {
  const trimmed = tex.trim();
  if (!trimmed.startsWith(opening) || !trimmed.endsWith(closing)) return [trimmed];
  const body = trimmed.slice(opening.length, -closing.length);
  const rows: string[] = [];
  let depth = 0;
  let from = 0;
  for (let k = 0; k < body.length; k++) {
    if (body.startsWith("\\begin{", k)) depth++;
    else if (body.startsWith("\\end{", k)) depth--;
    if (body[k] === "{") depth++;
    else if (body[k] === "}") depth--;
    else if (body[k] === "\\") {
      if (body[k + 1] === "\\" && depth === 0) {
        rows.push(body.slice(from, k).trim());
        from = k + 2;
      }
      k++; // an escaped sign is no brace
    }
  }
  rows.push(body.slice(from).trim());
  return rows.filter((row) => row !== "");
}

/** Whether a row goes on with the equation of the row before. */
const isContinuation = (row: string) => /^&\s*\\quad/.test(row);

/** The equations of an align* environment, each with its rows. */
export function equationsOf(tex: string): string[][] {
  const out: string[][] = [];
  for (const row of rowsOf(tex))
    if (out.length > 0 && isContinuation(row)) out[out.length - 1].push(row);
    else out.push([row]);
  return out;
}

export function alignOf(rows: string[]): string {
  return `${opening}\n${rows.join(" \\\\\n")}\n${closing}`;
}

/** A long environment in pieces of about this many letters, cut between equations, so that each is typeset when it comes into view. */
export function pieces(tex: string, letters: number): string[] {
  if (tex.length <= letters * 1.5) return [tex];
  const out: string[] = [];
  let rows: string[] = [];
  let length = 0;
  for (const equation of equationsOf(tex)) {
    if (rows.length > 0 && length + equation.join("").length > letters) {
      out.push(alignOf(rows));
      rows = [];
      length = 0;
    }
    rows.push(...equation);
    length += equation.join("").length;
  }
  if (rows.length > 0) out.push(alignOf(rows));
  return out;
}

/** Names that a page itself explains: what stands to the left of "&=" alone, with its equation. */
export function definitionsOf(section: LatexSection): Map<string, string> {
  const out = new Map<string, string>();
  for (const rows of equationsOf(section.tex)) {
    const left = /^(.*?)\s*&\s*=/s.exec(rows[0])?.[1]?.trim();
    if (left && left.length < 60) out.set(left, alignOf(rows));
  }
  return out;
}

/** Words with $formulas$ in them, as the sentences of facts are. */
export function inlineParts(sentence: string): { text?: string; tex?: string }[] {
  return sentence
    .split(/(\$[^$]*\$)/)
    .filter((part) => part !== "")
    .map((part) => (part.startsWith("$") && part.endsWith("$") && part.length > 1 ? { tex: part.slice(1, -1) } : { text: plain(part) }));
}

/** LaTeX's text mode in plain letters. */
function plain(words: string): string {
  return words.replace(/\\([_%&#{}$])/g, "$1").replace(/``/g, "“").replace(/''/g, "”").replace(/\\emph\{([^}]*)\}/g, "$1").replace(/~/g, " ");
}

const signs: Record<string, string> = {
  "½": "\\tfrac12 ", "·": "\\cdot ", "×": "\\times ", "−": "-", "Σ": "\\textstyle\\sum ", "²": "^2", "ᵀ": "^{\\mathrm T}", "{": "\\{", "}": "\\}",
};
const accents: Record<string, string> = { "\u0307": "dot", "\u0308": "ddot" };

/** The law of a form, which the program writes in plain letters, as LaTeX: c^m_rs η_r ∂L/∂η_m. */
export function formulaTex(formula: string): string {
  let out = "";
  const letters = [...formula.normalize("NFD")];
  for (let k = 0; k < letters.length; k++) {
    const c = letters[k];
    const accent = accents[letters[k + 1]];
    if (c === "_" || c === "^") {
      let run = "";
      if (letters[k + 1] === "(") {
        while (k + 1 < letters.length && !run.endsWith(")")) run += letters[++k];
      } else while (k + 1 < letters.length && /[\p{L}\p{N}]/u.test(letters[k + 1]) && !(letters[k + 1] in signs)) run += letters[++k];
      out += `${c}{${run}}`;
    } else if (accent) {
      out += `\\${accent}{${c}}`;
      k++;
    } else if (c === "˙") out += "^{\\textstyle\\cdot}";
    else if (c === "*") out += "^{*}";
    else if (c === " " && letters[k + 1] === " ") out += "\\quad ";
    else if (/[a-zA-Z]/.test(c) && /^[a-z]{2,}/.test(letters.slice(k, k + 2).join("")) && / $/.test(out)) {
      // A word, such as "is least".
      let word = c;
      while (k + 1 < letters.length && /[a-z ]/.test(letters[k + 1])) word += letters[++k];
      out += word.length > 3 ? `\\text{ ${word.trim()}}` : word;
    } else out += signs[c] ?? c;
  }
  // A star and an index that follows it stand above each other.
  return out.replace(/\^\{\*\}_\{([^}]*)\}/g, "^{*}_{$1}").replace(/\\quad  ?/g, "\\quad ");
}

const greek = "alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|phi|chi|psi|omega|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Phi|Psi|Omega";

/** A simple name as the literature writes it: gamma3 as \\gamma_{3}, w1' as \\dot{w}_{1}. Null for what is no such name. */
export function nameTex(name: string): string | null {
  const found = new RegExp(`^(?:(${greek})|([A-Za-z]))(?:_?(\\d+))?('{0,2})$`).exec(name);
  if (!found) return null;
  const letter = found[1] ? `\\${found[1]}` : found[2];
  const dotted = found[4] === "" ? letter : `\\${found[4] === "'" ? "dot" : "ddot"}{${letter}}`;
  return found[3] ? `${dotted}_{${found[3]}}` : dotted;
}
