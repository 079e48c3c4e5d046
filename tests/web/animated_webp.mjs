// Pictures in WebP, one after the other in one file: the container of animated WebP around the frames' own chunks.

const chunk = (name, data) => {
  const head = Buffer.alloc(8);
  head.write(name, 0, "latin1");
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
};
const u24 = (n) => Buffer.from([n & 255, (n >> 8) & 255, (n >> 16) & 255]);

/** The chunks of a picture that hold its points: all but a header of the extended format. */
function* pointChunks(file) {
  for (let at = 12; at + 8 <= file.length; ) {
    const size = file.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (["VP8 ", "VP8L", "ALPH"].includes(file.toString("latin1", at, at + 4))) yield file.subarray(at, end);
    at = end;
  }
}

/** Frames of one size, each shown for so many milliseconds, over and over. */
export function animatedWebp(frames, width, height, milliseconds) {
  const header = chunk("VP8X", Buffer.concat([Buffer.from([0x02, 0, 0, 0]), u24(width - 1), u24(height - 1)]));
  const animation = chunk("ANIM", Buffer.from([255, 255, 255, 255, 0, 0]));
  const shown = frames.map((file) => chunk("ANMF", Buffer.concat([
    u24(0), u24(0), u24(width - 1), u24(height - 1), u24(milliseconds), Buffer.from([0]), ...pointChunks(file),
  ])));
  const body = Buffer.concat([Buffer.from("WEBP", "latin1"), header, animation, ...shown]);
  const riff = Buffer.alloc(8);
  riff.write("RIFF", 0, "latin1");
  riff.writeUInt32LE(body.length, 4);
  return Buffer.concat([riff, body]);
}
