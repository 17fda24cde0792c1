import type { Clock } from "../../apimachinery/clock.ts";
import { isAlreadyExists } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { formatTime } from "../../apimachinery/time.ts";
import { type Client, isNotFound } from "../../client/client.ts";
import { resourcePath } from "../../client/resource-path.ts";
import { EventCorrelator } from "./event-correlator.ts";
import { EventStamps } from "./event-stamps.ts";
import type { EventType, RecordedEvent } from "./recorded-event.ts";

const events = { group: "", version: "v1", resource: "events" };
/** So many names of an event are tried; admission may refuse all with the same reason. */
const mostNames = 100;

/**
 * Writes core/v1 events about objects, one after the other and without making callers wait (client-go
 * record.EventRecorder); in a world of turns, within the turn. Repeated events are counted, similar ones combined, and
 * too many dropped (EventCorrelator).
 */
export class EventRecorder {
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #component: string;
  readonly #stamps: EventStamps;
  readonly #correlator: EventCorrelator;
  #writing: Promise<void> = Promise.resolve();

  /** `component` is the source of the events, such as `replicaset-controller`. */
  constructor(options: { readonly client: Client; readonly clock: Clock; readonly component: string }) {
    this.#client = options.client;
    this.#clock = options.clock;
    this.#component = options.component;
    this.#stamps = new EventStamps(options.clock, options.component);
    this.#correlator = new EventCorrelator(options.clock, () => this.#stamps.next());
  }

  /** Records that something happened to an object; `apiVersion` and `kind` are those of the object. */
  event(
    { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
    { metadata }: KubeObject,
    type: EventType,
    reason: string,
    message: string,
  ): void {
    const { namespace, name = "", uid = "", resourceVersion } = metadata;
    const now = formatTime(this.#clock.now());
    const event: RecordedEvent = {
      metadata: { name: `${name}.${this.#stamps.next()}`, namespace: namespace ?? "default" },
      involvedObject: {
        apiVersion,
        kind,
        ...(namespace !== undefined && { namespace }),
        name,
        uid,
        ...(resourceVersion !== undefined && { resourceVersion }),
      },
      reason,
      message,
      source: { component: this.#component },
      firstTimestamp: now,
      lastTimestamp: now,
      count: 1,
      type,
      reportingComponent: this.#component,
      reportingInstance: "",
    };
    const write = (): Promise<void> =>
      (this.#writing = this.#writing.then(() => this.#write(event)).catch(() => undefined));
    if (this.#clock.afterTurn === undefined) void write();
    else this.#clock.afterTurn(write);
  }

  async #write(recorded: RecordedEvent): Promise<void> {
    const correlated = this.#correlator.correlate(recorded);
    if (correlated === undefined) return;
    const { event, key, repeats } = correlated;
    const target = { ...events, namespace: event.metadata.namespace ?? "" };
    const { count, lastTimestamp, message } = event;
    if (!repeats) return this.#correlator.written(key, await this.#create(target, event));
    try {
      const changes = { count, lastTimestamp, message };
      await this.#client.patch(target, event.metadata.name ?? "", "strategic-merge", changes);
      this.#correlator.written(key, event);
    } catch (error) {
      // a counted event may have expired; anything else is lost, as upstream loses what the server refuses
      if (isNotFound(error)) this.#correlator.written(key, await this.#create(target, event));
    }
  }

  /** Creates an event, under another name if a world that stood still over a restart has one of that name already. */
  async #create(target: typeof events & { readonly namespace: string }, event: RecordedEvent): Promise<RecordedEvent> {
    for (let [named, tries] = [event, 1]; ; tries++) {
      try {
        await this.#client.request("POST", resourcePath(target), named);
        return named;
      } catch (error) {
        if (!isAlreadyExists(error) || tries === mostNames) throw error;
        const name = `${event.involvedObject.name}.${this.#stamps.next()}`;
        named = { ...event, metadata: { ...event.metadata, name } };
      }
    }
  }
}
