import type { ListOptions as MetaListOptions } from "../../../apimachinery/options.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { Answer } from "../../../component-base/exchange.ts";
import type { ListOptions, WatchEvent } from "../../storage/interface.ts";
import { interpretWatchError } from "../../registry/storage-errors.ts";
import { answer, statusText, toStatus } from "../output/answers.ts";
import type { WatchMetrics } from "../metrics/request-metrics.ts";
import { negotiateStream } from "../output/negotiate.ts";
import { encodeStored } from "../output/encode-stored.ts";
import type { Output, OutputEncoder } from "../output/output.ts";
import { representationOf, type Representation } from "../output/representation.ts";
import { isTable } from "../output/table/table.ts";
import { tableFrames } from "../output/table/table-frames.ts";
import type { RequestContext } from "../request-context.ts";
import type { ResourceScope } from "../resource-scope.ts";
import type { WatchTimeouts } from "../routes/route-services.ts";

/** Serves a watch as a stream of framed events (handlers.serveWatchHandler). */
export async function serveWatch(
  ctx: RequestContext,
  scope: ResourceScope,
  options: MetaListOptions,
  request: ListOptions,
  timeouts: WatchTimeouts,
): Promise<Answer> {
  const seconds = options.timeoutSeconds ?? 0;
  ctx.trace?.stage("storage");
  const events = await scope.store.watch(ctx, {
    resourceVersion: request.resourceVersion,
    predicate: request.predicate,
    timeoutMs: seconds > 0 ? seconds * 1000 : timeouts.next(),
    signal: ctx.exchange.signal,
    allowWatchBookmarks: options.allowWatchBookmarks,
    sendInitialEvents: options.sendInitialEvents,
  });
  ctx.trace?.stage("streaming");
  const { stream, framer } = await orClosed(events, () => negotiateFramer(ctx, scope));
  const sent = stream.convert?.kind === "PartialObjectMetadataList" ? untilObject(events) : events;
  return answer(ctx, 200, stream.mediaType, frames(framer, sent, ctx.metrics.watch(ctx)));
}

/** Returns the format of the events; throws a 406 error if there is none, which clients see after storage's errors. */
function negotiateFramer(ctx: RequestContext, scope: ResourceScope) {
  const stream = negotiateStream(ctx, scope);
  return { stream, framer: createFramer(ctx, stream, scope) };
}

/** Ends a watch at its first object: no single object is a list, and upstream ends a watch that it cannot encode. */
async function* untilObject<T>(
  events: AsyncIterable<readonly WatchEvent<T>[]>,
): AsyncGenerator<readonly WatchEvent<T>[]> {
  for await (const batch of events) {
    const end = batch.findIndex(({ type }) => type !== "ERROR");
    if (end !== 0) yield end < 0 ? batch : batch.slice(0, end);
    if (end >= 0) return;
  }
}

/** Runs what a watch needs before it is read; closes the watch if that throws. */
async function orClosed<T>(events: AsyncIterable<unknown>, prepare: () => T): Promise<T> {
  try {
    return prepare();
  } catch (err) {
    await events[Symbol.asyncIterator]().return?.();
    throw err;
  }
}

/** Yields one chunk per batch of events, at the pace of the reader. */
async function* frames(
  framer: Framer,
  events: AsyncIterable<readonly WatchEvent<KubeObject>[]>,
  metrics: WatchMetrics,
): AsyncGenerator<string | Uint8Array> {
  try {
    for await (const batch of events) {
      metrics.sent(batch.length);
      if (framer.kind === "text") yield joinTexts(framer.frame, batch, metrics);
      else yield* batch.map((event) => sized(framer.frame(event), metrics));
      const last = batch.at(-1);
      if (last?.type === "BOOKMARK" && last.initialEventsEnd) metrics.listed();
    }
  } finally {
    metrics.closed();
  }
}

type Frame<T> = (event: WatchEvent<KubeObject>) => T;

function joinTexts(frame: Frame<string>, batch: readonly WatchEvent<KubeObject>[], metrics: WatchMetrics): string {
  let text = "";
  for (const event of batch) text += sized(frame(event), metrics);
  return text;
}

function sized<T extends string | Uint8Array>(frame: T, metrics: WatchMetrics): T {
  metrics.sized(frame.length);
  return frame;
}

