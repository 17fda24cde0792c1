import { isRecord } from "../../apimachinery/is-record.ts";
import { recordAt, stringAt, type JsonRecord } from "../record.ts";

/**
 * How the metrics of a source map between autoscaling/v1, which keeps them in annotations, and autoscaling/v2: the
 * fields with the metric's name and selector, and the flat fields for the target (in specs) and the current value (in
 * statuses).
 */
interface Source {
  readonly member: string;
  /** v1 names of v2's metric.name and metric.selector; absent for resource metrics, which have a plain name. */
  readonly metric?: { readonly name: string; readonly selector: string };
  /** Whether v1 has a target, which v2 calls describedObject. */
  readonly describes?: boolean;
  readonly target: Values;
  readonly current: Values;
}

/** v1 field names of a value; absent if the source has no such field. */
interface Values {
  readonly value?: string;
  readonly averageValue?: string;
  readonly averageUtilization?: string;
}

const resourceTarget: Values = { averageUtilization: "targetAverageUtilization", averageValue: "targetAverageValue" };
const resourceCurrent: Values = {
  averageUtilization: "currentAverageUtilization",
  averageValue: "currentAverageValue",
};

const sources: Readonly<Record<string, Source>> = {
  Object: {
    member: "object",
    metric: { name: "metricName", selector: "selector" },
    describes: true,
    target: { value: "targetValue", averageValue: "averageValue" },
    current: { value: "currentValue", averageValue: "averageValue" },
  },
  Pods: {
    member: "pods",
    metric: { name: "metricName", selector: "selector" },
    target: { averageValue: "targetAverageValue" },
    current: { averageValue: "currentAverageValue" },
  },
  Resource: { member: "resource", target: resourceTarget, current: resourceCurrent },
  ContainerResource: { member: "containerResource", target: resourceTarget, current: resourceCurrent },
  External: {
    member: "external",
    metric: { name: "metricName", selector: "metricSelector" },
    target: { value: "targetValue", averageValue: "targetAverageValue" },
    current: { value: "currentValue", averageValue: "currentAverageValue" },
  },
};

const kinds = ["value", "averageValue", "averageUtilization"] as const;
const targetTypes = { value: "Value", averageValue: "AverageValue", averageUtilization: "Utilization" } as const;

/** The part of a metric to convert. */
export type MetricPart = "target" | "current";

function nestValues(flat: JsonRecord, names: Values, part: MetricPart): JsonRecord {
  const values: Record<string, unknown> = {};
  for (const kind of kinds) {
    const name = names[kind];
    const value = name === undefined ? undefined : flat[name];
    if (value === undefined || value === null || (value === "0" && kind === "value")) continue;
    if (part === "target") values["type"] = targetTypes[kind];
    values[kind] = value;
  }
  return values;
}

function flattenValues(nested: JsonRecord, names: Values): JsonRecord {
  const flat: Record<string, unknown> = {};
  for (const kind of kinds) {
    const name = names[kind];
    if (name !== undefined && nested[kind] !== undefined) flat[name] = nested[kind];
  }
  return flat;
}

function nestSource(source: Source, flat: JsonRecord, part: MetricPart): JsonRecord {
  const values = nestValues(flat, source[part], part);
  if (source.metric === undefined)
    return {
      name: flat["name"],
      [part]: values,
      ...(flat["container"] !== undefined && { container: flat["container"] }),
    };
  const selector = flat[source.metric.selector];
  const metric = { name: flat[source.metric.name], ...(selector !== undefined && selector !== null && { selector }) };
  if (source.describes !== true) return { metric, [part]: values };
  return part === "target"
    ? { describedObject: flat["target"], target: values, metric }
    : { metric, current: values, describedObject: flat["target"] };
}

function flattenSource(source: Source, nested: JsonRecord, part: MetricPart): JsonRecord {
  const values = flattenValues(recordAt(nested, part), source[part]);
  if (source.metric === undefined)
    return {
      name: nested["name"],
      ...values,
      ...(nested["container"] !== undefined && { container: nested["container"] }),
    };
  const { name, selector } = recordAt(nested, "metric");
  return {
    ...(source.describes === true && { target: nested["describedObject"] }),
    [source.metric.name]: name,
    ...values,
    ...(selector !== undefined && { [source.metric.selector]: selector }),
  };
}

function converted(metric: JsonRecord, change: (source: Source, fields: JsonRecord) => JsonRecord): JsonRecord {
  const type = stringAt(metric, "type");
  const source = sources[type];
  const fields = source === undefined ? undefined : metric[source.member];
  return source === undefined || !isRecord(fields) ? metric : { type, [source.member]: change(source, fields) };
}

/** Converts a metric from an annotation to autoscaling/v2. */
export const nestMetric = (metric: JsonRecord, part: MetricPart): JsonRecord =>
  converted(metric, (source, fields) => nestSource(source, fields, part));

/** Converts a metric from autoscaling/v2 to the form used in annotations. */
export const flattenMetric = (metric: JsonRecord, part: MetricPart): JsonRecord =>
  converted(metric, (source, fields) => flattenSource(source, fields, part));
