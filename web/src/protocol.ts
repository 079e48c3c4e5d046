// The messages of `anholon serve`: docs/concepts/serve.md. Written by `anholon serve --types`.

export interface Diagnostic {
  severity: "error" | "warning";
  /** of its kind: name-unknown */
  code: string;
  message: string;
  help: string | null;
  notes: string[];
  /** of the request in whose text it is: model, parameters, … */
  field: string | null;
  /** from 1, as columns; columns count code points */
  line: number | null;
  column: number | null;
  end_line: number | null;
  end_column: number | null;
}

export interface End {
  id: number;
  event: "end";
  ok: boolean;
  result?: unknown;
  errors?: Diagnostic[];
  warnings: Diagnostic[];
}

export interface Progress {
  id: number;
  event: "progress";
  done: number;
  of: number;
  /** what is worked at now */
  part: string;
}

export interface Request {
  /** of the request: a positive number that this connection has not used yet */
  id: number;
  /** what is asked */
  ask: string;
  /** a new request in a lane cancels the older one of that lane */
  lane?: string;
  /** give up after this time; the server has a limit of its own */
  seconds?: number;
}

export interface HelloFields {
}

export interface FormInfo {
  id: string;
  title: string;
  /** in the literature */
  source: string;
  formula: string;
  /** forms must agree; axioms are other laws; controls are wrong on purpose */
  role: "form" | "axiom" | "control";
}

export interface Named {
  id: string;
  title: string;
}

export interface Hello {
  version: string;
  forms: FormInfo[];
  facts: Named[];
  /** to which equations are exported */
  languages: Named[];
  /** of integration */
  methods: string[];
}

export interface GalleryFields {
}

export interface GalleryEntry {
  name: string;
  title: string;
  description: string;
  citations: string[];
  keywords: string[];
}

export interface TextFields {
  name: string;
}

export interface Text {
  text: string;
}

export interface CheckFields {
  /** the text of the model */
  model: string;
  /** how messages call it */
  model_name?: string;
}

export interface ModelSymbol {
  name: string;
  /** parameter, coordinate, abbreviation, … */
  kind: string;
  unit: string;
  description: string;
  /** empty for abbreviations */
  latex: string;
  /** where it is declared */
  line: number | null;
  column: number | null;
}

export interface Parameter {
  name: string;
  /** in its unit */
  value: number;
  unit: string;
  description: string;
  /** of the range that it may have */
  low: number | null;
  high: number | null;
  /** from others: it cannot be set */
  derived: boolean;
  /** set from outside while the motion goes on */
  input: boolean;
  latex: string;
}

export interface StateEntry {
  name: string;
  kind: "coordinate" | "velocity" | "quasi-velocity" | "multiplier" | "state" | "abbreviation";
  unit: string;
  description: string;
  latex: string;
  /** by the model or its default experiment */
  given: boolean;
  /** once the constraints hold; null where there is no such state */
  value: number | null;
}

export interface StudyWord {
  experiment: string;
  study: string;
  option: string;
  value: string;
}

export interface CheckResult {
  ok: boolean;
  diagnostics: Diagnostic[];
  name: string;
  description: string;
  symbols: ModelSymbol[];
  parameters: Parameter[];
  state: StateEntry[];
  experiments: string[];
  /** what the experiments say of studies */
  studies: StudyWord[];
  /** of its own motion, in seconds */
  default: { until: number; every: number | null } | null;
  /** how many of each kind */
  constraints: { geometric: number; linear: number; nonlinear: number } | null;
  /** of freedom */
  degrees: number | null;
}

export interface CompleteFields {
  /** the text of the model */
  model: string;
  /** how messages call it */
  model_name?: string;
  /** from 1 */
  line: number;
  /** from 1, in code points */
  column: number;
}

export interface Completion {
  label: string;
  kind: "statement" | "name" | "function" | "unit";
  detail: string;
}

export interface FormatFields {
  /** the text of the model */
  model: string;
  /** how messages call it */
  model_name?: string;
}

export interface MoveFields {
  /** the text of the model */
  model: string;
  /** how messages call it */
  model_name?: string;
  /** values by name, in the units of the model */
  parameters?: Record<string, number | string>;
  /** initial values: of coordinates, velocities, quasi-velocities */
  initial?: Record<string, number | string>;
  /** of the model; 'default', if it has one */
  experiment?: string;
  /** the time at which it ends; negative: backward */
  until?: number | string;
  /** how many, at equal distances in time; 60 per second if not given, at most 20000 */
  frames?: number;
  /** EXPR or NAME=EXPR, after the standard ones */
  columns?: string[];
  /** in which it is integrated */
  form?: string;
  /** of integration */
  method?: string;
  /** the relative error per step */
  tolerance?: number | string;
  /** whether the picture is wanted; true if not given */
  scene?: boolean;
  /** the id of the shapes that the page has: these are not sent again */
  shapes?: string;
}

