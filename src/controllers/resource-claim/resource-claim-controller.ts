import type { PodWithResourceClaims, ResourceClaim, ResourceClaimTemplate } from "../../api/resource/v1.ts";
import { isConflict, isNotFound } from "../../apimachinery/errors.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import { objectKey } from "../../client/object-index.ts";
import { canBeReserved, isReservedForPod, meantClaim } from "../../component-helpers/resource-claims.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { EventRecorder } from "../framework/event-recorder.ts";
import { podsResource } from "../framework/pod-control.ts";
import { QueuedController } from "../framework/queued-controller.ts";
import type { SharedInformer } from "../framework/shared-informers.ts";
import { ClaimRelease, isPodDone, reserve } from "./claim-release.ts";
import { PodClaims } from "./pod-claims.ts";

const resourceClaims = { group: "resource.k8s.io", version: "v1", resource: "resourceclaims" };
const templatesResource = { group: "resource.k8s.io", version: "v1", resource: "resourceclaimtemplates" };

/** Keys of claims begin with it; those of pods have a namespace only. */
const claimPrefix = "claim:";

/**
 * Makes the ResourceClaims of pods from their templates, and takes reservations and claims back once pods are done
 * (controller/resourceclaim).
 */
export function createResourceClaimController(context: ControllerContext): Controller {
  const { clock, informers } = context;
  const client = controllerClient("resource-claim-controller", context);
  const recorder = new EventRecorder({ client, clock, component: "resource_claim" });
  const pods = informers.of<PodWithResourceClaims>(podsResource);
  const claims = informers.of<ResourceClaim>(resourceClaims);
  const templates = informers.of<ResourceClaimTemplate>(templatesResource);
  const made = new PodClaims({ client, recorder, claims, templates });
  const release = new ClaimRelease({ client, pods });

  const controller = new QueuedController({
    clock,
    informers: [pods, claims, templates],
    workers: 10,
    async process(key, signal) {
      try {
        if (key.startsWith(claimPrefix)) {
          const claim = claims.index.get(key.slice(claimPrefix.length));
          if (claim !== undefined) await release.sync(claim, signal);
          return;
        }
        const pod = pods.index.get(key);
        if (pod === undefined || pod.metadata.deletionTimestamp !== undefined) return;
        await made.ensure(pod, signal);
        for (const claim of toReserve(pod, claims)) await reserve(client, claim, pod, signal);
      } catch (error) {
        // the watch delivers the newer object, which is processed again
        if (!isConflict(error) && !isNotFound(error)) throw error;
      }
    },
  });
  const podChanged = (pod: PodWithResourceClaims, isGone: boolean): void => {
    if ((pod.spec?.resourceClaims ?? []).length === 0) return;
    if (isGone || isPodDone(pod)) for (const key of claimKeys(pod)) controller.add(claimPrefix + key);
    if (!isGone && pod.metadata.deletionTimestamp === undefined) controller.add(objectKey(pod));
  };
  pods.addHandler({
    add: (pod) => podChanged(pod, false),
    update: (_before, pod) => podChanged(pod, false),
    delete: (pod) => podChanged(pod, true),
  });
  const addPodsOf = (claim: ResourceClaim): void => {
    for (const pod of pods.inNamespace(claim.metadata.namespace ?? ""))
      if (claimKeys(pod).includes(objectKey(claim))) podChanged(pod, false);
  };
  const claimChanged = (claim: ResourceClaim): void => {
    controller.add(claimPrefix + objectKey(claim));
    addPodsOf(claim);
  };
  claims.addHandler({ add: claimChanged, update: (_before, after) => claimChanged(after), delete: addPodsOf });
  templates.addHandler({
    add({ metadata: { namespace = "" } }) {
      for (const pod of pods.inNamespace(namespace)) podChanged(pod, false);
    },
  });
  return controller;
}

/** The keys of the claims that a pod means, as far as they are known. */
const claimKeys = (pod: PodWithResourceClaims): readonly string[] =>
  (pod.spec?.resourceClaims ?? []).flatMap((entry) => {
    const meant = meantClaim(pod, entry);
    return meant.kind === "named" ? [`${pod.metadata.namespace ?? ""}/${meant.name}`] : [];
  });

/** The allocated claims of a pod that was given to a node without the scheduler. */
const toReserve = (pod: PodWithResourceClaims, claims: SharedInformer<ResourceClaim>): readonly ResourceClaim[] =>
  (pod.spec?.nodeName ?? "") === ""
    ? []
    : claimKeys(pod)
        .flatMap((key) => claims.index.get(key) ?? [])
        .filter(
          (claim) => claim.status?.allocation !== undefined && !isReservedForPod(pod, claim) && canBeReserved(claim),
        );
