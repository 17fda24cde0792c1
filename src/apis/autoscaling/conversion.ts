import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject, ObjectMeta } from "../../apimachinery/meta.ts";
import { recordAt, recordsAt, type JsonRecord } from "../record.ts";
import { decodeForm, encodeForm, field, struct, type Form } from "./annotation-forms.ts";
import { flattenMetric, metricsForm, nestMetric, type MetricPart } from "./metric-conversion.ts";

/** Annotations in which autoscaling/v1 keeps data that it has no fields for. */
const metricsAnnotation = "autoscaling.alpha.kubernetes.io/metrics";
const currentMetricsAnnotation = "autoscaling.alpha.kubernetes.io/current-metrics";
const conditionsAnnotation = "autoscaling.alpha.kubernetes.io/conditions";
const behaviorAnnotation = "autoscaling.alpha.kubernetes.io/behavior";

const cpu = (utilization: unknown): JsonRecord => ({
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: utilization } },
});

const isCpu = (metric: JsonRecord): boolean =>
  metric["type"] === "Resource" && recordAt(metric, "resource")["name"] === "cpu";

/** The utilization that a metric wants of CPUs, which is a field of its own in autoscaling/v1. */
const targetUtilization = (metric: JsonRecord): unknown =>
  isCpu(metric) ? recordAt(recordAt(metric, "resource"), "target")["averageUtilization"] : undefined;

const conditionsForm: Form = {
  list: struct(
    field("type", "text", ""),
    field("status", "text", ""),
    field("lastTransitionTime", "time", null),
    field("reason", "text"),
    field("message", "text"),
  ),
};

/** Go encodes the behavior by its internal type, whose members have capitals and are all written. */
const policyForm = struct(
  field("Type", "text", ""),
  field("Value", "integer", 0),
  field("PeriodSeconds", "integer", 0),
);
const rulesForm = struct(
  field("StabilizationWindowSeconds", "integer", null),
  field("SelectPolicy", "text", null),
  field("Policies", { list: policyForm }, null),
  field("Tolerance", "quantity", null),
);
const behaviorForm = struct(field("ScaleUp", rulesForm, null), field("ScaleDown", rulesForm, null));

/** Renames the members of records at all depths by their first character. */
function renamed(value: unknown, change: (first: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, change));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [change(name.charAt(0)) + name.slice(1), renamed(member, change)]),
  );
}

const read = (metadata: ObjectMeta, annotation: string, form: Form): unknown =>
  decodeForm(metadata.annotations?.[annotation], form);

/** Returns the list of an annotation; undefined if there is none, or it cannot be read. */
function readList(metadata: ObjectMeta, annotation: string, form: Form): readonly JsonRecord[] | undefined {
  const value = read(metadata, annotation, form);
  return Array.isArray(value) ? value.filter(isRecord) : undefined;
}

/** What no version keeps (autoscaling DropRoundTripHorizontalPodAutoscalerAnnotations). */
const ownAnnotations = [
  metricsAnnotation,
  currentMetricsAnnotation,
  conditionsAnnotation,
  behaviorAnnotation,
  "autoscaling.alpha.kubernetes.io/scale-down-tolerance",
  "autoscaling.alpha.kubernetes.io/scale-up-tolerance",
];

/** Removes the annotations of autoscaling/v1, which other versions do not keep; without any, the same. */
export function withoutAnnotations(metadata: ObjectMeta): ObjectMeta {
  const { annotations, ...others } = metadata;
  if (annotations === undefined || !ownAnnotations.some((name) => annotations[name] !== undefined)) return metadata;
  const kept = Object.entries(annotations).filter(([name]) => !ownAnnotations.includes(name));
  return kept.length === 0 ? others : { ...others, annotations: Object.fromEntries(kept) };
}

/** A behavior without any rules is none. */
const hasRules = (behavior: unknown): boolean =>
  isRecord(behavior) && [behavior["scaleUp"], behavior["scaleDown"]].some(isRecord);

