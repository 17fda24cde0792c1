import type { Clock } from "../apimachinery/clock.ts";
import type { GroupVersion } from "../apimachinery/gvk.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import type { ObjectLister } from "../apiserver/registry/object-lister.ts";
import {
  apiServiceName,
  automanagedLabel,
  customPriority,
  localApiService,
} from "../apis/apiregistration/local-api-services.ts";
import { WorkQueue } from "../client/work-queue.ts";
import type { ApiService } from "./api-service.ts";
import type { ApiServiceWriter } from "./api-service-writer.ts";

/** The group versions that definitions serve. */
export interface CustomVersions {
  all(): readonly GroupVersion[];
  /** Calls the listener with the group versions of a definition before and after each change. */
  listen(listener: (touched: readonly GroupVersion[]) => void): void;
}

/** The dependencies of the controller. */
export interface AutoregisterOptions {
  readonly lister: ObjectLister<ApiService>;
  readonly writer: ApiServiceWriter;
  readonly clock: Clock;
  /** The APIServices of the built-in group versions, which are kept from the start only. */
  readonly builtin: readonly KubeObject[];
  readonly custom: CustomVersions;
  /** The names that the server has registered or found registered as they should be when it started. */
  readonly synced: ReadonlySet<string>;
  /** The names of all APIServices that were there when the server started. */
  readonly presentAtStart: ReadonlySet<string>;
}

const managedAs = (service: { readonly metadata: KubeObject["metadata"] } | undefined): string | undefined =>
  service?.metadata.labels?.[automanagedLabel];

/**
 * Keeps an APIService for each group version that this server serves itself: those of built-in groups as they are at
 * the start, those of definitions continuously (autoregister and crdregistration). An APIService without the label, or
 * with another value, is its author's.
 */
export class AutoregisterController {
  readonly #options: AutoregisterOptions;
  readonly #desired = new Map<string, KubeObject>();
  readonly #synced: Set<string>;
  readonly #queue: WorkQueue;

  constructor(options: AutoregisterOptions) {
    this.#options = options;
    this.#synced = new Set(options.synced);
    this.#queue = new WorkQueue({ clock: options.clock, process: (name) => this.#sync(name) });
    for (const service of options.builtin) this.#desired.set(service.metadata.name ?? "", service);
  }

  /** Syncs all APIServices, and each again when it or a definition changes. */
  start(): void {
    const { lister, custom } = this.#options;
    custom.listen((touched) => this.#follow(touched));
    this.#follow(custom.all());
    lister.listen((name) => this.#queue.add(name));
    for (const name of this.#desired.keys()) this.#queue.add(name);
    for (const { metadata } of lister.all()) this.#queue.add(metadata.name ?? "");
  }

  idle(): Promise<void> {
    return this.#queue.idle();
  }

  close(): void {
    this.#queue.close();
  }

  #follow(touched: readonly GroupVersion[]): void {
    const served = new Set(this.#options.custom.all().map(apiServiceName));
    for (const gv of touched) {
      const name = apiServiceName(gv);
      if (managedAs(this.#desired.get(name)) === "onstart") continue;
      if (served.has(name)) this.#desired.set(name, localApiService(gv, customPriority, "true"));
      else this.#desired.delete(name);
      this.#queue.add(name);
    }
  }

  /** Syncs one APIService, in the order of upstream's cases (autoRegisterController.checkAPIService). */
  async #sync(name: string): Promise<void> {
    const { lister, writer, presentAtStart } = this.#options;
    const desired = this.#desired.get(name);
    const current = lister.get(name);
    const hasSynced = this.#synced.has(name);
    const once = managedAs(desired) === "onstart" && hasSynced;
    if (!once && current === undefined && desired !== undefined) await writer.create(desired);
    else if (!once && current !== undefined && this.#isManaged(current, presentAtStart.has(name), hasSynced)) {
      if (desired === undefined) await writer.delete(current);
      // Both have the members in the order of the Go type.
      else if (JSON.stringify(current.spec) !== JSON.stringify(desired["spec"]))
        await writer.updateSpec(current, desired["spec"]);
    }
    this.#synced.add(name);
  }

  /** Reports whether the controller may still change a stored APIService. */
  #isManaged(current: ApiService, wasPresent: boolean, hasSynced: boolean): boolean {
    const managed = managedAs(current);
    return managed === "true" || (managed === "onstart" && wasPresent && !hasSynced);
  }
}
