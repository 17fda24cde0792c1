import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { recordAt, recordsAt, type JsonRecord } from "../record.ts";

/** Converts a device request, nested under `exactly`, to the flat form of v1beta1. */
function flattenRequest({ exactly, ...request }: JsonRecord): JsonRecord {
  const { name, ...rest } = request;
  return { name, ...(isRecord(exactly) && exactly), ...rest };
}

/** The fields whose zero value says nothing about a request (hasAnyMainRequestFieldsSet). */
const saysNothing = (member: string, value: unknown): boolean =>
  value === undefined || value === null || value === "" || (member === "count" && value === 0);

function nestRequest({ name, firstAvailable, ...fields }: JsonRecord): JsonRecord {
  const isExact = Object.entries(fields).some(([member, value]) => !saysNothing(member, value));
  return {
    name,
    ...(isExact && { exactly: fields }),
    ...(firstAvailable !== undefined && { firstAvailable }),
  };
}

function withRequests(spec: JsonRecord, change: (request: JsonRecord) => JsonRecord): JsonRecord {
  const devices = recordAt(spec, "devices");
  const requests = recordsAt(devices, "requests");
  return requests.length === 0 ? spec : { ...spec, devices: { ...devices, requests: requests.map(change) } };
}

const claim =
  (change: (request: JsonRecord) => JsonRecord) =>
  (object: KubeObject): KubeObject => ({ ...object, spec: withRequests(recordAt(object, "spec"), change) });

const claimTemplate =
  (change: (request: JsonRecord) => JsonRecord) =>
  (object: KubeObject): KubeObject => {
    const spec = recordAt(object, "spec");
    return { ...object, spec: { ...spec, spec: withRequests(recordAt(spec, "spec"), change) } };
  };

const slice =
  (change: (device: JsonRecord) => JsonRecord, changeSpec: (spec: JsonRecord) => JsonRecord = (spec) => spec) =>
  (object: KubeObject): KubeObject => {
    const spec = changeSpec(recordAt(object, "spec"));
    const devices = recordsAt(spec, "devices");
    return { ...object, spec: devices.length === 0 ? spec : { ...spec, devices: devices.map(change) } };
  };

/** In v1beta1 an empty node name and `allNodes: false` are the same as none. */
function withoutZeroNodes(spec: JsonRecord): JsonRecord {
  const { nodeName, allNodes, ...rest } = spec;
  if ((nodeName ?? "") !== "" && (allNodes ?? true) === true) return spec;
  return {
    ...rest,
    ...((nodeName ?? "") !== "" && { nodeName }),
    ...(allNodes === true && { allNodes }),
  };
}

/** resource.k8s.io/v1beta2 → v1beta1. */
export const claimToFlat = claim(flattenRequest);
export const claimTemplateToFlat = claimTemplate(flattenRequest);
/** v1beta1 nests the attributes and capacity of a device under `basic`. */
export const sliceToBasic = slice(({ name, ...basic }) => ({ name, basic }));

/** resource.k8s.io/v1beta1 → v1beta2. */
export const claimFromFlat = claim(nestRequest);
export const claimTemplateFromFlat = claimTemplate(nestRequest);
export const sliceFromBasic = slice(({ name, basic }) => ({ name, ...(isRecord(basic) && basic) }), withoutZeroNodes);
