import type { UserInfo } from "../apiserver/request/user.ts";

const userPrefix = "system:node:";
const nodesGroup = "system:nodes";

/**
 * Returns the node that a user stands for, "" if its name tells none; undefined for users that are no nodes
 * (nodeidentifier.NewDefaultNodeIdentifier).
 */
export const nodeOfUser = ({ name, groups }: UserInfo): string | undefined =>
  name.startsWith(userPrefix) && groups.includes(nodesGroup) ? name.slice(userPrefix.length) : undefined;

/** The annotation of pods that a kubelet shows of its own. */
export const mirrorPodAnnotation = "kubernetes.io/config.mirror";
