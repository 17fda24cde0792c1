import { isRecord } from "../../apimachinery/is-record.ts";
import { recordAt, type JsonRecord } from "../record.ts";
import { field, struct, type Form } from "./annotation-forms.ts";

/** The part of a metric to convert: the target (in specs) or the current value (in statuses). */
export type MetricPart = "target" | "current";

/** A field of a source in autoscaling/v1: its type, what Go writes if it is absent, and its place in autoscaling/v2. */
type Row = readonly [name: string, form: Form, zero: unknown, place: readonly [string, string?]];

const selector = struct(
  field("matchLabels", "labels"),
  field("matchExpressions", {
    list: struct(field("key", "text", ""), field("operator", "text", ""), field("values", { list: "text" })),
  }),
);
const reference = struct(field("kind", "text", ""), field("name", "text", ""), field("apiVersion", "text"));

const metricName: Row = ["metricName", "text", "", ["metric", "name"]];
const metricSelector = (name: string): Row => [name, selector, undefined, ["metric", "selector"]];
const plainName: Row = ["name", "text", "", ["name"]];
const described: Row = ["target", reference, {}, ["describedObject"]];
const container: Row = ["container", "text", "", ["container"]];

const resourceTarget: readonly Row[] = [
  ["targetAverageUtilization", "integer", undefined, ["target", "averageUtilization"]],
  ["targetAverageValue", "quantity", undefined, ["target", "averageValue"]],
];
const resourceCurrent: readonly Row[] = [
  ["currentAverageUtilization", "integer", undefined, ["current", "averageUtilization"]],
  ["currentAverageValue", "quantity", "0", ["current", "averageValue"]],
];

/** A kind of metric; `typeOf` tells the type of a target, which autoscaling/v1 does not have. */
interface Source {
  readonly member: string;
  readonly target: readonly Row[];
  readonly current: readonly Row[];
  readonly typeOf: (target: JsonRecord) => string;
}

const utilizationOrValue = (target: JsonRecord): string =>
  target["averageUtilization"] === undefined ? "AverageValue" : "Utilization";

/** The sources in the order of the struct MetricSpec of autoscaling/v1. */
// oxfmt-ignore
const sources: readonly Source[] = [
  {
    member: "object",
    target: [described, metricName, ["targetValue", "quantity", "0", ["target", "value"]], metricSelector("selector"), ["averageValue", "quantity", undefined, ["target", "averageValue"]]],
    current: [described, metricName, ["currentValue", "quantity", "0", ["current", "value"]], metricSelector("selector"), ["averageValue", "quantity", undefined, ["current", "averageValue"]]],
    typeOf: (target) => (target["averageValue"] === undefined ? "Value" : "AverageValue"),
  },
  {
    member: "pods",
    target: [metricName, ["targetAverageValue", "quantity", "0", ["target", "averageValue"]], metricSelector("selector")],
    current: [metricName, ["currentAverageValue", "quantity", "0", ["current", "averageValue"]], metricSelector("selector")],
    typeOf: () => "AverageValue",
  },
  { member: "resource", target: [plainName, ...resourceTarget], current: [plainName, ...resourceCurrent], typeOf: utilizationOrValue },
  { member: "containerResource", target: [plainName, ...resourceTarget, container], current: [plainName, ...resourceCurrent, container], typeOf: utilizationOrValue },
  {
    member: "external",
    target: [metricName, metricSelector("metricSelector"), ["targetValue", "quantity", undefined, ["target", "value"]], ["targetAverageValue", "quantity", undefined, ["target", "averageValue"]]],
    current: [metricName, metricSelector("metricSelector"), ["currentValue", "quantity", "0", ["current", "value"]], ["currentAverageValue", "quantity", undefined, ["current", "averageValue"]]],
    typeOf: (target) => (target["value"] === undefined ? "AverageValue" : "Value"),
  },
];

/** Returns the type of a list of metrics in an annotation. */
export const metricsForm = (part: MetricPart): Form => ({
  list: struct(
    field("type", "text", ""),
    ...sources.map((source) =>
      field(source.member, struct(...source[part].map(([name, form, zero]) => field(name, form, zero)))),
    ),
  ),
});

/** Go reads a quantity that it wrote for an absent value: a target of nothing means none. */
const isUnset = (value: unknown, [group, member]: readonly [string, string?]): boolean =>
  value === undefined || (value === "0" && member === "value" && (group === "target" || group === "current"));

function nestSource(flat: JsonRecord, source: Source, part: MetricPart): JsonRecord {
  const groups: Record<string, Record<string, unknown>> = { [part]: {} };
  const plain: Record<string, unknown> = {};
  for (const [name, , , place] of source[part]) {
    const value = flat[name];
    if (isUnset(value, place)) continue;
    const [first, second] = place;
    if (second === undefined) plain[first] = value;
    else (groups[first] ??= {})[second] = value;
  }
  if (part === "target") groups["target"] = { type: source.typeOf(groups["target"] ?? {}), ...groups["target"] };
  return { ...plain, ...groups };
}

function flattenSource(nested: JsonRecord, rows: readonly Row[]): JsonRecord {
  const flat: Record<string, unknown> = {};
  for (const [name, , , [first, second]] of rows)
    flat[name] = second === undefined ? nested[first] : recordAt(nested, first)[second];
  return flat;
}

function converted(metric: JsonRecord, change: (fields: JsonRecord, source: Source) => JsonRecord): JsonRecord {
  const result: Record<string, unknown> = { type: metric["type"] };
  for (const source of sources) {
    const fields = metric[source.member];
    if (isRecord(fields)) result[source.member] = change(fields, source);
  }
  return result;
}

/** Converts a metric from an annotation to autoscaling/v2. */
export const nestMetric = (metric: JsonRecord, part: MetricPart): JsonRecord =>
  converted(metric, (fields, source) => nestSource(fields, source, part));

/** Converts a metric from autoscaling/v2 to the form used in annotations. */
export const flattenMetric = (metric: JsonRecord, part: MetricPart): JsonRecord =>
  converted(metric, (fields, source) => flattenSource(fields, source[part]));
