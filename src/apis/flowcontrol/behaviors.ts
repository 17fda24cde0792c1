import type { GroupBehaviors } from "../define-resource.ts";
import { statusStrategy } from "../strategies/object-strategy.ts";
import { validateConditions } from "./conditions.ts";
import { zeroSharesDefault } from "./earlier-version.ts";
import { defaultFlowSchema, flowSchemaStrategy, flowSchemaTable } from "./flow-schema.ts";
import { defaultPriorityLevel, priorityLevelStrategy, priorityLevelTable } from "./priority-level.ts";

/** The behaviors of flowcontrol.apiserver.k8s.io. */
export const flowcontrolBehaviors: GroupBehaviors = {
  flowschemas: {
    strategy: flowSchemaStrategy,
    default: defaultFlowSchema,
    table: flowSchemaTable,
    subresourceBehaviors: { status: { strategy: statusStrategy(flowSchemaStrategy, "kept", validateConditions) } },
  },
  prioritylevelconfigurations: (version) => ({
    strategy: priorityLevelStrategy,
    default: version === "v1beta3" ? (level) => defaultPriorityLevel(zeroSharesDefault(level)) : defaultPriorityLevel,
    table: priorityLevelTable,
    subresourceBehaviors: { status: { strategy: statusStrategy(priorityLevelStrategy, "kept", validateConditions) } },
  }),
};
