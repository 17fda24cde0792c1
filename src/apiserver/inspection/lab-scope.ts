import type { CelInputs, CelPolicy, CelRequest, CelScope, CelVariable } from "../../client/cel.ts";
import { multiplyUint64, type Uint64 } from "../../cel/cost/uint64.ts";
import type { SizeEstimator } from "../../cel/cost/estimator.ts";
import type { Env } from "../../cel/env/env.ts";
import { createEnvSet, perCallLimit, type EnvSet } from "../../cel/env/kubernetes.ts";
import { dynType, structOf } from "../../cel/types/type.ts";
import { authorizerValue, resourceCheckValue, type Authorize } from "../../cel/library/authorizer.ts";
import { EvalError } from "../../cel/values/eval-error.ts";
import { HashMap } from "../../cel/values/hash-map.ts";
import { Optional, optionalNone, type Value } from "../../cel/values/value.ts";
import { simpleDeclType, sizesOf, type DeclType } from "../schema/cel/decl-type.ts";
import { declTypeProvider } from "../schema/cel/decl-type-provider.ts";
import { expressionCostLimit } from "../schema/cel/limits.ts";
import { RuleEnvironments } from "../schema/cel/rule-environments.ts";
import { schemaValue } from "../schema/cel/schema-value.ts";
import { ExpressionCompiler, variablesTypeName } from "../admission/cel/expressions.ts";
import { namespaceType, requestType, untyped, variableTypes } from "../admission/cel/variable-types.ts";
import { ruleSubject } from "./rule-subject.ts";
import { ScopeError } from "./scope-error.ts";
import { parseTypeText } from "./type-text.ts";
import { typedValue } from "./typed-value.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import { textOf } from "../../apimachinery/text-of.ts";
import { Double, type JsonValue } from "../../apimachinery/json/value.ts";

/** Converts plain data to JSON; values that JSON cannot represent become null. */
function jsonOf(value: unknown): JsonValue {
  switch (typeof value) {
    case "boolean":
    case "string":
    case "bigint":
      return value;
    case "number":
      return Number.isInteger(value) && !Number.isSafeInteger(value) ? new Double(value) : value;
    default:
      if (Array.isArray(value)) return value.map(jsonOf);
      return isRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, jsonOf(member)]))
        : null;
  }
}

/** A scope prepared for the compilation of expressions. */
export interface LabScope {
  readonly env: Env;
  readonly sizes: SizeEstimator;
  /** Types with their members, for completion, by variable. */
  readonly declared: ReadonlyMap<string, DeclType>;
  /** The types among which, and within which, types are looked up by name. */
  readonly types: readonly DeclType[];
  readonly cardinality: Uint64;
  /** The limit of the estimate multiplied by the cardinality; undefined if the server does not estimate the cost. */
  readonly estimateLimit: number | undefined;
  variables(inputs: CelInputs): ReadonlyMap<string, Value>;
}

/** An environment is immutable and depends on the release alone: made once a process. */
let made: EnvSet | undefined;
const envSet = (): EnvSet => (made ??= createEnvSet());

function ruleScope(scope: CelScope & { readonly kind: "rule" }, stored: boolean): LabScope {
  const { schema, declared, isResource, cardinality } = ruleSubject(scope.schema, scope.path);
  const { optionalOldSelf = false } = scope;
  const valueOf = (json: unknown): Value => schemaValue(jsonOf(json), schema, isResource);
  return {
    env: new RuleEnvironments(declared).of(stored ? "stored" : "new", optionalOldSelf),
    sizes: sizesOf(declared),
    declared: new Map([
      ["self", declared],
      ["oldSelf", declared],
    ]),
    types: [declared],
    cardinality,
    estimateLimit: expressionCostLimit,
    variables({ self, oldSelf }) {
      const variables = new Map<string, Value>();
      if (self !== undefined) variables.set("self", valueOf(self));
      if (optionalOldSelf)
        variables.set("oldSelf", oldSelf === undefined ? optionalNone : new Optional(valueOf(oldSelf)));
      else if (oldSelf !== undefined) variables.set("oldSelf", valueOf(oldSelf));
      return variables;
    },
  };
}

/** The declared types of the objects of a policy; absent where nothing is known. */
export interface PolicyTypes {
  readonly object?: DeclType | undefined;
  readonly params?: DeclType | undefined;
}

/** What the server adds to a request about an expression of a policy. */
export interface PolicyContext {
  /** The types that the scope names. */
  readonly types?: PolicyTypes;
  /** Returns how `authorizer` decides about a user. */
  readonly authorizeAs?: (user: string) => Authorize;
}

/** The scope of a request, with what the server adds to it. */
export interface ScopeRequest extends Pick<CelRequest, "scope" | "stored">, PolicyContext {}

/** The same for a request about an expression. */
export type TypedRequest = CelRequest & PolicyContext;

const admissionVariables: ReadonlyMap<string, DeclType> = new Map([
  ["object", untyped],
  ["oldObject", untyped],
  ["request", requestType],
  ["params", untyped],
  ["namespaceObject", namespaceType],
]);

function admissionScope(stored: boolean): LabScope {
  const base = stored ? envSet().storedExpressions : envSet().newExpressions;
  const types = [...admissionVariables].map(([name, { type }]) => [name, type] as const);
  return {
    env: base.extend({ variables: types, provider: declTypeProvider(...variableTypes) }),
    sizes: () => undefined,
    declared: admissionVariables,
    types: variableTypes,
    cardinality: 1,
    estimateLimit: undefined,
    variables: (inputs) => new Map(types.map(([name, type]) => [name, typedValue(inputs[name] ?? null, type)])),
  };
}

