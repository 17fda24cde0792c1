import type { Status } from "../../../apimachinery/meta.ts";
import { isExpired } from "../../../client/is-expired.ts";
import { sleep } from "../../../component-base/sleep.ts";
import { revisionNow } from "../../data/follow.ts";
import { pageAgent, readText, refusal, send, statusOf } from "../../data/send.ts";
import { streamEvents, type ParseLine } from "../../data/watch-stream.ts";
import { withParameter } from "../../kube/resource.ts";
import type { Page } from "../../state/page.ts";
import type { WatchTeller } from "../../state/watch-news.ts";
import type { Timeline } from "../../stream/timeline.ts";

/** The state of a watch. `expired`: its resourceVersion has been compacted, and the user has to resume it. */
export type WatchPhase = "connecting" | "live" | "waiting" | "expired";

/** Receives the events and state of a watch, and resumes an expired one. */
export interface WatchControl {
  readonly timeline: Timeline;
  /** Parses the events; shared by all watches. */
  readonly parse: ParseLine;
  /** Tells others of the watch. */
  readonly news: WatchTeller;
  readonly tell: (phase: WatchPhase, refused: Status | undefined) => void;
  /** Resolves when the user asks to list again and resume. */
  readonly resumed: () => Promise<void>;
  readonly signal: AbortSignal;
}

/**
 * Keeps a watch open until the signal is aborted. After the server closes it, the watch resumes from the last
 * resourceVersion. If that has expired, it resumes from the resourceVersion of a new list once the user asks for it.
 */
export async function runWatch(page: Page, target: string, control: WatchControl): Promise<void> {
  const { timeline, tell, resumed, signal } = control;
  let from = "";
  let pauseMs = 300;
  let refused: Status | undefined;
  while (!signal.aborted) {
    tell("connecting", refused);
    const opening = from === "" ? target : withParameter(target, "resourceVersion", from);
    refused = await once(page, opening, control).catch(statusOf);
    if (signal.aborted) return;
    if (refused !== undefined && isExpired(refused)) {
      tell("expired", refused);
      await resumed();
      refused = undefined;
      from = await revisionNow(page, pageAgent, target, signal).catch(() => "");
      continue;
    }
    tell("waiting", refused);
    pauseMs = refused === undefined ? 300 : Math.min(8000, pauseMs * 2);
    from = refused === undefined ? timeline.revision() : "";
    await sleep(page.clock, pauseMs, signal);
  }
}

/** Opens the watch once. Resolves with the Status if the server rejected it or ended it with an error. */
async function once(
  page: Page,
  target: string,
  { timeline, parse, news, tell, signal }: WatchControl,
): Promise<Status | undefined> {
  const reply = await send(page.handle, pageAgent, { method: "GET", target, signal });
  if (reply.status >= 300) return refusal(reply.status, await readText(reply.body));
  tell("live", undefined);
  news.opened(target, []);
  for await (const events of streamEvents(reply.body, parse)) {
    if (signal.aborted) return undefined;
    timeline.push(events);
    news.came(events);
    const error = events.find((event) => event.type === "ERROR");
    if (error?.type === "ERROR") return error.status;
  }
  return undefined;
}
