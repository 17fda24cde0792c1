import { defaulter } from "../defaulting.ts";
import type { GroupBehaviors } from "../define-resource.ts";
import { endpointSliceTable } from "./columns.ts";
import { endpointSliceDefaults, endpointSliceStrategy } from "./endpoint-slice.ts";

/** The behaviors of discovery.k8s.io. */
export const discoveryBehaviors: GroupBehaviors = {
  endpointslices: {
    strategy: endpointSliceStrategy,
    default: defaulter(endpointSliceDefaults),
    table: endpointSliceTable,
  },
};