export type Triple = [number, number, number];

export type Role = "body" | "support" | "wheel" | "joint" | "load" | "contact" | "velocity" | "momentum" | "reaction" | "other";

export type Geometry = { kind: "ball"; radius: number } | { kind: "ellipsoid"; axes: Triple } | { kind: "disc"; radius: number; thickness: number } | { kind: "ring"; radius: number; tube: number } | { kind: "cylinder"; radius: number; length: number } | { kind: "cone"; radius: number; height: number } | { kind: "box"; edges: Triple } | { kind: "blade"; length: number } | { kind: "plane"; width: number; depth: number } | { kind: "surface"; vertices: number[]; triangles: number[] } | { kind: "rod"; radius: number } | { kind: "spring"; radius: number; turns: number } | { kind: "arrow" } | { kind: "trace"; on: string } | { kind: "text"; text: string };

export type ShapeMotion = { kind: "fixed"; place: Triple; quaternion: [number, number, number, number] } | { kind: "fixed-segment"; from: Triple; to: Triple } | { kind: "pose"; at: number } | { kind: "segment"; at: number } | { kind: "point"; at: number };

export interface Shape {
  name: string;
  /** the body, support, axle, … that it belongs to */
  part: string;
  role: Role;
  geometry: Geometry;
  /** the place of its numbers in a frame */
  motion: ShapeMotion;
  /** a word of the palette; by its role if empty */
  colour: string;
}

export interface Scene {
  /** from where it is seen first */
  view: "space" | "above";
  /** around the motion */
  box: { low: Triple; high: Triple };
  /** of what moves, as it stands at the beginning */
  size: number;
  shapes: Shape[];
  /** numbers of a frame */
  columns: number;
  /** what is not shown, and why */
  notes: string[];
}

export interface Column {
  name: string;
  unit: string;
  /** empty if it has none */
  latex: string;
  kind: "time" | "coordinate" | "velocity" | "quasi-velocity" | "multiplier" | "state" | "output" | "energy" | "integral" | "quadrature" | "asked";
  description: string;
  /** of a parametrisation, such as the rates of a quaternion */
  detail: boolean;
}

export interface Ended {
  code: string;
  reason: string;
  t: number;
}

export interface Drift {
  name: string;
  kind: "integral" | "constraint";
  relative: number;
}

export interface Seconds {
  derive: number;
  compile: number;
  integrate: number;
  /** of this request */
  total: number;
}

export interface MoveResult {
  /** null if it was not wanted */
  scene: Scene | null;
  /** the id of the scene's shapes */
  shapes: string | null;
  /** as the page has: then the scene comes without them */
  same_shapes: boolean;
  /** of the plot rows; the first is t */
  columns: Column[];
  /** as many as there are frames */
  rows: number;
  t_end: number;
  /** why before its time */
  ended: Ended | null;
  drift: Drift[];
  /** of the integrator */
  steps: number;
  method: string;
  form: string;
  seconds: Seconds;
}

export interface FormsFields {
  /** the text of the model */
  model: string;
  /** how messages call it */
  model_name?: string;
}

export interface FormApplies {
  id: string;
  applies: boolean;
  /** why it does not apply */
  reason: string | null;
}

export interface DeriveFields {
  /** the text of the model */
  model: string;
  /** how messages call it */
  model_name?: string;
  /** the law that the model states, if not given */
  form?: string;
  /** of the core of the system */
  reduced?: boolean;
  /** true if not given */
  simplify?: boolean;
  /** of the page: equations, matrices, … */
  parts?: string[];
  /** of lines of LaTeX, in letters; 42 if not given */
  width?: number;
}

export interface NamedFormula {
  name: string;
  text: string;
  latex: string;
}

export interface Formula {
  text: string;
  latex: string;
}

export interface DerivationPage {
  form: string;
  title: string;
  source: string;
  formula: string;
  quasi_velocities: NamedFormula[];
  vectors: Formula[];
  definitions: NamedFormula[];
  equations: Formula[];
  matrices: unknown | null;
  permutations: NamedFormula[];
  kinematics: NamedFormula[];
  solved: NamedFormula[];
  /** names that the formulas use */
  where: { text: string[]; latex: string[] };
  unknowns: number;
  operations: number;
}

