import { keptObject } from "../../../component-base/work.ts";
import { firstPlaces, isBefore } from "../../../apimachinery/first-places.ts";
import {
  duplicate,
  fieldPath,
  invalid,
  notSupported,
  required,
  type FieldError,
  type FieldPath,
} from "../../../apimachinery/field-error.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { isDns1035Label, isDns1123Subdomain } from "../../../apimachinery/validation/names.ts";
import {
  applyConfiguration,
  auditAnnotation,
  condition,
  jsonPatch,
  message,
} from "../../../apiserver/admission/cel/expressions.ts";
import {
  withSpec,
  type AuditAnnotation,
  type MutatingPolicySpec,
  type Mutation,
  type ParamKind,
  type PolicySpec,
  type ValidatingPolicySpec,
  type Validation,
} from "../../../apiserver/admission/policy/types.ts";
import { printedValue } from "../../go-print.ts";
import { semanticEqual } from "../../strategies/semantic-equal.ts";
import { ExpressionValidator, validateMatchConditions, validateQualifiedName } from "./expressions.ts";
import { oneOf, validateMatchResources, validateMutatingOperations } from "./match-resources.ts";
import { errorsOfEach } from "../../validation/fields.ts";

const spec = fieldPath("spec");
export const failurePolicies = ["Fail", "Ignore"];
/** The reasons that are accepted (supportedValidationPolicyReason); the API documents Unauthorized, too. */
const reasons = ["Forbidden", "Invalid", "RequestEntityTooLarge"];
const reinvocationPolicies = ["IfNeeded", "Never"];
const patchTypes = ["ApplyConfiguration", "JSONPatch"];
const mostAnnotations = 20;
/** The most bytes of the expression of an audit annotation. */
const longestValueExpression = 5 * 1024;

/** What the validation of one policy shares. */
interface PolicyValidation {
  readonly expressions: ExpressionValidator;
  readonly hasParams: boolean;
  /** The expressions of the stored policy. */
  readonly stored: StoredExpressions;
}

interface StoredExpressions {
  readonly conditions: ReadonlySet<string>;
  readonly validations: ReadonlySet<string>;
  readonly messages: ReadonlySet<string>;
  readonly annotations: ReadonlySet<string>;
  readonly configurations: ReadonlySet<string>;
}

/** Validates a ValidatingAdmissionPolicy, new or changed (validation.ValidateValidatingAdmissionPolicy). */
export function validateValidatingPolicy(
  policy: KubeObject,
  old: KubeObject | undefined,
  compatibility: number | undefined,
): readonly FieldError[] {
  const { spec: given } = withSpec<ValidatingPolicySpec>(policy);
  const before = old && withSpec<ValidatingPolicySpec>(old).spec;
  const shared = policyValidation(given, storedExpressions(before), compatibility);
  const { validations = [], auditAnnotations = [] } = given;
  return [
    ...validateCommon(given, before, shared, compatibility),
    ...(validations.length === 0 && auditAnnotations.length === 0
      ? ["validations", "auditAnnotations"].map((name) =>
          required(spec.child(name), "validations or auditAnnotations must contain at least one item"),
        )
      : [
          ...errorsOfEach(validations, (one, i) => validateValidation(one, shared, spec.child("validations").index(i))),
          ...validateAuditAnnotations(auditAnnotations, policy.metadata.name ?? "", shared),
        ]),
  ];
}

/** Validates a MutatingAdmissionPolicy, new or changed (validation.ValidateMutatingAdmissionPolicy). */
export function validateMutatingPolicy(
  policy: KubeObject,
  old: KubeObject | undefined,
  compatibility: number | undefined,
): readonly FieldError[] {
  const { spec: given } = withSpec<MutatingPolicySpec>(policy);
  const before = old && withSpec<MutatingPolicySpec>(old).spec;
  const shared = policyValidation(given, storedExpressions(before), compatibility);
  const { mutations = [], reinvocationPolicy = "", matchConstraints } = given;
  return [
    ...validateCommon(given, before, shared, compatibility, () =>
      matchConstraints === undefined
        ? []
        : validateMutatingOperations(matchConstraints, spec.child("matchConstraints")),
    ),
    ...(mutations.length === 0
      ? [required(spec.child("mutations"), "mutations must contain at least one item")]
      : errorsOfEach(mutations, (one, i) => validateMutation(one, shared, spec.child("mutations").index(i)))),
    ...(reinvocationPolicy === ""
      ? [required(spec.child("reinvocationPolicy"))]
      : oneOf(spec.child("reinvocationPolicy"), reinvocationPolicy, reinvocationPolicies)),
  ];
}

const policyValidation = (
  { paramKind }: PolicySpec,
  stored: StoredExpressions,
  compatibility: number | undefined,
): PolicyValidation => ({
  expressions: new ExpressionValidator(compatibility),
  hasParams: paramKind !== undefined,
  stored,
});

