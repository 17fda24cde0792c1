import type { FrameWorkerOptions } from "../../worker/frames/frame-worker.ts";
import { startWorker } from "../../worker/start-worker.ts";

/** The worker of the embeds of a page. The address of this code stands for the build. */
export const frameWorker: FrameWorkerOptions = {
  scope: window,
  build: import.meta.url,
  startWorker: () => startWorker(),
};
