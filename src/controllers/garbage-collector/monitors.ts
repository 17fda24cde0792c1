import type { Clock } from "../../apimachinery/clock.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Client } from "../../client/client.ts";
import { type Discovered, preferred, type ServedResource, supports } from "../../client/discovery.ts";
import { Informer } from "../../client/informer.ts";

/** Receives changes of objects that have owners or are being deleted, and all deletions. */
export interface MonitorHandler {
  changed(resource: ServedResource, object: KubeObject): void;
  deleted(resource: ServedResource, object: KubeObject): void;
  relisted(): void;
  /** Reports whether the graph has a node with this uid. */
  tracks(uid: string): boolean;
}

/**
 * Interval at which watch events are batched, since most concern objects without owners; shorter than the settle delay.
 */
const gatherMs = 10;

interface Monitor {
  readonly informer: Informer;
  readonly stop: AbortController;
}

/** Runs an informer for each resource that supports list, watch and delete, and follows changes of discovery. */
export class Monitors {
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #handler: MonitorHandler;
  readonly #monitors = new Map<string, Monitor>();
  #byKind: ReadonlyMap<string, ServedResource> = new Map();
  #closed = false;

  constructor(client: Client, clock: Clock, handler: MonitorHandler) {
    this.#client = client;
    this.#clock = clock;
    this.#handler = handler;
  }

  lookup(apiVersion: string, kind: string): ServedResource | undefined {
    return this.#byKind.get(`${apiVersion} ${kind}`);
  }

  /** Resolves when every resource has been listed once. */
  async whenSynced(): Promise<void> {
    await Promise.all([...this.#monitors.values()].map(({ informer }) => informer.whenSynced()));
  }

  /** Starts informers for new resources and stops those of removed resources. */
  follow({ resources, failures }: Discovered): void {
    if (this.#closed) return;
    this.#byKind = new Map(
      resources.map((resource) => [
        `${resource.group === "" ? "" : `${resource.group}/`}${resource.version} ${resource.kind}`,
        resource,
      ]),
    );
    const wanted = new Map(
      preferred(resources)
        .filter(isCollectable)
        .map((resource) => [keyOf(resource), resource]),
    );
    for (const [key, monitor] of this.#monitors) {
      if (wanted.has(key) || failures.length > 0) continue; // a group that failed may still serve it
      monitor.stop.abort();
      this.#monitors.delete(key);
    }
    for (const [key, resource] of wanted) if (!this.#monitors.has(key)) this.#monitors.set(key, this.#start(resource));
  }

  /** Stops all informers permanently. */
  close(): void {
    this.#closed = true;
    for (const { stop } of this.#monitors.values()) stop.abort();
  }

  #start(resource: ServedResource): Monitor {
    const { group, version, resource: name } = resource;
    const changed = (object: KubeObject): void => this.#handler.changed(resource, object);
    const informer = new Informer({
      client: this.#client,
      clock: this.#clock,
      target: { group, version, resource: name },
      reduce: reduceToMetadata,
      keeps: concernsCollector,
      skips: (line) => this.#skips(line),
      gatherMs,
      handler: {
        add: changed,
        update: (_before, after) => changed(after),
        delete: (object) => this.#handler.deleted(resource, object),
        relisted: () => this.#handler.relisted(),
      },
    });
    const stop = new AbortController();
    void informer.run(stop.signal);
    return { informer, stop };
  }

  /** Reports whether a watch event is irrelevant: the object has no owners, is not being deleted and is not tracked. */
  #skips(line: string): boolean {
    if (!line.startsWith('{"type":"ADDED"') && !line.startsWith('{"type":"MODIFIED"')) return false;
    if (line.includes('"ownerReferences"') || line.includes('"deletionTimestamp"')) return false;
    for (let i = line.indexOf(uidMember); i >= 0; i = line.indexOf(uidMember, i + 1)) {
      const start = i + uidMember.length;
      if (this.#handler.tracks(line.slice(start, line.indexOf('"', start)))) return false;
    }
    return true;
  }
}

const uidMember = '"uid":"';

const keyOf = ({ group, version, resource }: ServedResource): string => `${group}/${version}/${resource}`;

/** Excludes events, which expire on their own (garbagecollector.DefaultIgnoredResources). */
const isCollectable = (resource: ServedResource): boolean =>
  supports(resource, "list", "watch", "delete") && resource.resource !== "events";

const concernsCollector = ({ metadata }: KubeObject): boolean =>
  (metadata.ownerReferences ?? []).length > 0 || metadata.deletionTimestamp !== undefined;

/** Reduces an object to the metadata that the graph needs. */
function reduceToMetadata({ metadata }: KubeObject): KubeObject {
  const {
    name = "",
    namespace,
    uid = "",
    resourceVersion = "",
    deletionTimestamp,
    ownerReferences,
    finalizers,
  } = metadata;
  return {
    metadata: {
      name,
      uid,
      resourceVersion,
      ...(namespace !== undefined && { namespace }),
      ...(deletionTimestamp !== undefined && { deletionTimestamp }),
      ...(ownerReferences !== undefined && { ownerReferences }),
      ...(finalizers !== undefined && { finalizers }),
    },
  };
}
