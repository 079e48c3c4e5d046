// What every part of the page gets and gives.
import type { Server } from "./connection";
import type { Motions } from "./motion";
import type { Workspace } from "./workspace";

/** Given to every part when it is made. */
export interface Surroundings {
  /** What the user works on: model, parameters, initial values, time, settings. */
  workspace: Workspace;
  /** Asks the server. */
  server: Server;
  /** The present motion, asked for by the page itself whenever the workspace changes. */
  motions: Motions;
}

export interface Part {
  /** Fills the place that the layout gives it. */
  element: HTMLElement;
  /** Called when the part becomes visible or hidden, such as a tab. A hidden part asks the server for nothing. */
  shown?(visible: boolean): void;
  /** Called after the size of the element has changed. */
  resized?(): void;
}
