// What the browser keeps: the last view, and every text that differs from the gallery's.

export interface Draft {
  text: string;
  /** The text at the last save, or as it was opened. */
  saved: string;
  /** When it was changed last, ms since 1970. */
  when: number;
}

const DRAFT = "anholon.text.";
const VIEW = "anholon.view";
const SIZES = "anholon.sizes";

function attempt<T>(f: () => T, otherwise: T): T {
  try {
    return f();
  } catch {
    return otherwise;  // storage is full or forbidden
  }
}

export class Storage {
  /** False once the browser has refused to keep something. */
  works = true;
  constructor(private readonly store: globalThis.Storage | null) {}

  draft(name: string): Draft | null {
    return attempt(() => {
      const value = JSON.parse(this.store?.getItem(DRAFT + name) ?? "null");
      return value && typeof value.text === "string" ? { text: value.text, saved: String(value.saved ?? value.text), when: Number(value.when ?? 0) } : null;
    }, null);
  }
  keepDraft(name: string, draft: Draft): void {
    this.put(DRAFT + name, JSON.stringify(draft));
  }
  forgetDraft(name: string): void {
    attempt(() => this.store?.removeItem(DRAFT + name), undefined);
  }
  /** Names of all drafts. */
  get drafts(): string[] {
    return attempt(() => {
      const names: string[] = [];
      for (let i = 0; i < (this.store?.length ?? 0); i++) {
        const key = this.store!.key(i)!;
        if (key.startsWith(DRAFT)) names.push(key.slice(DRAFT.length));
      }
      return names.sort();
    }, []);
  }
  /** Sizes of the page's columns, where the user has moved their borders. */
  get sizes(): Record<string, number> | null {
    const value = attempt(() => JSON.parse(this.store?.getItem(SIZES) ?? "null") as unknown, null);
    if (typeof value !== "object" || value === null) return null;
    return Object.fromEntries(Object.entries(value).filter(([, size]) => typeof size === "number" && size > 0));
  }
  keepSizes(sizes: object): void {
    this.put(SIZES, JSON.stringify(sizes));
  }
  get view(): unknown {
    return attempt(() => JSON.parse(this.store?.getItem(VIEW) ?? "null"), null);
  }
  keepView(view: unknown): void {
    this.put(VIEW, JSON.stringify(view));
  }
  private put(key: string, value: string): void {
    this.works = attempt(() => {
      this.store?.setItem(key, value);
      return this.store !== null;
    }, false);
  }
}
