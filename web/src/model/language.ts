// The language of models for the editor: which words are what. The words that begin statements are such only there.
import { HighlightStyle, StreamLanguage, indentService, type StringStream, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const words = (text: string) => new Set(text.split(/\s+/));
/** Words that begin statements, parts of bodies, frames and axles, settings of experiments. */
export const statements = words(
  "model cite latex param input state output coord let kinetic potential lagrangian force dissipation constraint friction quasi motion init guess expect experiment " +
    "algebra inertia torque velocities body ground support gravity contact joint spring damper motor frame hitch axle picture " +
    "mass shape surface pose angles at skate wheel wheels offset until every tol section bifurcation orbit continue lyapunov ensemble chart " +
    "ball ellipsoid disc ring cylinder cone box blade plane rod arrow trace text axes view",
);
/** Words inside statements. */
export const clauses = words(
  "in mod on at along about between and or not to from of inside outside turning turned hinge slider weld follower rolling rubber sliding skating regularised " +
    "plane free planar nonholonomic vakonomic servo viscous added-mass momentum holonomic integral equation value within dof energy steers turns " +
    "radius track spin turn length height thickness tube width depth size colour role attitude table space",
);
export const functions = words("sin cos tan asin acos atan atan2 sinh cosh tanh exp log sqrt abs sign step min max clamp if");

interface State {
  /** Open parentheses and brackets. */
  depth: number;
  /** The next word begins a statement. */
  begins: boolean;
  /** The last token of the line wants more: an operator or a comma. */
  open: boolean;
}

const NAME = /^[A-Za-zͰ-Ͽ][A-Za-zͰ-Ͽ0-9_]*/;

export function token(stream: StringStream, state: State): string | null {
  if (stream.sol()) {
    const more = stream.match(/^\s*[-+*/^=,)]/, false) !== null;
    if (state.depth === 0 && !state.open && !more) state.begins = true;
  }
  if (stream.eatSpace()) return null;
  if (stream.eat("#")) {
    stream.skipToEnd();
    return "comment";
  }
  const begins = state.begins;
  if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) {
    state.begins = false;
    state.open = false;
    return "string";
  }
  if (stream.match(/^\[(?!\s*\d+\s*,)[^\]]*\]/)) {
    state.open = false;
    return "unit";
  }
  if (stream.match("..")) return "operator";  // of a range
  if (stream.match(/^(?:\d+(?:\.(?!\.)\d*)?|\.\d+)(?:[eE][-+]?\d+)?/)) {
    state.begins = false;
    state.open = false;
    return "number";
  }
  if (begins && stream.match(/^added-mass\b/)) return "keyword";
  const name = stream.match(NAME) as RegExpMatchArray | null;
  if (name) {
    state.begins = false;
    state.open = false;
    const [word] = name;
    if (begins && statements.has(word)) return "keyword";
    if (functions.has(word) && stream.match(/^\s*\(/, false)) return "function";
    if (word === "pi" || word === "t") return "constant";
    if (clauses.has(word) && !stream.match(/^\s*['=*/^+-]/, false) && !stream.match(/^\s*[,;)](?!\s*\()/, false)) return "clause";
    if (statements.has(word) && !begins && stream.match(/^\s*\(/, false)) return "clause";
    return "name";
  }
  const c = stream.next()!;
  if (c === "(" || c === "[") state.depth++;
  if ((c === ")" || c === "]") && state.depth > 0) state.depth--;
  if (c === "{" || c === "}" || c === ";") {
    state.begins = state.depth === 0 || c !== ";";
    if (c !== ";") state.depth = 0;
    state.open = false;
    return c === ";" ? null : "brace";
  }
  state.begins = false;
  state.open = "+-*/^=,".includes(c);
  if (c === "'") return "prime";
  return "+-*/^=<>".includes(c) ? "operator" : null;
}

export const startState = (): State => ({ depth: 0, begins: true, open: false });

const anh = StreamLanguage.define<State>({
  name: "anh",
  startState,
  copyState: (s) => ({ ...s }),
  token,
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "[", "{", '"'] } },
  tokenTable: {
    keyword: tags.keyword, clause: tags.modifier, function: tags.function(tags.variableName), constant: tags.constant(tags.name), name: tags.variableName,
    unit: tags.unit, number: tags.number, string: tags.string, comment: tags.comment, operator: tags.operator, prime: tags.operator, brace: tags.brace,
  },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--keyword)", fontWeight: "600" },
  { tag: tags.modifier, color: "var(--keyword)" },
  { tag: tags.function(tags.variableName), color: "var(--function)" },
  { tag: tags.constant(tags.name), color: "var(--number)" },
  { tag: tags.variableName, color: "var(--name)" },
  { tag: tags.unit, color: "var(--unit)" },
  { tag: tags.number, color: "var(--number)" },
  { tag: tags.string, color: "var(--string)" },
  { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" },
  { tag: tags.operator, color: "var(--ink-soft)" },
]);

/** Two blanks more inside braces. */
const indentation = indentService.of((context, pos) => {
  if (pos === 0) return 0;
  const before = context.lineAt(pos - 1, -1).text;
  const indent = /^\s*/.exec(before)![0].length;
  const closes = /^\s*\}/.test(context.lineAt(pos, 1).text);
  return Math.max(0, indent + (/\{\s*$/.test(before) ? 2 : 0) - (closes ? 2 : 0));
});

export const anhLanguage = [anh, indentation, syntaxHighlighting(colours)];
