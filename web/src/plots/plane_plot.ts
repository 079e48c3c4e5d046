// A plane with two axes on a canvas. It can be zoomed: drag a rectangle, double-click for the whole; + − 0 and arrows on the keyboard.
// What is drawn in it is given by a function; what a click means, too.

import { type Range, ticks } from "./axis";
import { theme } from "../theme";
import { type Ink, inkOf } from "./ink";

export class Frame {
  constructor(
    readonly x: Range,
    readonly y: Range,
    readonly left: number,
    readonly top: number,
    readonly width: number,
    readonly height: number,
  ) {}
  px(x: number): number {
    return this.left + ((x - this.x.low) / (this.x.high - this.x.low)) * this.width;
  }
  py(y: number): number {
    return this.top + ((this.y.high - y) / (this.y.high - this.y.low)) * this.height;
  }
  xAt(px: number): number {
    return this.x.low + ((px - this.left) / this.width) * (this.x.high - this.x.low);
  }
  yAt(py: number): number {
    return this.y.high - ((py - this.top) / this.height) * (this.y.high - this.y.low);
  }
  holds(px: number, py: number): boolean {
    return px >= this.left && py >= this.top && px <= this.left + this.width && py <= this.top + this.height;
  }
}

// A range of the same middle, a factor as wide.
export function zoomed(range: Range, at: number, factor: number): Range {
  return { low: at + (range.low - at) * factor, high: at + (range.high - at) * factor };
}

// Both ranges widened so that a unit is as long on both axes.
export function withEqualUnits(x: Range, y: Range, width: number, height: number): [Range, Range] {
  const unit = Math.max((x.high - x.low) / width, (y.high - y.low) / height);
  const around = (r: Range, length: number): Range => {
    const middle = (r.low + r.high) / 2;
    return { low: middle - (unit * length) / 2, high: middle + (unit * length) / 2 };
  };
  return [around(x, width), around(y, height)];
}

export interface PlaneOptions {
  label: string; // the accessible name
  draw(context: CanvasRenderingContext2D, frame: Frame, ink: Ink, scale: number): void;
  onClick?(x: number, y: number): void;
  equalUnits?: boolean;
  canZoom?: boolean;
  grid?: boolean;
  hint?: string;
}

const margin = { left: 52, right: 12, top: 24, bottom: 26 };

export class PlanePlot {
  readonly root = document.createElement("div");
  private readonly canvas = document.createElement("canvas");
  private readonly xLabel = document.createElement("div");
  private readonly yLabel = document.createElement("div");
  private readonly reset = document.createElement("button");
  private readonly selection = document.createElement("div");
  private whole: { x: Range; y: Range } = { x: { low: -1, high: 1 }, y: { low: -1, high: 1 } };
  private part: { x: Range; y: Range } | null = null;
  private pending = false;
  private readonly resizes: ResizeObserver;
  private readonly unwatch: () => void;
  frame: Frame = new Frame(this.whole.x, this.whole.y, 0, 0, 1, 1);

