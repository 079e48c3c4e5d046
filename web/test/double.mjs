// A stand-in for the server, for tests of the page alone: answers a page's questions from made-up numbers.
import { readFileSync, readdirSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const gallery = join(dirname(fileURLToPath(import.meta.url)), "../../gallery");

export const entries = readdirSync(gallery).filter((f) => f.endsWith(".anh")).map((f) => {
  const text = readFileSync(join(gallery, f), "utf8");
  const name = f.slice(0, -4);
  const words = name.replaceAll("-", " ");
  return { name, title: words[0].toUpperCase() + words.slice(1), description: /"([^"]*)"/.exec(text)?.[1] ?? "", citations: [], keywords: [], text };
});

function check(text) {
  const parameters = [];
  for (const m of text.matchAll(/(\w+) = ([-\d.e]+) \[([^\]]*)\](?: in ([-\d.e]+)\.\.([-\d.e]+))?(?: "([^"]*)")?/g))
    parameters.push({ name: m[1], value: Number(m[2]), unit: m[3], description: m[6] ?? "", low: m[4] ? Number(m[4]) : null, high: m[5] ? Number(m[5]) : null, derived: false, input: false, latex: m[1].replace(/^(\w)(\w+)$/, "$1_{$2}") });
  const bad = text.indexOf("tetha");
  const line = text.slice(0, bad).split("\n").length;
  const column = bad - text.lastIndexOf("\n", bad);
  return {
    ok: bad < 0, degrees: 3, experiments: ["default"], default: { until: 5, every: 0.01 }, parameters,
    diagnostics: bad < 0 ? [] : [{ severity: "error", code: "name-unknown", message: "no symbol 'tetha' in this model", help: "did you mean 'theta'?", line, column, end_line: line, end_column: column + 5 }],
    symbols: parameters.map((p) => ({ ...p, kind: "parameter", line: 1, column: 1 })),
    state: [
      { name: "w1", kind: "quasi-velocity", unit: "1/s", description: "angular velocity", latex: "\\omega_1", given: true, value: 0 },
      { name: "w3", kind: "quasi-velocity", unit: "1/s", description: "", latex: "\\omega_3", given: true, value: -5 },
      { name: "x", kind: "coordinate", unit: "m", description: "", latex: "x", given: false, value: 0 },
    ],
  };
}

