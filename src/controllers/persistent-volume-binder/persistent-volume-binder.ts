import type { Pod } from "../../api/core/v1.ts";
import { isConflict, isNotFound } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import { objectKey } from "../../client/object-index.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { EventRecorder } from "../framework/event-recorder.ts";
import { podsResource } from "../framework/pod-control.ts";
import { QueuedController } from "../framework/queued-controller.ts";
import { ClaimSync } from "./claim-sync.ts";
import { VolumeSync } from "./volume-sync.ts";
import {
  type Claim,
  claimsResource,
  classesResource,
  type PersistentVolume,
  simulatedProvisioner,
  type StorageClass,
  volumesResource,
} from "../framework/volumes/volume-types.ts";

/** Keys of volumes begin with it; those of claims have a namespace. */
const volumePrefix = "volume:";

/**
 * Binds claims to volumes and releases volumes (controller/volume/persistentvolume PersistentVolumeController), and
 * provisions volumes of classes whose provisioner is `kubepad.dev/simulated`.
 */
export function createPersistentVolumeBinder(context: ControllerContext): Controller {
  const { clock, informers } = context;
  const client = controllerClient("persistentvolume-binder", context);
  const recorder = new EventRecorder({ client, clock, component: "persistentvolume-controller" });
  const volumes = informers.of<PersistentVolume>(volumesResource);
  const claims = informers.of<Claim>(claimsResource);
  const classes = informers.of<StorageClass>(classesResource);
  const pods = informers.of<Pod>(podsResource);
  const provisionerEvents = new EventRecorder({ client, clock, component: simulatedProvisioner });
  const parts = { client, recorder, provisionerEvents, volumes, claims, classes, pods };
  const [claimSync, volumeSync] = [new ClaimSync(parts), new VolumeSync(parts)];
  const controller = new QueuedController({
    clock,
    informers: [volumes, claims, classes, pods],
    // one after the other: two claims must not choose the same volume
    workers: 1,
    async process(key, signal) {
      try {
        if (key.startsWith(volumePrefix)) await volumeSync.sync(key.slice(volumePrefix.length), signal);
        else await claimSync.sync(key, signal);
      } catch (error) {
        // the watch delivers the newer object, which is processed again
        if (!isConflict(error) && !isNotFound(error)) throw error;
      }
    },
  });
  const addVolume = ({ metadata: { name = "" }, spec }: PersistentVolume): void => {
    controller.add(volumePrefix + name);
    const { namespace = "", name: claim = "" } = spec?.claimRef ?? {};
    if (claim !== "") controller.add(`${namespace}/${claim}`);
    else for (const pending of claims.index.values()) if (isUnbound(pending)) controller.add(objectKey(pending));
  };
  volumes.addHandler({ add: addVolume, update: (_before, after) => addVolume(after), delete: addVolume });
  const addClaim = (claim: Claim): void => {
    controller.add(objectKey(claim));
    if (claim.spec?.volumeName !== undefined) controller.add(volumePrefix + claim.spec.volumeName);
    for (const { metadata, spec } of volumes.index.values())
      if (spec?.claimRef?.name === claim.metadata.name && spec?.claimRef?.namespace === claim.metadata.namespace)
        controller.add(volumePrefix + (metadata.name ?? ""));
  };
  claims.addHandler({ add: addClaim, update: (_before, after) => addClaim(after), delete: addClaim });
  const addUnbound = (isConcerned: (claim: Claim) => boolean): void => {
    for (const claim of claims.index.values())
      if (isUnbound(claim) && isConcerned(claim)) controller.add(objectKey(claim));
  };
  classes.addHandler({ add: () => addUnbound(() => true) });
  const addClaimsOf = ({ metadata: { namespace } }: KubeObject): void =>
    addUnbound((claim) => claim.metadata.namespace === namespace);
  pods.addHandler({
    add: addClaimsOf,
    update(before, after) {
      if (before.spec?.nodeName !== after.spec?.nodeName) addClaimsOf(after);
    },
  });
  return controller;
}

const isUnbound = ({ status }: Claim): boolean => status?.phase !== "Bound" && status?.phase !== "Lost";
