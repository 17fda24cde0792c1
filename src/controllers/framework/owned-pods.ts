import type { Pod } from "../../api/core/v1.ts";
import { controllerOf } from "../../apimachinery/controller-of.ts";
import type { LabelSelector } from "../../apimachinery/labels/selector.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { objectKey } from "../../client/object-index.ts";
import type { Expectations } from "./expectations.ts";
import { type ControllerKind, ownerKey } from "./owners.ts";
import type { SharedInformer } from "./shared-informers.ts";

export interface OwnedPods<Owner extends KubeObject> {
  readonly pods: SharedInformer<Pod>;
  readonly owners: SharedInformer<Owner>;
  readonly kind: ControllerKind;
  readonly selectorOf: (owner: Owner) => LabelSelector;
  readonly expectations: Expectations;
  /** Has an owner looked at, because a pod changed that it owns, or that it may adopt. */
  readonly enqueue: (key: string, why: "owned" | "adoptable") => void;
  /** Reports whether an update of a pod changes nothing for its owner. */
  readonly isSame?: (before: Pod, after: Pod) => boolean;
  /** Receives pods that no owner here has. */
  readonly withoutOwner?: (pod: Pod) => void;
}

/** Follows the pods that owners of a kind control or may adopt (addPod, updatePod and deletePod of each controller). */
export function followOwnedPods<Owner extends KubeObject>(options: OwnedPods<Owner>): void {
  const { pods, owners, kind, selectorOf, expectations, enqueue, isSame, withoutOwner } = options;
  const ownerOf = (pod: Pod): string | undefined => ownerKey(pod, kind, owners);
  const adoptable = ({ metadata: { namespace = "", labels = {} } }: Pod): void => {
    if (Object.keys(labels).length === 0) return;
    for (const owner of owners.inNamespace(namespace))
      if (selectorOf(owner).matches(labels)) enqueue(objectKey(owner), "adoptable");
  };
  const gone = (pod: Pod): void => {
    const key = ownerOf(pod);
    if (key === undefined) return withoutOwner?.(pod);
    expectations.deletionObserved(key, pod.metadata.uid ?? "");
    enqueue(key, "owned");
  };
  pods.addHandler({
    add(pod) {
      if (pod.metadata.deletionTimestamp !== undefined) return gone(pod);
      const key = ownerOf(pod);
      if (key !== undefined) {
        expectations.creationObserved(key);
        return enqueue(key, "owned");
      }
      if (controllerOf(pod) === undefined) adoptable(pod);
      withoutOwner?.(pod);
    },
    update(before, after) {
      const isRelabelled = !hasSameLabels(before, after);
      if (after.metadata.deletionTimestamp !== undefined) {
        gone(after);
        if (isRelabelled) gone(before);
        return;
      }
      if (isSame?.(before, after) === true) return;
      const [keyBefore, key] = [ownerOf(before), ownerOf(after)];
      if (keyBefore !== undefined && keyBefore !== key) enqueue(keyBefore, "owned");
      if (key !== undefined) return enqueue(key, "owned");
      if (controllerOf(after) === undefined && (isRelabelled || controllerOf(before) !== undefined)) adoptable(after);
      withoutOwner?.(after);
    },
    delete: gone,
  });
}

/** Reports whether two states of a pod have the same labels. */
export const hasSameLabels = (a: Pod, b: Pod): boolean =>
  JSON.stringify(a.metadata.labels ?? {}) === JSON.stringify(b.metadata.labels ?? {});
