import { defaulter } from "../defaulting.ts";
import type { GroupBehaviors } from "../define-resource.ts";
import { deviceTaintRuleTable, plainTable, resourceClaimTable, resourceSliceTable } from "./columns.ts";
import { claimDefaults, claimTemplateDefaults } from "./defaults.ts";
import { resourceStrategies } from "./strategies.ts";

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
