import type { ObjectMeta } from "../../../../apimachinery/meta.ts";
import type { PolicyRule, Role, RoleBinding, Subject } from "../policy.ts";

/** Words of a space-separated list, sorted as bootstrap policy sorts them (PolicyRuleBuilder.Rule). */
const words = (text: string): readonly string[] => text.split(" ").sort();

export const rbacGroup = "rbac.authorization.k8s.io";
export const read = "get list watch";
export const write = "create update patch delete deletecollection";
export const readWrite = `${read} ${write}`;
export const readUpdate = `${read} update patch`;

/** A rule on resources: verbs, groups and resources apart by spaces, `""` the core group where `groups` is empty. */
export const on = (verbs: string, groups: string, resources: string, resourceNames?: string): PolicyRule => ({
  verbs: words(verbs),
  apiGroups: words(groups),
  resources: words(resources),
  ...(resourceNames !== undefined && { resourceNames: words(resourceNames) }),
});

/** A rule on paths that are no resources. */
export const urls = (verbs: string, paths: string): PolicyRule => ({
  verbs: words(verbs),
  nonResourceURLs: words(paths),
});

/**
 * What everything that reports events needs, in the core group and its successor (` events.k8s.io` is "" and that
 * group).
 */
export const events: PolicyRule = on("create update patch", " events.k8s.io", "events");

/** Metadata of all bootstrap policy: kept up to date, and told apart by a label. */
export const bootstrapMetadata = (name: string, labels: Readonly<Record<string, string>> = {}): ObjectMeta => ({
  name,
  labels: { "kubernetes.io/bootstrapping": "rbac-defaults", ...labels },
  annotations: { "rbac.authorization.kubernetes.io/autoupdate": "true" },
});

export const role = (name: string, ...rules: readonly PolicyRule[]): Role => ({
  metadata: bootstrapMetadata(name),
  rules,
});

export const user = (name: string): Subject => ({ kind: "User", apiGroup: rbacGroup, name });
export const group = (name: string): Subject => ({ kind: "Group", apiGroup: rbacGroup, name });
/** A service account of kube-system. */
export const account = (name: string): Subject => ({ kind: "ServiceAccount", name, namespace: "kube-system" });

/** A binding that bears its role's name. */
export const bind = (kind: "Role" | "ClusterRole", name: string, ...subjects: readonly Subject[]): RoleBinding => ({
  metadata: bootstrapMetadata(name),
  ...(subjects.length > 0 && { subjects }),
  roleRef: { apiGroup: rbacGroup, kind, name },
});
