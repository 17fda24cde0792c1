import { controllerOf } from "../../apimachinery/controller-of.ts";
import type { Deployment, ReplicaSet } from "../../api/apps/v1.ts";
import type { Pod } from "../../api/core/v1.ts";
import { labelSelectorAsSelector } from "../../apimachinery/labels/label-selector.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import type { InformerHandler } from "../../client/informer.ts";
import { objectKey } from "../../client/object-index.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { EventRecorder } from "../framework/event-recorder.ts";
import { claimCandidates, claimObjects, type ControllerKind, ownerKey } from "../framework/owners.ts";
import { podsResource } from "../framework/pod-control.ts";
import { isPodFinished } from "../../component-helpers/pod-state.ts";
import { QueuedController } from "../framework/queued-controller.ts";
import { Rollout } from "./rollout.ts";

const deploymentKind: ControllerKind = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  target: { group: "apps", version: "v1", resource: "deployments" },
};

const replicaSets = { group: "apps", version: "v1", resource: "replicasets" };

/** Rolls Deployments out by ReplicaSets (controller/deployment). */
export function createDeploymentController(context: ControllerContext): Controller {
  const { clock, informers } = context;
  const client = controllerClient("deployment-controller", context);
  const recorder = new EventRecorder({ client, clock, component: "deployment-controller" });
  const deployments = informers.of<Deployment>(deploymentKind.target);
  const sets = informers.of<ReplicaSet>(replicaSets);
  const pods = informers.of<Pod>(podsResource);

  const controller = new QueuedController({
    clock,
    informers: [deployments, sets, pods],
    workers: 5,
    async process(key, signal) {
      const deployment = deployments.index.get(key);
      if (deployment === undefined) return;
      const { selector } = deployment.spec ?? {};
      const owned = await claimObjects(claimCandidates(deployment, sets), {
        client,
        kind: deploymentKind,
        owner: deployment,
        target: replicaSets,
        selector: labelSelectorAsSelector(selector),
        signal,
      });
      const hasPods = (set: ReplicaSet): boolean => {
        for (const pod of pods.index.byOwner(set.metadata.uid ?? "")) if (!isPodFinished(pod)) return true;
        return false;
      };
      const rollout = new Rollout({
        client,
        clock,
        recorder,
        signal,
        deployment,
        sets: owned,
        hasPods,
        again: (ms) => controller.addAfter(key, ms),
      });
      await rollout.sync();
    },
  });

  const enqueue = (deployment: Deployment): void => controller.add(objectKey(deployment));
  const enqueueOwner = (set: ReplicaSet): boolean => {
    const key = ownerKey(set, deploymentKind, deployments);
    if (key !== undefined) controller.add(key);
    return key !== undefined;
  };
  const enqueueMatching = (set: ReplicaSet): void => {
    for (const deployment of deployments.inNamespace(set.metadata.namespace ?? ""))
      if (labelSelectorAsSelector(deployment.spec?.selector).matches(set.metadata.labels ?? {})) enqueue(deployment);
  };
  deployments.addHandler({ add: enqueue, update: (_before, after) => enqueue(after) });
  sets.addHandler(replicaSetHandler(enqueueOwner, enqueueMatching));
  /** A Deployment that is recreated waits for the last pod of its old ReplicaSets. */
  const podEnded = (pod: Pod): void => {
    const set = sets.index.byUid(controllerOf(pod)?.uid ?? "");
    const owner = set === undefined ? undefined : ownerKey(set, deploymentKind, deployments);
    if (owner === undefined) return;
    if (deployments.index.get(owner)?.spec?.strategy?.type === "Recreate") controller.add(owner);
  };
  pods.addHandler({ delete: podEnded });
  return controller;
}

/** A ReplicaSet concerns its owner, or, without one, the Deployments that may adopt it. */
const replicaSetHandler = (
  enqueueOwner: (set: ReplicaSet) => boolean,
  enqueueMatching: (set: ReplicaSet) => void,
): InformerHandler<ReplicaSet> => ({
  add: (set) => {
    if (controllerOf(set) === undefined) enqueueMatching(set);
    else enqueueOwner(set);
  },
  update(before, after) {
    if (controllerOf(before)?.uid !== controllerOf(after)?.uid) enqueueOwner(before);
    if (controllerOf(after) === undefined) enqueueMatching(after);
    else enqueueOwner(after);
  },
  delete: (set) => void enqueueOwner(set),
});
