import type { ControllerRevision, DaemonSet } from "../../api/apps/v1.ts";
import type { Pod } from "../../api/core/v1.ts";
import { labelSelectorAsSelector } from "../../apimachinery/labels/label-selector.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import { objectKey } from "../../client/object-index.ts";
import { revisionsResource } from "../framework/controller-revisions.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { EventRecorder } from "../framework/event-recorder.ts";
import { Expectations } from "../framework/expectations.ts";
import { followOwnedPods } from "../framework/owned-pods.ts";
import { claimCandidates, claimObjects, type ControllerKind } from "../framework/owners.ts";
import { PodControl, podsResource } from "../framework/pod-control.ts";
import { QueuedController } from "../framework/queued-controller.ts";
import { equalJson } from "../framework/sorted-json.ts";
import { DaemonPass } from "./daemon-pass.ts";
import { FailedPodsBackoff } from "./failed-pods-backoff.ts";
import type { Node } from "../../api/core/scheduling.ts";

const daemonSetKind: ControllerKind = {
  apiVersion: "apps/v1",
  kind: "DaemonSet",
  target: { group: "apps", version: "v1", resource: "daemonsets" },
};

/** Keeps a pod of each DaemonSet on every node that it fits (controller/daemon). */
export function createDaemonSetController(context: ControllerContext): Controller {
  const { clock, informers } = context;
  const client = controllerClient("daemonset-controller", context);
  const recorder = new EventRecorder({ client, clock, component: "daemonset-controller" });
  const podControl = new PodControl({ client, recorder, kind: daemonSetKind });
  const expectations = new Expectations(clock);
  const failedPods = new FailedPodsBackoff();
  const sets = informers.of<DaemonSet>(daemonSetKind.target);
  const pods = informers.of<Pod>(podsResource);
  const revisions = informers.of<ControllerRevision>(revisionsResource);
  const nodes = informers.of<Node>({ group: "", version: "v1", resource: "nodes" });
  const controller = new QueuedController({
    clock,
    informers: [sets, pods, revisions, nodes],
    workers: 2,
    async process(key, signal) {
      const set = sets.index.get(key);
      if (set === undefined) {
        failedPods.forget(`${key}/`);
        return expectations.forget(key);
      }
      const selector = labelSelectorAsSelector(set.spec?.selector);
      const common = { client, kind: daemonSetKind, owner: set, selector, signal };
      await new DaemonPass({
        key,
        set,
        pods: await claimObjects(claimCandidates(set, pods), { ...common, target: podsResource }),
        revisions: await claimObjects(claimCandidates(set, revisions), { ...common, target: revisionsResource }),
        nodes: [...nodes.index.values()],
        mayManage: expectations.satisfied(key),
        kind: daemonSetKind,
        clock,
        client,
        recorder,
        podControl,
        expectations,
        failedPods,
        signal,
        again: (ms) => controller.addAfter(key, ms),
      }).sync();
    },
  });
  const enqueue = (set: DaemonSet): void => controller.add(objectKey(set));
  const enqueueAll = (): void => {
    for (const set of sets.index.values()) enqueue(set);
  };
  sets.addHandler({ add: enqueue, update: (_before, after) => enqueue(after), delete: enqueue });
  nodes.addHandler({
    add: enqueueAll,
    update(before, after) {
      const factsOf = ({ metadata, spec }: Node): unknown => [metadata.labels, spec?.taints];
      if (!equalJson(factsOf(before), factsOf(after))) enqueueAll();
    },
    delete: enqueueAll,
  });
  followOwnedPods({
    pods,
    owners: sets,
    kind: daemonSetKind,
    selectorOf: ({ spec }) => labelSelectorAsSelector(spec?.selector),
    expectations,
    enqueue: (key) => controller.add(key),
  });
  return controller;
}
