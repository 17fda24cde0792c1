import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { recordAt, recordsAt, type JsonRecord } from "../record.ts";

/** Converts a device request of v1, nested under `exactly`, to the flat form of v1beta1. */
function flattenRequest({ exactly, ...request }: JsonRecord): JsonRecord {
  const { name, ...rest } = request;
  return { name, ...(isRecord(exactly) && exactly), ...rest };
}

function nestRequest({ name, firstAvailable, ...fields }: JsonRecord): JsonRecord {
  const { deviceClassName, ...others } = fields;
  const exactly = { ...(deviceClassName !== "" && deviceClassName !== undefined && { deviceClassName }), ...others };
  return {
    name,
    ...(Object.keys(exactly).length > 0 && { exactly }),
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
  (change: (device: JsonRecord) => JsonRecord) =>
  (object: KubeObject): KubeObject => {
    const spec = recordAt(object, "spec");
    const devices = recordsAt(spec, "devices");
    return devices.length === 0 ? object : { ...object, spec: { ...spec, devices: devices.map(change) } };
  };

/** resource.k8s.io/v1 → v1beta1. */
export const claimToFlat = claim(flattenRequest);
export const claimTemplateToFlat = claimTemplate(flattenRequest);
/** v1beta1 nests the attributes and capacity of a device under `basic`. */
export const sliceToBasic = slice(({ name, ...basic }) => ({ name, basic }));

/** resource.k8s.io/v1beta1 → v1. */
export const claimFromFlat = claim(nestRequest);
export const claimTemplateFromFlat = claimTemplate(nestRequest);
export const sliceFromBasic = slice(({ name, basic }) => ({ name, ...(isRecord(basic) && basic) }));