/** One of every kind of shape. */
function move({ parameters = {}, until = 5 }) {
  const a = parameters.a ?? 0.2;
  const pose = (at) => ({ kind: "pose", at });
  const fixed = (x, y, z) => ({ kind: "fixed", place: [x, y, z], quaternion: [0, 0, 0, 1] });
  const shape = (name, role, geometry, motion, colour = "") => ({ name, part: name, role, geometry, motion, colour });
  const bowl = { vertices: [], triangles: [] };
  for (let i = 0; i <= 24; i++) for (let j = 0; j <= 24; j++) bowl.vertices.push((i - 12) / 60, (j - 12) / 60, ((i - 12) ** 2 + (j - 12) ** 2) / 3000);
  for (let i = 0; i < 24; i++) for (let j = 0; j < 24; j++) {
    const o = i * 25 + j;
    bowl.triangles.push(o, o + 25, o + 1, o + 1, o + 25, o + 26);
  }
  const shapes = [
    shape("ground", "support", { kind: "plane", width: 0, depth: 0 }, fixed(0, 0, 0)),
    shape("stone", "body", { kind: "ellipsoid", axes: [a, 0.05, 0.04] }, pose(0)),
    shape("ball", "body", { kind: "ball", radius: 0.06 }, pose(7)),
    shape("wheel", "wheel", { kind: "disc", radius: 0.08, thickness: 0.015 }, pose(14)),
    shape("ring", "wheel", { kind: "ring", radius: 0.1, tube: 0 }, fixed(-0.35, 0.3, 0.1)),
    shape("box", "body", { kind: "box", edges: [0.12, 0.06, 0.05] }, fixed(0.35, -0.3, 0.025)),
    shape("can", "body", { kind: "cylinder", radius: 0.04, length: 0.12 }, fixed(0.4, 0.25, 0.06)),
    shape("cone", "body", { kind: "cone", radius: 0.05, height: 0.12 }, fixed(-0.4, -0.3, 0.02)),
    shape("blade", "contact", { kind: "blade", length: 0.15 }, fixed(0, -0.4, 0)),
    shape("bowl", "support", { kind: "surface", ...bowl }, fixed(0, 0.5, 0.02)),
    shape("rod", "joint", { kind: "rod", radius: 0 }, { kind: "segment", at: 21 }),
    shape("spring", "load", { kind: "spring", radius: 0.02, turns: 8 }, { kind: "segment", at: 21 + 6 }),
    shape("v", "velocity", { kind: "arrow" }, { kind: "segment", at: 33 }),
    shape("R", "reaction", { kind: "arrow" }, { kind: "segment", at: 39 }),
    shape("path", "contact", { kind: "trace", on: "" }, { kind: "point", at: 45 }),
    shape("onball", "contact", { kind: "trace", on: "ball" }, { kind: "point", at: 45 }),
    shape("word", "other", { kind: "text", text: "contact" }, { kind: "point", at: 45 }),
  ];
  const columns = 48;
  const rows = Math.round(60 * until) + 1;
  const frames = new Float64Array(rows * columns);
  const plot = new Float64Array(rows * 3);
  for (let i = 0; i < rows; i++) {
    const t = i / 60;
    const psi = 3 * Math.sin(0.8 * t);
    const [x, y] = [0.3 * Math.cos(t), 0.3 * Math.sin(t)];
    const roll = t / 0.06 * 0.3;
    // rolls around the circle: attitude = turn about z by t, after roll about x
    const q = (axis, angle) => [axis[0] * Math.sin(angle / 2), axis[1] * Math.sin(angle / 2), axis[2] * Math.sin(angle / 2), Math.cos(angle / 2)];
    const mul = (p, r) => [p[3] * r[0] + p[0] * r[3] + p[1] * r[2] - p[2] * r[1], p[3] * r[1] - p[0] * r[2] + p[1] * r[3] + p[2] * r[0], p[3] * r[2] + p[0] * r[1] - p[1] * r[0] + p[2] * r[3], p[3] * r[3] - p[0] * r[0] - p[1] * r[1] - p[2] * r[2]];
    const row = [
      0, 0, 0.04, ...mul(q([0, 0, 1], psi), q([1, 0, 0], 0.1 * Math.sin(9 * t))),
      x, y, 0.06, ...mul(q([0, 0, 1], t), q([1, 0, 0], -roll)),
      -0.3 + 0.1 * t, -0.12, 0.08, ...mul(q([1, 0, 0], Math.PI / 2), q([0, 0, 1], -0.1 * t / 0.08)),
      -0.4, 0.3, 0.1, x, y, 0.06, 0.4, 0.25, 0.12, x, y, 0.06,
      x, y, 0.06, x - 2 * Math.sin(t), y + 2 * Math.cos(t), 0.06,
      x, y, 0, x, y, 9.81 + Math.sin(5 * t),
      x, y, 0,
    ];
    frames.set(row, i * columns);
    plot.set([t, psi, 2.4 * Math.cos(0.8 * t)], 3 * i);
  }
  return {
    result: {
      scene: { view: "space", box: { low: [-0.5, -0.5, 0], high: [0.5, 0.7, 0.2] }, shapes, columns },
      columns: [["t", "s"], ["psi", "rad"], ["w3", "1/s"]].map(([name, unit]) => ({ name, unit, latex: name, kind: "coordinate", description: "" })),
      t_end: until, ended: null, drift: [], steps: 100, method: "taylor", form: "vector", seconds: { derive: 0, compile: 0, integrate: 0, total: 0 },
    },
    blocks: [{ kind: 1, rows, columns, data: frames }, { kind: 2, rows, columns: 3, data: plot }],
  };
}

function block(id, { kind, rows, columns, data }) {
  const bytes = Buffer.alloc(16 + data.byteLength);
  [id, kind, rows, columns].forEach((n, i) => bytes.writeUInt32LE(n, 4 * i));
  Buffer.from(data.buffer).copy(bytes, 16);
  return bytes;
}

/** Answers one message; `send` takes text or bytes. */
export function answer(message, send) {
  const { id, ask, model = "", name, ...fields } = JSON.parse(message);
  if (!ask) return;
  const end = (result) => send(JSON.stringify({ id, event: "end", ok: true, result, warnings: [] }));
  if (ask === "gallery") end(entries.map(({ text, ...e }) => e));
  else if (ask === "text") end({ text: entries.find((e) => e.name === name)?.text ?? "" });
  else if (ask === "check") end(check(model));
  else if (ask === "complete") end([{ label: "theta", kind: "coordinate", detail: "heading" }]);
  else if (ask === "format") end({ text: model.replace(/[ \t]+$/gm, "") });
  else if (ask === "hello") end({ version: "0", forms: [], facts: [], languages: [], methods: [] });
  else if (ask === "move") {
    const { result, blocks } = move(fields);
    for (const b of blocks) send(block(id, b));
    end(result);
  } else send(JSON.stringify({ id, event: "end", ok: false, errors: [{ code: "unknown", message: `no answer to ${ask}` }], warnings: [] }));
}

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2", ".webp": "image/webp", ".png": "image/png" };

/** Lets a page of playwright see the bundle in `folder` and this stand-in, at the address that is returned. */
export async function stand(page, folder) {
  await page.route("http://localhost:1/**", (route) => {
    const path = new URL(route.request().url()).pathname;
    try {
      const file = join(folder, path === "/" ? "index.html" : path);
      return route.fulfill({ body: readFileSync(file), contentType: types[extname(file)] ?? "text/plain" });
    } catch {
      return route.fulfill({ status: 404, body: "" });
    }
  });
  await page.routeWebSocket(/\/socket/, (socket) => socket.onMessage((m) => answer(String(m), (data) => socket.send(data))));
  return "http://localhost:1/?token=x";
}
