import type { Pod } from "../../api/core/v1.ts";
import { isConflict, isNotFound } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import { objectKey } from "../../client/object-index.ts";
import type { ResourceTarget } from "../../client/resource-path.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { podsResource } from "../framework/pod-control.ts";
import { isPodFinished } from "../framework/pod-state.ts";
import { QueuedController } from "../framework/queued-controller.ts";
import type { SharedInformer } from "../framework/shared-informers.ts";

const claims = { group: "", version: "v1", resource: "persistentvolumeclaims" };
const volumes = { group: "", version: "v1", resource: "persistentvolumes" };

interface Volume extends KubeObject {
  readonly status?: { readonly phase?: string };
}

/** Keeps claims that are being deleted until no pod uses them (controller/volume/pvcprotection). */
export function createClaimProtectionController(context: ControllerContext): Controller {
  const pods = context.informers.of<Pod>(podsResource);
  const isUsed = (claim: KubeObject): boolean =>
    [...pods.inNamespace(claim.metadata.namespace ?? "")].some(
      (pod) => usesClaim(pod) && claimNames(pod).includes(claim.metadata.name ?? ""),
    );
  const controller = protect(context, {
    name: "pvc-protection-controller",
    target: claims,
    finalizer: "kubernetes.io/pvc-protection",
    others: [pods],
    isUsed,
  });
  const enqueue = (pod: Pod): void => {
    for (const name of claimNames(pod)) controller.add(`${pod.metadata.namespace ?? ""}/${name}`);
  };
  pods.addHandler({
    update(before, after) {
      if (usesClaim(before) && !usesClaim(after)) enqueue(after);
    },
    delete: enqueue,
  });
  return controller;
}

/** Keeps volumes that are being deleted until they are not bound (controller/volume/pvprotection). */
export const createVolumeProtectionController = (context: ControllerContext): Controller =>
  protect(context, {
    name: "pv-protection-controller",
    target: volumes,
    finalizer: "kubernetes.io/pv-protection",
    others: [],
    isUsed: ({ status }: Volume) => status?.phase === "Bound",
  });

/** A pod without a node uses nothing yet; one that has ended nothing any more. */
const usesClaim = (pod: Pod): boolean => (pod.spec?.nodeName ?? "") !== "" && !isPodFinished(pod);

/** Returns the claims that a pod names, and those that are made for its ephemeral volumes. */
export const claimNames = ({ metadata, spec }: Pod): readonly string[] =>
  (spec?.volumes ?? []).flatMap((volume) => {
    const source = volume["persistentVolumeClaim"] as { readonly claimName?: string } | undefined;
    if (source?.claimName !== undefined) return [source.claimName];
    return volume["ephemeral"] === undefined ? [] : [`${metadata.name ?? ""}-${volume.name}`];
  });

interface Protection<T extends KubeObject> {
  readonly name: string;
  readonly target: ResourceTarget;
  readonly finalizer: string;
  readonly others: readonly SharedInformer<Pod>[];
  readonly isUsed: (object: T) => boolean;
}

/** Adds a finalizer to objects, and removes it from those that are being deleted once they are not used. */
function protect<T extends KubeObject>(context: ControllerContext, protection: Protection<T>): QueuedController {
  const { target, finalizer, others, isUsed } = protection;
  const client = controllerClient(protection.name, context);
  const informer = context.informers.of<T>(target);
  const controller = new QueuedController({
    clock: context.clock,
    informers: [informer, ...others],
    workers: 1,
    async process(key, signal) {
      const object = informer.index.get(key);
      if (object === undefined) return;
      const { namespace = "", finalizers = [], deletionTimestamp } = object.metadata;
      const has = finalizers.includes(finalizer);
      const isDeleted = deletionTimestamp !== undefined;
      if (isDeleted ? !has || isUsed(object) : has) return;
      const kept = isDeleted ? finalizers.filter((other) => other !== finalizer) : [...finalizers, finalizer];
      try {
        const metadata = { ...object.metadata, finalizers: kept };
        await client.update({ ...target, namespace }, { ...object, metadata }, undefined, signal);
      } catch (error) {
        // the watch delivers the newer object, which is processed again
        if (!isConflict(error) && !isNotFound(error)) throw error;
      }
    },
  });
  const enqueue = (object: KubeObject): void => controller.add(objectKey(object));
  informer.addHandler({ add: enqueue, update: (_before, after) => enqueue(after) });
  return controller;
}
