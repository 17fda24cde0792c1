import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import type { Clock } from "../../apimachinery/clock.ts";
import type { Client } from "../../client/client.ts";
import type { Pod } from "../../api/core/v1.ts";
import { isConflict } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { formatTime, parseTime } from "../../apimachinery/time.ts";
import { labelSelectorAsSelector } from "../../apimachinery/labels/label-selector.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import { objectKey } from "../../client/object-index.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { EventRecorder } from "../framework/event-recorder.ts";
import { podsResource } from "../framework/pod-control.ts";
import { isPodReady, podCondition } from "../../component-helpers/pod-state.ts";
import { newPodCondition } from "../framework/pod-state.ts";
import { UnitsPerTask } from "../../component-base/units-per-task.ts";
import { QueuedController } from "../framework/queued-controller.ts";
import type { SharedInformer } from "../framework/shared-informers.ts";
import {
  type Budget,
  type BudgetStatus,
  budgetsResource,
  disruptedPods,
  failedStatus,
  isUpToDate,
  newStatus,
} from "./budget-status.ts";
import { createScaleFinder, expectedPods, NoControllersError, type ScaleFinder } from "./expected-pods.ts";

const budgetKind = { apiVersion: "policy/v1", kind: "PodDisruptionBudget" };
const podKind = { apiVersion: "v1", kind: "Pod" };

/** How many pods the controller looks at in one task of the event loop, for all budgets together. */
const podsPerTask = 10_000;

/** How long a pod may have the condition DisruptionTarget without being deleted (stalePodDisruptionTimeout). */
const staleMs = 2 * 60_000;

/** Keeps the status of PodDisruptionBudgets, by which evictions are allowed (controller/disruption). */
export function createDisruptionController(context: ControllerContext): Controller {
  const { clock, informers } = context;
  const client = controllerClient("disruption", context);
  const recorder = new EventRecorder({ client, clock, component: "controllermanager" });
  const budgets = informers.of<Budget>(budgetsResource);
  const pods = informers.of<Pod>(podsResource);
  const findScale = createScaleFinder(client, informers);
  const perTask = new UnitsPerTask(podsPerTask);

  async function computeStatus(budget: Budget): Promise<BudgetStatus> {
    const selector = labelSelectorAsSelector(budget.spec?.selector);
    const inNamespace = [...pods.inNamespace(budget.metadata.namespace ?? "")];
    await perTask.spend(inNamespace.length);
    const matching = inNamespace.filter(({ metadata }) => selector.matches(metadata.labels ?? {}));
    const event = (type: "Normal" | "Warning", reason: string, message: string): void =>
      recorder.event(budgetKind, budget, type, reason, message);
    if (matching.length === 0) event("Normal", "NoPods", "No matching pods found");
    const expected = await expectedPods(budget, matching, findScale).catch((error: unknown) => {
      if (error instanceof NoControllersError) event("Warning", "NoControllers", error.message);
      const message = `Failed to calculate the number of expected pods: ${messageOf(error)}`;
      event("Warning", "CalculateExpectedPodCountFailed", message);
      throw error;
    });
    if (expected.unmanaged.length > 0) event("Warning", "UnmanagedPods", unmanagedMessage(budget));
    const now = clock.now();
    const disrupted = disruptedPods(budget, matching, now, (pod) => {
      const { namespace = "" } = budget.metadata;
      const message = `Pod was expected by PDB ${namespace}/${namespace} to be deleted but it wasn't`;
      recorder.event(podKind, pod, "Warning", "NotDeleted", message);
    });
    if (disrupted.recheckMs !== undefined) controller.addAfter(objectKey(budget), disrupted.recheckMs);
    const healthy = healthyCount(matching, disrupted.pods);
    return newStatus(budget, { ...expected, healthy, disrupted: disrupted.pods }, formatTime(now));
  }

  async function syncBudget(key: string, signal: AbortSignal): Promise<void> {
    const budget = budgets.index.get(key);
    if (budget === undefined) return;
    let status: BudgetStatus;
    try {
      status = await computeStatus(budget);
    } catch (error) {
      status = failedStatus(budget, messageOf(error), formatTime(clock.now()));
    }
    if (isUpToDate(budget, status)) return;
    const target = { ...budgetsResource, namespace: budget.metadata.namespace ?? "" };
    await client.update(target, { ...budget, status }, "status", signal);
  }

  async function syncPod(key: string, signal: AbortSignal): Promise<void> {
    const pod = pods.index.get(key);
    const waitMs = pod === undefined ? undefined : await clearStale({ client, clock }, pod, signal);
    if (waitMs !== undefined) controller.addAfter(podPrefix + key, waitMs);
  }

  const controller: QueuedController = new QueuedController({
    clock,
    informers: [budgets, pods, ...findScale.informers],
    workers: 1,
    async process(key, signal) {
      try {
        await (key.startsWith(podPrefix) ? syncPod(key.slice(podPrefix.length), signal) : syncBudget(key, signal));
      } catch (error) {
        // a newer version is on its way, or the queue tries again
        if (!isConflict(error)) throw error;
      }
    },
  });
  follow(
    { budgets, pods, findScale },
    (key) => controller.add(key),
    () => clock.now(),
  );
  return controller;
}

