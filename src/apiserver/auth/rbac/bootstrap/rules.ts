import type { ObjectMeta } from "../../../../apimachinery/meta.ts";
import type { PolicyRule, Role, RoleBinding, Subject } from "../policy.ts";

/** Splits a space-separated list and sorts it, as bootstrap policy does (PolicyRuleBuilder.Rule). */
const words = (text: string): readonly string[] => text.split(" ").sort();

export const rbacGroup = "rbac.authorization.k8s.io";
export const read = "get list watch";
export const write = "create update patch delete deletecollection";
export const readWrite = `${read} ${write}`;
export const readUpdate = `${read} update patch`;

/** A resource rule. Verbs, groups and resources are separated by spaces; empty `groups` stand for the core group. */
export const on = (verbs: string, groups: string, resources: string, resourceNames?: string): PolicyRule => ({
  verbs: words(verbs),
  apiGroups: words(groups),
  resources: words(resources),
  ...(resourceNames !== undefined && { resourceNames: words(resourceNames) }),
});

/** A rule for non-resource URLs. */
export const urls = (verbs: string, paths: string): PolicyRule => ({
  verbs: words(verbs),
  nonResourceURLs: words(paths),
});

/**
 * The rule for components that record events, in the core group and in events.k8s.io (the leading space of `
 * events.k8s.io` adds the core group).
 */
export const events: PolicyRule = on("create update patch", " events.k8s.io", "events");

/** The metadata of bootstrap policy objects: the annotation for automatic updates and the bootstrapping label. */
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
/** A service account in kube-system. */
export const account = (name: string): Subject => ({ kind: "ServiceAccount", name, namespace: "kube-system" });

/** A binding with the name of its role. */
export const bind = (kind: "Role" | "ClusterRole", name: string, ...subjects: readonly Subject[]): RoleBinding => ({
  metadata: bootstrapMetadata(name),
  ...(subjects.length > 0 && { subjects }),
  roleRef: { apiGroup: rbacGroup, kind, name },
});
