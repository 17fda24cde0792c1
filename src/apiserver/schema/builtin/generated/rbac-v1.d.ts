/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { LabelSelector, ListMeta } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";

export type AggregationRule = {
  readonly clusterRoleSelectors?: readonly LabelSelector[] | undefined;
};

export type ClusterRole = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly rules: readonly PolicyRule[] | null;
  readonly aggregationRule?: AggregationRule | undefined;
};

export type ClusterRoleBinding = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly subjects?: readonly Subject[] | undefined;
  readonly roleRef: RoleRef;
};

export type ClusterRoleBindingList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly ClusterRoleBinding[] | null;
};

export type ClusterRoleList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly ClusterRole[] | null;
};

export type PolicyRule = {
  readonly verbs: readonly string[] | null;
  readonly apiGroups?: readonly string[] | undefined;
  readonly resources?: readonly string[] | undefined;
  readonly resourceNames?: readonly string[] | undefined;
  readonly nonResourceURLs?: readonly string[] | undefined;
};

export type Role = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly rules: readonly PolicyRule[] | null;
};

export type RoleBinding = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly subjects?: readonly Subject[] | undefined;
  readonly roleRef: RoleRef;
};

export type RoleBindingList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly RoleBinding[] | null;
};

export type RoleList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly Role[] | null;
};

export type RoleRef = {
  readonly apiGroup: string;
  readonly kind: string;
  readonly name: string;
};

export type Subject = {
  readonly kind: string;
  readonly apiGroup?: string | undefined;
  readonly name: string;
  readonly namespace?: string | undefined;
};