function storedExpressions(before: (ValidatingPolicySpec & MutatingPolicySpec) | undefined): StoredExpressions {
  const texts = (items: readonly (string | undefined)[]): ReadonlySet<string> =>
    new Set(items.filter((item) => item !== undefined));
  return {
    conditions: texts((before?.matchConditions ?? []).map(({ expression }) => expression)),
    validations: texts((before?.validations ?? []).map(({ expression }) => expression)),
    messages: texts((before?.validations ?? []).map(({ messageExpression }) => messageExpression)),
    annotations: texts((before?.auditAnnotations ?? []).map(({ valueExpression }) => valueExpression)),
    configurations: texts((before?.mutations ?? []).map((one) => one.applyConfiguration?.expression)),
  };
}

/** Validates what validating and mutating policies have in common, up to the variables. */
function validateCommon(
  given: PolicySpec,
  before: PolicySpec | undefined,
  shared: PolicyValidation,
  compatibility: number | undefined,
  further: () => readonly FieldError[] = () => [],
): readonly FieldError[] {
  const { failurePolicy, paramKind, matchConstraints, matchConditions = [], variables = [] } = given;
  const constraints = spec.child("matchConstraints");
  const sameConditions =
    before !== undefined &&
    semanticEqual(paramKind, before.paramKind) &&
    semanticEqual(given.matchConditions, before.matchConditions);
  return [
    ...(failurePolicy === undefined
      ? [required(spec.child("failurePolicy"))]
      : oneOf(spec.child("failurePolicy"), failurePolicy, failurePolicies)),
    ...(paramKind === undefined ? [] : validateParamKind(paramKind, spec.child("paramKind"))),
    ...(matchConstraints === undefined
      ? [required(constraints)]
      : [
          ...validateMatchResources(matchConstraints, constraints),
          ...((matchConstraints.resourceRules ?? []).length === 0
            ? [required(constraints.child("resourceRules"))]
            : []),
          ...further(),
        ]),
    ...(sameConditions
      ? []
      : validateMatchConditions(matchConditions, {
          compatibility,
          hasParams: shared.hasParams,
          path: spec.child("matchConditions"),
          isStored: (expression) => shared.stored.conditions.has(expression),
        })),
    ...errorsOfEach(variables, (one, i) => validateVariable(one, shared, spec.child("variables").index(i))),
  ];
}

function validateParamKind({ apiVersion = "", kind = "" }: ParamKind, path: FieldPath): readonly FieldError[] {
  const at = path.child("kind");
  const kindErrors = isDns1035Label(kind.toLowerCase());
  return [
    ...validateApiVersion(apiVersion, path.child("apiVersion")),
    ...(kind === ""
      ? [required(at)]
      : kindErrors.length === 0
        ? []
        : [invalid(at, kind, `may have mixed case, but should otherwise match: ${kindErrors.join(",")}`)]),
  ];
}

