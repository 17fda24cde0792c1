import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import {
  formatGroupVersion,
  groupVersionOf,
  type GroupVersionKind,
  type GroupVersionResource,
} from "../../../apimachinery/gvk.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { DeclType } from "../../schema/cel/decl-type.ts";
import { schemaDeclType } from "../../schema/cel/schema-decl-type.ts";
import type { Schema } from "../../schema/schema.ts";
import { ExpressionCompiler } from "../cel/expressions.ts";
import { withSpec, type NamedRule, type ValidatingPolicySpec } from "./types.ts";

/** The kinds that a server knows, and their schemas. */
export interface KnownKinds {
  /** Returns the kinds of a resource. */
  kindsOf(resource: GroupVersionResource): readonly GroupVersionKind[];
  schemaOf(kind: GroupVersionKind): Schema | undefined;
}

/** A problem with an expression of a policy (admissionregistration ExpressionWarning). */
export interface ExpressionWarning {
  readonly fieldRef: string;
  readonly warning: string;
}

/** The most kinds that one rule is checked against (maxTypesToCheck). */
const mostKinds = 10;

/**
 * Checks the validations of a policy and their messages against the types of the kinds that its rules name
 * (validating.TypeChecker.Check). Rules with wildcards and kinds without a schema are left out.
 */
export function checkTypes(policy: KubeObject, kinds: KnownKinds): readonly ExpressionWarning[] {
  const { spec } = withSpec<ValidatingPolicySpec>(policy);
  const { paramKind, validations = [] } = spec;
  const params = paramKind && declaredType(parseKind(paramKind.apiVersion ?? "", paramKind.kind ?? ""), kinds);
  const checkers = kindsToCheck(spec.matchConstraints?.resourceRules ?? [], kinds).flatMap((kind) => {
    const object = declaredType(kind, kinds);
    return object === undefined ? [] : [{ kind, problemOf: checkerOf(spec, object, params) }];
  });
  const warningsOf = (fieldRef: string, expression: string): readonly ExpressionWarning[] => {
    const texts = checkers.flatMap(({ kind, problemOf }) => {
      const problem = problemOf(expression);
      return problem === undefined ? [] : [`${formatKind(kind)}: ${problem}\n`];
    });
    return texts.length === 0 ? [] : [{ fieldRef, warning: texts.join("\n") }];
  };
  return validations.flatMap(({ expression = "", messageExpression = "" }, i) => [
    ...warningsOf(`spec.validations[${i}].expression`, expression),
    ...(messageExpression === "" ? [] : warningsOf(`spec.validations[${i}].messageExpression`, messageExpression)),
  ]);
}

const formatKind = ({ group, version, kind }: GroupVersionKind): string => `${group}/${version}, Kind=${kind}`;

function parseKind(apiVersion: string, kind: string): GroupVersionKind {
  return { ...groupVersionOf(apiVersion), kind };
}

const declaredType = (kind: GroupVersionKind, kinds: KnownKinds): DeclType | undefined => {
  const schema = kinds.schemaOf(kind);
  return schema && schemaDeclType(schema, `${kind.kind}0`, true);
};

/** Returns a function that describes why an expression of a policy does not fit a type. */
function checkerOf(
  { variables = [] }: ValidatingPolicySpec,
  object: DeclType,
  params: DeclType | undefined,
): (expression: string) => string | undefined {
  const compiler = new ExpressionCompiler({ age: "stored", types: { object, params } });
  const declarations = { hasParams: params !== undefined, hasAuthorizer: true };
  for (const { name = "", expression = "" } of variables) compiler.addVariable(name, expression, declarations);
  return (expression) => compiler.typeProblem(expression, declarations);
}

/** Returns the kinds that rules name, sorted by group, version and kind. */
function kindsToCheck(rules: readonly NamedRule[], kinds: KnownKinds): readonly GroupVersionKind[] {
  const found = new Map<string, GroupVersionKind>();
  for (const rule of rules)
    for (const kind of resourcesOf(rule)
      .flatMap((resource) => kinds.kindsOf(resource))
      .slice(0, mostKinds))
      found.set(`${formatGroupVersion(kind)} ${kind.kind}`, kind);
  return [...found.values()].sort(
    (a, b) => compareUtf8(a.group, b.group) || compareUtf8(a.version, b.version) || compareUtf8(a.kind, b.kind),
  );
}

function resourcesOf({ apiGroups = [], apiVersions = [], resources = [] }: NamedRule): readonly GroupVersionResource[] {
  if ([...apiGroups, ...apiVersions].some((name) => name.includes("*"))) return [];
  const plain = resources.filter((resource) => !/[*/]/.test(resource)).sort(compareUtf8);
  return apiGroups
    .toSorted(compareUtf8)
    .flatMap((group) =>
      apiVersions.toSorted(compareUtf8).flatMap((version) => plain.map((resource) => ({ group, version, resource }))),
    );
}
