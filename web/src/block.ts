// Binary messages: tables of numbers.

/** A table of numbers: rows × columns, row after row. */
export interface Block {
  kind: number;
  rows: number;
  columns: number;
  data: Float64Array;
}
/** Reads a binary message: u32 id | u32 kind | u32 rows | u32 columns | float64 [rows][columns], little endian. */
export function readBlock(buffer: ArrayBuffer): { id: number; block: Block } {
  const head = new DataView(buffer);
  if (buffer.byteLength < 16) throw new Error("a binary message is too short");
  const [id, kind, rows, columns] = [0, 4, 8, 12].map((at) => head.getUint32(at, true));
  if (buffer.byteLength !== 16 + 8 * rows * columns) throw new Error("a binary message has the wrong length");
  return { id, block: { kind, rows, columns, data: new Float64Array(buffer, 16, rows * columns) } };
}