export interface SymbolMeaning {
  latex: string;
  meaning: string;
}

export interface DeriveResult {
  form: string;
  title: string;
  applies: boolean;
  /** why it does not apply */
  reason: string | null;
  latex: string;
  text: string;
  /** the same, formula by formula */
  page: DerivationPage | null;
  /** by their names in plain text */
  symbols: Record<string, SymbolMeaning>;
}

export interface VerifyFields {
  /** the text of the model */
  model: string;
  /** how messages call it */
  model_name?: string;
  /** also the forbidden form by every choice of eliminated velocities */
  eliminations?: boolean;
  /** of the core of the system */
  reduced?: boolean;
}

export interface FormVerdict {
  form: string;
  applicable: boolean;
  /** why it does not apply, or is not decided */
  reason: string | null;
  /** null: not decided */
  agrees: boolean | null;
  proof: string | null;
  error_bound: number;
  /** which acceleration differs, and where */
  difference: string | null;
  as_it_must_be: boolean;
  seconds: number;
}

export interface ModelVerdict {
  agrees: boolean | null;
  states: number;
  reactions: number;
  worst: number;
  reason: string | null;
  difference: string | null;
}

export interface ExpectationVerdict {
  expect: string;
  holds: boolean | null;
  reason: string | null;
  restriction: string | null;
  proof: string;
  error_bound: number;
}

export interface Elimination {
  eliminated: string[];
  applicable: boolean;
  agrees: boolean | null;
  difference: string | null;
}

export interface Eliminations {
  choices: Elimination[];
  /** choices that the constraints do not allow */
  impossible: number;
  /** why there is no list */
  reason: string | null;
}

export interface Verification {
  system: string;
  agree: boolean | null;
  forms: FormVerdict[];
  /** against Newton and Euler, of a model with parts */
  model: ModelVerdict | null;
  expectations: ExpectationVerdict[];
  /** held constant */
  inputs: string[];
  /** of the random primes and points */
  seed: number;
  /** where they were asked for */
  eliminations?: Eliminations;
}

export interface FactsFields {
  /** the text of the model */
  model: string;
  /** how messages call it */
  model_name?: string;
  /** ids of questions; all of them if not given */
  facts?: string[];
  /** of work for each; 30 if not given */
  seconds_each?: number;
  /** that are numbers; the others stay symbols */
  parameters?: Record<string, number | string>;
  /** coordinates of the point to examine instead of the initial state */
  at?: Record<string, number | string>;
  /** of the core of the system */
  reduced?: boolean;
}

export interface FactRow {
  fact: string;
  title: string;
  verdict: string;
  /** the same without numbers */
  answer: string;
  statement: string[];
  latex: string[];
  proof: string;
  proof_kind: string;
  error_bound: number;
  /** what was found: docs/concepts/facts.md */
  results: unknown;
  seconds: number;
  /** why it is not decided */
  reason?: string;
}

export interface LinearizeFields {
  /** the text of the model */
  model: string;
  /** how messages call it */
  model_name?: string;
  /** values by name, in the units of the model */
  parameters?: Record<string, number | string>;
  /** initial values: of coordinates, velocities, quasi-velocities */
  initial?: Record<string, number | string>;
  /** of the model; 'default', if it has one */
  experiment?: string;
  at: "equilibrium" | "steady";
  /** EXPR: VALUE, conditions that the state must satisfy as well */
  where?: Record<string, number | string>;
  /** NAME=LOW..HIGH: instead, the values at which eigenvalues pass the imaginary axis */
  critical?: string;
  /** NAME,NAME,… or all: instead, conditions with these as letters */
  symbolic?: string;
  /** A=LOW..HIGH,B=LOW..HIGH: instead, where in the plane of two letters it is stable */
  region?: string;
  /** of a region along each axis; 101 if not given */
  points?: number;
  /** of the core of the system */
  reduced?: boolean;
}

export interface Turning {
  field: string;
  rate: number;
}

export interface SecondOrder {
  coordinates: string[];
  M: number[][];
  C: number[][];
  K: number[][];
}

export interface Reach {
  full: boolean;
  /** or else to rounding */
  exact: boolean;
  rank: number | null;
  /** eigenvalues */
  missed: number[][];
}

export interface StateSpace {
  inputs: string[];
  outputs: string[];
  B: number[][];
  C: number[][];
  D: number[][];
  controllable: Reach | null;
  observable: Reach | null;
  notes: string[];
}

