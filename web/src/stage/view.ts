// The picture of a motion: meshes, traces, arrows, light. Renders only when something has changed.
import {
  AmbientLight, Box3, Color, DirectionalLight, DoubleSide, Group, HemisphereLight, Mesh, type Object3D, PCFShadowMap, PlaneGeometry, Quaternion,
  Scene as Space, ShadowMaterial, Sprite, Vector3, WebGLRenderer,
} from "three";
import { colourOf } from "../palette";
import type { Role, Scene, Shape } from "../protocol";
import type { Theme } from "../theme";
import { type Room, isEmpty, isFigure, reachOf, roomOf } from "./extent";
import { type Frames, type Moment, linear, longest, momentAt, roundStep, slerp } from "./frames";
import { gridMaterial, solid } from "./materials";
import { Rig } from "./rig";
import { Arrow, type Looks, fit, formOf, meshOf } from "./shapes";
import { Trace } from "./trace";

export interface Picture {
  scene: Scene;
  frames: Frames;
}
/** What can be hidden: arrows by their role, and the rest by name. */
export type Layer = "velocity" | "momentum" | "reaction" | "load" | "traces" | "axes" | "labels" | "grid" | "shadow";
export type Layers = Record<Layer, boolean>;
export const usualLayers: Layers = {
  velocity: true, momentum: false, reaction: false, load: true, traces: true, axes: false, labels: true, grid: true, shadow: true,
};

const roleColours: Record<Role, string> = {
  body: "blue", support: "grey", wheel: "orange", joint: "grey", load: "brown", contact: "red", velocity: "green", momentum: "violet",
  reaction: "red", other: "cyan",
};
const bodyColours = ["blue", "orange", "green", "violet", "cyan", "brown", "pink", "olive"];
const surroundings: Record<Theme, { background: string; line: string; ink: string; shadow: number; sky: string; soil: string; sun: number; fill: number }> = {
  light: { background: "#f4f6f8", line: "#8d99a8", ink: "#1c2128", shadow: 0.22, sky: "#ffffff", soil: "#c5cad3", sun: 2.1, fill: 1.5 },
  dark: { background: "#14181d", line: "#5a6675", ink: "#e3e7ec", shadow: 0.5, sky: "#dfe8f5", soil: "#3a414b", sun: 2.0, fill: 1.1 },
};

interface Item {
  shape: Shape;
  key: string;
  object: Object3D;
  update(m: Moment): void;
  /** Placed once for each motion, not for each frame. */
  rests: boolean;
  dispose(): void;
}

const up = new Vector3(0, 0, 1);
const direction = new Vector3();
const numbers = new Float64Array(7);

/** The layer that hides a shape; null: always shown. */
export function layerOf(shape: Shape): Layer | null {
  const { kind } = shape.geometry;
  if (kind === "trace") return "traces";
  if (kind === "text") return "labels";
  if (kind === "arrow" && (shape.role === "velocity" || shape.role === "momentum" || shape.role === "reaction" || shape.role === "load")) return shape.role;
  return null;
}

export class StageView {
  readonly rig: Rig;
  /** Width of a square of the grid. */
  step = 1;
  onRender: (() => void) | null = null;

  private readonly renderer: WebGLRenderer;
  private readonly space = new Space();
  private readonly sun = new DirectionalLight("#ffffff", 2);
  private readonly sky = new HemisphereLight("#ffffff", "#888888", 1);
  private readonly things = new Group();
  private readonly items = new Map<string, Item>();
  private readonly axes: { frame: Group; item: Item }[] = [];
  private picture: Picture | null = null;
  private scales: Partial<Record<Role, number>> = {};
  private layers: Layers = usualLayers;
  private theme: Theme = "light";
  private moment: Moment = { row: 0, part: 0 };
  private time = 0;
  private asked = 0;
  /** Radii: of the system at the start, and of the whole motion. */
  private figure = 1;
  private whole = 1;
  private thin = 0.02;
  private leader: Shape | null = null;
  private readonly centre = new Vector3();
  /** What the system takes up at the start, and in the whole motion. */
  private readonly start = new Box3();
  private readonly box = new Box3();

