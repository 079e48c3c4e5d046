// The socket to the server: questions with ids, lanes, cancelling, reconnecting.
import { type Block, readBlock } from "./block";
import type { Asks } from "./protocol";
import type { Problem } from "./messages";
import { type Follows, Signal } from "./signal";

export interface Progress {
  done: number;
  of: number;
  part: string;
}
export interface Answer<T> {
  ok: boolean;
  /** Present if ok; some questions also give a partial result with their errors. */
  result?: T;
  errors: Problem[];
  warnings: Problem[];
  /** Tables of numbers that came before the end, unless `onBlock` took them. */
  blocks: Block[];
}
export interface Pending<T> {
  /** Never rejects: a failure is an answer that is not ok. Codes "cancelled" and "disconnected" are no mistakes. */
  readonly answer: Promise<Answer<T>>;
  /** Asks the server to end early; the answer still comes, with what was found until then. */
  cancel(): void;
  /** Ends the question here and now: it is answered as cancelled, and nothing that the server still sends about it arrives. */
  drop(): void;
}
export interface AskOptions {
  /** A new question in a lane cancels the older one of that lane. */
  lane?: string;
  seconds?: number;
  onProgress?: (progress: Progress) => void;
  onRow?: (row: Record<string, unknown>) => void;
  onBlock?: (block: Block) => void;
}
/** gone: nobody answers at the address. refused: a server answers, but not to this page's token. */
export type Status = "connecting" | "open" | "gone" | "refused";

/** What parts need of the connection. */
export interface Server {
  readonly status: Follows<Status>;
  ask<K extends keyof Asks>(what: K, fields: Asks[K]["fields"], options?: AskOptions): Pending<Asks[K]["result"]>;
}

export function isQuiet(answer: Answer<unknown>): boolean {
  return answer.errors.some((e) => e.code === "cancelled" || e.code === "disconnected");
}

interface Waiting {
  options: AskOptions;
  blocks: Block[];
  end: (answer: Answer<unknown>) => void;
}

const failure = (code: string, message: string): Answer<never> => ({
  ok: false, errors: [{ code, message }], warnings: [], blocks: [],
});

export class Connection implements Server {
  readonly status = new Signal<Status>("connecting");
  private socket: WebSocket | null = null;
  private next = 1;
  private waiting = new Map<number, Waiting>();
  private unsent: string[] = [];
  private attempts = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly address: string, private readonly page: string) {}

  open(): void {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.address);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => {
      this.attempts = 0;
      for (const message of this.unsent.splice(0)) socket.send(message);
      this.status.set("open");
    };
    socket.onmessage = (event) => this.receive(event.data as string | ArrayBuffer);
    socket.onclose = () => this.closed(socket);
  }

  /** Tries again at once, as when the user asks for it. */
  retry(): void {
    if (this.socket === null) this.open();
  }

  ask<K extends keyof Asks>(what: K, fields: Asks[K]["fields"], options: AskOptions = {}): Pending<Asks[K]["result"]> {
    const id = this.next++;
    const { lane, seconds } = options;
    const message = JSON.stringify({ id, ask: what, lane, seconds, ...fields });
    const answer = new Promise<Answer<unknown>>((end) => this.waiting.set(id, { options, blocks: [], end }));
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(message);
    else if (this.socket?.readyState === WebSocket.CONNECTING && this.status.value === "connecting") this.unsent.push(message);
    else this.end(id, failure("disconnected", "The server is not connected."));
    return { answer: answer as Promise<Answer<Asks[K]["result"]>>, cancel: () => this.cancel(id), drop: () => this.drop(id) };
  }

  private cancel(id: number): void {
    if (this.waiting.has(id) && this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ cancel: id }));
  }

  private drop(id: number): void {
    this.cancel(id);
    this.end(id, failure("cancelled", "The question was cancelled."));
  }

  private end(id: number, answer: Answer<unknown>): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    waiting?.end(answer);
  }

  private receive(data: string | ArrayBuffer): void {
    if (typeof data !== "string") {
      const { id, block } = readBlock(data);
      const waiting = this.waiting.get(id);
      if (waiting?.options.onBlock) waiting.options.onBlock(block);
      else waiting?.blocks.push(block);
      return;
    }
    const message = JSON.parse(data);
    const waiting = this.waiting.get(message.id);
    if (!waiting) return;
    if (message.event === "progress") waiting.options.onProgress?.(message);
    else if (message.event === "row") waiting.options.onRow?.(message.row);
    else if (message.event === "end")
      this.end(message.id, {
        ok: message.ok, result: message.result, errors: message.errors ?? [], warnings: message.warnings ?? [],
        blocks: waiting.blocks,
      });
  }

  private async closed(socket: WebSocket): Promise<void> {
    if (this.socket !== socket) return;
    this.socket = null;
    this.unsent = [];
    for (const id of [...this.waiting.keys()]) this.end(id, failure("disconnected", "The connection to the server was lost."));
    this.attempts++;
    const answers = await fetch(this.page, { cache: "no-store" }).then(() => true, () => false);
    if (this.socket !== null) return;
    // A server that answers but closes the socket twice does not know our token.
    if (!answers) this.status.set("gone");
    else if (this.attempts > 1) this.status.set("refused");
    this.timer = setTimeout(() => this.open(), Math.min(400 * 1.6 ** (this.attempts - 1), 4000));
  }
}