export interface Linearized {
  system: string;
  at: "equilibrium" | "steady";
  form: string;
  state: Record<string, number>;
  /** what the initial state was, where it had to move */
  changed: Record<string, number>;
  cyclic: string[];
  turning: Turning[];
  left_out: { cyclic: number; constraints: number; symmetries: number };
  variables: string[];
  matrix: number[][];
  second_order: SecondOrder | null;
  /** real and imaginary part; the largest real part first */
  eigenvalues: number[][];
  zero: { count: number; eigenvectors: number; family: number; because: string[] };
  stability: { verdict: string; reason: string };
  /** where the two were compared */
  same_with_frozen_constraints: boolean | null;
  /** of a model with inputs or outputs */
  state_space: StateSpace | null;
}

export interface AxisCrossing {
  value: number;
  kind: string;
  frequency: number;
  instability: "begins" | "ends" | "stays";
  unstable: { before: number; after: number };
  state: Record<string, number>;
}

export interface Stretch {
  from: number;
  to: number;
  unstable: number;
  imaginary: number;
  decaying: number;
}

export interface CriticalValues {
  system: string;
  at: "equilibrium" | "steady";
  form: string;
  varied: { name: string; what: "parameter" | "initial value"; unit: string; from: number; to: number };
  kept: Record<string, number>;
  critical: AxisCrossing[];
  stretches: Stretch[];
  always_zero: number;
  on_axis_at_ends: number[];
  ends: { below: number | null; above: number | null };
  searched: { values: number; widest_gap: number };
}

export interface CharacteristicFactor {
  shown: string;
  latex: string | null;
  coefficients: string[];
  multiplicity: number;
  even: boolean;
}

export interface StabilityCondition {
  name: string;
  shown: string;
  /** where it is short enough */
  latex: string | null;
  factor: number;
  positive: string;
  left: string | null;
  right: string | null;
  /** it holds for no values */
  never: boolean;
  here: "holds" | "violated" | "boundary";
}

export interface CriticalLetter {
  letter: string;
  condition: number;
  values: number[];
}

export interface StabilityInLetters {
  system: string;
  at: "equilibrium" | "steady";
  form: string;
  state: Record<string, string>;
  /** variables that stay letters */
  free: string[];
  /** of the letters, here */
  values: Record<string, number>;
  variables: string[];
  matrix: string[][];
  zero_roots: number;
  family: number;
  factors: CharacteristicFactor[];
  conditions: StabilityCondition[];
  signs: { by_range: string[]; by_value: string[]; inertia: string[]; nonzero: string[] };
  critical: CriticalLetter[];
  holds_nowhere: boolean;
  claim: string;
  frozen_constraints: unknown | null;
  statement: string[];
  /** what is known beyond the linear equations */
  theorems: string;
  potential: unknown | null;
  routh_lyapunov: unknown | null;
  here: { verdict: string; reason: string };
}

export interface RegionAxis {
  name: string;
  unit: string;
  low: number;
  high: number;
  count: number;
}

export interface BoundaryPiece {
  condition: number;
  from: [number, number];
  to: [number, number];
}

export interface StabilityRegion {
  system: string;
  x: RegionAxis;
  y: RegionAxis;
  /** a row per value of y */
  regimes: ("stable" | "divergence" | "flutter" | "divergence and flutter" | "not decided" | "no standstill")[][];
  boundaries: BoundaryPiece[];
  conditions: StabilityInLetters;
}

export interface CompareFields {
  /** the text of the model */
  model: string;
  /** how messages call it */
  model_name?: string;
  /** NAME = EXPR: of the other model, in the names of this one */
  map?: string[];
  /** the rate of the other model's time */
  time?: number | string;
  /** EXPR > 0: which root is meant */
  where?: string[];
  /** parameters of the other model that the search may choose */
  find?: string[];
  /** of this model that are numbers */
  parameters?: Record<string, number | string>;
  /** compare the cores */
  reduced?: boolean;
  /** the other model: its name in the gallery */
  other?: string;
  /** or its text */
  other_text?: string;
}

export interface MapImage {
  /** of the other model */
  name: string;
  /** in the names of this one */
  value: string;
  from: "given" | "by name" | "as stated" | "found";
}

