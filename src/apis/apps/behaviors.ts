import type { GroupBehaviors } from "../define-resource.ts";
import { controllerRevisionBehavior } from "./controller-revision.ts";
import { daemonSetBehavior } from "./daemon-set.ts";
import { deploymentBehavior } from "./deployment.ts";
import { replicaSetBehavior } from "./replica-set.ts";
import { statefulSetBehavior } from "./stateful-set.ts";

/** The behaviors of apps. */
export const appsBehaviors: GroupBehaviors = {
  controllerrevisions: controllerRevisionBehavior,
  daemonsets: daemonSetBehavior,
  deployments: deploymentBehavior,
  replicasets: replicaSetBehavior,
  statefulsets: statefulSetBehavior,
};
