import { holdFrameWorker } from "../../worker/frames/frame-worker.ts";
import { frameWorker } from "./frame-worker-options.ts";
import { HostPage, hostOf } from "./host-page.ts";

/** Starts the worker of a page's embeds, in a frame that shows nothing, and tells the page once they can find it. */
export function startWorkerFrame(): void {
  holdFrameWorker(frameWorker);
  new HostPage(hostOf(new URLSearchParams(location.search)), {}).send({ kind: "hello" });
}
