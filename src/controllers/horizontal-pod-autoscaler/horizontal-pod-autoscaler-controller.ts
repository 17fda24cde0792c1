import type { HorizontalPodAutoscaler } from "../../api/autoscaling/v2.ts";
import type { Pod } from "../../api/core/v1.ts";
import type { LabelSelector } from "../../apimachinery/labels/selector.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import { Kinds } from "../../client/kinds.ts";
import { objectKey } from "../../client/object-index.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { EventRecorder } from "../framework/event-recorder.ts";
import type { ControllerKind } from "../framework/owners.ts";
import { podsResource } from "../framework/pod-control.ts";
import { createdAt } from "../framework/pod-state.ts";
import { QueuedController } from "../framework/queued-controller.ts";
import { AutoscalerPass } from "./autoscaler-pass.ts";
import { MetricsSource } from "./metrics.ts";
import type { ScalingHistory } from "./scaling-history.ts";

const autoscalerKind: ControllerKind = {
  apiVersion: "autoscaling/v2",
  kind: "HorizontalPodAutoscaler",
  target: { group: "autoscaling", version: "v2", resource: "horizontalpodautoscalers" },
};

/** --horizontal-pod-autoscaler-sync-period */
const syncPeriodMs = 15_000;

/** Periods count from the creation, so that they stay as they are when the controller is started anew. */
const untilSync = (autoscaler: HorizontalPodAutoscaler, now: number): number =>
  syncPeriodMs - ((((now - createdAt(autoscaler)) % syncPeriodMs) + syncPeriodMs) % syncPeriodMs);

/** Scales what HorizontalPodAutoscalers name by the metrics of its pods (controller/podautoscaler). */
export function createHorizontalPodAutoscalerController(context: ControllerContext): Controller {
  const { clock, informers } = context;
  const client = controllerClient("horizontal-pod-autoscaler", context);
  const recorder = new EventRecorder({ client, clock, component: "horizontal-pod-autoscaler" });
  const autoscalers = informers.of<HorizontalPodAutoscaler>(autoscalerKind.target);
  const pods = informers.of<Pod>(podsResource);
  const kinds = new Kinds(client);
  const source = new MetricsSource({ client, kinds, now: () => clock.now() });
  const histories = new Map<string, ScalingHistory>();
  const selectors = new Map<string, LabelSelector>();

  const controller = new QueuedController({
    clock,
    informers: [autoscalers, pods],
    workers: 5,
    async process(key, signal) {
      const autoscaler = autoscalers.index.get(key);
      if (autoscaler === undefined) {
        histories.delete(key);
        selectors.delete(key);
        return;
      }
      const { namespace = "" } = autoscaler.metadata;
      const claim = (selector: LabelSelector, selected: readonly Pod[]): readonly string[] => {
        selectors.set(key, selector);
        const isSelecting = (one: LabelSelector) => selected.some(({ metadata }) => one.matches(metadata.labels ?? {}));
        return [...selectors]
          .filter(([other, one]) => other.startsWith(`${namespace}/`) && isSelecting(one))
          .map(([other]) => other)
          .toSorted();
      };
      const shared = { clock, client, recorder, kind: autoscalerKind, kinds, source, histories };
      const pass = new AutoscalerPass({
        ...shared,
        key,
        autoscaler,
        pods: () => pods.inNamespace(namespace),
        claim,
        signal,
      });
      await pass.run();
      controller.addAfter(key, untilSync(autoscaler, clock.now()));
    },
  });
  /** All keys wait for the sync period, changed ones too (NewDefaultHPARateLimiter). */
  const enqueue = (autoscaler: HorizontalPodAutoscaler): void =>
    controller.addAfter(objectKey(autoscaler), untilSync(autoscaler, clock.now()));
  autoscalers.addHandler({
    add: enqueue,
    update: (_before, after) => enqueue(after),
    delete: (autoscaler) => controller.add(objectKey(autoscaler)),
  });
  return controller;
}
