// The controls of time, below the stage.
import { h, iconButton } from "../dom";
import type { Follows } from "../signal";
import type { Signal } from "../signal";
import { momentAt } from "../stage/frames";
import { Rate, advance } from "./clock";

/** What the controls act on; the page's workspace, or the player's own. */
export interface TimeState {
  time: Signal<number>;
  playing: Signal<boolean>;
  speed: Signal<number>;
  repeats: Signal<boolean>;
  /** Times of the frames of the present motion. */
  times: Follows<Float64Array>;
}

const speeds: [number, string][] = [[0.1, "1/10×"], [0.25, "¼×"], [0.5, "½×"], [1, "1×"], [2, "2×"], [4, "4×"], [10, "10×"]];
const paths = {
  play: "M4.5 2.8v10.4l8-5.2z",
  pause: "M4.2 3h2.6v10H4.2zM9.2 3h2.6v10H9.2z",
  start: "M3.5 3v10M12.5 3.2v9.6L5.2 8z",
  back: "M11.5 3.2v9.6L4.2 8z",
  forward: "M4.5 3.2v9.6L11.8 8z",
  repeat: "M3 7.5V6.5a2.5 2.5 0 0 1 2.5-2.5h7M10.5 2l2 2-2 2M13 8.5v1a2.5 2.5 0 0 1-2.5 2.5h-7M5.5 14l-2-2 2-2",
};

export interface TimeBar {
  element: HTMLElement;
  toggle(): void;
  /** Moves by rows of the motion. */
  step(rows: number): void;
  /** Moves by a part of the whole motion. */
  skip(part: number): void;
  toStart(): void;
  toEnd(): void;
  changeSpeed(by: number): void;
}

export function makeTimeBar(state: TimeState): TimeBar {
  const { time, playing, speed, repeats, times } = state;
  const span = () => {
    const t = times.value;
    return { start: t.length > 0 ? t[0] : 0, end: t.length > 0 ? t[t.length - 1] : 0 };
  };
  const pause = () => playing.set(false);
  const bar: Omit<TimeBar, "element"> = {
    toggle() {
      if (!playing.value && time.value >= span().end - 1e-12) time.set(span().start);
      playing.set(!playing.value && times.value.length > 1);
    },
    step(rows) {
      pause();
      const t = times.value;
      if (t.length === 0) return;
      const { row, part } = momentAt(t, time.value);
      const from = rows < 0 && part > 1e-9 ? row + 1 : row;
      time.set(t[Math.max(0, Math.min(t.length - 1, from + rows))]);
    },
    skip(part) {
      const { start, end } = span();
      time.set(Math.max(start, Math.min(end, time.value + part * (end - start))));
    },
    toStart() {
      time.set(span().start);
    },
    toEnd() {
      pause();
      time.set(span().end);
    },
    changeSpeed(by) {
      const at = speeds.findIndex(([s]) => s === speed.value);
      speed.set(speeds[Math.max(0, Math.min(speeds.length - 1, at + by))][0]);
    },
  };

  const play = iconButton("Play (space)", paths.play, bar.toggle);
  play.classList.add("play");
  const scrub = h("input.scrub", { type: "range", min: 0, max: 1, step: "any", value: 0, "aria-label": "Time" });
  const clock = h("output.clock", { "aria-label": "Time shown" });
  const rate = h("output.rate", { title: "True rate: seconds of motion per second", "aria-label": "True rate" });
  const choose = h("select", { "aria-label": "Speed", title: "Speed" }, ...speeds.map(([value, text]) => h("option", { value }, text)));
  const again = iconButton("Repeat", paths.repeat, () => repeats.set(!repeats.value));
  again.classList.add("repeat");
  const element = h(
    "div.time", { role: "group", "aria-label": "Time" }, scrub,
    h("div.time-row", {},
      iconButton("To the start (Home)", paths.start, bar.toStart), iconButton("One frame back (left arrow)", paths.back, () => bar.step(-1)), play,
      iconButton("One frame forward (right arrow)", paths.forward, () => bar.step(1)), clock, h("span.space"), rate, choose, again),
  );

  let digits = 2;
  const show = () => {
    const { start, end } = span();
    scrub.value = String(time.value);
    clock.textContent = times.value.length === 0 ? "" : `${Math.min(end, Math.max(start, time.value)).toFixed(digits)} / ${end.toFixed(digits)} s`;
  };
  times.follow(() => {
    const { start, end } = span();
    scrub.min = String(start);
    scrub.max = String(end);
    scrub.disabled = play.disabled = end <= start;
    digits = end - start < 20 ? 3 : 2;
    if (time.value > end && end > start) time.set(end);
    show();
  });
  time.subscribe(show);
  scrub.addEventListener("input", () => {
    pause();
    time.set(Number(scrub.value));
  });
  // Arrow keys step frames everywhere, also here.
  scrub.addEventListener("keydown", (e) => e.key.startsWith("Arrow") && e.preventDefault());
  choose.addEventListener("change", () => speed.set(Number(choose.value)));
  speed.follow((value) => (choose.value = String(value)));
  repeats.follow((value) => again.setAttribute("aria-pressed", String(value)));

  const measured = new Rate();
  let last = 0;
  let running = 0;
  const tick = (now: number) => {
    running = 0;
    if (!playing.value || times.value.length < 2) return;
    const passed = Math.min((now - last) / 1000, 0.25);
    const truly = (now - last) / 1000;
    last = now;
    const next = advance(time.value, passed, speed.value, span(), repeats.value);
    if (measured.add(next === null ? 0 : passed * speed.value, truly)) rate.textContent = `${measured.value.toFixed(2)}×`;
    if (next === null) {
      time.set(span().end);
      pause();
    } else {
      time.set(next);
      running = requestAnimationFrame(tick);
    }
  };
  // Playing before there is a motion means: as soon as it comes.
  const run = () => {
    if (!playing.value || running !== 0 || times.value.length < 2) return;
    last = performance.now();
    measured.reset();
    running = requestAnimationFrame(tick);
  };
  playing.follow((on) => {
    const name = on ? "Pause (space)" : "Play (space)";
    play.setAttribute("aria-label", name);
    play.title = name;
    play.querySelector("path")!.setAttribute("d", on ? paths.pause : paths.play);
    if (!on) rate.textContent = "";
    run();
  });
  times.subscribe(run);
  return { element, ...bar };
}
