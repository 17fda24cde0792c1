import { autoscalerRules } from "./autoscaling.ts";
import { budgetRules } from "./disruption.ts";
import { endpointSliceRules, networkPolicyRules } from "./network.ts";
import { limitRangeRules, quotaRules } from "./quota.ts";
import { runtimeClassRules } from "./runtime-classes.ts";
import type { KindRules } from "./table.ts";

/** The rules of the kinds that limit, scale and isolate what others are about, by `GROUP/KIND`. */
export const limitRulesByKind: Readonly<Record<string, KindRules>> = {
  "/ResourceQuota": { rules: quotaRules },
  "/LimitRange": { rules: limitRangeRules },
  "autoscaling/HorizontalPodAutoscaler": { rules: autoscalerRules },
  "policy/PodDisruptionBudget": { rules: budgetRules },
  "networking.k8s.io/NetworkPolicy": { rules: networkPolicyRules },
  "discovery.k8s.io/EndpointSlice": { rules: endpointSliceRules },
  "node.k8s.io/RuntimeClass": { rules: runtimeClassRules },
};
