// A video of the stage: the motion once from its start to its end, as WebM.

export function videoType(): string | null {
  if (typeof MediaRecorder === "undefined") return null;
  return ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"].find((type) => MediaRecorder.isTypeSupported(type)) ?? null;
}

export interface Recording {
  /** Ends the video; the last frame stays for a moment. `render` draws it again. */
  finish(render: () => void): void;
  /** Empty if the browser could not record anything. */
  readonly video: Promise<Blob>;
}

const LAST_FRAME = 300;  // ms
const PATIENCE = 5000;   // ms, for a browser that has recorded nothing yet

export function record(canvas: HTMLCanvasElement, type: string): Recording {
  const recorder = new MediaRecorder(canvas.captureStream(60), { mimeType: type, videoBitsPerSecond: 12_000_000 });
  const parts: Blob[] = [];
  recorder.ondataavailable = (e) => e.data.size > 0 && parts.push(e.data);
  const video = new Promise<Blob>((resolve) => (recorder.onstop = () => resolve(new Blob(parts, { type: "video/webm" }))));
  recorder.start(100);
  return {
    video,
    finish(render) {
      const began = performance.now();
      const again = setInterval(() => {
        render();  // a canvas that does not change gives no frames
        const passed = performance.now() - began;
        if (passed < LAST_FRAME || (parts.length === 0 && passed < PATIENCE)) return;
        clearInterval(again);
        if (recorder.state !== "inactive") recorder.stop();
      }, 50);
    },
  };
}
