/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { Condition, LabelSelector, ListMeta } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";

export type ApplyConfiguration = {
  readonly expression?: string | undefined;
};

export type AuditAnnotation = {
  readonly key: string;
  readonly valueExpression: string;
};

export type ExpressionWarning = {
  readonly fieldRef: string;
  readonly warning: string;
};

export type JSONPatch = {
  readonly expression?: string | undefined;
};

export type MatchCondition = {
  readonly name: string;
  readonly expression: string;
};

export type MatchResources = {
  readonly namespaceSelector?: LabelSelector | undefined;
  readonly objectSelector?: LabelSelector | undefined;
  readonly resourceRules?: readonly NamedRuleWithOperations[] | undefined;
  readonly excludeResourceRules?: readonly NamedRuleWithOperations[] | undefined;
  readonly matchPolicy?: string | undefined;
};

export type MutatingAdmissionPolicy = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: MutatingAdmissionPolicySpec;
};

export type MutatingAdmissionPolicyBinding = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: MutatingAdmissionPolicyBindingSpec;
};

export type MutatingAdmissionPolicyBindingList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly MutatingAdmissionPolicyBinding[] | null;
};

export type MutatingAdmissionPolicyBindingSpec = {
  readonly policyName?: string | undefined;
  readonly paramRef?: ParamRef | undefined;
  readonly matchResources?: MatchResources | undefined;
};

export type MutatingAdmissionPolicyList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly MutatingAdmissionPolicy[] | null;
};

export type MutatingAdmissionPolicySpec = {
  readonly paramKind?: ParamKind | undefined;
  readonly matchConstraints?: MatchResources | undefined;
  readonly variables?: readonly Variable[] | undefined;
  readonly mutations?: readonly Mutation[] | undefined;
  readonly failurePolicy?: string | undefined;
  readonly matchConditions?: readonly MatchCondition[] | undefined;
  readonly reinvocationPolicy?: string | undefined;
};

export type Mutation = {
  readonly patchType: string;
  readonly applyConfiguration?: ApplyConfiguration | undefined;
  readonly jsonPatch?: JSONPatch | undefined;
};

export type NamedRuleWithOperations = {
  readonly resourceNames?: readonly string[] | undefined;
  readonly operations?: readonly string[] | undefined;
  readonly apiGroups?: readonly string[] | undefined;
  readonly apiVersions?: readonly string[] | undefined;
  readonly resources?: readonly string[] | undefined;
  readonly scope?: string | undefined;
};

export type ParamKind = {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
};

export type ParamRef = {
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly selector?: LabelSelector | undefined;
  readonly parameterNotFoundAction?: string | undefined;
};

export type TypeChecking = {
  readonly expressionWarnings?: readonly ExpressionWarning[] | undefined;
};

export type ValidatingAdmissionPolicy = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: ValidatingAdmissionPolicySpec;
  readonly status: ValidatingAdmissionPolicyStatus;
};

export type ValidatingAdmissionPolicyBinding = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: ValidatingAdmissionPolicyBindingSpec;
};

export type ValidatingAdmissionPolicyBindingList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly ValidatingAdmissionPolicyBinding[] | null;
};

export type ValidatingAdmissionPolicyBindingSpec = {
  readonly policyName?: string | undefined;
  readonly paramRef?: ParamRef | undefined;
  readonly matchResources?: MatchResources | undefined;
  readonly validationActions?: readonly string[] | undefined;
};

export type ValidatingAdmissionPolicyList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly ValidatingAdmissionPolicy[] | null;
};

export type ValidatingAdmissionPolicySpec = {
  readonly paramKind?: ParamKind | undefined;
  readonly matchConstraints?: MatchResources | undefined;
  readonly validations?: readonly Validation[] | undefined;
  readonly failurePolicy?: string | undefined;
  readonly auditAnnotations?: readonly AuditAnnotation[] | undefined;
  readonly matchConditions?: readonly MatchCondition[] | undefined;
  readonly variables?: readonly Variable[] | undefined;
};

export type ValidatingAdmissionPolicyStatus = {
  readonly observedGeneration?: number | undefined;
  readonly typeChecking?: TypeChecking | undefined;
  readonly conditions?: readonly Condition[] | undefined;
};

export type Validation = {
  readonly expression: string;
  readonly message?: string | undefined;
  readonly reason?: string | undefined;
  readonly messageExpression?: string | undefined;
};

export type Variable = {
  readonly name: string;
  readonly expression: string;
};
