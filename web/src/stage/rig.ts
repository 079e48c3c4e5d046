// The camera: around the system in perspective, or from above without it; it may move with the system.
import { type Box3, OrthographicCamera, PerspectiveCamera, Vector3 } from "three";
import type { Camera } from "../workspace";

const VIEW_ANGLE = 32;  // degrees, upright
const MARGIN = 1.1;         // from above
const SPACE_MARGIN = 1.05;  // corners of the box are mostly empty
const LOWEST = -0.1;
const HIGHEST = Math.PI / 2 - 0.01;

export class Rig {
  readonly space = new PerspectiveCamera(VIEW_ANGLE, 1, 0.01, 1000);
  readonly plane = new OrthographicCamera();
  above = false;
  follows = false;
  /** Where the followed point was when `target` was set. */
  readonly anchor = new Vector3();
  private readonly target = new Vector3();
  private readonly followed = new Vector3();
  private distance = 5;
  private azimuth = -1.1;
  private elevation = 0.42;
  private extent = 1;
  private aspect = 1;
  private readonly touches = new Map<number, { x: number; y: number }>();

  /** `moved`: after every change; `settled`: at the end of a gesture, with the camera to keep. */
  constructor(private readonly canvas: HTMLCanvasElement, private readonly moved: () => void, private readonly settled: () => void) {
    this.space.up.set(0, 0, 1);
    canvas.addEventListener("pointerdown", (e) => this.down(e));
    canvas.addEventListener("pointermove", (e) => this.drag(e));
    for (const end of ["pointerup", "pointercancel"] as const)
      canvas.addEventListener(end, (e) => {
        if (this.touches.delete(e.pointerId) && this.touches.size === 0) this.settled();
      });
    canvas.addEventListener("contextmenu", (e) => e.preventDefault());
    canvas.addEventListener("wheel", (e) => {
      e.preventDefault();
      this.zoom(Math.exp(Math.max(-60, Math.min(60, e.deltaY)) * 0.002), e.offsetX, e.offsetY);
      this.settled();
    }, { passive: false });
  }

  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.above ? this.plane : this.space;
  }
  get focus(): Vector3 {
    return this.lookAt;
  }
  private readonly lookAt = new Vector3();

  /** Looks at a box as a whole, from the usual side. */
  fit(box: Box3, above: boolean, follows: boolean): void {
    this.above = above;
    this.follows = follows;
    this.azimuth = -1.1;
    this.elevation = 0.42;
    box.getCenter(this.target);
    const half = box.getSize(new Vector3()).multiplyScalar(0.5);
    this.extent = Math.max(MARGIN * half.y, (MARGIN * half.x) / this.aspect, 1e-6);
    // The nearest place from which every corner is inside the picture.
    const [sa, ca, se, ce] = [Math.sin(this.azimuth), Math.cos(this.azimuth), Math.sin(this.elevation), Math.cos(this.elevation)];
    const slope = Math.tan((VIEW_ANGLE * Math.PI) / 360) / SPACE_MARGIN;
    this.distance = 1e-6;
    for (let i = 0; i < 8; i++) {
      const [x, y, z] = [i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z];
      const towards = x * ce * ca + y * ce * sa + z * se;
      const across = Math.abs(-x * sa + y * ca);
      const upward = Math.abs(-x * se * ca - y * se * sa + z * ce);
      this.distance = Math.max(this.distance, towards + across / (slope * this.aspect), towards + upward / slope);
    }
    this.moved();
  }

  resize(width: number, height: number): void {
    this.aspect = width / Math.max(height, 1);
    this.moved();
  }

  /** Where the followed point is now. */
  follow(x: number, y: number, z: number): void {
    this.followed.set(x, y, z);
  }

  /** Starts or stops following, without moving the picture now. */
  toggleFollow(): void {
    const sign = this.follows ? 1 : -1;
    this.target.addScaledVector(new Vector3().subVectors(this.followed, this.anchor), sign);
    this.follows = !this.follows;
    this.moved();
  }

  zoom(factor: number, x?: number, y?: number): void {
    if (this.above && x !== undefined && y !== undefined) {
      // What is under the pointer stays there.
      const { clientWidth: w, clientHeight: h } = this.canvas;
      const [dx, dy] = [((2 * x) / w - 1) * this.aspect * this.extent, (1 - (2 * y) / h) * this.extent];
      this.target.x += dx * (1 - factor);
      this.target.y += dy * (1 - factor);
    }
    this.distance *= factor;
    this.extent *= factor;
    this.moved();
  }
  orbit(dx: number, dy: number): void {
    this.azimuth -= dx;
    this.elevation = Math.min(HIGHEST, Math.max(LOWEST, this.elevation + dy));
    this.moved();
  }
  /** Moves the picture by parts of its height. */
  pan(dx: number, dy: number): void {
    const height = this.above ? 2 * this.extent : 2 * this.distance * Math.tan((VIEW_ANGLE * Math.PI) / 360);
    if (this.above) {
      this.target.x -= dx * height;
      this.target.y += dy * height;
    } else {
      const e = this.space.matrix.elements;
      this.target.addScaledVector(new Vector3(e[0], e[1], e[2]), -dx * height);
      this.target.addScaledVector(new Vector3(e[4], e[5], e[6]), dy * height);
    }
    this.moved();
  }

  /** Puts the cameras in their places. */
  place(): void {
    this.lookAt.copy(this.target);
    if (this.follows) {
      this.lookAt.x += this.followed.x - this.anchor.x;
      this.lookAt.y += this.followed.y - this.anchor.y;
      this.lookAt.z += this.followed.z - this.anchor.z;
    }
    if (this.above) {
      const { extent } = this;
      Object.assign(this.plane, { left: -extent * this.aspect, right: extent * this.aspect, top: extent, bottom: -extent, near: 0.1 * extent, far: 200 * extent });
      this.plane.position.set(this.lookAt.x, this.lookAt.y, this.lookAt.z + 100 * extent);
      this.plane.quaternion.identity();
      this.plane.updateProjectionMatrix();
    } else {
      const c = Math.cos(this.elevation);
      this.space.position.set(
        this.lookAt.x + this.distance * c * Math.cos(this.azimuth), this.lookAt.y + this.distance * c * Math.sin(this.azimuth),
        this.lookAt.z + this.distance * Math.sin(this.elevation));
      Object.assign(this.space, { aspect: this.aspect, near: this.distance * 0.02, far: this.distance * 60 });
      this.space.lookAt(this.lookAt);
      this.space.updateProjectionMatrix();
    }
    this.camera.updateMatrixWorld();
  }

  get state(): Camera {
    const c = Math.cos(this.elevation);
    const round = (x: number) => Number(x.toPrecision(7));
    const { x, y, z } = this.target;
    return {
      eye: [
        round(x + this.distance * c * Math.cos(this.azimuth)), round(y + this.distance * c * Math.sin(this.azimuth)),
        round(z + this.distance * Math.sin(this.elevation)),
      ],
      target: [round(x), round(y), round(z)], above: this.above, follows: this.follows, extent: round(this.extent),
    };
  }
  set state(s: Camera) {
    this.target.set(...s.target);
    const d = new Vector3(...s.eye).sub(this.target);
    this.distance = Math.max(d.length(), 1e-6);
    this.azimuth = Math.atan2(d.y, d.x);
    this.elevation = Math.asin(Math.max(-1, Math.min(1, d.z / this.distance)));
    this.above = s.above;
    this.follows = s.follows;
    this.extent = s.extent;
    this.moved();
  }

  private down(e: PointerEvent): void {
    this.canvas.setPointerCapture(e.pointerId);
    this.touches.set(e.pointerId, { x: e.clientX, y: e.clientY });
  }
  private drag(e: PointerEvent): void {
    const before = this.touches.get(e.pointerId);
    if (!before) return;
    const height = Math.max(this.canvas.clientHeight, 1);
    const [dx, dy] = [(e.clientX - before.x) / height, (e.clientY - before.y) / height];
    const others = [...this.touches].filter(([id]) => id !== e.pointerId).map(([, p]) => p);
    this.touches.set(e.pointerId, { x: e.clientX, y: e.clientY });
    if (others.length > 0) {
      const [o] = others;
      const [from, to] = [Math.hypot(before.x - o.x, before.y - o.y), Math.hypot(e.clientX - o.x, e.clientY - o.y)];
      if (to > 0 && from > 0) this.zoom(from / to);
      this.pan(dx / 2, dy / 2);
    } else if (this.above || e.buttons !== 1 || e.shiftKey || e.ctrlKey) this.pan(dx, dy);
    else this.orbit(dx * 3.2, dy * 3.2);
  }
}
