// The models at hand: those of the gallery, the user's own texts, files from disk. A text is never lost.
import { type Server, isQuiet } from "../connection";
import { download } from "../dom";
import type { GalleryEntry } from "../protocol";
import { Signal } from "../signal";
import type { Storage } from "../storage";
import type { Workspace } from "../workspace";

const template = `model Pendulum {
  "A new model"
  param m = 1 [kg], l = 1 [m], g = 9.81 [m/s^2]
  coord phi [rad] mod 2*pi
  kinetic m*l^2*phi'^2/2
  potential -m*g*l*cos(phi)
  init phi = 1
  experiment default { until 10 }
}
`;

interface WritableFile {
  name: string;
  getFile(): Promise<File>;
  createWritable(): Promise<{ write(text: string): Promise<void>; close(): Promise<void> }>;
}
type FilePicker = (options: unknown) => Promise<WritableFile[]>;

/** Gallery models that match all words of a query; those whose name begins with it come first. */
export function matching(entries: GalleryEntry[], query: string): GalleryEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter((w) => w !== "");
  const whole = (e: GalleryEntry) => [e.name, e.title, e.description, ...(e.keywords ?? []), ...(e.citations ?? [])].join(" ").toLowerCase();
  const found = entries.filter((e) => words.every((w) => whole(e).includes(w)));
  const place = (e: GalleryEntry) => {
    const name = `${e.name} ${e.title}`.toLowerCase();
    return words.length === 0 || name.startsWith(words[0]) ? 0 : words.every((w) => name.includes(w)) ? 1 : 2;
  };
  return found.sort((a, b) => place(a) - place(b));
}
/** "rattleback" as "Rattleback", "chaplygin-sleigh" as "Chaplygin sleigh". */
export function titleOf(name: string): string {
  const words = name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
/** The name that a text gives its model. */
export function nameInText(text: string): string | null {
  return /^\s*model\s+(\w+)/m.exec(text)?.[1] ?? null;
}
/** A file name without folders and ending. */
export function modelName(file: string): string {
  return file.replace(/^.*[/\\]/, "").replace(/\.(anh|txt)$/i, "") || "untitled";
}

export class Library {
  readonly entries = new Signal<GalleryEntry[]>([]);
  /** Why the last model could not be opened. */
  readonly problem = new Signal("");
  private readonly texts = new Map<string, string>();
  /** Name of the model whose text was kept last. */
  private kept = "";
  /** The draft of that name as this page knows it: another text there is another tab's. */
  private known: string | null = null;
  private file: { name: string; handle: WritableFile } | null = null;

  constructor(private readonly workspace: Workspace, private readonly server: Server, private readonly storage: Storage) {
    server.status.follow((status) => {
      if (status === "open" && this.entries.value.length === 0) void this.load();
    });
    workspace.text.subscribe(() => this.keep());
    workspace.savedText.subscribe(() => this.keep());
  }

  private async load(): Promise<void> {
    const answer = await this.server.ask("gallery", {}).answer;
    if (answer.ok && answer.result) this.entries.set(answer.result);
  }

  isFromGallery(name: string): boolean {
    return this.texts.has(name) || this.entries.value.some((e) => e.name === name);
  }
  /** The gallery's words, unless the text is of another model. */
  title(name: string): string {
    const text = name === this.workspace.name.value ? this.workspace.text.value : (this.storage.draft(name)?.text ?? "");
    const own = nameInText(text);
    const original = this.texts.get(name);
    const entry = this.entries.value.find((e) => e.name === name);
    if (entry && (!own || original === undefined || own === nameInText(original))) return entry.title || titleOf(name);
    return own ?? titleOf(name);
  }

  /** The gallery's text of a model. */
  async original(name: string): Promise<string | null> {
    const known = this.texts.get(name);
    if (known !== undefined) return known;
    const answer = await this.server.ask("text", { name }).answer;
    if (!answer.ok || !answer.result) {
      if (!isQuiet(answer)) this.problem.set(answer.errors[0]?.message ?? "The model could not be read.");
      return null;
    }
    this.texts.set(name, answer.result.text);
    if (this.workspace.name.value === name) this.keep();
    return answer.result.text;
  }
  knownOriginal(name: string): string | undefined {
    return this.texts.get(name);
  }

  /** Opens a model: the user's own version if there is one, else the gallery's. */
  async open(name: string): Promise<boolean> {
    this.problem.set("");
    const draft = this.storage.draft(name);
    const text = draft?.text ?? (await this.original(name));
    if (text === null) return false;
    this.replace(name, text);
    return true;
  }
  /** Takes up the gallery's text again; undo brings the changes back. */
  async revert(): Promise<void> {
    const { value: name } = this.workspace.name;
    const text = await this.original(name);
    if (text === null || this.workspace.name.value !== name) return;
    this.workspace.change({ text });
    this.workspace.savedText.set(text);
  }
  create(): void {
    let name = "untitled";
    for (let i = 2; this.storage.draft(name) !== null; i++) name = `untitled-${i}`;
    this.replace(name, template);
  }

  private replace(name: string, text: string): void {
    this.workspace.change({ name, text, parameters: {}, initial: {}, experiment: null, until: null });
    this.workspace.time.set(0);
    this.workspace.playing.set(true);
  }

  async openFromDisk(): Promise<void> {
    const pick = (globalThis as { showOpenFilePicker?: FilePicker }).showOpenFilePicker;
    if (pick) {
      try {
        const [handle] = await pick({ types: [{ description: "Models", accept: { "text/plain": [".anh", ".txt"] } }] });
        const name = modelName(handle.name);
        this.file = { name, handle };
        this.takeFile(name, await (await handle.getFile()).text());
      } catch (error) {
        if ((error as Error).name !== "AbortError") this.problem.set("The file could not be read.");
      }
      return;
    }
    const input = Object.assign(document.createElement("input"), { type: "file", accept: ".anh,.txt,text/plain" });
    input.onchange = async () => {
      const [file] = input.files ?? [];
      if (file) this.takeFile(modelName(file.name), await file.text());
    };
    input.click();
  }
  /** A file that was opened or dropped. A different text of the same name is kept beside it. */
  takeFile(name: string, text: string): void {
    const draft = this.storage.draft(name);
    const free = this.isFromGallery(name) || (draft && draft.text !== text) ? this.freeName(name, text) : name;
    if (this.file?.name === name) this.file.name = free;
    this.replace(free, text);
  }

  /** A name like this one under which no other text is kept. */
  private freeName(name: string, text: string): string {
    const isTaken = (free: string) => this.isFromGallery(free) || (this.storage.draft(free) ?? { text }).text !== text;
    let free = `${name}-2`;
    for (let i = 3; isTaken(free); i++) free = `${name}-${i}`;
    return free;
  }

  /** Saves: to the file it was opened from, if the browser allows it; else the browser keeps the text. Gives what was done. */
  async save(): Promise<string> {
    const { value: text } = this.workspace.text;
    if (this.file && this.file.name === this.workspace.name.value)
      try {
        const stream = await this.file.handle.createWritable();
        await stream.write(text);
        await stream.close();
        this.workspace.savedText.set(text);
        return `Saved to ${this.file.handle.name}`;
      } catch {
        this.workspace.savedText.set(text);
        return "The file cannot be written; the text is saved in this browser";
      }
    this.workspace.savedText.set(text);
    return this.storage.works ? "Saved in this browser" : "This browser does not keep texts; download it";
  }
  download(): void {
    download(`${this.workspace.name.value || "model"}.anh`, new Blob([this.workspace.text.value], { type: "text/plain" }));
  }
  get drafts(): string[] {
    return this.storage.drafts;
  }
  forget(name: string): void {
    this.storage.forgetDraft(name);
  }

  private keep(): void {
    const { name, text, savedText } = this.workspace;
    if (name.value === "") return;
    if (name.value !== this.kept) {
      this.kept = name.value;
      this.known = null;
      savedText.set(this.storage.draft(name.value)?.saved ?? this.texts.get(name.value) ?? text.value);
    }
    const draft = this.storage.draft(name.value);
    if (draft && draft.text !== text.value && draft.text !== this.known) {
      const free = this.freeName(name.value, draft.text);
      this.storage.keepDraft(free, draft);
      this.problem.set(`Another tab has changed this text; its version is kept as ${free}`);
    }
    this.known = text.value;
    if (text.value === this.texts.get(name.value)) this.storage.forgetDraft(name.value);
    else if (text.value !== "") this.storage.keepDraft(name.value, { text: text.value, saved: savedText.value, when: Date.now() });
  }
}
