// A motion as data inside a page of its own (player.html).
import type { Scene } from "../protocol";
import type { Camera } from "../workspace";
import type { Picture } from "./view";

interface Table {
  rows: number;
  columns: number;
  type: "float32" | "float64";
  /** base64 of little-endian numbers */
  data: string;
}
export interface MotionDocument {
  title: string;
  description?: string;
  scene: Scene;
  t: Table | number[];
  frames: Table;
  camera?: Camera | null;
  /** Of the plots; their units tell whether lengths have one. */
  columns?: { unit: string }[];
}

export function encodeTable(values: Float64Array, rows: number, columns: number, type: Table["type"]): Table {
  const array = type === "float32" ? Float32Array.from(values) : values;
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  let text = "";
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return { rows, columns, type, data: btoa(text) };
}
export function decodeTable(table: Table): Float64Array {
  const text = atob(table.data);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const values = table.type === "float32" ? Float64Array.from(new Float32Array(bytes.buffer)) : new Float64Array(bytes.buffer);
  if (values.length !== table.rows * table.columns) throw new Error("the numbers of the motion are incomplete");
  return values;
}

export function documentOf(title: string, description: string, picture: Picture, camera: Camera | null, columns: { unit: string }[] = []): MotionDocument {
  const { frames, scene } = picture;
  return {
    title, description, scene, camera, columns: columns.map(({ unit }) => ({ unit })),
    t: encodeTable(frames.t, frames.rows, 1, "float64"),
    frames: encodeTable(frames.data, frames.rows, frames.columns, "float32"),
  };
}
export function pictureOf(document: MotionDocument): Picture {
  const t = Array.isArray(document.t) ? Float64Array.from(document.t) : decodeTable(document.t);
  const { rows, columns } = document.frames;
  return { scene: document.scene, frames: { rows, columns, t, data: decodeTable(document.frames) } };
}

/** The player with the motion in it. */
export function fillPlayer(template: string, document: MotionDocument): string {
  const json = JSON.stringify(document).replaceAll("<", "\\u003c");
  const title = document.title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return template
    .replace("<title>Anholon</title>", () => `<title>${title}</title>`)
    .replace("<!-- anholon:data -->", () => `<script type="application/json" id="data">${json}</script>`);
}