/** Returns how many pods are ready and neither being deleted nor evicted (countHealthyPods). */
const healthyCount = (pods: readonly Pod[], disrupted: Readonly<Record<string, string>>): number =>
  pods.filter(
    (pod) =>
      pod.metadata.deletionTimestamp === undefined &&
      disrupted[pod.metadata.name ?? ""] === undefined &&
      isPodReady(pod),
  ).length;

interface StaleParts {
  readonly client: Client;
  readonly clock: Clock;
}

/** Sets DisruptionTarget to False where a pod has not been deleted for two minutes
 * (syncStalePodDisruption); returns the milliseconds until it will be time. */
async function clearStale({ client, clock }: StaleParts, pod: Pod, signal: AbortSignal): Promise<number | undefined> {
  const waitMs = untilStale(pod, clock.now());
  if (waitMs !== 0) return waitMs;
  const condition = { type: "DisruptionTarget", status: "False", reason: null, message: null };
  const { name = "", namespace = "", uid } = pod.metadata;
  const patch = { metadata: { uid }, status: { conditions: [newPodCondition(pod, condition, clock.now())] } };
  await client.patch({ ...podsResource, namespace }, name, "strategic-merge", patch, {
    subresource: "status",
    signal,
  });
  return undefined;
}

interface Followed {
  readonly budgets: SharedInformer<Budget>;
  readonly pods: SharedInformer<Pod>;
  readonly findScale: ScaleFinder;
}

/** Adds the keys of budgets that change or whose pods do, and of pods whose condition may become stale. */
function follow({ budgets, pods, findScale }: Followed, add: (key: string) => void, now: () => number): void {
  const enqueue = (object: KubeObject): void => add(objectKey(object));
  budgets.addHandler({ add: enqueue, update: (_before, after) => enqueue(after) });
  const enqueueBudgetsOf = (pod: Pod): void => {
    for (const budget of budgets.inNamespace(pod.metadata.namespace ?? ""))
      if (labelSelectorAsSelector(budget.spec?.selector).matches(pod.metadata.labels ?? {})) enqueue(budget);
    if (untilStale(pod, now()) !== undefined) add(podPrefix + objectKey(pod));
  };
  pods.addHandler({
    add: enqueueBudgetsOf,
    update(before, after) {
      enqueueBudgetsOf(after);
      if (JSON.stringify(before.metadata.labels) !== JSON.stringify(after.metadata.labels)) enqueueBudgetsOf(before);
    },
    delete: enqueueBudgetsOf,
  });
  findScale.onScaled((namespace) => {
    for (const budget of budgets.inNamespace(namespace)) enqueue(budget);
  });
}

/** Keys of pods begin with it; those of budgets cannot. */
const podPrefix = "pod:";

/** The milliseconds until the condition DisruptionTarget is stale; undefined if a pod has none that can be. */
function untilStale(pod: Pod, now: number): number | undefined {
  const condition = podCondition(pod, "DisruptionTarget");
  if (condition?.status !== "True" || pod.metadata.deletionTimestamp !== undefined) return undefined;
  if (pod.status?.phase === "Succeeded" || pod.status?.phase === "Failed") return undefined;
  const since = condition.lastTransitionTime === undefined ? now : parseTime(condition.lastTransitionTime);
  return Math.max(0, since + staleMs - now);
}

/** The selector as Go prints metav1.LabelSelector. */
function unmanagedMessage({ spec }: Budget): string {
  const { matchLabels, matchExpressions } = spec?.selector ?? {};
  const labels = Object.entries(matchLabels ?? {})
    .sort(([a], [b]) => compareUtf8(a, b))
    .map(([key, value]) => `${key}: ${value},`);
  const expressions = (matchExpressions ?? []).map(
    ({ key, operator, values }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${(values ?? []).join(" ")}],},`,
  );
  const selector = `&LabelSelector{MatchLabels:map[string]string{${labels.join("")}},MatchExpressions:[]LabelSelectorRequirement{${expressions.join("")}},}`;
  return `Pods selected by this PodDisruptionBudget (selector: ${selector}) were found to be unmanaged. As a result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior. To account for these pods please set ".spec.minAvailable" field of the PDB to an integer value.`;
}
