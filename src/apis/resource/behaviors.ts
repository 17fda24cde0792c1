import { defaulter, fillDefaults, memberIs, when, type Defaults, type Fill } from "../defaulting.ts";
import type { GroupBehaviors } from "../define-resource.ts";
import { deviceTaintRuleTable, plainTable, resourceClaimTable, resourceSliceTable } from "./columns.ts";
import { resourceStrategies } from "./strategies.ts";

/** Defaults the device count of an ExactCount request to 1. */
const one: Fill = (request) => ((request["count"] ?? 0) === 0 ? { ...request, count: 1 } : request);
const tolerating: Defaults = { each: { tolerations: { set: { operator: "Equal" } } } };
const exact: Defaults = {
  ...tolerating,
  set: { allocationMode: "ExactCount" },
  rules: [when(memberIs("allocationMode", "ExactCount"), { rules: [one] })],
};
const nested: Defaults = { inside: { exactly: exact }, each: { firstAvailable: exact } };
/** A request without a class may be one of alternatives, to which the other fields do not belong. */
const flatRequest: Fill = (request) =>
  (request["deviceClassName"] ?? "") === "" ? request : fillDefaults(request, exact);
const flat: Defaults = { each: { firstAvailable: exact, ...tolerating.each }, rules: [flatRequest] };

const claim = (request: Defaults): Defaults => ({
  inside: { spec: { inside: { devices: { each: { requests: request } } } } },
});

const allocation: Defaults = { inside: { devices: { each: { results: tolerating } } } };

/** resource.k8s.io SetDefaults_ExactDeviceRequest and related defaults; v1beta1 requests are flat. */
const claimDefaults = (version: string): Defaults => ({
  inside: { ...claim(version === "v1beta1" ? flat : nested).inside, status: { inside: { allocation } } },
});
const claimTemplateDefaults = (version: string): Defaults => ({
  inside: { spec: claim(version === "v1beta1" ? flat : nested) },
});

/** The behaviors of resource.k8s.io. */
export const resourceBehaviors: GroupBehaviors = {
  deviceclasses: { strategy: resourceStrategies.deviceClass, table: plainTable },
  devicetaintrules: { strategy: resourceStrategies.deviceTaintRule, table: deviceTaintRuleTable },
  resourceclaims: (version) => ({
    strategy: resourceStrategies.resourceClaim,
    default: defaulter(claimDefaults(version)),
    table: resourceClaimTable,
    subresourceBehaviors: { status: { strategy: resourceStrategies.resourceClaimStatus } },
  }),
  resourceclaimtemplates: (version) => ({
    strategy: resourceStrategies.resourceClaimTemplate,
    default: defaulter(claimTemplateDefaults(version)),
    table: plainTable,
  }),
  resourceslices: { strategy: resourceStrategies.resourceSlice, table: resourceSliceTable },
};
