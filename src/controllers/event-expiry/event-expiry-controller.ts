import type { Clock } from "../../apimachinery/clock.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { type Client, isConflict, isNotFound } from "../../client/client.ts";
import { type Controller, controllerClient, type ControllerOptions } from "../../client/controller.ts";
import { InformedQueue } from "../../client/informed-queue.ts";
import { objectKey } from "../../client/object-index.ts";

const events = { group: "", version: "v1", resource: "events" };

/**
 * Deletes events one hour after their last write, as the lease does under which kube-apiserver stores them
 * (`--event-ttl`), or after another time; 0 keeps them.
 */
export const createEventExpiryController = (
  options: ControllerOptions & { readonly ttlMs?: number | undefined },
): Controller => new EventExpiry(options).controller;

/** Interval between two sweeps. Events that expire within one interval are deleted together, which keeps timers few. */
const sweepMs = 10_000;

class EventExpiry {
  readonly controller: InformedQueue;
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #ttlMs: number;
  readonly #expires = new Map<string, number>();
  #cancelSweep: (() => void) | undefined;
  #ended = false;

  constructor(options: ControllerOptions & { readonly ttlMs?: number | undefined }) {
    this.#client = controllerClient("event-expiry", options);
    this.#clock = options.clock;
    this.#ttlMs = options.ttlMs ?? 60 * 60 * 1000;
    this.controller = new InformedQueue({
      client: this.#client,
      clock: options.clock,
      target: events,
      reduce: ({
        metadata: {
          name = "",
          namespace = "",
          uid = "",
          resourceVersion = "",
          creationTimestamp = "",
          managedFields = [],
        },
      }) => ({
        metadata: {
          name,
          namespace,
          uid,
          resourceVersion,
          creationTimestamp: lastWrite(creationTimestamp, managedFields),
        },
      }),
      handler: {
        add: (event) =>
          this.#plan(
            event,
            this.controller.synced ? this.#clock.now() : Date.parse(event.metadata.creationTimestamp ?? ""),
          ),
        update: (_before, event) => this.#plan(event, this.#clock.now()),
        delete: (event) => void this.#expires.delete(objectKey(event)),
      },
      workers: 4,
      process: (key, signal) => this.#delete(key, signal),
      ended: () => {
        this.#ended = true;
        this.#cancelSweep?.();
        this.#cancelSweep = undefined;
      },
    });
  }

  /**
   * Schedules the deletion of an event. One without a parsable time counts as written now, and so does one from before
   * the clock went backwards.
   */
  #plan(event: KubeObject, writtenAt: number): void {
    if (this.#ended || this.#ttlMs === 0) return; // what the watch had brought by then, or events that are kept
    const now = this.#clock.now();
    this.#expires.set(objectKey(event), (Number.isNaN(writtenAt) ? now : Math.min(writtenAt, now)) + this.#ttlMs);
    this.#cancelSweep ??= this.#clock.after(this.#untilNext(), () => this.#sweep());
  }

  #untilNext(): number {
    let first = Infinity;
    for (const at of this.#expires.values()) first = Math.min(first, at);
    return Math.max(first - this.#clock.now(), sweepMs);
  }

  #sweep(): void {
    this.#cancelSweep = undefined;
    const now = this.#clock.now();
    for (const [key, at] of this.#expires) if (at <= now) this.controller.add(key);
    if (this.#expires.size > 0) this.#cancelSweep = this.#clock.after(this.#untilNext(), () => this.#sweep());
  }

  /** Deletes an event unless it has been written again in the meantime. */
  async #delete(key: string, signal: AbortSignal): Promise<void> {
    const event = this.controller.index.get(key);
    if (event === undefined || (this.#expires.get(key) ?? Infinity) > this.#clock.now()) return;
    const { name = "", namespace = "", uid = "", resourceVersion = "" } = event.metadata;
    try {
      await this.#client.delete({ ...events, namespace }, name, { preconditions: { uid, resourceVersion } }, signal);
    } catch (error) {
      if (!isNotFound(error) && !isConflict(error)) throw error;
    }
  }
}

/** Returns the time of the last recorded write of an object. Times in RFC 3339 UTC sort as strings. */
const lastWrite = (creationTimestamp: string, managedFields: readonly { readonly time?: string }[]): string =>
  managedFields.reduce((last, { time = "" }) => (time > last ? time : last), creationTimestamp);