export interface Comparison {
  a: string;
  b: string;
  map: MapImage[];
  time: string | null;
  where: string[];
  /** null: not decided */
  holds: boolean | null;
  kind: string | null;
  parameters: "all" | "stated";
  error_bound: number;
  reason: string | null;
  differs: string[];
  witness: string | null;
  dimensions: (number | null)[];
  rank: number;
  notes: string[];
}

export interface ExportFields {
  /** the text of the model */
  model: string;
  /** how messages call it */
  model_name?: string;
  /** values by name, in the units of the model */
  parameters?: Record<string, number | string>;
  /** initial values: of coordinates, velocities, quasi-velocities */
  initial?: Record<string, number | string>;
  /** of the model; 'default', if it has one */
  experiment?: string;
  /** one of those that `hello` lists */
  language: string;
  /** a good one, if not given */
  form?: string;
  /** also the derivatives of the rates */
  jacobian?: boolean;
  /** of the core of the system */
  reduced?: boolean;
}

export interface Exported {
  language: string;
  form: string;
  /** a name for it */
  file: string;
  text: string;
  /** of the languages that have one */
  header: string | null;
}

export interface SectionFields {
  /** the text of the model */
  model: string;
  /** how messages call it */
  model_name?: string;
  /** values by name, in the units of the model */
  parameters?: Record<string, number | string>;
  /** initial values: of coordinates, velocities, quasi-velocities */
  initial?: Record<string, number | string>;
  /** of the model; 'default', if it has one */
  experiment?: string;
  /** of the system as it is stated instead of its core */
  full?: boolean;
  /** the longest time */
  until?: number | string;
  /** the relative error per step */
  tolerance?: number | string;
  /** of integration */
  method?: string;
  /** EXPR[:up|down]: where the expression passes through 0 */
  at?: string;
  /** instead, at multiples of this time */
  every?: number | string;
  /** of points per orbit; 1000 if not given */
  count?: number | string;
  /** points count from this time on */
  transient?: number | string;
  /** of each point; the state if not given */
  columns?: string[];
  /** EXPR=LOW..HIGH[:N]: where orbits start */
  over?: string[];
  /** so many at random values of `over` */
  orbits?: number | string;
  /** EXPR=VALUE: start on this level */
  fix?: string[];
  /** EXPR: VALUE: start one orbit there, on the section and on the levels that the initial state has */
  from?: Record<string, number | string>;
}

export interface SectionColumn {
  name: string;
  unit: string;
}

export interface SectionOrbit {
  points: number;
  until: number;
  /** why before its time */
  ended: string | null;
  drift: number;
  steps: number;
}

export interface Section {
  at: string;
  /** of the points, behind the number of the orbit */
  columns: SectionColumn[];
  orbits: SectionOrbit[];
  /** orbits for which no state was found on the levels */
  without_start: number;
  form: string;
  method: string;
  tolerance: number;
}

export interface LyapunovFields {
  /** the text of the model */
  model: string;
  /** how messages call it */
  model_name?: string;
  /** values by name, in the units of the model */
  parameters?: Record<string, number | string>;
  /** initial values: of coordinates, velocities, quasi-velocities */
  initial?: Record<string, number | string>;
  /** of the model; 'default', if it has one */
  experiment?: string;
  /** of the system as it is stated instead of its core */
  full?: boolean;
  /** the longest time */
  until?: number | string;
  /** the relative error per step */
  tolerance?: number | string;
  /** of integration */
  method?: string;
  /** of exponents; all if not given */
  count?: number | string;
  /** when averages begin */
  transient?: number | string;
}

export interface Exponent {
  value: number;
  error: number;
  /** the estimate at half of the time */
  half: number;
  average: "weighted" | "plain";
  told_from_zero: boolean;
}

export interface NeutralDirection {
  why: string;
  value: number;
  vanishes: boolean;
}

export interface Spectrum {
  system: string;
  variables: number;
  dimension: number;
  exponents: Exponent[];
  neutral: NeutralDirection[];
  complete: boolean;
  sum: number | null;
  divergence: number | null;
  kaplan_yorke: number | null;
  from: number;
  until: number;
  steps: number;
  method: string;
  tolerance: number;
  /** of the intervals value ± error, where it is known */
  confidence: number | null;
  notes: string[];
  /** t and the averages until then */
  history: number[][];
}

export interface Averages {
  t: number;
  exponents: number[];
}

