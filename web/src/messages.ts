// What messages of the server are read as, beside the types that the server itself writes (protocol.ts).

/** A mistake with what is known of its place: of the server, or of the page itself. */
export interface Problem {
  code: string;
  message: string;
  help?: string | null;
  notes?: string[];
  /** Of the request in whose text it is: model, parameters, … */
  field?: string | null;
  line?: number | null;
  column?: number | null;
  end_line?: number | null;
  end_column?: number | null;
}

export type Numbers = Record<string, number>;

/** About a parameter or an initial value: it is shown beside the sliders. */
export function isAboutValues(problem: Problem): boolean {
  return problem.field === "parameters" || problem.field === "initial";
}