/** The scope of a policy's expression, in the environment in which admission compiles it. */
function policyScope(policy: CelPolicy, stored: boolean, { types = {}, authorizeAs }: PolicyContext): LabScope {
  const object = types.object ?? untyped;
  const typed = types.object === undefined ? undefined : { object, params: types.params };
  const compiler = new ExpressionCompiler({ age: stored ? "stored" : "new", types: typed });
  const declarations = { hasParams: policy.params !== undefined, hasAuthorizer: true };
  for (const { name, expression } of policy.variables) compiler.addVariable(name, expression, declarations);
  const env = compiler.environment({ ...declarations, hasPatchTypes: policy.hasPatchTypes === true });
  const declared = new Map([
    ...admissionVariables,
    ["object", object] as const,
    ["oldObject", object] as const,
    ["params", types.params ?? untyped] as const,
    ["variables", variablesType(compiler)] as const,
  ]);
  return {
    env,
    sizes: () => undefined,
    declared,
    types: [
      ...variableTypes,
      ...[types.object, types.params].filter((type) => type !== undefined),
      variablesType(compiler),
    ],
    cardinality: 1,
    estimateLimit: undefined,
    variables(inputs) {
      const values = new Map<string, Value>();
      for (const [name, { type }] of declared) values.set(name, typedValue(inputs[name] ?? null, type));
      if (authorizeAs !== undefined) addAuthorizer(values, inputs["request"], authorizeAs);
      return values.set("variables", variableValues(policy, compiler, values));
    },
  };
}

/** Adds the authorizer, which asks for the user and about the resource of the request. */
function addAuthorizer(values: Map<string, Value>, given: unknown, authorizeAs: (user: string) => Authorize): void {
  const request = isRecord(given) ? given : {};
  const { userInfo, resource, name, namespace, subResource } = request;
  const authorize = authorizeAs(textOf(isRecord(userInfo) ? userInfo["username"] : undefined));
  const about = {
    group: textOf(isRecord(resource) ? resource["group"] : undefined),
    resource: textOf(isRecord(resource) ? resource["resource"] : undefined),
    subresource: textOf(subResource),
    namespace: textOf(namespace),
    name: textOf(name),
    fieldSelector: "",
    labelSelector: "",
  };
  values.set("authorizer", authorizerValue(authorize));
  values.set("authorizer.requestResource", resourceCheckValue(authorize, about));
}

const variablesType = (compiler: ExpressionCompiler): DeclType => ({
  ...simpleDeclType(structOf(variablesTypeName), 2),
  fields: new Map(
    [...compiler.variables].map(([name, { outputType = dynType }]) => [name, simpleDeclType(outputType, 1)]),
  ),
});

/** Evaluates the variables of a policy, each of which may use those before it. */
function variableValues(
  { variables }: CelPolicy,
  compiler: ExpressionCompiler,
  values: ReadonlyMap<string, Value>,
): Value {
  const known: (readonly [Value, Value])[] = [];
  for (const { name } of variables) {
    const { program, error = "" } = compiler.variables.get(name) ?? {};
    const value =
      program === undefined
        ? new EvalError(`composited variable ${JSON.stringify(name)} fails to compile: ${error}`)
        : program.evaluate(new Map([...values, ["variables", new HashMap(known)]])).value;
    known.push([name, value]);
  }
  return new HashMap(known);
}

function typeOfVariable({ name, type }: CelVariable): readonly [name: string, type: DeclType["type"]] {
  const parsed = parseTypeText(type);
  if (!/^[A-Za-z_]\w*$/.test(name)) throw new ScopeError(`${JSON.stringify(name)} cannot be a variable's name`);
  if (parsed === undefined) throw new ScopeError(`the type of ${name} is unknown: ${type}`);
  return [name, parsed];
}

function genericScope(variables: readonly CelVariable[], stored: boolean): LabScope {
  const base = stored ? envSet().storedExpressions : envSet().newExpressions;
  const types = variables.map(typeOfVariable);
  const declared = new Map(variables.map((variable) => [variable.name, variable]));
  return {
    env: base.extend({ variables: types }),
    sizes({ path: [name = "", step, ...further] }) {
      const variable = further.length === 0 ? declared.get(name) : undefined;
      const max = step === undefined ? variable?.maxSize : variable?.elementSize;
      return max === undefined ? undefined : { min: 0, max };
    },
    declared: new Map(),
    types: [],
    cardinality: 1,
    estimateLimit: perCallLimit,
    variables: (inputs) =>
      new Map(
        types.flatMap(([name, type]) =>
          inputs[name] === undefined ? [] : [[name, typedValue(inputs[name], type)] as const],
        ),
      ),
  };
}

/** Prepares a scope; throws a ScopeError if it is invalid. */
export function labScope({ scope, stored = false, ...context }: ScopeRequest): LabScope {
  switch (scope.kind) {
    case "rule":
      return ruleScope(scope, stored);
    case "admission":
      return scope.policy === undefined ? admissionScope(stored) : policyScope(scope.policy, stored, context);
    case "generic":
      return genericScope(scope.variables, stored);
  }
}

/** Prepares a scope; returns undefined if it is invalid. */
export function labScopeIfAny(request: ScopeRequest): LabScope | undefined {
  try {
    return labScope(request);
  } catch (error) {
    if (error instanceof ScopeError) return undefined;
    throw error;
  }
}

/** The estimated cost of a rule multiplied by its cardinality. */
export const totalCost = (estimate: Uint64, { cardinality }: Pick<LabScope, "cardinality">): Uint64 =>
  multiplyUint64(estimate, cardinality);
