import type { CelInputs, CelRequest, CelScope, CelVariable } from "../../client/cel.ts";
import { multiplyUint64, type Uint64 } from "../../cel/cost/uint64.ts";
import type { SizeEstimator } from "../../cel/cost/estimator.ts";
import type { Env } from "../../cel/env/env.ts";
import { createEnvSet, perCallLimit, type EnvSet } from "../../cel/env/kubernetes.ts";
import { Optional, optionalNone, type Value } from "../../cel/values/value.ts";
import { sizesOf, type DeclType } from "../schema/cel/decl-type.ts";
import { declTypeProvider } from "../schema/cel/decl-type-provider.ts";
import { expressionCostLimit } from "../schema/cel/limits.ts";
import { RuleEnvironments } from "../schema/cel/rule-environments.ts";
import { schemaValue } from "../schema/cel/schema-value.ts";
import { namespaceType, requestType, untyped } from "./admission-types.ts";
import { ruleSubject } from "./rule-subject.ts";
import { ScopeError } from "./scope-error.ts";
import { parseTypeText } from "./type-text.ts";
import { typedValue } from "./typed-value.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
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
    env: base.extend({ variables: types, provider: declTypeProvider(requestType, namespaceType) }),
    sizes: () => undefined,
    declared: admissionVariables,
    cardinality: 1,
    estimateLimit: undefined,
    variables: (inputs) => new Map(types.map(([name, type]) => [name, typedValue(inputs[name] ?? null, type)])),
  };
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
export function labScope({ scope, stored = false }: Pick<CelRequest, "scope" | "stored">): LabScope {
  switch (scope.kind) {
    case "rule":
      return ruleScope(scope, stored);
    case "admission":
      return admissionScope(stored);
    case "generic":
      return genericScope(scope.variables, stored);
  }
}

/** Prepares a scope; returns undefined if it is invalid. */
export function labScopeIfAny(request: Pick<CelRequest, "scope" | "stored">): LabScope | undefined {
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
