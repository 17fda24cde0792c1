import type { LabelSelectorSpec } from "../../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { FailurePolicy } from "../cel/match-conditions.ts";

/** A rule of match constraints or of a webhook (admissionregistration RuleWithOperations). */
export interface Rule {
  readonly operations?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  readonly resources?: readonly string[];
  readonly scope?: string;
}

/** A rule that may be limited to objects by name. */
export interface NamedRule extends Rule {
  readonly resourceNames?: readonly string[];
}

/** admissionregistration MatchResources. */
export interface MatchResources {
  readonly namespaceSelector?: LabelSelectorSpec;
  readonly objectSelector?: LabelSelectorSpec;
  readonly resourceRules?: readonly NamedRule[];
  readonly excludeResourceRules?: readonly NamedRule[];
  readonly matchPolicy?: string;
}

export interface MatchCondition {
  readonly name?: string;
  readonly expression?: string;
}

export interface NamedExpression {
  readonly name?: string;
  readonly expression?: string;
}

export interface ParamKind {
  readonly apiVersion?: string;
  readonly kind?: string;
}

export interface ParamRef {
  readonly name?: string;
  readonly namespace?: string;
  readonly selector?: LabelSelectorSpec;
  readonly parameterNotFoundAction?: string;
}

/** The part of a policy's spec that validating and mutating policies share. */
export interface PolicySpec {
  readonly paramKind?: ParamKind;
  readonly matchConstraints?: MatchResources;
  readonly matchConditions?: readonly MatchCondition[];
  readonly variables?: readonly NamedExpression[];
  readonly failurePolicy?: FailurePolicy;
}

export interface Validation {
  readonly expression?: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
}

export interface AuditAnnotation {
  readonly key?: string;
  readonly valueExpression?: string;
}

export interface ValidatingPolicySpec extends PolicySpec {
  readonly validations?: readonly Validation[];
  readonly auditAnnotations?: readonly AuditAnnotation[];
}

export interface Mutation {
  readonly patchType?: string;
  readonly applyConfiguration?: { readonly expression?: string };
  readonly jsonPatch?: { readonly expression?: string };
}

export interface MutatingPolicySpec extends PolicySpec {
  readonly mutations?: readonly Mutation[];
  readonly reinvocationPolicy?: string;
}

export interface BindingSpec {
  readonly policyName?: string;
  readonly paramRef?: ParamRef;
  readonly matchResources?: MatchResources;
  readonly validationActions?: readonly string[];
}

/** A policy or a binding, as decoded by its schema. */
export interface WithSpec<S> extends KubeObject {
  readonly spec: S;
}

export type Policy<S extends PolicySpec = PolicySpec> = WithSpec<S>;
export type Binding = WithSpec<BindingSpec>;

/** Returns a stored policy or binding, which its schema has decoded; only the spec may be absent. */
export const withSpec = <S extends object>(object: KubeObject): WithSpec<S> =>
  ({ ...object, spec: object["spec"] ?? {} }) as WithSpec<S>;

export const nameOf = ({ metadata }: KubeObject): string => metadata.name ?? "";
