import { fillDefaults, memberIs, when, type Defaults, type Fill } from "../defaulting.ts";

/** Defaults the device count of an ExactCount request to 1. */
const one: Fill = (request) => ((request["count"] ?? 0) === 0 ? { ...request, count: 1 } : request);
const exact: Defaults = {
  set: { allocationMode: "ExactCount" },
  rules: [when(memberIs("allocationMode", "ExactCount"), { rules: [one] })],
};
const nested: Defaults = { inside: { exactly: exact }, each: { firstAvailable: exact } };
const flatRequest: Fill = (request) =>
  Array.isArray(request["firstAvailable"]) && request["firstAvailable"].length > 0
    ? request
    : fillDefaults(request, exact);
const flat: Defaults = { each: { firstAvailable: exact }, rules: [flatRequest] };

const claim = (request: Defaults): Defaults => ({
  inside: { spec: { inside: { devices: { each: { requests: request } } } } },
});

/** resource.k8s.io SetDefaults_ExactDeviceRequest and related defaults; v1beta1 requests are flat. */
export const claimDefaults = (version: string): Defaults => claim(version === "v1beta1" ? flat : nested);
export const claimTemplateDefaults = (version: string): Defaults => ({
  inside: { spec: claim(version === "v1beta1" ? flat : nested) },
});