function specToV2(spec: JsonRecord, metadata: ObjectMeta): JsonRecord {
  const { targetCPUUtilizationPercentage, ...rest } = spec;
  const annotated = readList(metadata, metricsAnnotation, metricsForm("target")) ?? [];
  const others = annotated.map((m) => nestMetric(m, "target"));
  const own = targetCPUUtilizationPercentage === undefined ? [] : [cpu(targetCPUUtilizationPercentage)];
  const metrics = [...others, ...own];
  const behavior = renamed(read(metadata, behaviorAnnotation, behaviorForm), (first) => first.toLowerCase());
  return { ...rest, metrics: metrics.length === 0 ? [cpu(80)] : metrics, ...(hasRules(behavior) && { behavior }) };
}

function statusToV2(status: JsonRecord, metadata: ObjectMeta): JsonRecord {
  const { currentCPUUtilizationPercentage, ...rest } = status;
  const annotated = readList(metadata, currentMetricsAnnotation, metricsForm("current"))?.map((m) =>
    nestMetric(m, "current"),
  );
  const own =
    currentCPUUtilizationPercentage === undefined
      ? []
      : [
          {
            type: "Resource",
            resource: { name: "cpu", current: { averageUtilization: currentCPUUtilizationPercentage } },
          },
        ];
  const metrics = annotated ?? own;
  const conditions = readList(metadata, conditionsAnnotation, conditionsForm) ?? [];
  return {
    ...rest,
    currentMetrics: metrics.length === 0 ? null : metrics,
    ...(conditions.length > 0 && { conditions }),
  };
}

/** autoscaling/v1 → v2: restores fields from annotations; without any metric, the target is 80 % CPU utilization. */
export const autoscalerToV2 = (object: KubeObject): KubeObject => ({
  ...object,
  metadata: withoutAnnotations(object.metadata),
  spec: specToV2(recordAt(object, "spec"), object.metadata),
  status: statusToV2(recordAt(object, "status"), object.metadata),
});

const encodeMetrics = (metrics: readonly JsonRecord[], part: MetricPart): string =>
  encodeForm(
    metrics.map((metric) => flattenMetric(metric, part)),
    metricsForm(part),
  );

function annotationsOf(spec: JsonRecord, status: JsonRecord): Readonly<Record<string, string>> {
  const others = recordsAt(spec, "metrics").filter((metric) => targetUtilization(metric) === undefined);
  const current = recordsAt(status, "currentMetrics");
  const conditions = recordsAt(status, "conditions");
  const behavior = renamed(spec["behavior"], (first) => first.toUpperCase());
  return {
    ...(others.length > 0 && { [metricsAnnotation]: encodeMetrics(others, "target") }),
    ...(current.length > 0 && { [currentMetricsAnnotation]: encodeMetrics(current, "current") }),
    ...(conditions.length > 0 && { [conditionsAnnotation]: encodeForm(conditions, conditionsForm) }),
    ...(behavior !== undefined && { [behaviorAnnotation]: encodeForm(behavior, behaviorForm) }),
  };
}

function specToV1(spec: JsonRecord): JsonRecord {
  const { metrics, behavior: _, ...rest } = spec;
  const utilization = (Array.isArray(metrics) ? metrics.filter(isRecord) : [])
    .map(targetUtilization)
    .find((value) => value !== undefined);
  return utilization === undefined ? rest : { ...rest, targetCPUUtilizationPercentage: utilization };
}

function statusToV1(status: JsonRecord): JsonRecord {
  const { currentMetrics, conditions: _, ...rest } = status;
  const measured = Array.isArray(currentMetrics) ? currentMetrics.filter(isRecord).filter(isCpu) : [];
  const utilization = measured
    .map((metric) => recordAt(recordAt(metric, "resource"), "current")["averageUtilization"])
    .findLast((value) => value !== undefined);
  const { currentReplicas = 0, desiredReplicas = 0, ...others } = rest;
  return {
    ...others,
    currentReplicas,
    desiredReplicas,
    ...(utilization !== undefined && { currentCPUUtilizationPercentage: utilization }),
  };
}

/** autoscaling/v2 → v1: moves data without a v1 field into annotations. */
export function autoscalerToV1(object: KubeObject): KubeObject {
  const spec = recordAt(object, "spec");
  const status = recordAt(object, "status");
  const added = annotationsOf(spec, status);
  const metadata =
    Object.keys(added).length === 0
      ? object.metadata
      : { ...object.metadata, annotations: { ...object.metadata.annotations, ...added } };
  return { ...object, metadata, spec: specToV1(spec), status: statusToV1(status) };
}