  constructor(readonly canvas: HTMLCanvasElement, settled: () => void = () => {}) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, powerPreference: "high-performance" });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.rig = new Rig(canvas, () => this.invalidate(), settled);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.radius = 5;
    this.sun.shadow.normalBias = 0.02;
    this.space.add(this.sky, this.sun, this.sun.target, new AmbientLight("#ffffff", 0.25), this.things);
    this.setTheme("light");
    canvas.addEventListener("webglcontextrestored", () => this.invalidate());
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    const s = surroundings[theme];
    this.space.background = new Color(s.background);
    this.sky.color.set(s.sky);
    this.sky.groundColor.set(s.soil);
    this.sky.intensity = s.fill;
    this.sun.intensity = s.sun;
    if (this.picture) this.rebuild(this.picture);
    this.invalidate();
  }

  setLayers(layers: Layers): void {
    this.layers = layers;
    this.applyLayers();
    this.invalidate();
  }

  resize(width: number, height: number): void {
    if (width < 2 || height < 2) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.rig.resize(width, height);
    this.render();  // at once: a resized canvas is empty
  }

  /** Shows another motion. Meshes that look the same are kept. */
  show(picture: Picture): void {
    const before = this.picture;
    this.picture = picture;
    this.measure(before === null || before.scene.shapes.length !== picture.scene.shapes.length ? 200 : 24);
    const same = before !== null && before.scene.shapes.length === picture.scene.shapes.length &&
      picture.scene.shapes.every((shape) => this.items.has(shape.name));
    if (!same || Math.abs(Math.log(this.thin / this.builtThin)) > 0.25) this.rebuild(picture);
    else this.renew(picture);
    this.setTime(this.time);
  }
  /** An empty stage. */
  clear(): void {
    this.picture = null;
    this.empty();
    this.invalidate();
  }
  private builtThin = 1;

  /** The camera's usual place for this motion. */
  fit(): void {
    if (!this.picture) return;
    const shapes = this.picture.scene.shapes;
    const onPlane = !shapes.some((s) => s.role === "support" && s.geometry.kind !== "plane");
    const follows = onPlane && this.leader !== null && this.whole > 7 * this.figure;
    this.setAnchor();
    const above = this.picture.scene.view === "above";
    if (follows) {
      const room = above ? 2.2 : 1.3;
      this.rig.fit(this.start.clone().expandByScalar((room - 1) * this.figure), above, true);
    } else this.rig.fit(this.box, above, false);
  }
  setAnchor(): void {
    if (!this.picture || !this.leader) return;
    linear(this.picture.frames, { row: 0, part: 0 }, this.anchorAt, 3, numbers);
    this.rig.anchor.set(numbers[0], numbers[1], numbers[2]);
  }
  private get anchorAt(): number {
    return this.leader && "at" in this.leader.motion ? this.leader.motion.at : 0;
  }
  get canFollow(): boolean {
    return this.leader !== null;
  }

  setTime(time: number): void {
    this.time = time;
    if (!this.picture) return;
    this.moment = momentAt(this.picture.frames.t, time);
    this.invalidate();
  }

  /** Layers that have something to show. */
  get available(): Set<Layer> {
    const found = new Set<Layer>(["grid", "shadow"]);
    for (const shape of this.picture?.scene.shapes ?? []) {
      const layer = layerOf(shape);
      if (layer) found.add(layer);
      if (shape.motion.kind === "pose") found.add("axes");
    }
    return found;
  }

  invalidate(): void {
    if (this.asked === 0) this.asked = requestAnimationFrame(() => this.render());
  }

  render(): void {
    if (this.asked !== 0) cancelAnimationFrame(this.asked);
    this.asked = 0;
    if (this.picture) {
      for (const item of this.items.values()) if (!item.rests) item.update(this.moment);
      for (const { frame, item } of this.axes) {
        frame.position.copy(item.object.position);
        frame.quaternion.copy(item.object.quaternion);
      }
      if (this.leader) {
        linear(this.picture.frames, this.moment, this.anchorAt, 3, numbers);
        this.rig.follow(numbers[0], numbers[1], numbers[2]);
      }
    }
    this.rig.place();
    this.light();
    this.sizeLabels();
    this.renderer.render(this.space, this.rig.camera);
    this.onRender?.();
  }

  /** The picture as it is now, with about `width` points across. */
  png(width = 2000): Promise<Blob> {
    const ratio = this.renderer.getPixelRatio();
    this.renderer.setPixelRatio(Math.max(ratio, Math.min(4, width / Math.max(this.canvas.clientWidth, 1))));
    this.render();
    const blob = new Promise<Blob>((resolve, reject) => this.canvas.toBlob((b) => (b ? resolve(b) : reject(new Error("no picture"))), "image/png"));
    this.renderer.setPixelRatio(ratio);
    this.render();
    return blob;
  }

  /** What is on the screen, for tests: places of the moving shapes. */
  get places(): Record<string, number[]> {
    const out: Record<string, number[]> = {};
    for (const item of this.items.values())
      if (item.shape.motion.kind === "pose") out[item.shape.name] = [...item.object.position.toArray(), ...item.object.quaternion.toArray()];
    return out;
  }

  // Building

  private measure(samples: number): void {
    const { scene, frames } = this.picture!;
    const last = frames.rows - 1;
    let best = -1;
    this.leader = null;
    for (const shape of scene.shapes) {
      if (shape.motion.kind !== "pose" || !isFigure(shape)) continue;
      const weight = (shape.role === "body" ? 3 : 1) * (reachOf(shape.geometry) + 1e-9);
      if (weight > best) [best, this.leader] = [weight, shape];
    }
    const given: Room = { low: scene.box.low, high: scene.box.high };
    const put = (box: Box3, room: Room) => box.set(new Vector3(...room.low), new Vector3(...room.high));
    const whole = roomOf(scene, frames, (s) => isFigure(s) || (s.role === "support" && s.geometry.kind !== "plane") || s.geometry.kind === "trace", last, samples);
    put(this.box, isEmpty(whole) ? given : whole);
    const start = roomOf(scene, frames, isFigure, 0, 1);
    put(this.start, isEmpty(start) ? given : start);
    this.box.getCenter(this.centre);
    const radius = (box: Box3) => box.getSize(new Vector3()).length() / 2;
    this.whole = Math.max(radius(this.box), 1e-6);
    this.figure = Math.max(radius(this.start), 1e-3 * this.whole);
    this.thin = Math.max(0.02 * Math.min(this.figure, this.whole), 0.004 * Math.min(this.whole, 6 * this.figure));
  }

  private looksOf(shape: Shape): Looks {
    let word = shape.colour;
    if (word === "" && (shape.role === "body" || shape.role === "wheel")) {
      const parts = [...new Set(this.picture!.scene.shapes.filter((s) => s.role === "body" || s.role === "wheel").map((s) => s.part))];
      word = bodyColours[Math.max(parts.indexOf(shape.part), 0) % bodyColours.length];
    }
    if (word === "" && shape.geometry.kind === "trace") word = shape.geometry.on === "" ? "orange" : "red";
    if (word === "") word = roleColours[shape.role];
    return { colour: colourOf(word, this.theme), ink: surroundings[this.theme].ink, thin: this.thin };
  }

  private empty(): void {
    for (const item of this.items.values()) item.dispose();
    this.items.clear();
    this.things.clear();
    this.axes.length = 0;
  }

  private rebuild(picture: Picture): void {
    this.empty();
    this.builtThin = this.thin;
    this.step = roundStep(0.25 * Math.min(this.whole, 3 * this.figure));  // stays while sliders move
    this.scaleArrows();
    for (const shape of picture.scene.shapes) if (shape.geometry.kind !== "trace") this.add(shape);
    for (const shape of picture.scene.shapes) if (shape.geometry.kind === "trace") this.add(shape);
    const hasPlane = picture.scene.shapes.some((s) => s.geometry.kind === "plane" && s.geometry.width === 0);
    const hasSupport = picture.scene.shapes.some((s) => s.role === "support");
    if (!hasPlane && (!hasSupport || picture.scene.view === "above")) this.addFloor(picture.scene);
    this.applyLayers();
  }

  /** Same shapes, other numbers: only meshes whose geometry has changed are remade. */
  private renew(picture: Picture): void {
    this.scaleArrows();
    for (const shape of picture.scene.shapes) {
      const item = this.items.get(shape.name)!;
      if (item.key !== this.keyOf(shape)) {
        this.remove(item);
        this.add(shape);
      } else {
        item.shape = shape;
        if (shape.geometry.kind !== "plane" && !(item.object instanceof Sprite)) fit(item.object, shape.geometry, this.builtThin);
        if (item.rests) item.update(this.moment);
      }
    }
    for (const item of this.items.values()) this.fillTrace(item);
    this.applyLayers();
  }

  /** Shapes with the same key share a mesh from one motion to the next. */
  private keyOf(shape: Shape): string {
    const { geometry, motion } = shape;
    return `${motion.kind} ${shape.role} ${shape.colour} ${shape.part} ${geometry.kind === "plane" ? JSON.stringify(geometry) : formOf(geometry, this.builtThin)}`;
  }

  private remove(item: Item): void {
    item.object.removeFromParent();
    item.dispose();
    this.items.delete(item.shape.name);
    for (let i = this.axes.length - 1; i >= 0; i--)
      if (this.axes[i].item === item) this.axes.splice(i, 1)[0].frame.removeFromParent();
    // Traces drawn on the mesh go to its successor.
    for (const other of this.items.values())
      if (other.shape.geometry.kind === "trace" && other.shape.geometry.on === item.shape.name) other.object.removeFromParent();
  }

  private add(shape: Shape): void {
    const item: Item = {
      shape, key: this.keyOf(shape), object: new Group(), update: () => {}, rests: shape.motion.kind.startsWith("fixed"),
      dispose: () => disposeAll(item.object),
    };
    const looks = this.looksOf(shape);
    const { geometry } = shape;
    if (geometry.kind === "trace") {
      const trace = new Trace(looks.colour, geometry.on === "" ? 2.2 : 1.6);
      item.object.add(trace.line, trace.tip);
      item.object.userData.trace = trace;
      item.update = (m) => trace.update(m);
      item.dispose = () => trace.dispose();
    } else if (geometry.kind === "arrow") {
      item.object = new Arrow(looks.colour, this.thin * 0.9);
      item.update = (m) => this.moveSegment(item, m);
    } else {
      item.object = geometry.kind === "plane" ? this.planeOf(shape, geometry.width, geometry.depth) : meshOf(shape, looks);
      item.update = this.mover(item);
    }
    this.items.set(shape.name, item);
    this.things.add(item.object);
    this.fillTrace(item);
    if (shape.motion.kind === "pose" && geometry.kind !== "plane" && shape.role !== "support") this.addAxes(item, Math.max(1.35 * reachOf(geometry), 6 * this.thin));
    item.update(this.moment);
    for (const other of this.items.values())
      if (other.shape.geometry.kind === "trace" && other.shape.geometry.on === shape.name) this.fillTrace(other);
  }

  private mover(item: Item): (m: Moment) => void {
    switch (item.shape.motion.kind) {
      case "fixed":
        return () => {
          const { motion } = item.shape;
          if (motion.kind !== "fixed") return;
          item.object.position.set(...motion.place);
          item.object.quaternion.set(...motion.quaternion);
        };
      case "pose":
        return (m) => {
          const { motion } = item.shape;
          if (motion.kind !== "pose") return;
          const { frames } = this.picture!;
          linear(frames, m, motion.at, 3, numbers);
          item.object.position.set(numbers[0], numbers[1], numbers[2]);
          slerp(frames, m, motion.at + 3, numbers);
          item.object.quaternion.set(numbers[0], numbers[1], numbers[2], numbers[3]);
        };
      case "point":
        return (m) => {
          const { motion } = item.shape;
          if (motion.kind !== "point") return;
          linear(this.picture!.frames, m, motion.at, 3, numbers);
          item.object.position.set(numbers[0], numbers[1], numbers[2]);
        };
      default:
        return (m) => this.moveSegment(item, m);
    }
  }

  /** Rods and springs are stretched between their ends; arrows have the scale of their role. */
  private moveSegment(item: Item, m: Moment): void {
    const { shape, object } = item;
    const { motion } = shape;
    if (motion.kind === "segment") linear(this.picture!.frames, m, motion.at, 6, numbers);
    else if (motion.kind === "fixed-segment") numbers.set([...motion.from, ...motion.to]);
    else return;
    object.position.set(numbers[0], numbers[1], numbers[2]);
    direction.set(numbers[3] - numbers[0], numbers[4] - numbers[1], numbers[5] - numbers[2]);
    const length = direction.length();
    if (length > 0) object.quaternion.setFromUnitVectors(up, direction.divideScalar(length));
    if (object instanceof Arrow) {
      object.stretch(length * (this.scales[shape.role] ?? 1));
      const layer = layerOf(shape);
      if (layer && !this.layers[layer]) object.visible = false;
    } else object.scale.set(1, 1, Math.max(length, 1e-9));
  }

  private scaleArrows(): void {
    const { scene, frames } = this.picture!;
    const target = 0.8 * Math.min(this.whole, 1.6 * this.figure);
    this.scales = {};
    for (const role of ["velocity", "momentum", "reaction", "load"] as const) {
      const starts: number[] = [];
      for (const s of scene.shapes) if (s.role === role && s.geometry.kind === "arrow" && s.motion.kind === "segment") starts.push(s.motion.at);
      const most = longest(frames, starts);
      if (most > 0) this.scales[role] = target / most;
    }
  }

  private fillTrace(item: Item): void {
    const { geometry, motion } = item.shape;
    if (geometry.kind !== "trace" || motion.kind !== "point") return;
    const carrier = geometry.on === "" ? undefined : this.items.get(geometry.on);
    const pose = carrier?.shape.motion.kind === "pose" ? carrier.shape.motion.at : null;
    const parent = pose !== null ? carrier!.object : this.things;
    if (item.object.parent !== parent) parent.add(item.object);
    const trace = item.object.userData.trace as Trace;
    trace.fill(this.picture!.frames, motion.at, pose);
  }

  private addAxes(item: Item, length: number): void {
    const frame = new Group();
    const colours = ["red", "green", "blue"].map((word) => colourOf(word, this.theme));
    const turns = [new Quaternion().setFromUnitVectors(up, new Vector3(1, 0, 0)), new Quaternion().setFromUnitVectors(up, new Vector3(0, 1, 0)), new Quaternion()];
    colours.forEach((colour, i) => {
      const arrow = new Arrow(colour, 0.5 * this.thin);
      arrow.quaternion.copy(turns[i]);
      arrow.stretch(length);
      frame.add(arrow);
    });
    this.axes.push({ frame, item });
    this.things.add(frame);
  }

  private planeOf(shape: Shape, width: number, depth: number): Group {
    const s = surroundings[this.theme];
    const group = new Group();
    const endless = width === 0 || depth === 0;
    const reach = Math.max(8 * this.whole, 20 * Math.min(this.figure, this.whole));
    const sheet = endless ? new PlaneGeometry(2 * reach, 2 * reach) : new PlaneGeometry(width, depth);
    if (!endless) {
      const fill = new Mesh(sheet, solid(this.looksOf(shape).colour, "plain", { side: DoubleSide, opacity: 0.25 }));
      fill.renderOrder = -2;
      group.add(fill);
    }
    const shadow = new Mesh(sheet, new ShadowMaterial({ opacity: s.shadow, depthWrite: false }));
    shadow.receiveShadow = true;
    shadow.renderOrder = -1;
    shadow.userData.layer = "shadow";
    const grid = new Mesh(sheet, gridMaterial(s.line, this.step, endless ? 5 * Math.max(this.whole, this.figure) : 1e9, 0.5));
    grid.renderOrder = -1;
    grid.userData.layer = "grid";
    // The sheet lies a hair below what stands on it.
    for (const mesh of [shadow, grid]) mesh.position.z = -1e-4 * this.figure;
    group.add(shadow, grid);
    return group;
  }

  /** Paper below systems without a ground, for orientation. */
  private addFloor(scene: Scene): void {
    const shape: Shape = {
      name: "", part: "", role: "support", geometry: { kind: "plane", width: 0, depth: 0 }, colour: "",
      motion: { kind: "fixed", place: [0, 0, 0], quaternion: [0, 0, 0, 1] },
    };
    const floor = this.planeOf(shape, 0, 0);
    const height = scene.view === "above" ? Math.min(0, scene.box.low[2]) : scene.box.low[2] - 0.05 * this.whole;
    floor.position.set(0, 0, height);
    this.things.add(floor);
  }

  private applyLayers(): void {
    for (const item of this.items.values()) {
      const layer = layerOf(item.shape);
      if (layer && layer !== "traces") item.object.visible = this.layers[layer];
      if (layer === "traces") item.object.visible = this.layers.traces;
    }
    for (const { frame } of this.axes) frame.visible = this.layers.axes;
    this.things.traverse((o) => {
      const layer = o.userData.layer as Layer | undefined;
      if (layer) o.visible = this.layers[layer];
    });
    this.sun.castShadow = this.layers.shadow;
  }

  private light(): void {
    const { focus } = this.rig;
    const reach = this.rig.follows ? 4 * this.figure : Math.max(1.3 * this.whole, this.figure);
    this.sun.target.position.copy(this.rig.follows ? focus : this.centre);
    this.sun.position.copy(this.sun.target.position).addScaledVector(direction.set(0.45, -0.35, 1).normalize(), 6 * reach);
    const c = this.sun.shadow.camera;
    if (c.right !== reach) {
      Object.assign(c, { left: -reach, right: reach, top: reach, bottom: -reach, near: 0.1 * reach, far: 14 * reach });
      c.updateProjectionMatrix();
      this.sun.shadow.normalBias = 0.006 * reach;
    }
  }

  private sizeLabels(): void {
    for (const item of this.items.values())
      if (item.object instanceof Sprite) {
        const height = this.rig.above ? 0.045 * (this.rig.plane.top - this.rig.plane.bottom) : 0.025;
        item.object.scale.set(height * (item.object.userData.aspect as number), height, 1);
      }
  }
}

function disposeAll(root: Object3D): void {
  root.traverse((o) => {
    if (o instanceof Mesh) {
      o.geometry.dispose();
      (Array.isArray(o.material) ? o.material : [o.material]).forEach((m) => m.dispose());
    } else if (o instanceof Sprite) {
      o.material.map?.dispose();
      o.material.dispose();
    }
  });
}
