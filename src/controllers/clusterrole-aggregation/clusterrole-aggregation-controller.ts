import { type Client, isConflict, isNotFound } from "../../client/client.ts";
import { type Controller, controllerClient, type ControllerOptions } from "../../client/controller.ts";
import { InformedQueue } from "../../client/informed-queue.ts";
import { aggregateRules, hasRules, type ClusterRole } from "./aggregate-rules.ts";

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