function validateApiVersion(apiVersion: string, path: FieldPath): readonly FieldError[] {
  if (apiVersion === "") return [required(path)];
  const parts = apiVersion === "/" ? [""] : apiVersion.split("/");
  if (parts.length > 2) return [invalid(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
  const [group = "", version = ""] = parts.length === 2 ? parts : ["", ...parts];
  const groupErrors = group === "" ? [] : isDns1123Subdomain(group);
  const versionErrors = version === "" ? [] : isDns1035Label(version);
  return [
    ...(groupErrors.length === 0 ? [] : [invalid(path, group, groupErrors.join(","))]),
    ...(version === "" ? [invalid(path, apiVersion, "version must be specified")] : []),
    ...(versionErrors.length === 0 ? [] : [invalid(path, version, versionErrors.join(","))]),
  ];
}

const identifier = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
// oxfmt-ignore
const reserved = new Set([
  "true", "false", "null", "in", "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let",
  "loop", "package", "namespace", "return", "var", "void", "while",
]);

function validateVariable(
  variable: { readonly name?: string; readonly expression?: string },
  { expressions, hasParams, stored }: PolicyValidation,
  path: FieldPath,
): readonly FieldError[] {
  const { name = "", expression = "" } = variable;
  return [
    ...(name.trim() === ""
      ? [required(path.child("name"), "name is not specified")]
      : identifier.test(name) && !reserved.has(name)
        ? []
        : [invalid(path.child("name"), name, "must be a valid CEL identifier")]),
    ...(expression.trim() === ""
      ? [required(path.child("expression"), "expression is not specified")]
      : expressions.checkVariable(
          variable,
          { hasParams, hasAuthorizer: true },
          { path: path.child("expression"), stored: stored.validations.has(expression) },
        )),
  ];
}

function validateValidation(
  { expression = "", message: fixed, messageExpression, reason }: Validation,
  { expressions, hasParams, stored }: PolicyValidation,
  path: FieldPath,
): readonly FieldError[] {
  return [
    ...(expression.trim() === ""
      ? [required(path.child("expression"), "expression is not specified")]
      : expressions.check(
          condition(expression),
          { hasParams, hasAuthorizer: true },
          { path: path.child("expression"), stored: stored.validations.has(expression) },
        )),
    ...(messageExpression === undefined || messageExpression === ""
      ? []
      : messageExpression.trim() === ""
        ? [invalid(path.child("messageExpression"), messageExpression, "must be non-empty if specified")]
        : expressions.check(
            message(messageExpression),
            { hasParams, hasAuthorizer: false },
            { path: path.child("messageExpression"), stored: stored.messages.has(messageExpression) },
          )),
    ...validateMessage(fixed ?? "", path.child("message")),
    ...oneOf(path.child("reason"), reason, reasons),
  ];
}

function validateMessage(text: string, path: FieldPath): readonly FieldError[] {
  if (text !== "" && text.trim() === "") return [invalid(path, text, "must be non-empty if specified")];
  return /[\n\r]/.test(text.trim()) ? [invalid(path, text, "must not contain line breaks")] : [];
}

function validateAuditAnnotations(
  annotations: readonly AuditAnnotation[],
  policy: string,
  shared: PolicyValidation,
): readonly FieldError[] {
  const path = spec.child("auditAnnotations");
  const places = keptObject(() => firstPlaces(annotations.map(({ key = "" }) => key)));
  return [
    ...(annotations.length > mostAnnotations
      ? [invalid(path, printedValue(annotations), `must not have more than ${mostAnnotations} auditAnnotations`)]
      : []),
    ...errorsOfEach(annotations, (annotation, i) => {
      const { key = "" } = annotation;
      const at = path.index(i);
      return [
        ...(policy === ""
          ? [invalid(at.child("key"), key, "requires metadata.name be non-empty")]
          : validateQualifiedName(`${policy}/${key}`, at.child("key"))),
        ...validateValueExpression(annotation, shared, at.child("valueExpression")),
        ...(isBefore(places, key, i) ? [duplicate(at.child("key"), key)] : []),
      ];
    }),
  ];
}

function validateValueExpression(
  { valueExpression = "" }: AuditAnnotation,
  { expressions, hasParams, stored }: PolicyValidation,
  path: FieldPath,
): readonly FieldError[] {
  const trimmed = valueExpression.trim();
  if (trimmed === "") return [required(path, "valueExpression is not specified")];
  if (new TextEncoder().encode(trimmed).length > longestValueExpression)
    return [required(path, `must not exceed ${longestValueExpression} bytes in length`)];
  return expressions.check(
    auditAnnotation(trimmed),
    { hasParams, hasAuthorizer: true },
    { path, stored: stored.annotations.has(valueExpression), shown: valueExpression },
  );
}

function validateMutation(mutation: Mutation, shared: PolicyValidation, path: FieldPath): readonly FieldError[] {
  const { patchType = "", jsonPatch: patch, applyConfiguration: configuration } = mutation;
  switch (patchType) {
    case "":
      return [required(path.child("patchType"))];
    case "JSONPatch":
      return [
        ...(patch === undefined
          ? [required(path.child("jsonPatch"), "must be specified when patchType is JSONPatch")]
          : validatePatch(jsonPatch, patch.expression, shared, path.child("jsonPatch", "expression"))),
        ...(configuration === undefined
          ? []
          : [
              invalid(
                path.child("applyConfiguration"),
                "{applyConfiguration}",
                "must not be specified when patchType is JSONPatch",
              ),
            ]),
      ];
    case "ApplyConfiguration":
      return [
        ...(configuration === undefined
          ? [required(path.child("applyConfiguration"), "must be specified when patchType is ApplyConfiguration")]
          : validatePatch(
              applyConfiguration,
              configuration.expression,
              shared,
              path.child("applyConfiguration", "expression"),
            )),
        ...(patch === undefined
          ? []
          : [
              invalid(
                path.child("jsonPatch"),
                "{jsonPatch}",
                "must not be specified when patchType is ApplyConfiguration",
              ),
            ]),
      ];
    default:
      return [notSupported(path.child("patchType"), patchType, patchTypes)];
  }
}

/** Upstream looks up the expressions of both patch types among the stored apply configurations. */
function validatePatch(
  accessor: typeof jsonPatch,
  expression = "",
  { expressions, hasParams, stored }: PolicyValidation,
  path: FieldPath,
): readonly FieldError[] {
  const trimmed = expression.trim();
  if (trimmed === "") return [required(path)];
  return expressions.check(
    accessor(trimmed),
    { hasParams, hasAuthorizer: true, hasPatchTypes: true },
    { path, stored: stored.configurations.has(expression) },
  );
}
