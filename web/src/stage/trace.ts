// The path of a point as a line of constant width, shown up to the present time. Its buffer grows but is never remade per frame.
import { Color, DynamicDrawUsage, InstancedInterleavedBuffer, InterleavedBufferAttribute, Sphere } from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import { type Frames, type Moment, path, segmentsUntil } from "./frames";

/** Points one after another; segment i goes from point i to point i + 1. */
class Polyline extends LineSegments2 {
  points = new Float32Array(0);
  private buffer: InstancedInterleavedBuffer | null = null;
  constructor(material: LineMaterial) {
    super(new LineSegmentsGeometry(), material);
    this.frustumCulled = false;
  }
  /** Makes room for `rows` points. */
  reserve(rows: number): void {
    if (this.points.length >= 3 * rows && this.buffer) return;
    this.points = new Float32Array(3 * Math.max(rows, 2));
    this.geometry.dispose();
    this.geometry = new LineSegmentsGeometry();
    this.geometry.boundingSphere = new Sphere();  // lines are not culled; asking for their bounds would read past the last point
    this.buffer = new InstancedInterleavedBuffer(this.points, 3, 1);
    this.buffer.setUsage(DynamicDrawUsage);
    this.geometry.setAttribute("instanceStart", new InterleavedBufferAttribute(this.buffer, 3, 0));
    this.geometry.setAttribute("instanceEnd", new InterleavedBufferAttribute(this.buffer, 3, 3));
  }
  upload(): void {
    if (this.buffer) this.buffer.needsUpdate = true;
  }
  show(segments: number): void {
    this.geometry.instanceCount = segments;
    this.visible = segments > 0;
  }
}

export class Trace {
  readonly line: Polyline;
  /** From the last row to the present moment. */
  readonly tip: Polyline;
  private rows = 0;

  constructor(colour: string, width = 2.2) {
    const material = new LineMaterial({ color: new Color(colour).getHex(), linewidth: width });
    material.polygonOffset = true;
    material.polygonOffsetFactor = -3;
    material.polygonOffsetUnits = -3;
    this.line = new Polyline(material);
    this.tip = new Polyline(material);
    this.tip.reserve(2);
    this.line.raycast = this.tip.raycast = () => {};
  }

  fill(frames: Frames, point: number, pose: number | null): void {
    this.rows = frames.rows;
    this.line.reserve(frames.rows);
    path(frames, point, pose, this.line.points);
    this.line.upload();
  }

  update(m: Moment): void {
    const done = segmentsUntil(m, this.rows);
    this.line.show(done);
    const { points } = this.line;
    if (m.part > 0 && done + 1 < this.rows) {
      for (let i = 0; i < 3; i++) {
        const a = points[3 * done + i];
        this.tip.points[i] = a;
        this.tip.points[3 + i] = a + m.part * (points[3 * done + 3 + i] - a);
      }
      this.tip.upload();
      this.tip.show(1);
    } else this.tip.show(0);
  }

  dispose(): void {
    this.line.geometry.dispose();
    this.tip.geometry.dispose();
    this.line.material.dispose();
  }
}
