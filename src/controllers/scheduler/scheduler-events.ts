import { BoundedMap } from "../../apimachinery/bounded-map.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { formatMicroTime } from "../../apimachinery/time.ts";
import type { Client } from "../../client/client.ts";
import { resourcePath } from "../../client/resource-path.ts";
import { EventStamps } from "../framework/event-stamps.ts";

/** What happened to a pod. */
export interface SchedulerEvent {
  readonly type: "Normal" | "Warning";
  readonly reason: string;
  readonly action: string;
  readonly note: string;
  readonly related?: KubeObject;
}

const scheduler = "default-scheduler";
const mostSeries = 1024;
const longestNote = 1024;
const events = { group: "events.k8s.io", version: "v1", resource: "events" };

const referenceTo = ({ metadata: { namespace, name, uid, resourceVersion } }: KubeObject) => ({
  apiVersion: "v1",
  kind: "Pod",
  namespace,
  name,
  uid,
  resourceVersion,
});

/**
 * Writes the scheduler's events about pods (client-go tools/events.EventRecorder): an event that repeats becomes a
 * series. An event that cannot be written is lost, as upstream.
 */
export class SchedulerEvents {
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #stamps: EventStamps;
  readonly #series = new BoundedMap<string, { readonly name: string; readonly count: number }>(mostSeries);

  constructor(client: Client, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
    this.#stamps = new EventStamps(clock, scheduler);
  }

  async record(pod: KubeObject, event: SchedulerEvent): Promise<void> {
    const note = event.note.length > longestNote ? `${event.note.slice(0, longestNote - 4)} ...` : event.note;
    const key = [pod.metadata.uid, event.reason, event.action, note].join("\n");
    const target = { ...events, namespace: pod.metadata.namespace ?? "default" };
    const known = this.#series.get(key);
    try {
      if (known === undefined) return await this.#create(target, key, pod, { ...event, note });
      const count = known.count + 1;
      const series = { count, lastObservedTime: formatMicroTime(this.#clock.now()) };
      await this.#client.patch(target, known.name, "merge", { series });
      this.#series.set(key, { ...known, count });
    } catch {
      this.#series.delete(key);
    }
  }

  async #create(
    target: typeof events & { readonly namespace: string },
    key: string,
    pod: KubeObject,
    { related, ...event }: SchedulerEvent,
  ): Promise<void> {
    const name = `${pod.metadata.name ?? ""}.${this.#stamps.next()}`;
    await this.#client.request("POST", resourcePath(target), {
      metadata: { name, namespace: target.namespace },
      eventTime: formatMicroTime(this.#clock.now()),
      ...event,
      regarding: referenceTo(pod),
      ...(related !== undefined && { related: referenceTo(related) }),
      reportingController: scheduler,
      reportingInstance: `${scheduler}-kubepad`,
    });
    this.#series.set(key, { name, count: 1 });
  }
}
