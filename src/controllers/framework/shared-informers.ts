import type { Clock } from "../../apimachinery/clock.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Client } from "../../client/client.ts";
import { forkSignal } from "../../client/fork-signal.ts";
import { Informer, type InformerHandler } from "../../client/informer.ts";
import type { ObjectIndex } from "../../client/object-index.ts";
import type { ResourceTarget } from "../../client/resource-path.ts";
import { withoutManagedFields } from "../../client/without-managed-fields.ts";

/** The index of objects by their namespace (client-go cache.NamespaceIndex). */
const namespaceIndex = "namespace";

/** An informer with any number of handlers (client-go SharedIndexInformer). Objects come without managedFields. */
export class SharedInformer<T extends KubeObject = KubeObject> {
  readonly #informer: Informer<T>;
  readonly #handlers: InformerHandler<T>[] = [];

  constructor(client: Client, clock: Clock, target: ResourceTarget) {
    this.#informer = new Informer<T>({
      client,
      clock,
      target,
      reduce: withoutManagedFields,
      indexers: { [namespaceIndex]: ({ metadata }) => [metadata.namespace ?? ""] },
      handler: {
        add: (object) => this.#handlers.forEach((handler) => handler.add?.(object)),
        update: (before, after) => this.#handlers.forEach((handler) => handler.update?.(before, after)),
        delete: (object) => this.#handlers.forEach((handler) => handler.delete?.(object)),
        relisted: () => this.#handlers.forEach((handler) => handler.relisted?.()),
      },
    });
  }

  /** All objects, by key, by uid and by the uid of an owner, in the order of their keys. */
  get index(): ObjectIndex<T> {
    return this.#informer.index;
  }

  get synced(): boolean {
    return this.#informer.synced;
  }

  /** Resolves after the first list, or when the informer stops before it. */
  whenSynced(): Promise<void> {
    return this.#informer.whenSynced();
  }

  /** The objects of a namespace, in the order of their names. */
  inNamespace(namespace: string): Iterable<T> {
    return this.index.byIndex(namespaceIndex, namespace);
  }

  /** Adds a handler. What is known already is told to it as added. */
  addHandler(handler: InformerHandler<T>): void {
    this.#handlers.push(handler);
    for (const object of this.index.values()) handler.add?.(object);
  }

  /** Runs until the signal is aborted. */
  run(signal: AbortSignal): Promise<void> {
    return this.#informer.run(signal);
  }
}

/**
 * The informers of a controller manager, one for each resource that a controller asks for (client-go
 * SharedInformerFactory). Controllers ask in their factories; the manager starts them.
 */
export class SharedInformers {
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #informers = new Map<string, SharedInformer>();
  #fork: (() => AbortController) | undefined;

  /** Lists and watches as the user of the client. */
  constructor(client: Client, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  /** Returns the informer of a resource, across all namespaces. The caller says what its objects are. */
  of<T extends KubeObject = KubeObject>(target: ResourceTarget): SharedInformer<T> {
    const key = `${target.group}/${target.version}/${target.resource}`;
    const known = this.#informers.get(key);
    if (known !== undefined) return known as unknown as SharedInformer<T>;
    const informer = new SharedInformer<T>(this.#client, this.#clock, target);
    this.#informers.set(key, informer as unknown as SharedInformer);
    if (this.#fork !== undefined) void informer.run(this.#fork().signal);
    return informer;
  }

  /** Starts all informers, and from now on each that is asked for, until the signal is aborted. */
  start(signal: AbortSignal): void {
    this.#fork = forkSignal(signal);
    for (const informer of this.#informers.values()) void informer.run(this.#fork().signal);
  }
}