export interface ChartFields {
  /** the text of the model */
  model: string;
  /** how messages call it */
  model_name?: string;
  /** values by name, in the units of the model */
  parameters?: Record<string, number | string>;
  /** initial values: of coordinates, velocities, quasi-velocities */
  initial?: Record<string, number | string>;
  /** of the model; 'default', if it has one */
  experiment?: string;
  /** of the system as it is stated instead of its core */
  full?: boolean;
  /** the longest time */
  until?: number | string;
  /** the relative error per step */
  tolerance?: number | string;
  /** of integration */
  method?: string;
  /** NAME=LOW..HIGH:N, one or two */
  over?: string[];
  /** lyapunov, final(EXPR), mean(EXPR), max(EXPR), min(EXPR), time(EXPR), count(EXPR) or period(EXPR) */
  measure?: string;
  /** EXPR=VALUE: start on this level */
  fix?: string[];
  /** when measuring begins */
  transient?: number | string;
}

export interface ChartAxis {
  name: string;
  from: number;
  to: number;
  count: number;
}

export interface Chart {
  measure: string;
  /** of the finest grid */
  axes: ChartAxis[];
  until: number;
  transient: number;
  method: string;
  tolerance: number;
  /** what the numbers of a status mean */
  statuses: string[];
}

export interface ChartGrid {
  /** of points along each axis: the frames that follow are of this grid */
  counts: number[];
}

export interface OrbitFields {
  /** the text of the model */
  model: string;
  /** how messages call it */
  model_name?: string;
  /** values by name, in the units of the model */
  parameters?: Record<string, number | string>;
  /** initial values: of coordinates, velocities, quasi-velocities */
  initial?: Record<string, number | string>;
  /** of the model; 'default', if it has one */
  experiment?: string;
  /** of the system as it is stated instead of its core */
  full?: boolean;
  /** the longest time */
  until?: number | string;
  /** the relative error per step */
  tolerance?: number | string;
  /** of integration */
  method?: string;
  /** a guess */
  period?: number | string;
  /** EXPR[:up|down]: instead, from one passage to a later one */
  at?: string;
  /** which; the first if not given */
  returns?: number | string;
  /** EXPR=VALUE: on this level */
  fix?: string[];
}

export interface Orbit {
  system: string;
  period: number;
  guess: number;
  residual: number;
  state: Record<string, number>;
  integrals: Record<string, number>;
  /** real and imaginary part */
  multipliers: number[][];
  /** multipliers that are always 1 */
  explained: string[];
  stability: "stable" | "neutral" | "unstable";
  /** the motion of the full system along it */
  full: unknown | null;
  rounds: number;
  method: string;
  tolerance: number;
  notes: string[];
}

export interface StudiesFields {
  /** the text of the model */
  model: string;
  /** how messages call it */
  model_name?: string;
}

export interface StudyApplies {
  study: "path" | "action" | "connect" | "limit";
  /** why it has no answer */
  reason: string | null;
}

export interface QuadratureFields {
  /** the text of the model */
  model: string;
  /** how messages call it */
  model_name?: string;
  /** values by name, in the units of the model */
  parameters?: Record<string, number | string>;
  /** initial values: of coordinates, velocities, quasi-velocities */
  initial?: Record<string, number | string>;
  /** of the model; 'default', if it has one */
  experiment?: string;
  /** where the motion ends */
  until?: number | string;
  /** the relative error per step */
  tolerance?: number | string;
}

export interface LinearEquation {
  unknown: string;
  is: string;
  slope: string;
  latex: { unknown: string; is: string; equation: string };
}

export interface LinearIntegral {
  name: string;
  value: number;
  /** the largest along a motion, relatively */
  change: number;
}

export interface ByQuadrature {
  system: string;
  variable: string;
  equations: LinearEquation[];
  start: number;
  rate: number;
  motion: "oscillates" | "steady" | "passes";
  /** a turning point */
  lower: number | null;
  upper: number | null;
  period: number | null;
  integrals: LinearIntegral[];
  /** the time of the motion */
  followed: number;
  /** by which a period misses the start */
  missed: number;
  ended: string | null;
  error_bound: number;
}

export interface PathFields {
  /** the text of the model */
  model: string;
  /** how messages call it */
  model_name?: string;
  /** values by name, in the units of the model */
  parameters?: Record<string, number | string>;
  /** initial values: of coordinates, velocities, quasi-velocities */
  initial?: Record<string, number | string>;
  /** of the model; 'default', if it has one */
  experiment?: string;
  /** a free velocity, or a coordinate whose rate is one */
  by?: string;
  /** the distance of rows */
  every?: number | string;
  /** where the motion ends */
  until?: number | string;
  /** the relative error per step */
  tolerance?: number | string;
}

