import type { ControllerRevision, StatefulSet } from "../../api/apps/v1.ts";
import type { PersistentVolumeClaim, Pod } from "../../api/core/v1.ts";
import { labelSelectorAsSelector } from "../../apimachinery/labels/label-selector.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import { objectKey } from "../../client/object-index.ts";
import { revisionsResource } from "../framework/controller-revisions.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { EventRecorder } from "../framework/event-recorder.ts";
import { Expectations } from "../framework/expectations.ts";
import { followOwnedPods } from "../framework/owned-pods.ts";
import { claimCandidates, claimObjects } from "../framework/owners.ts";
import { podsResource } from "../framework/pod-control.ts";
import { QueuedController } from "../framework/queued-controller.ts";
import type { SharedInformer } from "../framework/shared-informers.ts";
import { claimsResource, StatefulClaims } from "./stateful-claims.ts";
import { ordinalOf, statefulSetKind } from "./stateful-pods.ts";
import { StatefulPass } from "./stateful-pass.ts";

/** Keeps the pods of StatefulSets, each with its name and claims (controller/statefulset). */
export function createStatefulSetController(context: ControllerContext): Controller {
  const { clock, informers } = context;
  const client = controllerClient("statefulset-controller", context);
  const recorder = new EventRecorder({ client, clock, component: "statefulset-controller" });
  const expectations = new Expectations(clock);
  const sets = informers.of<StatefulSet>(statefulSetKind.target);
  const pods = informers.of<Pod>(podsResource);
  const revisions = informers.of<ControllerRevision>(revisionsResource);
  const claims = informers.of<PersistentVolumeClaim>(claimsResource);

  const controller = new QueuedController({
    clock,
    informers: [sets, pods, revisions, claims],
    workers: 5,
    async process(key, signal) {
      const set = sets.index.get(key);
      if (set === undefined) return expectations.forget(key);
      const selector = labelSelectorAsSelector(set.spec?.selector);
      const common = { client, kind: statefulSetKind, owner: set, selector, signal };
      const owned = await claimObjects(claimCandidates(set, revisions), { ...common, target: revisionsResource });
      const members = await claimObjects(claimCandidates(set, pods), {
        ...common,
        target: podsResource,
        filter: (pod) => ordinalOf(set, pod) >= 0,
      });
      await new StatefulPass({
        key,
        set,
        pods: members,
        revisions: owned,
        mayManage: expectations.satisfied(key),
        clock,
        client,
        recorder,
        expectations,
        claims: new StatefulClaims({ client, recorder, claims, signal }),
        signal,
        again: (ms) => controller.addAfter(key, ms),
      }).sync();
    },
  });
  const enqueue = (set: StatefulSet): void => controller.add(objectKey(set));
  sets.addHandler({ add: enqueue, update: (_before, after) => enqueue(after), delete: enqueue });
  followClaims(claims, sets, enqueue);
  const selectorOf = ({ spec }: StatefulSet) => labelSelectorAsSelector(spec?.selector);
  const enqueueKey = (key: string): void => controller.add(key);
  followOwnedPods({ pods, owners: sets, kind: statefulSetKind, selectorOf, expectations, enqueue: enqueueKey });
  return controller;
}

/** A pod that waits for a stale claim is created once the claim is gone. */
function followClaims(
  claims: SharedInformer<PersistentVolumeClaim>,
  sets: SharedInformer<StatefulSet>,
  enqueue: (set: StatefulSet) => void,
): void {
  claims.addHandler({
    delete({ metadata: { namespace = "" } }) {
      for (const set of sets.inNamespace(namespace))
        if (set.spec?.persistentVolumeClaimRetentionPolicy?.whenScaled === "Delete") enqueue(set);
    },
  });
}
