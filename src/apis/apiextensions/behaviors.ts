import type { GroupBehaviors } from "../define-resource.ts";
import { defaultDefinition } from "./defaults.ts";
import { definitionStatusStrategy, definitionStrategy } from "./strategy.ts";

/** The behaviors of apiextensions.k8s.io. */
export const apiextensionsBehaviors: GroupBehaviors = {
  customresourcedefinitions: {
    strategy: definitionStrategy,
    default: defaultDefinition,
    subresourceBehaviors: { status: { strategy: definitionStatusStrategy } },
  },
};
