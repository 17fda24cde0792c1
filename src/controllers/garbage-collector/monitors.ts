import type { Clock } from "../../apimachinery/clock.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Client } from "../../client/client.ts";
import { type Discovered, preferred, type ServedResource, supports } from "../../client/discovery.ts";
import { Informer } from "../../client/informer.ts";

/** Hears of objects that have owners or are being deleted, and of every deletion. */
export interface MonitorHandler {
  changed(resource: ServedResource, object: KubeObject): void;
  deleted(resource: ServedResource, object: KubeObject): void;
  relisted(): void;
  /** The graph has this object. */
  tracks(uid: string): boolean;
}

/** Nearly every event concerns an object without owners; less than the collector lets events settle. */
const gatherMs = 10;

interface Monitor {
  readonly informer: Informer;
  readonly stop: AbortController;
}

/** One informer for each resource that can be listed, watched and deleted; follows what the server serves. */
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

  /** Resolves when every resource was listed once. */
  async whenSynced(): Promise<void> {
    await Promise.all([...this.#monitors.values()].map(({ informer }) => informer.whenSynced()));
  }

  /** Starts informers for resources that are new and ends those of resources that are gone. */
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
      if (wanted.has(key) || failures.length > 0) continue; // what could not be read is not gone
      monitor.stop.abort();
      this.#monitors.delete(key);
    }
    for (const [key, resource] of wanted) if (!this.#monitors.has(key)) this.#monitors.set(key, this.#start(resource));
  }

  /** Ends all informers, for good. */
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

  /** A change of an object without owners, which is not being deleted and was not tracked, changes nothing here. */
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

/** Events come and go by themselves (garbagecollector.DefaultIgnoredResources). */
const isCollectable = (resource: ServedResource): boolean =>
  supports(resource, "list", "watch", "delete") && resource.resource !== "events";

const concernsCollector = ({ metadata }: KubeObject): boolean =>
  (metadata.ownerReferences ?? []).length > 0 || metadata.deletionTimestamp !== undefined;

/** Members that the graph is made of. */
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
