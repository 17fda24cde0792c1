import type { ListOptions as MetaListOptions } from "../../../apimachinery/options.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { Answer } from "../../../component-base/exchange.ts";
import type { ListOptions, WatchEvent } from "../../storage/interface.ts";
import { interpretWatchError } from "../../registry/storage-errors.ts";
import { joinBytes } from "../../../component-base/join-bytes.ts";
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
  const watched = await scope.store.watch(ctx, {
    resourceVersion: request.resourceVersion,
    predicate: request.predicate,
    timeoutMs: seconds > 0 ? seconds * 1000 : timeouts.next(),
    signal: ctx.exchange.signal,
    allowWatchBookmarks: options.allowWatchBookmarks,
    sendInitialEvents: options.sendInitialEvents,
  });
  const events = ctx.changeEvents?.(watched) ?? watched;
  ctx.trace?.stage("streaming");
  const { stream, framer } = await orClosed(events, () => negotiateFramer(ctx, scope));
  const sent = stream.convert?.kind === "PartialObjectMetadataList" ? untilObject(events) : events;
  return answer(ctx, 200, stream.mediaType, new EventFrames(framer, sent, ctx.metrics.watch(ctx)));
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

type Chunk = string | Uint8Array;
type Batch = readonly WatchEvent<KubeObject>[];

/** One chunk for each batch of events, at the pace of the reader. */
class EventFrames implements AsyncIterableIterator<Chunk, undefined> {
  readonly #framer: Framer;
  readonly #events: AsyncIterator<Batch>;
  readonly #metrics: WatchMetrics;
  #closed = false;

  constructor(framer: Framer, events: AsyncIterable<Batch>, metrics: WatchMetrics) {
    this.#framer = framer;
    this.#events = events[Symbol.asyncIterator]();
    this.#metrics = metrics;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Chunk, undefined>> {
    try {
      const next = await this.#events.next();
      if (next.done !== true && !this.#closed) return { done: false, value: this.#encode(next.value) };
    } catch (err) {
      await this.return();
      throw err;
    }
    this.#close();
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<Chunk, undefined>> {
    this.#close();
    await this.#events.return?.();
    return { done: true, value: undefined };
  }

  #encode(batch: Batch): Chunk {
    this.#metrics.sent(batch.length);
    const last = batch.at(-1);
    if (last?.type === "BOOKMARK" && last.initialEventsEnd) this.#metrics.listed();
    return this.#framer.kind === "text"
      ? joinFrames(this.#framer, batch, this.#metrics, joinTexts)
      : joinFrames(this.#framer, batch, this.#metrics, joinBytes);
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#metrics.closed();
  }
}

type Frame<T> = (event: WatchEvent<KubeObject>) => T;

const joinTexts = (frames: readonly string[]): string => frames.join("");

/**
 * The chunks of batches that several watchers take, by the form of their output. A watcher's own events are of its own
 * batches.
 */
const chunks = new WeakMap<Batch, Map<string, Chunk>>();

/** Encodes the events of a batch in one chunk; watchers that take the same batch in the same form share it. */
function joinFrames<T extends Chunk>(
  { frame, form }: { readonly frame: Frame<T>; readonly form: string | undefined },
  batch: Batch,
  metrics: WatchMetrics,
  join: (frames: readonly T[]) => T,
): T {
  const [first] = batch;
  if (batch.length === 1 && first !== undefined) return sized(frame(first), metrics);
  const ready = form === undefined ? undefined : chunks.get(batch)?.get(form);
  if (ready !== undefined) {
    for (const event of batch) sized(frame(event), metrics);
    return ready as T; // of this form
  }
  const chunk = join(batch.map((event) => sized(frame(event), metrics)));
  if (form !== undefined) keepChunk(batch, form, chunk);
  return chunk;
}

function keepChunk(batch: Batch, form: string, chunk: Chunk): void {
  const kept = chunks.get(batch);
  if (kept === undefined) chunks.set(batch, new Map([[form, chunk]]));
  else kept.set(form, chunk);
}

function sized<T extends Chunk>(frame: T, metrics: WatchMetrics): T {
  metrics.sized(frame.length);
  return frame;
}

/** How events are encoded. Outputs of the same form encode an event in the same way; there is none if ages do. */
type Framer =
  | { readonly kind: "text"; readonly form: string | undefined; readonly frame: Frame<string> }
  | { readonly kind: "bytes"; readonly form: string; readonly frame: Frame<Uint8Array> };

function createFramer(ctx: RequestContext, stream: Output, scope: ResourceScope): Framer {
  if (isTable(stream)) return { kind: "text", form: undefined, frame: frameTables(ctx, stream, scope) };
  const as = representationOf(stream, scope);
  return stream.encoder === undefined
    ? { kind: "text", form: as.form, frame: frameTexts(as) }
    : { kind: "bytes", form: `${stream.mediaType} ${as.form}`, frame: frameBytes(stream, stream.encoder, scope, as) };
}

/** Encodes events as JSON; the text of an event is shared by all watchers of the same path. */
function frameTexts(as: Representation): Frame<string> {
  const frames = { ADDED: frameOf(as, "ADDED"), MODIFIED: frameOf(as, "MODIFIED"), DELETED: frameOf(as, "DELETED") };
  return (event) => {
    switch (event.type) {
      case "BOOKMARK":
        return `${openFrame(as, "BOOKMARK")}${bookmark(as, event)}}\n`;
      case "ERROR":
        return `{"type":"ERROR","object":${errorText(event.error)}}\n`;
      case "ADDED":
      case "MODIFIED":
      case "DELETED": {
        const { key, opening } = frames[event.type];
        return shared(event, key, () => `${opening}${as.tail(event.stored)}}\n`);
      }
    }
  };
}

/** The key of the frames of events of a type, and how they begin. */
const frameOf = (as: Representation, type: string): { readonly key: string; readonly opening: string } => ({
  key: `${type} ${as.form}`,
  opening: openFrame(as, type),
});

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
        return shared(event, `${stream.mediaType} ${event.type} ${as.form}`, () => encodeEvent(event));
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
