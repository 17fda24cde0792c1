import { BoundedMap } from "../../apimachinery/bounded-map.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { formatTime } from "../../apimachinery/time.ts";
import type { Client } from "../../client/client.ts";
import { resourcePath } from "../../client/resource-path.ts";
import { EventStamps } from "../framework/event-stamps.ts";
import type { KubeletEvent } from "./pod-surroundings.ts";

const events = { group: "", version: "v1", resource: "events" };
const component = "kubelet";
const mostCounted = 4096;

/** Writes core/v1 events as a kubelet does: one that repeats is counted. What cannot be written is lost. */
export class KubeletEvents {
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #stamps: EventStamps;
  readonly #counted = new BoundedMap<string, { readonly name: string; readonly count: number }>(mostCounted);

  constructor(client: Client, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
    this.#stamps = new EventStamps(clock, component);
  }

  /** Writes an event about a pod, or one of its containers, on a node. */
  async record(pod: KubeObject, node: string, { type, reason, message, container }: KubeletEvent): Promise<void> {
    const { name = "", namespace = "", uid = "", resourceVersion } = pod.metadata;
    const key = [uid, container, type, reason, message].join("\n");
    const target = { ...events, namespace };
    const now = formatTime(this.#clock.now());
    const known = this.#counted.get(key);
    try {
      if (known !== undefined) {
        const count = known.count + 1;
        await this.#client.patch(target, known.name, "merge", { count, lastTimestamp: now });
        this.#counted.set(key, { ...known, count });
        return;
      }
      const path = container && `spec.${listOf(pod, container)}{${container}}`;
      const made = `${name}.${this.#stamps.next()}`;
      await this.#client.request("POST", resourcePath(target), {
        metadata: { name: made, namespace },
        involvedObject: {
          apiVersion: "v1",
          kind: "Pod",
          name,
          namespace,
          uid,
          resourceVersion,
          ...(path !== undefined && { fieldPath: path }),
        },
        type,
        reason,
        message,
        source: { component, host: node },
        firstTimestamp: now,
        lastTimestamp: now,
        count: 1,
        reportingComponent: component,
        reportingInstance: node,
      });
      this.#counted.set(key, { name: made, count: 1 });
    } catch {
      this.#counted.delete(key);
    }
  }
}

/** Returns the list of the pod's spec that has a container. */
function listOf(pod: KubeObject, container: string): string {
  const spec = (pod["spec"] ?? {}) as Readonly<Record<string, readonly { readonly name: string }[] | undefined>>;
  const others = ["initContainers", "ephemeralContainers"];
  return others.find((list) => spec[list]?.some(({ name }) => name === container)) ?? "containers";
}
