import { type Client, isConflict, isNotFound } from "../../client/client.ts";
import { type Controller, controllerClient, type ControllerOptions } from "../../client/controller.ts";
import { InformedQueue } from "../../client/informed-queue.ts";
import { labelSelectorAsSelector, type LabelSelectorSpec } from "../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";

/** The fields of an rbac/v1 ClusterRole that aggregation reads. */
export interface ClusterRole extends KubeObject {
  readonly rules?: readonly unknown[] | null;
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly LabelSelectorSpec[] | null } | null;
}

/**
 * Returns the rules of an aggregated role: the union of the rules of all roles that its selectors match, in order of
 * role names and without duplicates (clusterroleaggregation syncClusterRole).
 */
export function aggregateRules(role: ClusterRole, all: Iterable<ClusterRole>): readonly unknown[] {
  const sorted = [...all]
    .filter(({ metadata }) => metadata.name !== role.metadata.name)
    .sort((a, b) => ((a.metadata.name ?? "") < (b.metadata.name ?? "") ? -1 : 1));
  const gathered = new Map<string, unknown>();
  for (const spec of role.aggregationRule?.clusterRoleSelectors ?? []) {
    const selector = labelSelectorAsSelector(spec);
    for (const { metadata, rules } of sorted) {
      if (!selector.matches(metadata.labels ?? {})) continue;
      for (const rule of rules ?? []) gathered.set(JSON.stringify(rule), rule);
    }
  }
  return [...gathered.values()];
}

/** Reports whether a role has exactly these rules. */
const hasRules = ({ rules }: ClusterRole, wanted: readonly unknown[]): boolean =>
  JSON.stringify(rules ?? []) === JSON.stringify(wanted);

const clusterRoles = { group: "rbac.authorization.k8s.io", version: "v1", resource: "clusterroles" };

/** Keeps the rules of aggregated ClusterRoles up to date with the ClusterRoles that their selectors match. */
export const createClusterRoleAggregationController = (options: ControllerOptions): Controller =>
  new ClusterRoleAggregation(options).controller;

class ClusterRoleAggregation {
  readonly controller: InformedQueue<ClusterRole>;
  readonly #client: Client;

  constructor(options: ControllerOptions) {
    this.#client = controllerClient("clusterrole-aggregation", options);
    const enqueue = (): void => this.#enqueueAggregated();
    this.controller = new InformedQueue<ClusterRole>({
      client: this.#client,
      clock: options.clock,
      target: clusterRoles,
      reduce: ({
        metadata: { name = "", uid = "", resourceVersion = "", labels = {} },
        rules = null,
        aggregationRule = null,
      }) => ({ metadata: { name, uid, resourceVersion, labels }, rules, aggregationRule }),
      handler: { add: enqueue, update: enqueue, delete: enqueue },
      workers: 1,
      process: (name, signal) => this.#sync(name, signal),
    });
    void this.controller.whenSynced().then(enqueue);
  }

  /** Enqueues every aggregated role: any change may affect any of them, and there are few. */
  #enqueueAggregated(): void {
    if (!this.controller.synced) return;
    for (const { metadata, aggregationRule } of this.controller.index.values())
      if (aggregationRule) this.controller.add(metadata.name ?? "");
  }

  async #sync(name: string, signal: AbortSignal): Promise<void> {
    const role = this.controller.index.get(name);
    if (role === undefined || !role.aggregationRule) return;
    const rules = aggregateRules(role, this.controller.index.values());
    if (hasRules(role, rules)) return;
    try {
      await this.#client.patch(
        clusterRoles,
        name,
        "merge",
        { metadata: { resourceVersion: role.metadata.resourceVersion }, rules },
        { signal },
      );
    } catch (error) {
      // the watch delivers the newer role, which is synced again
      if (!isNotFound(error) && !isConflict(error)) throw error;
    }
  }
}
