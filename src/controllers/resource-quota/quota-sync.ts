import { pushAll } from "../../apimachinery/long-lists.ts";
import type { ResourceQuota } from "../../api/core/v1.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Client } from "../../client/client.ts";
import { preferred, supports, type Discovered, type ServedResource } from "../../client/discovery.ts";
import { DiscoveryWatcher } from "../../client/discovery-watcher.ts";
import { objectKey } from "../../client/object-index.ts";
import {
  addResourceLists,
  equalResourceLists,
  formatResourceList,
  noResources,
  parseResourceList,
  type ResourceList,
} from "../../component-helpers/resource/resource-list.ts";
import { nextTask } from "../../component-base/event-loop.ts";
import { createFeatureGates } from "../../component-base/features/feature-gates.ts";
import { calculateUsage } from "../../quota/calculate-usage.ts";
import type { Evaluator } from "../../quota/evaluator.ts";
import { createEvaluatorRegistry, type EvaluatorRegistry } from "../../quota/registry.ts";
import { exceeded, masked } from "../../quota/resources.ts";
import { QuotaMonitors, type QuotableResource } from "./quota-monitors.ts";

/** In so many tasks, a request that has been admitted has stored its object, unless a disk is slow. */
const tasksOfWrite = 20;

async function writesInFlight(): Promise<void> {
  for (let task = 0; task < tasksOfWrite; task++) await nextTask();
}

export interface QuotaSyncParts {
  readonly client: Client;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  quotas(): Iterable<ResourceQuota>;
  /** Has a quota counted again. */
  recount(key: string): void;
}

/** Counts quotas, and watches what they limit; the part of the controller that needs quantities and evaluators. */
export class QuotaSync {
  readonly #parts: QuotaSyncParts;
  readonly #registry: EvaluatorRegistry;
  readonly #monitors: QuotaMonitors;
  readonly #discovered: Promise<void>;
  #quotable: readonly QuotableResource[] = [];

  constructor(parts: QuotaSyncParts) {
    const { client, clock, signal } = parts;
    this.#parts = parts;
    this.#registry = createEvaluatorRegistry({ gates: createFeatureGates(), now: () => clock.now() });
    this.#monitors = new QuotaMonitors({
      client,
      clock,
      signal,
      hasQuota: (namespace) => [...parts.quotas()].some(({ metadata }) => metadata.namespace === namespace),
      replenish: (namespace, evaluator) => this.#replenish(namespace, evaluator),
    });
    const changed = ({ resources }: Discovered): void => this.#serves(preferred(resources));
    this.#discovered = new DiscoveryWatcher({ client, clock, changed }).run(signal);
  }

  /** Watches the resources that the present quotas limit. */
  async follow(): Promise<void> {
    await this.#discovered;
    this.#followLimited();
    await this.#monitors.whenSynced();
  }

  /** Counts what is used of a quota and stores it (syncResourceQuota). Rejects if the quota has changed meanwhile. */
  async count(quota: ResourceQuota): Promise<void> {
    const { spec = {}, status = {} } = quota;
    const hard = parseResourceList(spec.hard);
    const stored = parseResourceList(status.used);
    let used = await this.#count(quota, stored, hard);
    if (exceeded(masked(stored, hard.keys()), used).length > 0) {
      // A request that has been charged may not have stored its object yet, and would be given out twice.
      await writesInFlight();
      used = await this.#count(quota, stored, hard);
    }
    const hasLimits = equalResourceLists(hard, parseResourceList(status.hard));
    const isCurrent =
      status.hard !== undefined && status.used !== undefined && hasLimits && equalResourceLists(used, stored);
    if (isCurrent) return;
    await this.#store(quota, { hard: formatResourceList(hard), used: formatResourceList(used) });
    if (hasLimits) return;
    // A request that was admitted before these limits held was not charged, and may have stored its object since.
    await writesInFlight();
    if (exceeded(await this.#count(quota, used, hard), used).length > 0) this.#parts.recount(objectKey(quota));
  }

  async #count(quota: ResourceQuota, stored: ResourceList, hard: ResourceList): Promise<ResourceList> {
    const usages = await Promise.all(this.#limited(quota).map((resource) => this.#usageOf(resource, quota)));
    return masked(new Map([...stored, ...usages.reduce(addResourceLists, noResources)]), hard.keys());
  }

  async #store(quota: ResourceQuota, status: ResourceQuota["status"]): Promise<void> {
    const { client, signal } = this.#parts;
    const target = { group: "", version: "v1", resource: "resourcequotas", namespace: quota.metadata.namespace ?? "" };
    await client.update(target, { ...quota, apiVersion: "v1", kind: "ResourceQuota", status }, "status", signal);
  }

  async #usageOf({ served, evaluator }: QuotableResource, { metadata, spec = {} }: ResourceQuota) {
    const { client, signal } = this.#parts;
    const { group, version, resource } = served;
    const target = { group, version, resource, namespace: metadata.namespace ?? "" };
    const objects: KubeObject[] = [];
    for await (const page of client.pages(target, {}, signal)) pushAll(objects, page.items);
    return calculateUsage(evaluator, spec, objects);
  }

  #limited({ spec }: ResourceQuota): readonly QuotableResource[] {
    const names = Object.keys(spec?.hard ?? {});
    return this.#quotable.filter(({ evaluator }) => evaluator.matchingResources(names).length > 0);
  }

  #followLimited(): void {
    this.#monitors.follow([...this.#parts.quotas()].flatMap((quota) => this.#limited(quota)));
  }

  #replenish(namespace: string, evaluator: Evaluator): void {
    for (const quota of this.#parts.quotas())
      if (
        quota.metadata.namespace === namespace &&
        evaluator.matchingResources(Object.keys(quota.spec?.hard ?? {})).length > 0
      )
        this.#parts.recount(objectKey(quota));
  }

  /** Takes note of the served resources; quotas that limit new ones are counted again. */
  #serves(resources: readonly ServedResource[]): void {
    const known = new Set(this.#quotable.map(({ served }) => `${served.group}/${served.resource}`));
    this.#quotable = resources.flatMap((served) => {
      const evaluator = isQuotable(served) ? this.#registry.get(served) : undefined;
      return evaluator === undefined ? [] : [{ served, evaluator }];
    });
    this.#followLimited();
    if (known.size === 0) return;
    for (const quota of this.#parts.quotas())
      if (this.#limited(quota).some(({ served }) => !known.has(`${served.group}/${served.resource}`)))
        this.#parts.recount(objectKey(quota));
  }
}

/** Objects that can be listed, created and deleted in a namespace count (GetQuotableResources). */
const isQuotable = (resource: ServedResource): boolean =>
  resource.namespaced && supports(resource, "create", "list", "watch", "delete");