export interface TracedPath {
  system: string;
  velocity: string;
  /** that is the independent variable */
  coordinate: string | null;
  energy: number;
  columns: string[];
  rows: number[][];
  difference_from_motion: number;
  compared_until: number | null;
  ended: string | null;
  steps: number;
  method: string;
  tolerance: number;
}

export interface VariationsFields {
  /** the text of the model */
  model: string;
  /** how messages call it */
  model_name?: string;
  /** values by name, in the units of the model */
  parameters?: Record<string, number | string>;
  /** initial values: of coordinates, velocities, quasi-velocities */
  initial?: Record<string, number | string>;
  /** of the model; 'default', if it has one */
  experiment?: string;
  /** NAME=VALUE,...; one along each variable if not given */
  tangents?: string[];
  /** the time between rows */
  every?: number | string;
  /** where the motion ends */
  until?: number | string;
  /** the relative error per step */
  tolerance?: number | string;
}

export interface KeptAlong {
  name: string;
  start: number;
  /** relative to the lengths of the vectors */
  drift: number;
}

export interface VariedMotion {
  system: string;
  variables: string[];
  /** the tangent vectors */
  start: number[][];
  end: number[][];
  until: number;
  bilinear: KeptAlong[];
  bilinear_is_invariant: boolean;
  why_not: string | null;
  linear: KeptAlong[];
  /** t, x, the vectors */
  rows: number[][];
  ended: string | null;
  steps: number;
  method: string;
  tolerance: number;
}

export interface ActionFields {
  /** the text of the model */
  model: string;
  /** how messages call it */
  model_name?: string;
  /** values by name, in the units of the model */
  parameters?: Record<string, number | string>;
  /** initial values: of coordinates, velocities, quasi-velocities */
  initial?: Record<string, number | string>;
  /** of the model; 'default', if it has one */
  experiment?: string;
  /** of test variations; 3 if not given */
  harmonics?: number | string;
  /** where the motion ends */
  until?: number | string;
  /** the relative error per step */
  tolerance?: number | string;
}

export interface FirstVariation {
  variations: number;
  largest: number;
  bound: number;
  /** null: not told from the error */
  vanishes: boolean | null;
}

export interface ActionAlong {
  system: string;
  until: number;
  action: number;
  coordinates: string[];
  harmonics: number;
  with_work_of_forces: boolean;
  hoelder: FirstVariation;
  hamilton: FirstVariation;
  method: string;
  tolerance: number;
}

export interface ConnectFields {
  /** the text of the model */
  model: string;
  /** how messages call it */
  model_name?: string;
  /** values by name, in the units of the model */
  parameters?: Record<string, number | string>;
  /** initial values: of coordinates, velocities, quasi-velocities */
  initial?: Record<string, number | string>;
  /** of the model; 'default', if it has one */
  experiment?: string;
  /** coordinates at the end; the others are free */
  to: Record<string, number | string>;
  /** how long they take; 1 if not given */
  in?: number | string;
  /** guesses; 20 if not given */
  starts?: number | string;
  /** of the guesses */
  seed?: number | string;
  /** where the motion ends */
  until?: number | string;
  /** the relative error per step */
  tolerance?: number | string;
}

export interface ConjugatePoint {
  t: number;
  multiplicity: number;
}

export interface Extremal {
  action: number;
  length: number | null;
  start: Record<string, number>;
  end: Record<string, number>;
  conjugate_points: ConjugatePoint[];
  end_is_conjugate: boolean;
  is_of_family: boolean;
  dimension: number;
  residual: number;
  rounds: number;
}

export interface Connections {
  system: string;
  from: Record<string, number>;
  to: Record<string, number>;
  free: string[];
  time: number;
  /** the least action first */
  extremals: Extremal[];
  starts: number;
  arrived: number;
  nearest: number | null;
  method: string;
  tolerance: number;
}

export interface LimitFields {
  /** the text of the model */
  model: string;
  /** how messages call it */
  model_name?: string;
  /** values by name, in the units of the model */
  parameters?: Record<string, number | string>;
  /** initial values: of coordinates, velocities, quasi-velocities */
  initial?: Record<string, number | string>;
  /** of the model; 'default', if it has one */
  experiment?: string;
  as?: "viscous" | "added-mass" | "mixed";
  /** FROM..TO[:COUNT] */
  N?: string;
  /** the ratio of friction to added mass, of mixed */
  mu?: number | string;
  /** NAME=FROM..TO[:COUNT]: instead, a parameter changes */
  over?: string;
  /** when motions are compared; 1 if not given */
  until?: number | string;
  /** the relative error per step */
  tolerance?: number | string;
  /** the other model: its name in the gallery */
  other?: string;
  /** or its text */
  other_text?: string;
}

