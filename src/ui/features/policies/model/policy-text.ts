import { isRecord } from "../../../../apimachinery/is-record.ts";
import { textOf } from "../../../../apimachinery/text-of.ts";
import type { CelKind, CelPolicy } from "../../../../client/cel.ts";
import type { WrittenPolicy } from "../../../../client/policies.ts";
import type { TextDocument } from "../../../../validate/read-documents.ts";

/** A document of a text by its role. */
export interface RoleDocument extends TextDocument {
  /** The index among the documents of the text. */
  readonly index: number;
}

/** The text of a policy: the policy, its bindings, and objects such as parameters. */
export interface PolicyText {
  readonly policy: RoleDocument | undefined;
  readonly bindings: readonly RoleDocument[];
  readonly objects: readonly RoleDocument[];
  /** The first document that cannot be read. */
  readonly trouble: RoleDocument | undefined;
}

const policyKinds: ReadonlySet<string> = new Set([
  "ValidatingAdmissionPolicy",
  "MutatingAdmissionPolicy",
  "ValidatingWebhookConfiguration",
  "MutatingWebhookConfiguration",
]);
const bindingKinds: ReadonlySet<string> = new Set([
  "ValidatingAdmissionPolicyBinding",
  "MutatingAdmissionPolicyBinding",
]);

/** Tells the documents of a text apart. The first policy counts. */
export function readPolicyText(documents: readonly TextDocument[]): PolicyText {
  const all = documents.map((document, index): RoleDocument => ({ ...document, index }));
  const policy = all.find(({ kind }) => policyKinds.has(kind));
  return {
    policy,
    bindings: all.filter(({ kind }) => bindingKinds.has(kind)),
    objects: all.filter(
      ({ kind, trouble }) => trouble === undefined && !policyKinds.has(kind) && !bindingKinds.has(kind),
    ),
    trouble: all.find(({ trouble }) => trouble !== undefined),
  };
}

/** The policy of a text as the server evaluates it; undefined without one. */
export const writtenPolicy = ({ policy, bindings, objects }: PolicyText): WrittenPolicy | undefined =>
  policy === undefined
    ? undefined
    : {
        policy: policy.value,
        bindings: bindings.map(({ value }) => value),
        objects: objects.map(({ value }) => value).filter((value) => value !== null),
      };

export const isMutating = (kind: string): boolean => kind === "MutatingAdmissionPolicy";
export const hasBindings = (kind: string): boolean => kind.endsWith("AdmissionPolicy");

const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];
const specOf = (policy: unknown): Readonly<Record<string, unknown>> =>
  isRecord(policy) && isRecord(policy["spec"]) ? policy["spec"] : {};

/** An expression of a policy with its field. */
export interface PolicyExpression {
  readonly place: string;
  /** What the expression is for, in words. */
  readonly role: string;
  readonly expression: string;
  /** The type that it must have; any if absent. */
  readonly expects?: "bool" | "string";
  /** Whether it may construct objects and patches. */
  readonly patches: boolean;
  /** The number of variables that are declared before it. */
  readonly variables: number;
}

interface Row {
  readonly list: string;
  readonly field: readonly string[];
  readonly role: string;
  readonly expects?: "bool" | "string";
  readonly patches?: boolean;
}

// oxfmt-ignore
const rows: readonly Row[] = [
  { list: "matchConditions", field: ["expression"], role: "Match condition", expects: "bool" },
  { list: "variables", field: ["expression"], role: "Variable" },
  { list: "validations", field: ["expression"], role: "Validation", expects: "bool" },
  { list: "validations", field: ["messageExpression"], role: "Message", expects: "string" },
  { list: "auditAnnotations", field: ["valueExpression"], role: "Audit annotation" },
  { list: "mutations", field: ["applyConfiguration", "expression"], role: "Apply configuration", patches: true },
  { list: "mutations", field: ["jsonPatch", "expression"], role: "JSON patch", patches: true },
];

/** Returns the expressions of a policy in the order of their fields. */
export function policyExpressions(policy: unknown): readonly PolicyExpression[] {
  const spec = specOf(policy);
  const variables = listOf(spec["variables"]);
  return rows.flatMap(({ list, field, role, expects, patches = false }) =>
    listOf(spec[list]).flatMap((item, i): readonly PolicyExpression[] => {
      const value = field.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), item);
      if (typeof value !== "string" || value.trim() === "") return [];
      const name = textOf(item["name"]) || textOf(item["key"]);
      return [
        {
          place: `spec.${list}[${i}].${field.join(".")}`,
          role: name === "" ? role : `${role} ${name}`,
          expression: value,
          ...(expects !== undefined && { expects }),
          patches,
          variables: list === "variables" ? i : variables.length,
        },
      ];
    }),
  );
}

/** A kind that the rules of a policy name. */
export interface MatchedResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** Returns the resources that the rules of a policy name without wildcards. */
export function matchedResources(policy: unknown): readonly MatchedResource[] {
  const constraints = specOf(policy)["matchConstraints"];
  const webhooks = isRecord(policy) ? listOf(policy["webhooks"]).flatMap((webhook) => listOf(webhook["rules"])) : [];
  const rules = [...(isRecord(constraints) ? listOf(constraints["resourceRules"]) : []), ...webhooks];
  const names = (value: unknown): readonly string[] =>
    Array.isArray(value) ? value.filter((item): item is string => typeof item === "string" && !/[*/]/.test(item)) : [];
  return rules.flatMap((rule) =>
    names(rule["apiGroups"]).flatMap((group) =>
      names(rule["apiVersions"]).flatMap((version) =>
        names(rule["resources"]).map((resource) => ({ group, version, resource })),
      ),
    ),
  );
}

/** Returns what an expression of a policy sees; `object` is the kind that gives objects their type. */
export function celPolicyOf(
  policy: unknown,
  object: CelKind | undefined,
  { variables, patches }: Pick<PolicyExpression, "variables" | "patches">,
): CelPolicy {
  const spec = specOf(policy);
  const paramKind = spec["paramKind"];
  return {
    ...(object !== undefined && { object }),
    ...(isRecord(paramKind) && {
      params: { apiVersion: textOf(paramKind["apiVersion"]), kind: textOf(paramKind["kind"]) },
    }),
    variables: listOf(spec["variables"])
      .slice(0, variables)
      .map((variable) => ({ name: textOf(variable["name"]), expression: textOf(variable["expression"]) })),
    ...(patches && { hasPatchTypes: true }),
  };
}

/** Returns the text of a binding for a policy without one. */
export function bindingText(kind: string, apiVersion: string, name: string, hasParams: boolean): string {
  const actions = isMutating(kind) ? "" : "  validationActions: [Deny]\n";
  const params = hasParams ? "  paramRef:\n    selector: {}\n    parameterNotFoundAction: Deny\n" : "";
  return `---
apiVersion: ${apiVersion}
kind: ${kind}Binding
metadata:
  name: ${name}
spec:
  policyName: ${name}
${actions}${params}`;
}

export const hasParams = (policy: unknown): boolean => specOf(policy)["paramKind"] !== undefined;

/** The text that a policy may begin with. */
export const policyOutline = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: my-policy
spec:
  matchConstraints:
    resourceRules:
    - apiGroups: [""]
      apiVersions: [v1]
      operations: [CREATE, UPDATE]
      resources: [configmaps]
  validations:
  - expression: object.metadata.name != 'forbidden'
    message: this name is reserved
${bindingText("ValidatingAdmissionPolicy", "admissionregistration.k8s.io/v1", "my-policy", false)}`;
