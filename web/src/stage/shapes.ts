// Meshes of the kinds of shapes. z is up; rings, discs, cylinders and cones have axis 3.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, CanvasTexture, CatmullRomCurve3, ConeGeometry, CylinderGeometry, DoubleSide, ExtrudeGeometry,
  Group, Mesh, type Object3D, Shape as Outline, SphereGeometry, Sprite, SpriteMaterial, TorusGeometry, TubeGeometry, Vector3,
} from "three";
import type { Geometry, Shape } from "../protocol";
import { type Pattern, solid } from "./materials";

export interface Looks {
  colour: string;
  ink: string;
  /** A length that is small but visible in this picture. */
  thin: number;
}

const upright = (g: BufferGeometry): BufferGeometry => g.rotateX(Math.PI / 2);  // three's y to our z

function meshed(geometry: BufferGeometry, colour: string, pattern: Pattern, options: Parameters<typeof solid>[2] = {}): Mesh {
  const mesh = new Mesh(geometry, solid(colour, pattern, options));
  mesh.castShadow = true;
  mesh.receiveShadow = (options.opacity ?? 1) === 1;  // what shines through has no shadows on it
  return mesh;
}

function surface(vertices: number[], triangles: number[]): BufferGeometry {
  const g = new BufferGeometry();
  g.setAttribute("position", new BufferAttribute(new Float32Array(vertices), 3));
  g.setIndex(triangles);
  g.computeVertexNormals();
  return g;
}

/** A knife edge along axis 1: sharp below, a thin plate above. */
function blade(length: number): BufferGeometry {
  const height = 0.16 * length;
  const outline = new Outline();
  outline.moveTo(-length / 2, height);
  outline.quadraticCurveTo(-length / 2, 0, -0.3 * length, 0);
  outline.lineTo(0.3 * length, 0);
  outline.quadraticCurveTo(length / 2, 0, length / 2, height);
  outline.closePath();
  const thickness = 0.03 * length;
  const g = new ExtrudeGeometry(outline, { depth: thickness, bevelEnabled: false, curveSegments: 12 });
  return g.translate(0, 0, -thickness / 2).rotateX(Math.PI / 2);
}

/** A helix from the origin to (0, 0, 1); the mesh is stretched to its length. */
function helix(radius: number, turns: number, wire: number, length: number): BufferGeometry {
  const points: Vector3[] = [];
  const n = Math.max(1, Math.round(turns));
  const ends = 0.12;
  points.push(new Vector3(0, 0, 0), new Vector3(0, 0, ends / 2));
  for (let i = 0; i <= 14 * n; i++) {
    const angle = (2 * Math.PI * i) / 14;
    points.push(new Vector3(radius * Math.cos(angle), radius * Math.sin(angle), ends + ((1 - 2 * ends) * i) / (14 * n)));
  }
  points.push(new Vector3(0, 0, 1 - ends / 2), new Vector3(0, 0, 1));
  for (const p of points) p.z *= length;
  const g = new TubeGeometry(new CatmullRomCurve3(points), 16 * n + 20, wire, 6, false);
  return g.scale(1, 1, 1 / length);
}

/** An arrow of length 1 along axis 3; its shaft and its head are scaled apart so that the head keeps its form. */
export class Arrow extends Group {
  private readonly shaft: Mesh;
  private readonly head: Mesh;
  constructor(colour: string, private readonly thickness: number) {
    super();
    this.shaft = new Mesh(upright(new CylinderGeometry(1, 1, 1, 12, 1)).translate(0, 0, 0.5), solid(colour, "plain"));
    this.head = new Mesh(upright(new ConeGeometry(1, 1, 20, 1)).translate(0, 0, 0.5), this.shaft.material);
    this.shaft.castShadow = this.head.castShadow = true;
    this.add(this.shaft, this.head);
  }
  /** Sets the length; the head shrinks with short arrows. */
  stretch(length: number): void {
    const head = Math.min(6 * this.thickness, 0.5 * length);
    const radius = Math.min(this.thickness, head / 5);
    this.visible = length > 0.2 * this.thickness;
    this.shaft.scale.set(radius, radius, Math.max(length - head, 1e-9));
    this.head.scale.set(2.6 * radius, 2.6 * radius, Math.max(head, 1e-9));
    this.head.position.set(0, 0, length - head);
  }
}

/** Words that always face the viewer, with the same size everywhere. */
export function label(text: string, colour: string): Sprite {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d")!;
  const font = "500 44px system-ui, sans-serif";
  context.font = font;
  canvas.width = Math.ceil(context.measureText(text).width) + 24;
  canvas.height = 64;
  context.font = font;
  context.fillStyle = colour;
  context.textBaseline = "middle";
  context.fillText(text, 12, 34);
  const sprite = new Sprite(new SpriteMaterial({ map: new CanvasTexture(canvas), depthTest: false, sizeAttenuation: false, transparent: true }));
  sprite.userData.aspect = canvas.width / canvas.height;
  sprite.renderOrder = 10;
  return sprite;
}

