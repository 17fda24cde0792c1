import { BoundedMap } from "../../apimachinery/bounded-map.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import { formatTime } from "../../apimachinery/time.ts";
import type { RecordedEvent } from "./recorded-event.ts";

const mostEntries = 4096;
/** So many different messages of a reason in this time are combined into one event. */
const combinedFrom = 10;
const similarMs = 600_000;
/** So many events of an object at once, and then one in this time. */
const burst = 25;
const refillMs = 300_000;

interface Similar {
  readonly messages: Set<string>;
  lastMs: number;
}

interface Bucket {
  tokens: number;
  lastMs: number;
}

/** An event as it is to be written: anew, or as the repetition of one that exists under this name. */
export interface CorrelatedEvent {
  readonly event: RecordedEvent;
  readonly key: string;
  readonly repeats: boolean;
}

/** Counts equal events, combines similar ones and drops what is too much (client-go record.EventCorrelator). */
export class EventCorrelator {
  readonly #clock: Clock;
  readonly #stamp: () => string;
  readonly #buckets = new BoundedMap<string, Bucket>(mostEntries);
  readonly #similar = new BoundedMap<string, Similar>(mostEntries);
  readonly #written = new BoundedMap<string, Pick<RecordedEvent, "metadata" | "count" | "firstTimestamp">>(mostEntries);

  /** `stamp` returns a new end of a name. */
  constructor(clock: Clock, stamp: () => string) {
    this.#clock = clock;
    this.#stamp = stamp;
  }

  /** Returns what to write for an event, or undefined if it is dropped. */
  correlate(recorded: RecordedEvent): CorrelatedEvent | undefined {
    const { event, key } = this.#combined(recorded);
    if (!this.#accepts(event)) return undefined;
    const before = this.#written.get(key);
    if (before === undefined) return { event, key, repeats: false };
    const { metadata, count, firstTimestamp } = before;
    return { event: { ...event, metadata, firstTimestamp, count: count + 1 }, key, repeats: true };
  }

  /** Remembers an event that was written. */
  written(key: string, { metadata, count, firstTimestamp }: RecordedEvent): void {
    this.#written.set(key, { metadata, count, firstTimestamp });
  }

  #combined(event: RecordedEvent): { readonly event: RecordedEvent; readonly key: string } {
    const { involvedObject: about, type, reason, message, source, reportingComponent } = event;
    const object = [about.kind, about.namespace, about.name, about.uid, about.apiVersion];
    const similarKey = JSON.stringify([source.component, ...object, type, reason, reportingComponent]);
    const now = this.#clock.now();
    let similar = this.#similar.get(similarKey);
    if (similar === undefined || now - similar.lastMs > similarMs) {
      similar = { messages: new Set(), lastMs: now };
      this.#similar.set(similarKey, similar);
    }
    similar.messages.add(message);
    similar.lastMs = now;
    if (similar.messages.size < combinedFrom)
      return { event, key: JSON.stringify([source.component, ...object, about.fieldPath, type, reason, message]) };
    similar.messages.delete(message);
    const time = formatTime(now);
    const combined = {
      ...event,
      metadata: { ...event.metadata, name: `${about.name}.${this.#stamp()}` },
      message: `(combined from similar events): ${message}`,
      firstTimestamp: time,
      lastTimestamp: time,
    };
    return { event: combined, key: similarKey };
  }

  /** A bucket of tokens for each object. */
  #accepts({ involvedObject: about, source }: RecordedEvent): boolean {
    const key = JSON.stringify([
      source.component,
      about.kind,
      about.namespace,
      about.name,
      about.uid,
      about.apiVersion,
    ]);
    const now = this.#clock.now();
    const bucket = this.#buckets.get(key) ?? { tokens: burst, lastMs: now };
    const tokens = Math.min(burst, bucket.tokens + (now - bucket.lastMs) / refillMs);
    const accepted = tokens >= 1;
    this.#buckets.set(key, { tokens: accepted ? tokens - 1 : tokens, lastMs: now });
    return accepted;
  }
}
