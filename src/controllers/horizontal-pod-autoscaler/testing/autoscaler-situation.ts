import type { MetricSpec, MetricStatus, ScalingBehavior } from "../../../api/autoscaling/v2.ts";
import type { Pod } from "../../../api/core/v1.ts";
import { formatTime } from "../../../apimachinery/time.ts";
import { Client } from "../../../client/client.ts";
import { Kinds } from "../../../client/kinds.ts";
import type { Answer, Exchange, RequestBody } from "../../../component-base/exchange.ts";
import { FakeClock } from "../../../component-base/testing/fake-clock.ts";
import { EventRecorder } from "../../framework/event-recorder.ts";
import { AutoscalerPass } from "../autoscaler-pass.ts";
import { MetricsSource } from "../metrics.ts";
import { ScalingHistory, type TimedCount } from "../scaling-history.ts";

/** What an autoscaler finds: its target, the pods, and what the metrics APIs answer by path. */
export interface Situation {
  readonly metrics?: readonly MetricSpec[];
  readonly behavior?: ScalingBehavior;
  readonly minReplicas?: number;
  readonly maxReplicas?: number;
  /** The replicas of the target, as many as there are pods by default. */
  readonly replicas?: number;
  readonly selector?: string;
  readonly pods?: readonly Pod[];
  /** Answers of the metrics APIs: an object, or the status and text of a failure. */
  readonly answers?: Readonly<Record<string, object | readonly [number, string]>>;
  /** Whether discovery has custom.metrics.k8s.io. */
  readonly hasCustomMetrics?: boolean;
  /** What was recommended before, and when: seconds ago. */
  readonly recommended?: readonly TimedCount[];
  readonly scaledUp?: readonly TimedCount[];
  readonly scaledDown?: readonly TimedCount[];
  /** What the target answers to a new scale, if it refuses it. */
  readonly refusal?: readonly [number, string];
  /** How many times another has changed the target before a new scale is written. */
  readonly conflicts?: number;
}

/** What the autoscaler has done. */
export interface Outcome {
  /** The conditions: `TYPE=STATUS REASON: message`. */
  readonly conditions: readonly string[];
  /** The events: `REASON: message`. */
  readonly events: readonly string[];
  /** The replicas that it has written, if any. */
  readonly scaledTo?: number;
  readonly desired: number | undefined;
  readonly currentMetrics: readonly MetricStatus[];
}

const conflict = JSON.stringify({
  kind: "Status",
  status: "Failure",
  code: 409,
  reason: "Conflict",
  message: "changed",
});
const pageNotFound = [404, "404 page not found\n"] as const;
const kind = {
  apiVersion: "autoscaling/v2",
  kind: "HorizontalPodAutoscaler",
  target: { group: "autoscaling", version: "v2", resource: "horizontalpodautoscalers" },
};
const scalePath = "/apis/apps/v1/namespaces/default/deployments/web/scale";

const bodyOf = (body: RequestBody): unknown =>
  body instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(body)) : undefined;

const answerOf = (found: object | readonly [number, string]): Answer =>
  Array.isArray(found)
    ? { status: Number(found[0]), headers: [], body: String(found[1]) }
    : { status: 200, headers: [["Content-Type", "application/json"]], body: JSON.stringify(found) };

/** What discovery answers: Deployments, Services and Ingresses, and custom metrics if they are there. */
function discovery(hasCustomMetrics: boolean): Readonly<Record<string, object>> {
  const resource = (plural: string, of: string) => ({
    resource: plural,
    responseKind: { group: "", version: "v1", kind: of },
    scope: "Namespaced",
    verbs: ["get"],
  });
  const group = (name: string, resources: readonly object[]) => ({
    metadata: { name },
    versions: [{ version: "v1", resources }],
  });
  const apps = group("apps", [resource("deployments", "Deployment")]);
  const networking = group("networking.k8s.io", [resource("ingresses", "Ingress")]);
  const versions = [{ version: "v1beta2" }, { version: "v1beta1" }];
  const custom = { name: "custom.metrics.k8s.io", versions, preferredVersion: versions[0] };
  return {
    "/api": { kind: "APIGroupDiscoveryList", items: [group("", [resource("services", "Service")])] },
    "/apis": { kind: "APIGroupDiscoveryList", items: [apps, networking], groups: hasCustomMetrics ? [custom] : [] },
  };
}

