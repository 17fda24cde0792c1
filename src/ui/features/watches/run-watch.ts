import { pause } from "../../data/follow.ts";
import { inWords, readText, refusal, send } from "../../data/send.ts";
import { streamEvents } from "../../data/watch-stream.ts";
import { withParameter } from "../../kube/resource.ts";
import type { Page } from "../../state/page.ts";
import type { Timeline } from "../../stream/timeline.ts";

export type WatchPhase = "connecting" | "live" | "waiting";

/**
 * Keeps a watch open until the signal: where it ends it goes on from the last revision, where that is gone from now.
 */
export async function runWatch(
  page: Page,
  target: string,
  timeline: Timeline,
  tell: (phase: WatchPhase, trouble: string) => void,
  signal: AbortSignal,
): Promise<void> {
  let from = "";
  let pauseMs = 300;
  while (!signal.aborted) {
    tell("connecting", "");
    const trouble = await once(
      page,
      from === "" ? target : withParameter(target, "resourceVersion", from),
      timeline,
      () => tell("live", ""),
      signal,
    ).catch(inWords);
    if (signal.aborted) return;
    tell("waiting", trouble);
    pauseMs = trouble === "" ? 300 : Math.min(8000, pauseMs * 2);
    from = trouble === "" ? timeline.revision() : "";
    await pause(page.clock, pauseMs, signal);
  }
}

/** One opening; resolves with "" when the server ended it in peace, with words otherwise. */
async function once(
  page: Page,
  target: string,
  timeline: Timeline,
  opened: () => void,
  signal: AbortSignal,
): Promise<string> {
  const reply = await send(page.handle, "kubepad-ui/0.1", { method: "GET", target, signal });
  if (reply.status >= 300) return refusal(reply.status, await readText(reply.body)).message ?? "";
  opened();
  for await (const events of streamEvents(reply.body)) {
    if (signal.aborted) return "";
    timeline.push(events);
    const error = events.find((event) => event.type === "ERROR");
    if (error?.type === "ERROR") return error.status.message ?? "the server ended the watch";
  }
  return "";
}
