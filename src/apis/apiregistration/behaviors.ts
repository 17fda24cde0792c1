import type { GroupBehaviors } from "../define-resource.ts";
import { apiServiceStatusStrategy, apiServiceStrategy, defaultApiService } from "./api-service.ts";
import { apiServiceTable } from "./columns.ts";

/** The behaviors of apiregistration.k8s.io. */
export const apiregistrationBehaviors: GroupBehaviors = {
  apiservices: {
    strategy: apiServiceStrategy,
    default: defaultApiService,
    table: apiServiceTable,
    subresourceBehaviors: { status: { strategy: apiServiceStatusStrategy } },
  },
};
