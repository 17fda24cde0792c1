import { type Client, isConflict, isNotFound } from "../../client/client.ts";
import { type Controller, controllerClient, type ControllerOptions } from "../../client/controller.ts";
import { InformedQueue } from "../../client/informed-queue.ts";
import { labelSelectorAsSelector, type LabelSelectorSpec } from "../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";

/** rbac/v1 ClusterRole as far as aggregation looks at it. */
export interface ClusterRole extends KubeObject {
  readonly rules?: readonly unknown[] | null;
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly LabelSelectorSpec[] | null } | null;
}

/**
 * The rules that a role is to have: those of the roles that its selectors select, by name, each once
 * (clusterroleaggregation syncClusterRole).
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

/** Whether a role has just these rules. */
const hasRules = ({ rules }: ClusterRole, wanted: readonly unknown[]): boolean =>
  JSON.stringify(rules ?? []) === JSON.stringify(wanted);

const clusterRoles = { group: "rbac.authorization.k8s.io", version: "v1", resource: "clusterroles" };

/** Gathers the rules of ClusterRoles that aggregate others, whenever one of those changes. */
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

  /** Any change may concern any of them; there are few. */
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
      // the newer role comes by the watch and is looked at again
      if (!isNotFound(error) && !isConflict(error)) throw error;
    }
  }
}
