import type { KubeObject } from "../../apimachinery/meta.ts";

/** Field names of an event in core/v1 and in events.k8s.io/v1, in the encoding order of the latter. */
const names: readonly (readonly [core: string, events: string])[] = [
  ["eventTime", "eventTime"],
  ["series", "series"],
  ["reportingComponent", "reportingController"],
  ["reportingInstance", "reportingInstance"],
  ["action", "action"],
  ["reason", "reason"],
  ["involvedObject", "regarding"],
  ["related", "related"],
  ["message", "note"],
  ["type", "type"],
  ["source", "deprecatedSource"],
  ["firstTimestamp", "deprecatedFirstTimestamp"],
  ["lastTimestamp", "deprecatedLastTimestamp"],
  ["count", "deprecatedCount"],
];

/** The same in the encoding order of core/v1. */
const coreOrder = [6, 5, 8, 10, 11, 12, 13, 9, 0, 1, 4, 7, 2, 3].flatMap((i) => {
  const pair = names[i];
  return pair === undefined ? [] : [pair];
});

/** Fields that core/v1 encodes even if empty, and events.k8s.io/v1 does not. */
const printedInCore: Readonly<Record<string, unknown>> = {
  involvedObject: {},
  source: {},
  firstTimestamp: null,
  lastTimestamp: null,
  eventTime: null,
  reportingComponent: "",
  reportingInstance: "",
};
const printedInEvents: Readonly<Record<string, unknown>> = {
  eventTime: null,
  regarding: {},
  deprecatedSource: {},
  deprecatedFirstTimestamp: null,
  deprecatedLastTimestamp: null,
};

function renamed(
  event: KubeObject,
  from: 0 | 1,
  pairs: typeof names,
  printed: Readonly<Record<string, unknown>>,
): KubeObject {
  const { apiVersion, kind, metadata } = event;
  const out: Record<string, unknown> = {
    ...(kind !== undefined && { kind }),
    ...(apiVersion !== undefined && { apiVersion }),
    metadata,
  };
  for (const pair of pairs) {
    const target = pair[from === 0 ? 1 : 0];
    const value = event[pair[from]];
    if (value !== undefined && (value !== "" || target in printed)) out[target] = value;
    else if (target in printed) out[target] = printed[target];
  }
  return { ...out, metadata };
}

/** core/v1 → events.k8s.io/v1. */
export const eventToEvents = (event: KubeObject): KubeObject => renamed(event, 0, names, printedInEvents);

/** events.k8s.io/v1 → core/v1. */
export const eventToCore = (event: KubeObject): KubeObject => renamed(event, 1, coreOrder, printedInCore);
