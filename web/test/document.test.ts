import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeTable, documentOf, encodeTable, fillPlayer, pictureOf } from "../src/stage/document";

test("numbers survive the way into a page and back", () => {
  const values = Float64Array.of(1 / 3, -2, 1e300, 0, 5, 6);
  assert.deepEqual(decodeTable(encodeTable(values, 2, 3, "float64")), values);
  assert.deepEqual([...decodeTable(encodeTable(Float64Array.of(0.5, -3), 1, 2, "float32"))], [0.5, -3]);
  assert.throws(() => decodeTable({ ...encodeTable(values, 2, 3, "float64"), rows: 3 }));
});
test("a page holds its motion, whatever is in its words", () => {
  const scene = { view: "space" as const, box: { low: [0, 0, 0] as [number, number, number], high: [1, 1, 1] as [number, number, number] }, shapes: [], columns: 2 };
  const picture = { scene, frames: { rows: 2, columns: 2, t: Float64Array.of(0, 0.1), data: Float64Array.of(1, 2, 3, 4) } };
  const page = fillPlayer("<title>Anholon</title><!-- anholon:data -->", documentOf("</script>$&", "", picture, null));
  const json = /<script type="application\/json" id="data">(.*)<\/script>$/.exec(page)![1];
  assert.ok(!json.includes("<"));
  const back = pictureOf(JSON.parse(json));
  assert.deepEqual(back, picture);
  assert.equal(JSON.parse(json).title, "</script>$&");
});