export interface EndOfMotion {
  values: number[];
  error: number;
  method: string;
}

export interface LimitCandidate {
  name: string;
  end: number[];
  distances: number[];
  exponents: (number | null)[];
  exponent: number | null;
  is_limit: boolean | null;
  factors: number[];
  floors: number[];
  /** why there is none */
  missing: string | null;
}

export interface Limit {
  system: string;
  what: string;
  /** the name of what changes */
  number: string;
  until: number;
  columns: string[];
  numbers: number[];
  ends: EndOfMotion[];
  candidates: LimitCandidate[];
}

/** Binary messages: four numbers u32 (id, kind, rows, columns), then rows of numbers f64, little endian. */
export const BlockKind = { frames: 1, plot: 2, section: 3, chart: 4 } as const;

/** What can be asked: its fields besides those of every request, its result, the rows that come before it. */
export interface Asks {
  /** The program, and what it knows */
  hello: { fields: HelloFields; result: Hello; row: never };
  /** The models that come with the program */
  gallery: { fields: GalleryFields; result: GalleryEntry[]; row: never };
  /** The text of a model of the gallery */
  text: { fields: TextFields; result: Text; row: never };
  /** The mistakes of a model's text, or its names and values; mistakes do not make it fail */
  check: { fields: CheckFields; result: CheckResult; row: never };
  /** What may stand at a place of a model's text */
  complete: { fields: CompleteFields; result: Completion[]; row: never };
  /** A model's text in its canonical layout */
  format: { fields: FormatFields; result: Text; row: never };
  /** A motion: what the stage and the plots show. Binary kind 1: the columns of the scene, a row per frame. Binary kind 2: the columns of the plots, a row per frame; the first is t */
  move: { fields: MoveFields; result: MoveResult; row: never };
  /** Which forms of the equations apply to a model */
  forms: { fields: FormsFields; result: FormApplies[]; row: never };
  /** The equations of motion in one form; one that does not apply says why */
  derive: { fields: DeriveFields; result: DeriveResult; row: never };
  /** Whether all forms of the equations agree, and what the model expects holds */
  verify: { fields: VerifyFields; result: Verification; row: FormVerdict };
  /** Questions about the system that are answered without integrating it */
  facts: { fields: FactsFields; result: FactRow[]; row: FactRow };
  /** The linear equations near an equilibrium or a steady motion, and its stability */
  linearize: { fields: LinearizeFields; result: Linearized | CriticalValues | StabilityInLetters | StabilityRegion; row: never };
  /** Whether a map takes the motions of a model to those of another */
  compare: { fields: CompareFields; result: Comparison; row: never };
  /** The equations of motion as a program */
  export: { fields: ExportFields; result: Exported; row: never };
  /** Where motions cross a surface: a Poincaré section. Binary kind 3: the number of an orbit, from 0, and the columns of a point */
  section: { fields: SectionFields; result: Section; row: never };
  /** Lyapunov exponents of one motion */
  lyapunov: { fields: LyapunovFields; result: Spectrum; row: Averages };
  /** Motions measured over a range of parameters or initial values, from coarse to fine. Binary kind 4: the place of a point along both axes, its value, its status */
  chart: { fields: ChartFields; result: Chart; row: ChartGrid };
  /** A periodic motion near the start */
  orbit: { fields: OrbitFields; result: Orbit; row: never };
  /** Which questions about a motion have no answer for a model, as far as its law and its constraints say */
  studies: { fields: StudiesFields; result: StudyApplies[]; row: never };
  /** The motion by linear integrals and a quadrature */
  quadrature: { fields: QuadratureFields; result: ByQuadrature; row: never };
  /** A motion against a quasi-coordinate, by Whittaker's equations */
  path: { fields: PathFields; result: TracedPath; row: never };
  /** The equations in variations along a motion, and what they keep */
  variations: { fields: VariationsFields; result: VariedMotion; row: never };
  /** The action along a motion, and its first variations */
  action: { fields: ActionFields; result: ActionAlong; row: never };
  /** Extremals of the action from the initial place to another */
  connect: { fields: ConnectFields; result: Connections; row: never };
  /** What motions tend to as forces that realise the constraints grow, or a parameter changes */
  limit: { fields: LimitFields; result: Limit; row: never };
}
