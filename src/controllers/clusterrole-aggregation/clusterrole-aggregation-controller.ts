import { type Client, isConflict, isNotFound } from "../../client/client.ts";
import { type Controller, controllerClient, type ControllerOptions } from "../../client/controller.ts";
import { followSignal } from "../../client/follow-signal.ts";
import { Informer } from "../../client/informer.ts";
import { WorkQueue } from "../../client/work-queue.ts";
import { aggregateRules, hasRules, type ClusterRole } from "./aggregate-rules.ts";

const clusterRoles = { group: "rbac.authorization.k8s.io", version: "v1", resource: "clusterroles" };

/** Gathers the rules of ClusterRoles that aggregate others, whenever one of those changes. */
export const createClusterRoleAggregationController = (options: ControllerOptions): Controller => new ClusterRoleAggregation(options);

class ClusterRoleAggregation implements Controller {
  readonly #client: Client;
  readonly #queue: WorkQueue;
  readonly #informer: Informer<ClusterRole>;
  #stop = new AbortController();

  constructor(options: ControllerOptions) {
    this.#client = controllerClient("clusterrole-aggregation", options);
    this.#queue = new WorkQueue({ clock: options.clock, workers: 1, process: (name) => this.#sync(name) });
    const enqueue = (): void => this.#enqueueAggregated();
    this.#informer = new Informer<ClusterRole>({
      client: this.#client,
      clock: options.clock,
      target: clusterRoles,
      reduce: ({ metadata: { name = "", uid = "", resourceVersion = "", labels = {} }, rules = null, aggregationRule = null }) => ({ metadata: { name, uid, resourceVersion, labels }, rules, aggregationRule }),
      handler: { add: enqueue, update: enqueue, delete: enqueue },
    });
  }

  start(signal: AbortSignal): void {
    this.#stop = followSignal(signal);
    this.#stop.signal.addEventListener("abort", () => this.#queue.close(), { once: true });
    void this.#informer.run(this.#stop.signal).then(() => undefined);
    void this.#informer.whenSynced().then(() => this.#enqueueAggregated());
  }

  async idle(): Promise<void> {
    await this.#informer.whenSynced();
    await this.#queue.idle();
  }

  close(): void {
    this.#stop.abort();
    this.#queue.close();
  }

  /** Any change may concern any of them; there are few. */
  #enqueueAggregated(): void {
    if (!this.#informer.synced) return;
    for (const { metadata, aggregationRule } of this.#informer.index.values()) if (aggregationRule) this.#queue.add(metadata.name ?? "");
  }

  async #sync(name: string): Promise<void> {
    const role = this.#informer.index.get(name);
    if (role === undefined || !role.aggregationRule) return;
    const rules = aggregateRules(role, this.#informer.index.values());
    if (hasRules(role, rules)) return;
    try {
      await this.#client.patch(clusterRoles, name, "merge", { metadata: { resourceVersion: role.metadata.resourceVersion }, rules }, { signal: this.#stop.signal });
    } catch (error) {
      if (!isNotFound(error) && !isConflict(error)) throw error; // the newer role comes by the watch and is looked at again
    }
  }
}
