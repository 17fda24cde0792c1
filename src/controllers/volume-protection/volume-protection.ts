import type { PersistentVolumeClaim, Pod } from "../../api/core/v1.ts";
import { isConflict, isNotFound } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import type { InformerHandler } from "../../client/informer.ts";
import { objectKey } from "../../client/object-index.ts";
import type { ResourceTarget } from "../../client/resource-path.ts";
import { podClaimNames } from "../../component-helpers/storage/pod-claims.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { podsResource } from "../framework/pod-control.ts";
import { isPodFinished } from "../../component-helpers/pod-state.ts";
import { QueuedController } from "../framework/queued-controller.ts";

const claims = { group: "", version: "v1", resource: "persistentvolumeclaims" };
const volumes = { group: "", version: "v1", resource: "persistentvolumes" };
const attributesClasses = { group: "storage.k8s.io", version: "v1", resource: "volumeattributesclasses" };

interface Volume extends KubeObject {
  readonly spec?: { readonly volumeAttributesClassName?: string };
  readonly status?: { readonly phase?: string };
}

/** Keeps claims that are being deleted until no pod uses them (controller/volume/pvcprotection). */
export function createClaimProtectionController(context: ControllerContext): Controller {
  const pods = context.informers.of<Pod>(podsResource);
  const isUsed = (claim: KubeObject): boolean =>
    [...pods.inNamespace(claim.metadata.namespace ?? "")].some(
      (pod) => usesClaim(pod) && podClaimNames(pod).includes(claim.metadata.name ?? ""),
    );
  const controller = protect(context, {
    name: "pvc-protection-controller",
    target: claims,
    finalizer: "kubernetes.io/pvc-protection",
    others: [pods],
    isUsed,
  });
  const enqueue = (pod: Pod): void => {
    for (const name of podClaimNames(pod)) controller.add(`${pod.metadata.namespace ?? ""}/${name}`);
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

/**
 * Keeps VolumeAttributesClasses that are being deleted until no claim and no volume names them
 * (controller/volume/vacprotection).
 */
export function createAttributesClassProtectionController(context: ControllerContext): Controller {
  const claimInformer = context.informers.of<PersistentVolumeClaim>(claims);
  const volumeInformer = context.informers.of<Volume>(volumes);
  const isUsed = ({ metadata: { name = "" } }: KubeObject): boolean =>
    [...claimInformer.index.values()].some((claim) => claimClassNames(claim).includes(name)) ||
    [...volumeInformer.index.values()].some((volume) => volumeClassNames(volume).includes(name));
  const controller = protect(context, {
    name: "volumeattributesclass-protection-controller",
    target: attributesClasses,
    finalizer: "kubernetes.io/vac-protection",
    others: [claimInformer, volumeInformer],
    isUsed,
  });
  const leaving = <T extends KubeObject>(namesOf: (object: T) => readonly string[]): InformerHandler<T> => ({
    update(before, after) {
      const names = namesOf(after);
      for (const name of namesOf(before)) if (!names.includes(name)) controller.add(name);
    },
    delete: (object) => namesOf(object).forEach((name) => controller.add(name)),
  });
  claimInformer.addHandler(leaving(claimClassNames));
  volumeInformer.addHandler(leaving(volumeClassNames));
  return controller;
}

const present = (...names: readonly (string | undefined)[]): readonly string[] =>
  names.filter((name): name is string => name !== undefined && name !== "");

const claimClassNames = ({ spec, status }: PersistentVolumeClaim): readonly string[] =>
  present(
    spec?.volumeAttributesClassName,
    status?.currentVolumeAttributesClassName,
    status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
  );

const volumeClassNames = ({ spec }: Volume): readonly string[] => present(spec?.volumeAttributesClassName);

/** A pod without a node uses nothing yet; one that has ended nothing any more. */
const usesClaim = (pod: Pod): boolean => (pod.spec?.nodeName ?? "") !== "" && !isPodFinished(pod);

interface Protection<T extends KubeObject> {
  readonly name: string;
  readonly target: ResourceTarget;
  readonly finalizer: string;
  readonly others: readonly { whenSynced(): Promise<void> }[];
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
