import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject, ObjectMeta } from "../../apimachinery/meta.ts";
import { recordAt, recordsAt, type JsonRecord } from "../record.ts";
import { flattenMetric, nestMetric } from "./metric-conversion.ts";

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

/** Returns the decoded annotation; undefined if it is absent or invalid. */
function read(metadata: ObjectMeta, annotation: string): unknown {
  const text = metadata.annotations?.[annotation];
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const readList = (metadata: ObjectMeta, annotation: string): readonly JsonRecord[] => {
  const value = read(metadata, annotation);
  return Array.isArray(value) ? value.filter(isRecord) : [];
};

function withoutAnnotations({ annotations, ...metadata }: ObjectMeta): ObjectMeta {
  if (annotations === undefined) return metadata;
  const {
    [metricsAnnotation]: _,
    [currentMetricsAnnotation]: __,
    [conditionsAnnotation]: ___,
    [behaviorAnnotation]: ____,
    ...rest
  } = annotations;
  return Object.keys(rest).length === 0 ? metadata : { ...metadata, annotations: rest };
}

function specToV2(spec: JsonRecord, metadata: ObjectMeta): JsonRecord {
  const { targetCPUUtilizationPercentage, ...rest } = spec;
  const others = readList(metadata, metricsAnnotation).map((m) => nestMetric(m, "target"));
  const own = targetCPUUtilizationPercentage === undefined ? [] : [cpu(targetCPUUtilizationPercentage)];
  const metrics = [...own, ...others];
  const behavior = read(metadata, behaviorAnnotation);
  return { ...rest, metrics: metrics.length === 0 ? [cpu(80)] : metrics, ...(isRecord(behavior) && { behavior }) };
}

function statusToV2(status: JsonRecord, metadata: ObjectMeta): JsonRecord {
  const { currentCPUUtilizationPercentage, ...rest } = status;
  const annotated = readList(metadata, currentMetricsAnnotation).map((m) => nestMetric(m, "current"));
  const own =
    currentCPUUtilizationPercentage === undefined
      ? []
      : [
          {
            type: "Resource",
            resource: { name: "cpu", current: { averageUtilization: currentCPUUtilizationPercentage } },
          },
        ];
  const metrics = annotated.length > 0 ? annotated : own;
  const conditions = readList(metadata, conditionsAnnotation);
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

function annotationsOf(spec: JsonRecord, status: JsonRecord): Readonly<Record<string, string>> {
  const utilizationOfCpu = (m: JsonRecord) =>
    isCpu(m) && recordAt(recordAt(m, "resource"), "target")["averageUtilization"] !== undefined;
  const others = recordsAt(spec, "metrics").filter((m) => !utilizationOfCpu(m));
  const current = recordsAt(status, "currentMetrics");
  const conditions = recordsAt(status, "conditions");
  const { behavior } = spec;
  return {
    ...(others.length > 0 && { [metricsAnnotation]: JSON.stringify(others.map((m) => flattenMetric(m, "target"))) }),
    ...(current.length > 0 && {
      [currentMetricsAnnotation]: JSON.stringify(current.map((m) => flattenMetric(m, "current"))),
    }),
    ...(conditions.length > 0 && { [conditionsAnnotation]: JSON.stringify(conditions) }),
    ...(behavior !== undefined && { [behaviorAnnotation]: JSON.stringify(behavior) }),
  };
}

function specToV1(spec: JsonRecord): JsonRecord {
  const { metrics, behavior: _, ...rest } = spec;
  const target = Array.isArray(metrics) ? metrics.filter(isRecord).find(isCpu) : undefined;
  const utilization =
    target === undefined ? undefined : recordAt(recordAt(target, "resource"), "target")["averageUtilization"];
  return utilization === undefined ? rest : { ...rest, targetCPUUtilizationPercentage: utilization };
}

function statusToV1(status: JsonRecord): JsonRecord {
  const { currentMetrics, conditions: _, ...rest } = status;
  const measured = Array.isArray(currentMetrics) ? currentMetrics.filter(isRecord).find(isCpu) : undefined;
  const utilization =
    measured === undefined ? undefined : recordAt(recordAt(measured, "resource"), "current")["averageUtilization"];
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