type Framer =
  | { readonly kind: "text"; readonly frame: Frame<string> }
  | { readonly kind: "bytes"; readonly frame: Frame<Uint8Array> };

function createFramer(ctx: RequestContext, stream: Output, scope: ResourceScope): Framer {
  if (isTable(stream)) return { kind: "text", frame: frameTables(ctx, stream, scope) };
  const as = representationOf(stream, scope);
  return stream.encoder === undefined
    ? { kind: "text", frame: frameTexts(as) }
    : { kind: "bytes", frame: frameBytes(stream, stream.encoder, scope, as) };
}

/** Encodes events as JSON; the text of an event is shared by all watchers of the same path. */
function frameTexts(as: Representation): Frame<string> {
  const opening = {
    ADDED: openFrame(as, "ADDED"),
    MODIFIED: openFrame(as, "MODIFIED"),
    DELETED: openFrame(as, "DELETED"),
  };
  return (event) => {
    switch (event.type) {
      case "BOOKMARK":
        return `${openFrame(as, "BOOKMARK")}${bookmark(as, event)}}\n`;
      case "ERROR":
        return `{"type":"ERROR","object":${errorText(event.error)}}\n`;
      case "ADDED":
      case "MODIFIED":
      case "DELETED":
        return shared(event, opening[event.type], (key) => `${key}${as.tail(event.stored)}}\n`);
    }
  };
}

/**
 * Encodes events as Tables. They are not shared between watchers: the first one contains the columns, and ages depend
 * on the time.
 */
function frameTables(ctx: RequestContext, stream: Output, scope: ResourceScope): Frame<string> {
  const tableOf = tableFrames(ctx, scope, stream);
  return (event) => {
    if (event.type === "ERROR") return `{"type":"ERROR","object":${errorText(event.error)}}\n`;
    return `{"type":"${event.type}","object":${tableOf(event, event.type === "BOOKMARK" ? bookmarkMetadata(event) : {})}}\n`;
  };
}

/** Encodes events as bytes, which all watchers of the same path and media type share. */
function frameBytes(
  stream: Output,
  encoder: OutputEncoder,
  scope: ResourceScope,
  as: Representation,
): Frame<Uint8Array> {
  const encode = (json: string): Uint8Array => toBytes(encoder.encode(json));
  const encodeEvent = ({ type, stored }: ObjectEvent): Uint8Array =>
    encoder.frame(type, encodeStored(stream, scope, stored) ?? encode(as.head + as.tail(stored)));
  return (event) => {
    switch (event.type) {
      case "BOOKMARK":
        return encoder.frame("BOOKMARK", encode(as.head + bookmark(as, event)));
      case "ERROR":
        return encoder.frame("ERROR", encode(errorText(event.error)));
      case "ADDED":
      case "MODIFIED":
      case "DELETED":
        return shared(event, `${stream.mediaType} ${event.type} ${as.head}`, () => encodeEvent(event));
    }
  };
}

const utf8 = new TextEncoder();

const toBytes = (body: string | Uint8Array): Uint8Array => (typeof body === "string" ? utf8.encode(body) : body);

const errorText = (error: unknown): string => statusText(toStatus(interpretWatchError(error)));

const openFrame = ({ head }: Representation, type: string): string => `{"type":"${type}","object":${head}`;

type ObjectEvent = Extract<WatchEvent<KubeObject>, { stored: unknown }>;

/** Returns the cached encoding of an event. The key identifies the format and thus the type of the cached value. */
function shared<T extends string | Uint8Array>(event: ObjectEvent, key: string, make: (key: string) => T): T {
  const ready = event.frames.get(key);
  if (ready !== undefined) return ready as T;
  const frame = make(key);
  event.frames.set(key, frame);
  return frame;
}

/** The JSON of a bookmark's object after its head: only the kind and a resource version. */
const bookmark = (as: Representation, event: BookmarkEvent): string => as.bareTail(bookmarkMetadata(event));

type BookmarkEvent = Extract<WatchEvent<KubeObject>, { type: "BOOKMARK" }>;

const bookmarkMetadata = ({ revision, initialEventsEnd }: BookmarkEvent): KubeObject["metadata"] => ({
  resourceVersion: String(revision),
  ...(initialEventsEnd && { annotations: { "k8s.io/initial-events-end": "true" } }),
});