/** Sizes of a kind whose meshes are all alike but for their scale; null for the others. */
function scaleOf(g: Geometry, thin: number): [number, number, number] | null {
  switch (g.kind) {
    case "ball": {
      const radius = g.radius > 0 ? g.radius : thin;
      return [radius, radius, radius];
    }
    case "ellipsoid": return g.axes;
    case "disc": return [g.radius, g.radius, g.thickness > 0 ? g.thickness : Math.min(thin, 0.06 * g.radius)];
    case "ring": return [g.radius, g.radius, g.radius];
    case "cylinder": return [g.radius, g.radius, g.length];
    case "cone": return [g.radius, g.radius, g.height];
    case "box": return g.edges;
    case "blade": {
      const length = g.length > 0 ? g.length : 10 * thin;
      return [length, length, length];
    }
    case "rod": {
      const radius = g.radius > 0 ? g.radius : 0.6 * thin;
      return [radius, radius, 1];
    }
    default: return null;
  }
}
const tubeOf = (g: Extract<Geometry, { kind: "ring" }>, thin: number) => (g.tube > 0 ? g.tube / g.radius : Math.min(0.05, (1.6 * thin) / g.radius));

/** Shapes with the same form differ only in what `fit` can change. */
export function formOf(g: Geometry, thin: number): string {
  if (g.kind === "ring") return `ring ${tubeOf(g, thin).toPrecision(2)}`;
  if (g.kind === "surface") return `surface ${g.vertices.length} ${g.triangles.length}`;
  return scaleOf(g, thin) ? g.kind : JSON.stringify(g);
}

/** Gives a mesh made by `meshOf` the sizes of another shape of the same form. */
export function fit(object: Object3D, g: Geometry, thin: number): void {
  const [mesh] = object.children;
  const scale = scaleOf(g, thin);
  if (scale) mesh.scale.set(...scale);
  else if (g.kind === "surface" && mesh instanceof Mesh) {
    const positions = mesh.geometry.getAttribute("position") as BufferAttribute;
    positions.set(g.vertices);
    positions.needsUpdate = true;
    mesh.geometry.computeVertexNormals();
    mesh.geometry.boundingSphere = null;
  }
}

/** The mesh of a shape, inside a group that is moved; planes, traces and arrows are made elsewhere. */
export function meshOf(shape: Shape, looks: Looks): Object3D {
  const g = shape.geometry;
  if (g.kind === "text") return label(g.text, looks.ink);
  const group = new Group();
  const mesh = unitMesh(shape, looks);
  if (mesh) {
    group.add(mesh);
    fit(group, g, looks.thin);
  }
  return group;
}

function unitMesh(shape: Shape, looks: Looks): Mesh | null {
  const g = shape.geometry;
  const { colour, thin } = looks;
  const support = shape.role === "support";
  const rests = support && shape.motion.kind !== "pose";  // only what may turn needs a pattern
  const glass = support ? { side: DoubleSide, opacity: 0.35 } : {};
  const both = { side: DoubleSide, ...glass };
  const dot = shape.role === "contact" || shape.role === "joint";
  switch (g.kind) {
    case "ball": return meshed(upright(new SphereGeometry(1, 48, 32)), colour, dot || rests ? "plain" : "octants");
    case "ellipsoid": return meshed(upright(new SphereGeometry(1, 64, 40)), colour, rests ? "plain" : "octants", glass);
    case "disc": return meshed(upright(new CylinderGeometry(1, 1, 1, 64)), colour, "sectors8", glass);
    case "ring": return meshed(new TorusGeometry(1, tubeOf(g, thin), 16, 72), colour, "sectors16", glass);
    case "cylinder": return meshed(upright(new CylinderGeometry(1, 1, 1, 48, 1, support)), colour, rests ? "plain" : "sectors8", both);
    case "cone":
      return meshed(upright(new ConeGeometry(1, 1, 48, 1, support)).rotateX(Math.PI).translate(0, 0, 0.5), colour, rests ? "plain" : "sectors8", both);
    case "box": return meshed(new BoxGeometry(1, 1, 1), colour, "plain", glass);
    case "blade": return meshed(blade(1), colour, "plain", { side: DoubleSide });
    case "surface": return meshed(surface(g.vertices, g.triangles), colour, rests ? "plain" : support ? "sectors8" : "octants", both);
    case "rod": return meshed(upright(new CylinderGeometry(1, 1, 1, 16)).translate(0, 0, 0.5), colour, "plain");
    case "spring": {
      const radius = g.radius > 0 ? g.radius : 3 * thin;
      return meshed(helix(radius, g.turns > 0 ? g.turns : 8, Math.min(0.35 * thin, 0.3 * radius), 20 * thin), colour, "plain");
    }
    default: return null;
  }
}
