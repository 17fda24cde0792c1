import type { ListOptions as MetaListOptions } from "../../../apimachinery/options.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { Answer } from "../../../component-base/exchange.ts";
import type { ListOptions, WatchEvent } from "../../storage/interface.ts";
import { interpretWatchError } from "../../registry/storage-errors.ts";
import { answer, statusText, toStatus } from "../answers.ts";
import { negotiateStream } from "../output/negotiate.ts";
import { representationOf, type Representation } from "../output/representation.ts";
import type { RequestContext } from "../request-context.ts";
import type { ResourceScope } from "../resource-scope.ts";
import type { WatchTimeouts } from "../routes/route-services.ts";

/** Opens a watch: a stream of framed events (handlers.serveWatchHandler). */
export async function serveWatch(ctx: RequestContext, scope: ResourceScope, options: MetaListOptions, request: ListOptions, timeouts: WatchTimeouts): Promise<Answer> {
  const seconds = options.timeoutSeconds ?? 0;
  const timeoutMs = seconds > 0 ? seconds * 1000 : timeouts.next();
  const ending = new AbortController();
  const stop = (): void => ending.abort();
  const cancelTimer = ctx.clock.after(timeoutMs, stop);
  ctx.exchange.signal.addEventListener("abort", stop, { once: true });
  const release = (): void => {
    cancelTimer();
    ctx.exchange.signal.removeEventListener("abort", stop);
    stop();
  };
  try {
    const stream = negotiateStream(ctx);
    const events = await scope.store.watch(ctx, {
      resourceVersion: request.resourceVersion, predicate: request.predicate, timeoutMs, signal: ending.signal,
      allowWatchBookmarks: options.allowWatchBookmarks, sendInitialEvents: options.sendInitialEvents,
    });
    ctx.trace?.stage("streaming");
    return answer(ctx, 200, stream.mediaType, frames(createFramer(representationOf(stream, scope)), events, release));
  } catch (err) {
    release();
    throw err;
  }
}

/** One chunk of text for each batch of events, as quickly as the reader takes them. */
async function* frames(frame: Framer, events: AsyncIterable<readonly WatchEvent<KubeObject>[]>, release: () => void): AsyncGenerator<string> {
  try {
    for await (const batch of events) {
      let text = "";
      for (const event of batch) text += frame(event);
      yield text;
    }
  } finally {
    release();
  }
}

type Framer = (event: WatchEvent<KubeObject>) => string;

/** Prints events; the text of one is made once and shared by all watchers of the same path. */
function createFramer(as: Representation): Framer {
  const opening = { ADDED: openFrame(as, "ADDED"), MODIFIED: openFrame(as, "MODIFIED"), DELETED: openFrame(as, "DELETED") };
  return (event) => {
    switch (event.type) {
      case "BOOKMARK":
        return bookmark(as, event.revision, event.initialEventsEnd);
      case "ERROR":
        return `{"type":"ERROR","object":${statusText(toStatus(interpretWatchError(event.error)))}}\n`;
      case "ADDED":
      case "MODIFIED":
      case "DELETED":
        return shared(as, event, opening[event.type]);
    }
  };
}

const openFrame = ({ head }: Representation, type: string): string => `{"type":"${type}","object":${head}`;

function shared(as: Representation, event: Extract<WatchEvent<KubeObject>, { stored: unknown }>, opening: string): string {
  const ready = event.frames.get(opening);
  if (ready !== undefined) return ready;
  const text = `${opening}${as.tail(event.stored)}}\n`;
  event.frames.set(opening, text);
  return text;
}

/** A bookmark is the bare kind with a resource version. */
function bookmark(as: Representation, revision: number, initialEventsEnd: boolean): string {
  const metadata = { resourceVersion: String(revision), ...(initialEventsEnd && { annotations: { "k8s.io/initial-events-end": "true" } }) };
  return `${openFrame(as, "BOOKMARK")}${as.bareTail(metadata)}}\n`;
}
