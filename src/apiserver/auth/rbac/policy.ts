import type { LabelSelectorSpec } from "../../../apimachinery/labels/label-selector.ts";
import type { ObjectMeta } from "../../../apimachinery/meta.ts";

/** rbac/v1 PolicyRule. */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

/** rbac/v1 Subject. */
export interface Subject {
  readonly kind: string;
  readonly apiGroup?: string;
  readonly name: string;
  readonly namespace?: string;
}

/** rbac/v1 RoleRef. */
export interface RoleRef {
  readonly apiGroup: string;
  readonly kind: string;
  readonly name: string;
}

/** The fields of rbac/v1 Role or ClusterRole that authorization uses. */
export interface Role {
  readonly metadata: ObjectMeta;
  readonly rules?: readonly PolicyRule[] | null;
  /** Only in ClusterRoles: their rules are aggregated from the roles that the selectors match. */
  readonly aggregationRule?: { readonly clusterRoleSelectors?: readonly LabelSelectorSpec[] | null } | null;
}

/** rbac/v1 RoleBinding or ClusterRoleBinding. */
export interface RoleBinding {
  readonly metadata: ObjectMeta;
  readonly subjects?: readonly Subject[] | null;
  readonly roleRef: RoleRef;
}

/** Provides roles and bindings synchronously from memory. */
export interface RuleSource {
  /** Increases whenever a role or binding changes. */
  readonly revision: number;
  clusterRoleBindings(): Iterable<RoleBinding>;
  roleBindings(namespace: string): Iterable<RoleBinding>;
  clusterRole(name: string): Role | undefined;
  role(namespace: string, name: string): Role | undefined;
}