/** Runs one pass of an autoscaler in a situation. */
export async function passIn(situation: Situation): Promise<Outcome> {
  const { pods = [], replicas = pods.length, selector = "app=web", answers = {}, refusal } = situation;
  const clock = new FakeClock();
  const events: string[] = [];
  let status: Record<string, unknown> = {};
  let scaledTo: number | undefined;
  let conflicts = situation.conflicts ?? 0;
  const scaleAt = (resourceVersion: string) => ({
    kind: "Scale",
    metadata: { name: "web", namespace: "default", resourceVersion },
    spec: { replicas },
    status: { replicas, selector },
  });
  const found: NonNullable<Situation["answers"]> = {
    ...discovery(situation.hasCustomMetrics ?? false),
    ...answers,
  };
  const handle = async ({ method, target, body }: Exchange): Promise<Answer> => {
    const path = decodeURIComponent(target);
    const sent = bodyOf(body) as Record<string, unknown> | undefined;
    if (method === "GET" && path === scalePath) return answerOf(scaleAt(String(conflicts)));
    if (method === "GET") return answerOf(found[path] ?? found[path.split("?")[0] ?? ""] ?? pageNotFound);
    if (path === scalePath) {
      if (refusal !== undefined) return answerOf(refusal);
      const { resourceVersion } = (sent?.["metadata"] ?? {}) as { resourceVersion?: string };
      if (conflicts > 0 && resourceVersion === String(conflicts)) {
        conflicts -= 1;
        return answerOf([409, conflict]);
      }
      scaledTo = (sent?.["spec"] as { replicas: number } | undefined)?.replicas;
    } else if (path.endsWith("/status")) status = sent?.["status"] as Record<string, unknown>;
    else if (path.endsWith("/events")) events.push(`${String(sent?.["reason"])}: ${String(sent?.["message"])}`);
    return answerOf(sent ?? {});
  };
  const client = new Client({ handle, userAgent: "test" });
  const kinds = new Kinds(client);
  const recorder = new EventRecorder({ client, clock, component: "horizontal-pod-autoscaler" });
  const key = "default/web";
  await new AutoscalerPass({
    clock,
    client,
    recorder,
    kind,
    kinds,
    source: new MetricsSource({ client, kinds, now: () => clock.now() }),
    histories: new Map([[key, historyOf(situation, replicas, clock.now())]]),
    key,
    autoscaler: {
      metadata: { name: "web", namespace: "default", uid: "u", creationTimestamp: formatTime(clock.now()) },
      spec: {
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
        minReplicas: situation.minReplicas ?? 1,
        maxReplicas: situation.maxReplicas ?? 10,
        ...(situation.metrics !== undefined && { metrics: situation.metrics }),
        ...(situation.behavior !== undefined && { behavior: situation.behavior }),
      },
    },
    pods: () => pods,
    claim: () => [key],
    signal: new AbortController().signal,
  }).run();
  await new Promise((resolve) => setTimeout(resolve, 0)); // the events are not waited for
  const conditions = (status["conditions"] ?? []) as readonly Record<string, string>[];
  return {
    conditions: conditions.map(
      ({ type, status: is, reason, message }) => `${type ?? ""}=${is ?? ""} ${reason ?? ""}: ${message ?? ""}`,
    ),
    events,
    ...(scaledTo !== undefined && { scaledTo }),
    desired: status["desiredReplicas"] as number | undefined,
    currentMetrics: (status["currentMetrics"] ?? []) as readonly MetricStatus[],
  };
}

function historyOf({ recommended, scaledUp, scaledDown }: Situation, replicas: number, now: number): ScalingHistory {
  const history = new ScalingHistory(replicas, now);
  const since = (counts: readonly TimedCount[] = []) => counts.map(({ count, at }) => ({ count, at: now - at * 1000 }));
  if (recommended !== undefined) history.recommendations = since(recommended);
  history.scaleUps = since(scaledUp);
  history.scaleDowns = since(scaledDown);
  return history;
}

/** A pod of the Deployment that runs and has been ready for long, but for what is said otherwise. */
export function podOf(name: string, more: Partial<Pod> & { readonly status?: object } = {}): Pod {
  const requests = { cpu: "100m", memory: "100Mi" };
  const began = "2025-01-01T00:00:00Z";
  return {
    metadata: { name, namespace: "default", labels: { app: "web" }, ...more.metadata },
    spec: more.spec ?? { containers: [{ name: "c", resources: { requests } }] },
    status: {
      phase: "Running",
      startTime: began,
      conditions: [{ type: "Ready", status: "True", lastTransitionTime: "2025-01-01T00:01:00Z" }],
      ...more.status,
    },
  };
}

/** An answer of metrics.k8s.io: what the containers of pods use. */
export const podMetrics = (usages: Readonly<Record<string, Readonly<Record<string, string>>>>, container = "c") => ({
  "/apis/metrics.k8s.io/v1beta1/namespaces/default/pods": {
    items: Object.entries(usages).map(([name, usage]) => ({
      metadata: { name, namespace: "default" },
      timestamp: "2026-01-01T00:00:00Z",
      window: "15s",
      containers: [{ name: container, usage }],
    })),
  },
});
