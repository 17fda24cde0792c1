import type { Clock } from "../apimachinery/clock.ts";
import { serviceNameLabel } from "../apimachinery/labels/well-known.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import type { ObjectLister } from "../apiserver/registry/object-lister.ts";
import type { ServiceLookups } from "../apiserver/webhook/resolve-service.ts";
import { localCondition } from "../apis/apiregistration/local-api-services.ts";
import { WorkQueue } from "../client/work-queue.ts";
import type { Counter } from "../component-base/metrics/metric.ts";
import type { MetricVec } from "../component-base/metrics/metrics-registry.ts";
import { isAvailable, withAvailability, type ApiService, type ApiServiceCondition } from "./api-service.ts";
import type { ApiServiceWriter } from "./api-service-writer.ts";
import { checkAvailability } from "./availability.ts";
import type { ExtensionClient } from "./extension-client.ts";

/** The dependencies of the controller. */
export interface AvailabilityOptions {
  readonly lister: ObjectLister<ApiService>;
  readonly writer: ApiServiceWriter;
  readonly clock: Clock;
  readonly lookups: ServiceLookups;
  readonly client: ExtensionClient;
  /** Counts how often APIServices have become unavailable. */
  readonly unavailable: MetricVec<Counter>;
  /** Follows changes of a resource until the signal is aborted. */
  follow(resource: string, changed: (object: KubeObject) => void, signal: AbortSignal): Promise<void>;
  report(error: unknown): void;
}

/** How often APIServices are looked at though nothing has changed, and the bounds of retries (remote.New). */
const resyncMs = 30_000;
const retries = { baseDelayMs: 5, maxDelayMs: 30_000 };

/** Ends a sync whose check has failed, so that it is repeated. */
class Unavailable extends Error {}

/**
 * Keeps the condition Available of APIServices: those of other servers are checked when they, their Service or its
 * endpoints change, and every 30 seconds; local ones are always available (the controllers of status/remote and
 * status/local).
 */
export class AvailabilityController {
  readonly #options: AvailabilityOptions;
  readonly #queue: WorkQueue;
  readonly #closing = new AbortController();
  #following = false;
  #cancelResync: (() => void) | undefined;

  constructor(options: AvailabilityOptions) {
    this.#options = options;
    const { clock } = options;
    this.#queue = new WorkQueue({ clock, workers: 5, ...retries, process: (name) => this.#sync(name) });
  }

  start(): void {
    const { lister } = this.#options;
    lister.listen((name) => this.#add(name));
    for (const { metadata } of lister.all()) this.#add(metadata.name ?? "");
  }

  idle(): Promise<void> {
    return this.#queue.idle();
  }

  /** Checks an APIService now, since what answers for it has changed. */
  check(name: string): void {
    this.#queue.add(name);
  }

  close(): void {
    this.#closing.abort();
    this.#cancelResync?.();
    this.#queue.close();
  }

  #add(name: string): void {
    this.#queue.add(name);
    if (this.#options.lister.get(name)?.spec.service === undefined) return;
    this.#followServices();
    this.#cancelResync ??= this.#options.clock.after(resyncMs, () => this.#resync());
  }

  #resync(): void {
    this.#cancelResync = undefined;
    for (const { metadata } of this.#remote()) this.#add(metadata.name ?? "");
  }

  #remote(): readonly ApiService[] {
    return this.#options.lister.all().filter(({ spec }) => spec.service !== undefined);
  }

  /** Follows Services and EndpointSlices from the first APIService on that names a Service. */
  #followServices(): void {
    if (this.#following) return;
    this.#following = true;
    const { follow, report } = this.#options;
    const { signal } = this.#closing;
    follow("services", ({ metadata }) => this.#changed(metadata.namespace, metadata.name), signal).catch(report);
    follow(
      "endpointslices",
      ({ metadata }) => this.#changed(metadata.namespace, metadata.labels?.[serviceNameLabel]),
      signal,
    ).catch(report);
  }

  #changed(namespace: string | undefined, name: string | undefined): void {
    for (const { metadata, spec } of this.#remote())
      if (spec.service?.namespace === namespace && spec.service?.name === name) this.#queue.add(metadata.name ?? "");
  }

  async #sync(name: string): Promise<void> {
    const { lister, lookups, client } = this.#options;
    const service = lister.get(name);
    if (service === undefined || this.#closing.signal.aborted) return;
    if (service.spec.service === undefined) return this.#write(service, localCondition);
    const { signal } = this.#closing;
    const verdict = await checkAvailability(service, service.spec.service, lookups, client, signal);
    if (this.#closing.signal.aborted) return;
    await this.#write(service, (now) => ({ type: "Available", lastTransitionTime: now, ...verdict }));
    if (verdict.reason === "FailedDiscoveryCheck") throw new Unavailable(verdict.message);
  }

  async #write(service: ApiService, condition: (now: string) => ApiServiceCondition): Promise<void> {
    if (withAvailability(service, condition("")) === undefined) return;
    const { writer, unavailable } = this.#options;
    const written = await writer.updateStatus(service, (live, now) => withAvailability(live, condition(now)));
    if (written === undefined || isAvailable(written) || !isAvailable(service)) return;
    unavailable.with(service.metadata.name ?? "", condition("").reason).inc();
  }
}
