import type { Rule } from "../rule.ts";
import { deploymentRules, replicaSetRules } from "./deployments.ts";
import { podRules } from "./pods.ts";
import { daemonSetRules, statefulSetRules } from "./stateful-and-daemon-sets.ts";

/** The rules of a kind in their order. */
interface KindRules {
  readonly rules: readonly Rule[];
  /** What is concluded of an object that is deleted, in place of the rule of all kinds. */
  readonly deletion?: readonly Rule[];
}

/** The rules of built-in kinds by `GROUP/KIND`. Rules of all kinds follow them. */
export const rulesByKind: Readonly<Record<string, KindRules>> = {
  "/Pod": { deletion: [], rules: podRules },
  "/ReplicationController": { rules: replicaSetRules },
  "apps/Deployment": { rules: deploymentRules },
  "apps/ReplicaSet": { rules: replicaSetRules },
  "apps/StatefulSet": { rules: statefulSetRules },
  "apps/DaemonSet": { rules: daemonSetRules },
};
