// A view as a text short enough for an address: JSON, compressed, base64 with letters that addresses allow.
import { type View, emptyWork } from "./workspace";

async function through(bytes: Uint8Array, stream: GenericTransformStream): Promise<Uint8Array> {
  const piped = new Blob([bytes as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, BufferSource>);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}
function toText(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
function toBytes(text: string): Uint8Array {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (c) => c.charCodeAt(0));
}

/** `original`: text of the gallery's model of that name. A text that equals it is left out. */
export async function encodeLink(view: View, original: string | undefined): Promise<string> {
  const { text, ...rest } = view;
  const kept: Partial<View> = { ...rest };
  if (text !== original) kept.text = text;
  for (const key of ["parameters", "initial", "settings"] as const) if (Object.keys(kept[key] ?? {}).length === 0) delete kept[key];
  for (const key of ["experiment", "until", "camera"] as const) if (kept[key] === null) delete kept[key];
  if (kept.time) kept.time = Number(kept.time.toPrecision(12));
  else delete kept.time;
  return toText(await through(new TextEncoder().encode(JSON.stringify(kept)), new CompressionStream("deflate-raw")));
}

const isNumbers = (value: unknown): value is Record<string, number> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every((x) => typeof x === "number" && Number.isFinite(x));

/** The view of a link; text is undefined where it is the gallery's. Null if the link cannot be read. */
export async function decodeLink(link: string): Promise<(Omit<View, "text"> & { text?: string }) | null> {
  try {
    const json = new TextDecoder().decode(await through(toBytes(link), new DecompressionStream("deflate-raw")));
    return readView(JSON.parse(json));
  } catch {
    return null;
  }
}

/** Takes over only what has the right form: a link may come from anywhere. */
export function readView(value: unknown): (Omit<View, "text"> & { text?: string }) | null {
  if (typeof value !== "object" || value === null) return null;
  const v = value as Record<string, unknown>;
  if (typeof v.name !== "string") return null;
  const triple = (x: unknown): x is [number, number, number] => Array.isArray(x) && x.length === 3 && x.every(Number.isFinite);
  const camera = v.camera as View["camera"];
  const cameraIsGood = typeof camera === "object" && camera !== null && triple(camera.eye) && triple(camera.target) && Number.isFinite(camera.extent);
  return {
    ...emptyWork, name: v.name, text: typeof v.text === "string" ? v.text : undefined,
    parameters: isNumbers(v.parameters) ? v.parameters : {}, initial: isNumbers(v.initial) ? v.initial : {},
    experiment: typeof v.experiment === "string" ? v.experiment : null,
    until: typeof v.until === "number" && v.until > 0 ? v.until : null,
    time: typeof v.time === "number" && Number.isFinite(v.time) ? v.time : 0,
    camera: cameraIsGood ? { ...camera, above: camera.above === true, follows: camera.follows === true } : null,
    settings: typeof v.settings === "object" && v.settings !== null ? (v.settings as Record<string, unknown>) : {},
  };
}