  constructor(private readonly options: PlaneOptions) {
    this.root.className = "plane-plot";
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "img");
    this.setDescription("");
    this.xLabel.className = "plot-label plot-label-x";
    this.yLabel.className = "plot-label plot-label-y";
    this.reset.className = "button plot-reset";
    this.reset.type = "button";
    this.reset.textContent = "Show all";
    this.reset.hidden = true;
    this.reset.addEventListener("click", () => this.zoom(null));
    this.selection.className = "plot-selection";
    this.selection.hidden = true;
    this.root.append(this.canvas, this.xLabel, this.yLabel, this.reset, this.selection);
    this.resizes = new ResizeObserver(() => this.redraw());
    this.resizes.observe(this.root);
    this.unwatch = theme.subscribe(() => this.redraw());
    this.listen();
  }

  // What the picture shows, for those who do not see it.
  setDescription(text: string): void {
    this.canvas.setAttribute("aria-label", text ? `${this.options.label}: ${text}` : this.options.label);
  }

  setLabels(x: string | Node, y: string | Node): void {
    this.xLabel.replaceChildren(x);
    this.yLabel.replaceChildren(y);
  }

  // The whole of what there is to see; a zoom stays as it is.
  fit(x: Range, y: Range): void {
    this.whole = { x, y };
    this.redraw();
  }

  get isZoomed(): boolean {
    return this.part !== null;
  }

  zoom(part: { x: Range; y: Range } | null): void {
    this.part = part;
    this.reset.hidden = part === null;
    this.redraw();
  }

  // On the next frame; any number of calls until then draw once.
  redraw(): void {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.drawNow();
    });
  }

  drawNow(): void {
    const width = this.root.clientWidth;
    const height = this.root.clientHeight;
    if (width < margin.left + margin.right + 20 || height < margin.top + margin.bottom + 20) return;
    const scale = window.devicePixelRatio || 1;
    const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
    if (this.canvas.width !== w || this.canvas.height !== h) {
      this.canvas.width = w;
      this.canvas.height = h;
    }
    const inner = [width - margin.left - margin.right, height - margin.top - margin.bottom] as const;
    let { x, y } = this.part ?? this.whole;
    if (this.options.equalUnits && !this.part) [x, y] = withEqualUnits(x, y, inner[0], inner[1]);
    this.frame = new Frame(x, y, margin.left, margin.top, inner[0], inner[1]);
    const ink = inkOf(this.root);
    const context = this.canvas.getContext("2d")!;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    this.drawAxes(context, ink);
    context.save();
    context.beginPath();
    context.rect(margin.left, margin.top, inner[0], inner[1]);
    context.clip();
    this.options.draw(context, this.frame, ink, scale);
    context.restore();
    context.strokeStyle = ink.line;
    context.lineWidth = 1;
    context.strokeRect(margin.left + 0.5, margin.top + 0.5, inner[0] - 1, inner[1] - 1);
  }

  destroy(): void {
    this.resizes.disconnect();
    this.unwatch();
    this.root.remove();
  }

  private drawAxes(context: CanvasRenderingContext2D, ink: Ink): void {
    const f = this.frame;
    context.font = ink.font;
    context.fillStyle = ink.muted;
    context.strokeStyle = ink.line;
    context.lineWidth = 1;
    context.textAlign = "center";
    context.textBaseline = "top";
    for (const tick of ticks(f.x, Math.max(2, f.width / 75))) {
      const at = Math.round(f.px(tick.value)) + 0.5;
      this.mark(context, at, f.top, at, f.top + f.height);
      context.fillText(tick.label, at, f.top + f.height + 6);
    }
    context.textAlign = "right";
    context.textBaseline = "middle";
    for (const tick of ticks(f.y, Math.max(2, f.height / 44))) {
      const at = Math.round(f.py(tick.value)) + 0.5;
      this.mark(context, f.left, at, f.left + f.width, at);
      context.fillText(tick.label, f.left - 6, at);
    }
  }

  private mark(context: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
    if (this.options.grid === false) return;
    context.globalAlpha = 0.6;
    context.beginPath();
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
    context.stroke();
    context.globalAlpha = 1;
  }

  private listen(): void {
    let from: { x: number; y: number } | null = null;
    const place = (event: PointerEvent | MouseEvent) => {
      const box = this.canvas.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    const isDrag = (p: { x: number; y: number }) => from !== null && Math.hypot(p.x - from.x, p.y - from.y) > 5;
    this.canvas.addEventListener("pointerdown", (event) => {
      const p = place(event);
      if (event.button !== 0 || !this.frame.holds(p.x, p.y)) return;
      from = p;
      this.canvas.setPointerCapture(event.pointerId);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (!from || this.options.canZoom === false) return;
      const p = place(event);
      this.selection.hidden = !isDrag(p);
      this.selection.style.left = `${Math.min(p.x, from.x)}px`;
      this.selection.style.top = `${Math.min(p.y, from.y)}px`;
      this.selection.style.width = `${Math.abs(p.x - from.x)}px`;
      this.selection.style.height = `${Math.abs(p.y - from.y)}px`;
    });
    const end = (event: PointerEvent, cancelled: boolean) => {
      if (!from) return;
      const start = from;
      const p = place(event);
      const dragged = isDrag(p);
      from = null;
      this.selection.hidden = true;
      if (cancelled) return;
      const f = this.frame;
      if (!dragged) this.options.onClick?.(f.xAt(p.x), f.yAt(p.y));
      else if (this.options.canZoom !== false && Math.abs(p.x - start.x) > 5 && Math.abs(p.y - start.y) > 5)
        this.zoom({
          x: { low: f.xAt(Math.min(p.x, start.x)), high: f.xAt(Math.max(p.x, start.x)) },
          y: { low: f.yAt(Math.max(p.y, start.y)), high: f.yAt(Math.min(p.y, start.y)) },
        });
    };
    this.canvas.addEventListener("pointerup", (event) => end(event, false));
    this.canvas.addEventListener("pointercancel", (event) => end(event, true));
    if (this.options.canZoom === false) return;
    this.canvas.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey && !event.metaKey) return; // the page scrolls otherwise
        event.preventDefault();
        const p = place(event);
        this.zoomBy(Math.exp(event.deltaY * 0.002), this.frame.xAt(p.x), this.frame.yAt(p.y));
      },
      { passive: false },
    );
    this.canvas.addEventListener("keydown", (event) => {
      const { x, y } = this.frame;
      const [mx, my] = [(x.low + x.high) / 2, (y.low + y.high) / 2];
      const [dx, dy] = [(x.high - x.low) / 8, (y.high - y.low) / 8];
      const moved = (r: Range, by: number): Range => ({ low: r.low + by, high: r.high + by });
      const acts: Record<string, () => void> = {
        "+": () => this.zoomBy(0.8, mx, my),
        "=": () => this.zoomBy(0.8, mx, my),
        "-": () => this.zoomBy(1.25, mx, my),
        "0": () => this.zoom(null),
        ArrowLeft: () => this.zoom({ x: moved(x, -dx), y }),
        ArrowRight: () => this.zoom({ x: moved(x, dx), y }),
        ArrowUp: () => this.zoom({ x, y: moved(y, dy) }),
        ArrowDown: () => this.zoom({ x, y: moved(y, -dy) }),
      };
      const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : acts[event.key];
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    });
  }

  private zoomBy(factor: number, x: number, y: number): void {
    this.zoom({ x: zoomed(this.frame.x, x, factor), y: zoomed(this.frame.y, y, factor) });
  }
}
