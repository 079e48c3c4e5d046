// Curves over one variable in a plane, with a legend. Where an axis is logarithmic, what is drawn are logarithms to base 10.
import { h } from "../dom";
import { curveColour } from "../palette";
import { theme } from "../theme";
import { extent } from "./axis";
import type { Ink } from "./ink";
import { type Frame, PlanePlot } from "./plane_plot";

export interface Curve {
  label: string;
  x: number[];
  y: number[];
}

export class LinesPlot {
  readonly element: HTMLElement;
  private readonly plot: PlanePlot;
  private readonly legend = h("div", { class: "chart-legend" });
  private curves: Curve[] = [];
  private marked = false;

  constructor(private readonly label: string) {
    this.plot = new PlanePlot({ label, draw: (context, frame, ink) => this.draw(context, frame, ink) });
    this.plot.root.classList.add("exponents-plot");
    this.element = h("div", {}, this.legend, this.plot.root);
    theme.subscribe(() => this.drawLegend());
  }

  /** `marked`: each point has a dot. */
  show(curves: Curve[], x: string | Node, y: string | Node, marked = false): void {
    this.curves = curves;
    this.marked = marked;
    this.plot.zoom(null);
    this.plot.setLabels(x, y);
    const [rx, ry] = [extent(curves.flatMap((c) => c.x), 0.03), extent(curves.flatMap((c) => c.y), 0.06)];
    if (rx && ry) this.plot.fit(rx, ry);
    this.plot.setDescription(curves.map((c) => c.label).join(", ") || this.label);
    this.plot.root.dataset.curves = String(curves.length);
    this.drawLegend();
  }

  redraw(): void {
    this.plot.redraw();
  }

  private drawLegend(): void {
    this.legend.hidden = this.curves.length < 2;
    this.legend.replaceChildren(...this.curves.map((curve, k) => {
      const dot = h("span", { class: "chip-dot", "aria-hidden": "true" });
      dot.style.background = curveColour(k, theme.value);
      return h("span", { class: "legend-status" }, dot, curve.label);
    }));
  }

  private draw(context: CanvasRenderingContext2D, frame: Frame, _ink: Ink): void {
    this.curves.forEach((curve, k) => {
      context.strokeStyle = context.fillStyle = curveColour(k, theme.value);
      context.lineWidth = 1.4;
      context.beginPath();
      let pen = false;
      for (let i = 0; i < curve.x.length; i++) {
        if (!Number.isFinite(curve.y[i])) {
          pen = false;
          continue;
        }
        const [x, y] = [frame.px(curve.x[i]), frame.py(curve.y[i])];
        if (pen) context.lineTo(x, y);
        else context.moveTo(x, y);
        pen = true;
      }
      context.stroke();
      if (this.marked)
        for (let i = 0; i < curve.x.length; i++) {
          context.beginPath();
          context.arc(frame.px(curve.x[i]), frame.py(curve.y[i]), 2.8, 0, 2 * Math.PI);
          context.fill();
        }
    });
  }
}
