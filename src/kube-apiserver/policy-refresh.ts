import { isRecord } from "../apimachinery/is-record.ts";
import type { Clock } from "../apimachinery/clock.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import type { PolicyListers } from "../apiserver/admission/policy/hooks.ts";
import { storageRoot } from "../apiserver/registry/keys.ts";
import { followObjects } from "../apiserver/registry/object-lister.ts";
import type { ResourceStorage } from "../apiserver/storage/cacher/create-storage.ts";

/** The time after which a changed policy or binding takes effect (generic.policyRefreshIntervalDefault). */
const refreshMs = 1000;

/** The policies and bindings that are in effect. */
export interface ActivePolicies extends PolicyListers {
  /** Whether there is a binding; without one no policy applies. */
  readonly anyBound: boolean;
  /** Follows the changes until the signal is aborted. */
  follow(signal: AbortSignal): Promise<void>;
}

/** The state of one resource as of the last refresh. */
class Snapshot {
  readonly storage: ResourceStorage<KubeObject>;
  readonly prefix: string;
  changedRevision = -1;
  #objects: readonly KubeObject[] = [];

  constructor(storage: ResourceStorage<KubeObject>, resource: string) {
    this.storage = storage;
    this.prefix = storageRoot({ resource, namespaced: false });
    this.refresh();
  }

  list(): readonly KubeObject[] {
    return this.#objects;
  }

  refresh(): void {
    if (this.storage.changedRevision === this.changedRevision) return;
    this.changedRevision = this.storage.changedRevision;
    this.#objects = this.storage.newest(this.prefix).map(({ object }) => object);
  }
}

/** Whether the status of a policy is about its current spec. */
export const isObserved = ({ metadata: { generation = 0 }, status }: KubeObject): boolean =>
  isRecord(status) && status["observedGeneration"] === generation;

export interface RefreshOptions {
  readonly clock: Clock;
  /** Called at the start and after each refresh with the policies whose current spec has not been observed. */
  readonly changed?: ((policies: readonly KubeObject[]) => void) | undefined;
}

/**
 * Keeps the policies and bindings that are in effect. Those stored at the start are; later changes take effect within a
 * second, as in upstream, where requests do not wait for the compilation of policies (generic.policySource).
 */
export function createActivePolicies(
  policies: { readonly storage: ResourceStorage<KubeObject>; readonly resource: string },
  bindings: { readonly storage: ResourceStorage<KubeObject>; readonly resource: string },
  { clock, changed }: RefreshOptions,
): ActivePolicies {
  const snapshots = {
    policies: new Snapshot(policies.storage, policies.resource),
    bindings: new Snapshot(bindings.storage, bindings.resource),
  };
  const tellChanged = (): void => changed?.(snapshots.policies.list().filter((policy) => !isObserved(policy)));
  let cancel: (() => void) | undefined;
  const refresh = (): void => {
    cancel = undefined;
    snapshots.policies.refresh();
    snapshots.bindings.refresh();
    tellChanged();
  };
  const followOne = ({ storage, prefix }: Snapshot, signal: AbortSignal): Promise<void> =>
    followObjects(
      storage,
      prefix,
      {
        reload: () => void (storage === policies.storage && tellChanged()),
        apply: () => void (cancel ??= clock.after(refreshMs, refresh)),
      },
      signal,
    );
  return {
    ...snapshots,
    get anyBound() {
      return snapshots.bindings.list().length > 0;
    },
    async follow(signal) {
      signal.addEventListener("abort", () => cancel?.(), { once: true });
      await Promise.all([followOne(snapshots.policies, signal), followOne(snapshots.bindings, signal)]);
    },
  };
}
