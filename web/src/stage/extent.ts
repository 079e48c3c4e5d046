// How much room shapes take up, at a moment and in a whole motion.
import type { Geometry, Scene, Shape } from "../protocol";
import type { Frames } from "./frames";

export type Point = [number, number, number];
export interface Room {
  low: Point;
  high: Point;
}
interface Extent {
  centre: Point;
  half: Point;
  /** Its surface is an ellipsoid, not the box around it. */
  round: boolean;
}

const extent = (half: Point, round = false, centre: Point = [0, 0, 0]): Extent => ({ centre, half, round });

/** A shape in its own axes; null for those without a size of their own. */
export function extentOf(g: Geometry): Extent | null {
  switch (g.kind) {
    case "ball": return extent([g.radius, g.radius, g.radius], true);
    case "ellipsoid": return extent(g.axes, true);
    case "disc": return extent([g.radius, g.radius, g.thickness / 2], true);
    case "ring": return extent([g.radius + g.tube, g.radius + g.tube, g.tube], true);
    case "cylinder": return extent([g.radius, g.radius, g.length / 2]);
    case "cone": return extent([g.radius, g.radius, g.height / 2], false, [0, 0, g.height / 2]);
    case "box": return extent([g.edges[0] / 2, g.edges[1] / 2, g.edges[2] / 2]);
    case "blade": return extent([g.length / 2, 0.02 * g.length, 0.08 * g.length], false, [0, 0, 0.08 * g.length]);
    case "plane": return g.width > 0 && g.depth > 0 ? extent([g.width / 2, g.depth / 2, 0]) : null;
    case "surface": {
      const low: Point = [Infinity, Infinity, Infinity];
      const high: Point = [-Infinity, -Infinity, -Infinity];
      g.vertices.forEach((x, i) => {
        low[i % 3] = Math.min(low[i % 3], x);
        high[i % 3] = Math.max(high[i % 3], x);
      });
      if (g.vertices.length === 0) return null;
      const middle = (i: number) => (low[i] + high[i]) / 2;
      const half = (i: number) => (high[i] - low[i]) / 2;
      return extent([half(0), half(1), half(2)], false, [middle(0), middle(1), middle(2)]);
    }
    default: return null;
  }
}
/** How far a shape reaches from its place. */
export function reachOf(g: Geometry): number {
  const e = extentOf(g);
  if (!e) return 0;
  const far = e.half.map((h, i) => h + Math.abs(e.centre[i]));
  return e.round ? Math.max(...far) : Math.hypot(...far);
}

export const noRoom = (): Room => ({ low: [Infinity, Infinity, Infinity], high: [-Infinity, -Infinity, -Infinity] });
export const isEmpty = (room: Room): boolean => !(room.high[0] >= room.low[0]);

function take(room: Room, point: ArrayLike<number>, half: ArrayLike<number>): void {
  for (let i = 0; i < 3; i++) {
    if (!Number.isFinite(point[i])) return;
    room.low[i] = Math.min(room.low[i], point[i] - half[i]);
    room.high[i] = Math.max(room.high[i], point[i] + half[i]);
  }
}

const nothing: Point = [0, 0, 0];

/** Takes in a shape with an attitude: places of its corners, or of an ellipsoid's outermost points. */
function takePosed(room: Room, e: Extent, place: ArrayLike<number>, q: ArrayLike<number>): void {
  const [x, y, z, w] = [q[0], q[1], q[2], q[3]];
  const R = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
  const half = R.map((r) => (e.round ? Math.hypot(r[0] * e.half[0], r[1] * e.half[1], r[2] * e.half[2])
    : Math.abs(r[0]) * e.half[0] + Math.abs(r[1]) * e.half[1] + Math.abs(r[2]) * e.half[2]));
  const centre = R.map((r, i) => place[i] + r[0] * e.centre[0] + r[1] * e.centre[1] + r[2] * e.centre[2]);
  take(room, centre, half);
}

/** Shapes that belong to the system rather than to what it moves on. */
export const isFigure = (shape: Shape): boolean => shape.role !== "support" && shape.geometry.kind !== "plane" && shape.geometry.kind !== "arrow" && shape.geometry.kind !== "trace" && shape.geometry.kind !== "text";

/** The room of those shapes that `chosen` names, in up to `samples` rows from the first to `last`. */
export function roomOf(scene: Scene, frames: Frames, chosen: (shape: Shape) => boolean, last: number, samples: number): Room {
  const room = noRoom();
  const step = Math.max(1, Math.floor((last + 1) / samples));
  for (const shape of scene.shapes) {
    if (!chosen(shape)) continue;
    const { motion, geometry } = shape;
    const e = extentOf(geometry);
    if (motion.kind === "fixed") {
      if (e) takePosed(room, e, motion.place, motion.quaternion);
    } else if (motion.kind === "fixed-segment") {
      take(room, motion.from, nothing);
      take(room, motion.to, nothing);
    } else
      for (let row = 0; row <= last; row += step) {
        const at = row * frames.columns + motion.at;
        const point = frames.data.subarray(at, at + 7);
        if (motion.kind === "pose") takePosed(room, e ?? extent(nothing), point, point.subarray(3));
        else take(room, point, nothing);
        if (motion.kind === "segment") take(room, point.subarray(3), nothing);
      }
  }
  return room;
}
