import { isRecord } from "../../apimachinery/is-record.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import type { KubeObject, Status } from "../../apimachinery/meta.ts";
import { textOf } from "../../apimachinery/text-of.ts";
import { sleep } from "../../component-base/sleep.ts";
import type { Handle } from "../../component-base/exchange.ts";
import { withParameter } from "../kube/resource.ts";
import { type Agent, listItems, pageAgent, readText, refusal, RefusedError, send, sendJson, statusOf } from "./send.ts";
import { streamEvents, type StreamEvent } from "./watch-stream.ts";

/** Receives the items of a collection and its changes. */
export interface Follower {
  /** The Accept header; defaults to JSON. */
  readonly accept?: string;
  /** A new list begins: discard the previous state. */
  readonly restart: () => void;
  readonly page: (items: readonly KubeObject[], remaining: number, list: unknown) => void;
  /** The list is complete. Watch events follow. */
  readonly listed: () => void;
  readonly events: (events: readonly StreamEvent[]) => void;
  /** The current error, or undefined once it is resolved. */
  readonly trouble: (status: Status | undefined) => void;
}

/** So many that a page is read in a few milliseconds: what parses it is one task of the main thread. */
const pageSize = 250;
const longestPauseMs = 8000;

interface Server {
  readonly handle: Handle;
  readonly clock: Clock;
}

/** Lists a collection in chunks and then watches it. After an error it starts again, until the signal is aborted. */
export async function follow(server: Server, target: string, follower: Follower, signal: AbortSignal): Promise<void> {
  let pauseMs = 250;
  while (!signal.aborted) {
    try {
      follower.restart();
      const revision = await listAll(server, target, follower, signal);
      follower.trouble(undefined);
      follower.listed();
      pauseMs = 250;
      await watchFrom(server, target, revision, follower, signal);
    } catch (error) {
      if (signal.aborted) return;
      follower.trouble(statusOf(error));
      if (error instanceof RefusedError && (error.status.code === 404 || error.status.code === 405)) return;
    }
    await sleep(server.clock, pauseMs, signal);
    pauseMs = Math.min(longestPauseMs, pauseMs * 2);
  }
}

/** Follows the objects of a collection by name, and shows all of them whenever they changed. */
export function followAll(
  server: Server,
  target: string,
  show: (objects: ReadonlyMap<string, KubeObject>) => void,
  trouble: Follower["trouble"],
  signal: AbortSignal,
): Promise<void> {
  let objects = new Map<string, KubeObject>();
  const keep = (object: KubeObject): void => void objects.set(object.metadata.name ?? "", object);
  const tell = (): void => {
    if (!signal.aborted) show(new Map(objects));
  };
  const follower: Follower = {
    restart: () => (objects = new Map()),
    page: (items) => items.forEach(keep),
    listed: tell,
    events(events) {
      for (const event of events) {
        if (event.type === "DELETED") objects.delete(event.object.metadata.name ?? "");
        else if (event.type === "ADDED" || event.type === "MODIFIED") keep(event.object);
      }
      tell();
    },
    trouble,
  };
  return follow(server, target, follower, signal);
}

const ofWatches = [
  "watch",
  "resourceVersion",
  "resourceVersionMatch",
  "allowWatchBookmarks",
  "sendInitialEvents",
  "timeoutSeconds",
];

/**
 * Returns the current resource version of the collection of a watch, from which the watch can start. The items are not
 * used.
 */
export async function revisionNow(server: Server, as: Agent, watch: string, signal?: AbortSignal): Promise<string> {
  const target = ofWatches.reduce((now, name) => withParameter(now, name, undefined), watch.replace("/watch/", "/"));
  const call = { method: "GET", target: withParameter(target, "limit", "1") };
  return textOf(
    readList(await sendJson(server.handle, as, signal === undefined ? call : { ...call, signal })).metadata[
      "resourceVersion"
    ],
  );
}

const headersOf = ({ accept }: Follower): readonly (readonly [string, string])[] =>
  accept === undefined ? [] : [["Accept", accept]];

async function listAll(server: Server, target: string, follower: Follower, signal: AbortSignal): Promise<string> {
  let token = "";
  for (;;) {
    const list = await sendJson(server.handle, pageAgent, {
      method: "GET",
      target: withParameter(withParameter(target, "limit", String(pageSize)), "continue", token),
      headers: headersOf(follower),
      signal,
    });
    const { items, metadata } = readList(list);
    follower.page(items, typeof metadata["remainingItemCount"] === "number" ? metadata["remainingItemCount"] : 0, list);
    token = textOf(metadata["continue"]);
    if (token === "") return textOf(metadata["resourceVersion"]);
  }
}

function readList(list: unknown): {
  readonly items: readonly KubeObject[];
  readonly metadata: Readonly<Record<string, unknown>>;
} {
  if (!isRecord(list)) return { items: [], metadata: {} };
  return {
    items: listItems(list),
    metadata: isRecord(list["metadata"]) ? list["metadata"] : {},
  };
}

/** Watches from a resource version and resumes the watch when it ends, until the resource version expires. */
async function watchFrom(
  server: Server,
  target: string,
  from: string,
  follower: Follower,
  signal: AbortSignal,
): Promise<void> {
  let revision = from;
  while (!signal.aborted) {
    const watch = withParameter(
      withParameter(withParameter(target, "watch", "true"), "resourceVersion", revision),
      "allowWatchBookmarks",
      "true",
    );
    const reply = await send(server.handle, pageAgent, {
      method: "GET",
      target: watch,
      headers: headersOf(follower),
      signal,
    });
    if (reply.status >= 300) throw new RefusedError(refusal(reply.status, await readText(reply.body)));
    for await (const events of streamEvents(reply.body)) {
      if (signal.aborted) return;
      if (events.some((event) => event.type === "ERROR")) return;
      follower.events(events);
      revision = lastRevision(events, revision);
    }
    await sleep(server.clock, 200, signal);
  }
}

const lastRevision = (events: readonly StreamEvent[], otherwise: string): string => {
  const last = events.at(-1);
  return last === undefined || last.type === "ERROR" ? otherwise : (last.object.metadata.resourceVersion ?? otherwise);
};
