/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { FieldSelectorRequirement, LabelSelectorRequirement } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";

export type FieldSelectorAttributes = {
  readonly rawSelector?: string | undefined;
  readonly requirements?: readonly FieldSelectorRequirement[] | undefined;
};

export type LabelSelectorAttributes = {
  readonly rawSelector?: string | undefined;
  readonly requirements?: readonly LabelSelectorRequirement[] | undefined;
};

export type LocalSubjectAccessReview = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: SubjectAccessReviewSpec;
  readonly status: SubjectAccessReviewStatus;
};

export type NonResourceAttributes = {
  readonly path?: string | undefined;
  readonly verb?: string | undefined;
};

export type NonResourceRule = {
  readonly verbs: readonly string[] | null;
  readonly nonResourceURLs?: readonly string[] | undefined;
};

export type ResourceAttributes = {
  readonly namespace?: string | undefined;
  readonly verb?: string | undefined;
  readonly group?: string | undefined;
  readonly version?: string | undefined;
  readonly resource?: string | undefined;
  readonly subresource?: string | undefined;
  readonly name?: string | undefined;
  readonly fieldSelector?: FieldSelectorAttributes | undefined;
  readonly labelSelector?: LabelSelectorAttributes | undefined;
};

export type ResourceRule = {
  readonly verbs: readonly string[] | null;
  readonly apiGroups?: readonly string[] | undefined;
  readonly resources?: readonly string[] | undefined;
  readonly resourceNames?: readonly string[] | undefined;
};

export type SelfSubjectAccessReview = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: SelfSubjectAccessReviewSpec;
  readonly status: SubjectAccessReviewStatus;
};

export type SelfSubjectAccessReviewSpec = {
  readonly resourceAttributes?: ResourceAttributes | undefined;
  readonly nonResourceAttributes?: NonResourceAttributes | undefined;
};

export type SelfSubjectRulesReview = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: SelfSubjectRulesReviewSpec;
  readonly status: SubjectRulesReviewStatus;
};

export type SelfSubjectRulesReviewSpec = {
  readonly namespace?: string | undefined;
};

export type SubjectAccessReview = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: SubjectAccessReviewSpec;
  readonly status: SubjectAccessReviewStatus;
};

export type SubjectAccessReviewSpec = {
  readonly resourceAttributes?: ResourceAttributes | undefined;
  readonly nonResourceAttributes?: NonResourceAttributes | undefined;
  readonly user?: string | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly extra?: Readonly<Record<string, readonly string[] | null>> | undefined;
  readonly uid?: string | undefined;
};

export type SubjectAccessReviewStatus = {
  readonly allowed: boolean;
  readonly denied?: boolean | undefined;
  readonly reason?: string | undefined;
  readonly evaluationError?: string | undefined;
};

export type SubjectRulesReviewStatus = {
  readonly resourceRules: readonly ResourceRule[] | null;
  readonly nonResourceRules: readonly NonResourceRule[] | null;
  readonly incomplete: boolean;
  readonly evaluationError?: string | undefined;
};
