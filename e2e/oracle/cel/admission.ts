import { messageOf } from "../../../src/apimachinery/message-of.ts";
import type { JsonObject, JsonValue } from "../../../src/apimachinery/json/value.ts";
import { asJson, asKubeObject, type KubeObject } from "../../../src/apimachinery/meta.ts";
import { AdmissionActivation, RequestValues, type Bindings } from "../../../src/apiserver/admission/cel/activation.ts";
import { evaluateAll, matchConditionsBudget } from "../../../src/apiserver/admission/cel/evaluate.ts";
import {
  applyConfiguration,
  auditAnnotation,
  condition,
  ExpressionCompiler,
  jsonPatch,
  message,
  variable,
  type ExpressionAccessor,
  type OptionalVariableDeclarations,
} from "../../../src/apiserver/admission/cel/expressions.ts";
import { AttributesRecord, type Operation } from "../../../src/apiserver/admission/attributes.ts";
import { PolicyMutator } from "../../../src/apiserver/admission/policy/mutator.ts";
import type {
  AuditAnnotation,
  MatchCondition,
  NamedExpression,
  Validation,
} from "../../../src/apiserver/admission/policy/types.ts";
import { checkMatchConditions, PolicyValidator } from "../../../src/apiserver/admission/policy/validator.ts";
import { unconverted } from "../../../src/apiserver/admission/testing/unconverted.ts";
import { codecOfKind } from "../../../src/apiserver/codec/json/typed-codec.ts";
import { atomOfSchema } from "../../../src/apiserver/managedfields/schema-atom.ts";
import { loadBuiltinTypes } from "../../../src/apiserver/schema/builtin/builtin-types.ts";
import { loadRegexEngine } from "../../../src/apiserver/schema/cel/load-regex-engine.ts";
import { difference, input, type OracleRecord } from "../record.ts";
import { printConstructed } from "./constructed-values.ts";
import { recordingAuthorizer } from "./recording-authorizer.ts";

const types = await loadBuiltinTypes();
await loadRegexEngine();

interface RecordedMutation {
  readonly patchType: string;
  readonly expression: string;
}

/** The policy of a record. */
interface RecordedPolicy {
  readonly hasParams?: boolean;
  readonly failurePolicy?: "Fail" | "Ignore";
  readonly variables?: readonly NamedExpression[];
  readonly matchConditions?: readonly MatchCondition[];
  readonly validations?: readonly Validation[];
  readonly auditAnnotations?: readonly AuditAnnotation[];
  readonly mutations?: readonly RecordedMutation[];
}

interface RecordedRequest {
  readonly operation: Operation;
  readonly resource: string;
  readonly subresource?: string;
  readonly kind: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly user?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  readonly dryRun?: boolean;
}

/** One expression of a policy, where it stands and what it is compiled with. */
interface Place {
  readonly where: string;
  readonly accessor: ExpressionAccessor;
  readonly declarations: OptionalVariableDeclarations;
  readonly hasAuthorizer: boolean;
  readonly budget: number;
  readonly compileOnly?: boolean;
}

const optionsOf = (operation: Operation): JsonObject => ({
  kind: { CREATE: "CreateOptions", UPDATE: "UpdateOptions", DELETE: "DeleteOptions", CONNECT: "" }[operation],
  apiVersion: "meta.k8s.io/v1",
  ...(operation === "UPDATE" && { fieldManager: "oracle" }),
});

function bindingsOf(record: OracleRecord, policy: RecordedPolicy): Bindings {
  const request = input<RecordedRequest>(record, "request");
  const parts = request.resource.split("/");
  const resource = parts.at(-1) ?? "";
  const version = parts.at(-2) ?? "";
  const group = parts.length === 3 ? (parts[0] ?? "") : "";
  const kind = { group, version, kind: request.kind };
  const decoded = (name: string): KubeObject | undefined => {
    const value = input<JsonValue | undefined>(record, name);
    if (value === undefined || value === null) return undefined;
    if (input<boolean | undefined>(record, "typed") !== true) return asKubeObject(value);
    return codecOfKind(types, kind).decode(value);
  };
  const user = {
    name: request.user ?? "",
    uid: request.uid ?? "",
    groups: request.groups ?? [],
    extra: request.extra ?? {},
  };
  const attributes = new AttributesRecord(
    { user, namespace: request.namespace ?? "", dryRun: request.dryRun === true, warn: () => undefined },
    {
      operation: request.operation,
      kind,
      resource: { group, version, resource },
      subresource: request.subresource ?? "",
      name: request.name ?? "",
      object: decoded("object"),
      oldObject: decoded("oldObject"),
      objects: unconverted,
      options: () => optionsOf(request.operation),
    },
  );
  const params = input<JsonValue | undefined>(record, "params");
  const namespace = input<JsonValue | undefined>(record, "namespaceObject");
  return {
    versioned: {
      attributes,
      kind,
      resource: { group, version, resource },
      object: attributes.object,
      oldObject: attributes.oldObject,
    },
    params: policy.hasParams === true && params !== undefined && params !== null ? asKubeObject(params) : undefined,
    namespace: namespace === undefined || namespace === null ? undefined : asKubeObject(namespace),
  };
}

const wholeBudget = 10_000_000;

function placesOf(policy: RecordedPolicy, budget: number | undefined): readonly Place[] {
  const hasParams = policy.hasParams === true;
  const all = { hasParams, hasAuthorizer: true };
  const whole = { declarations: all, hasAuthorizer: true, budget: budget ?? wholeBudget };
  return [
    ...(policy.variables ?? []).map(({ expression = "" }, i) => ({
      ...whole,
      where: `variables[${i}]`,
      accessor: variable(expression),
      compileOnly: true,
    })),
    ...(policy.matchConditions ?? []).map(({ expression = "" }, i) => ({
      ...whole,
      budget: budget ?? matchConditionsBudget,
      where: `matchConditions[${i}]`,
      accessor: condition(expression),
    })),
    ...(policy.validations ?? []).flatMap(({ expression = "", messageExpression = "" }, i) => [
      { ...whole, where: `validations[${i}].expression`, accessor: condition(expression) },
      ...(messageExpression === ""
        ? []
        : [
            {
              ...whole,
              where: `validations[${i}].messageExpression`,
              accessor: message(messageExpression),
              declarations: { hasParams, hasAuthorizer: false },
              hasAuthorizer: false,
            },
          ]),
    ]),
    ...(policy.auditAnnotations ?? []).map(({ valueExpression = "" }, i) => ({
      ...whole,
      hasAuthorizer: false,
      where: `auditAnnotations[${i}]`,
      accessor: auditAnnotation(valueExpression),
    })),
    ...(policy.mutations ?? []).map(({ patchType, expression }, i) => ({
      ...whole,
      declarations: { ...all, hasPatchTypes: true },
      where: `mutations[${i}]`,
      accessor: patchType === "JSONPatch" ? jsonPatch(expression) : applyConfiguration(expression),
    })),
  ];
}

/** Compiles the variables of a policy up to a place, since a variable sees only those before it. */
function compilersFor(policy: RecordedPolicy, count: number): Readonly<Record<"new" | "stored", ExpressionCompiler>> {
  const compilers = { new: new ExpressionCompiler({ age: "new" }), stored: new ExpressionCompiler({ age: "stored" }) };
  const declarations = { hasParams: policy.hasParams === true, hasAuthorizer: true };
  for (const { name = "", expression = "" } of (policy.variables ?? []).slice(0, count))
    for (const compiler of Object.values(compilers)) compiler.addVariable(name, expression, declarations);
  return compilers;
}

async function describeExpression(
  policy: RecordedPolicy,
  bindings: Bindings,
  place: Place,
  at: number,
): Promise<JsonObject> {
  const { where, accessor, declarations, hasAuthorizer, budget, compileOnly = false } = place;
  const compilers = compilersFor(policy, compileOnly ? at : Infinity);
  const compiled = compilers.stored.compile(accessor, declarations);
  const { error: newError } = compilers.new.compile(accessor, declarations);
  const head = {
    where,
    expression: accessor.expression,
    ...(compiled.error !== undefined && { compileError: compiled.error }),
    ...(newError !== compiled.error && newError !== undefined && { newCompileError: newError }),
    ...(compiled.outputType !== undefined && { outputType: String(compiled.outputType) }),
  };
  if (compileOnly) return head;
  const { authorize, asked } = recordingAuthorizer(bindings.versioned.attributes.user);
  const inConditions = where.startsWith("matchConditions");
  const request = new RequestValues(inConditions ? { ...bindings, namespace: undefined } : bindings, authorize);
  const activation = new AdmissionActivation(request, compilers.stored.variables, { hasAuthorizer });
  const { results, failure } = await evaluateAll([compiled], activation, budget);
  const queries = asked.length === 0 ? {} : { authorizerQueries: asked };
  if (failure !== undefined) return { ...head, budgetError: failure, ...queries };
  const [result] = results;
  return {
    ...head,
    ...(result?.error === undefined ? { value: printConstructed(result?.value ?? null) } : { error: result.error }),
    actualCost: result?.cost ?? 0,
    ...queries,
  };
}

async function validationOutcome(
  policy: RecordedPolicy,
  bindings: Bindings,
  budget: number | undefined,
): Promise<JsonObject> {
  const { hasParams = false, mutations, ...spec } = policy;
  if (mutations !== undefined) return {};
  const validator = new PolicyValidator({
    metadata: {},
    spec: { ...spec, ...(hasParams && { paramKind: {} }) },
  });
  const { authorize } = recordingAuthorizer(bindings.versioned.attributes.user);
  const inputs = { bindings, authorize, ...(budget !== undefined && { budget }) };
  const matched = await checkMatchConditions(validator.matchConditions, inputs);
  const { decisions, auditAnnotations } = await validator.validate(inputs, matched);
  return {
    ...matchOutcome(policy, matched),
    ...(decisions.length > 0 && {
      decisions: decisions.map(({ action, evaluation, message: text, reason }) => ({
        action,
        evaluation,
        ...(text !== "" && { message: text }),
        ...(reason !== "" && { reason }),
      })),
    }),
    ...(auditAnnotations.length > 0 && {
      auditAnnotations: auditAnnotations.map(({ key, action, value }) => ({
        key,
        action,
        ...(value !== "" && (action === "publish" ? { value } : { error: value })),
      })),
    }),
  };
}

const matchOutcome = (
  { matchConditions = [] }: RecordedPolicy,
  { matches, error, failedCondition }: Awaited<ReturnType<typeof checkMatchConditions>>,
): JsonObject =>
  matchConditions.length === 0
    ? {}
    : {
        match: {
          matches,
          ...(error !== undefined && { error }),
          ...(failedCondition !== undefined && { failedConditionName: failedCondition }),
        },
      };

/** Applies the mutations in sequence; `objects` are what each of them sees. */
async function mutationOutcome(
  record: OracleRecord,
  policy: RecordedPolicy,
  bindings: Bindings,
): Promise<{ readonly objects: readonly (KubeObject | undefined)[]; readonly outcome: JsonObject }> {
  const { hasParams = false, mutations = [] } = policy;
  if (mutations.length === 0) return { objects: [], outcome: {} };
  const mutator = new PolicyMutator({
    metadata: {},
    spec: {
      variables: policy.variables ?? [],
      matchConditions: policy.matchConditions ?? [],
      ...(policy.failurePolicy !== undefined && { failurePolicy: policy.failurePolicy }),
      ...(hasParams && { paramKind: {} }),
      mutations: mutations.map(({ patchType, expression }) => ({
        patchType,
        [patchType === "JSONPatch" ? "jsonPatch" : "applyConfiguration"]: { expression },
      })),
    },
  });
  const { authorize } = recordingAuthorizer(bindings.versioned.attributes.user);
  const { kind } = bindings.versioned;
  const schema = types.schemaOf(kind);
  if (schema === undefined) throw new Error(`no type ${kind.kind}`);
  let { object } = bindings.versioned;
  const objects: (KubeObject | undefined)[] = [];
  const outcomes: JsonObject[] = [];
  for (const mutation of mutator.mutations) {
    objects.push(object);
    const versioned = { ...bindings.versioned, object };
    try {
      const changed = await mutator.mutate(
        mutation,
        { bindings: { ...bindings, versioned }, authorize },
        atomOfSchema(schema),
      );
      object = input<boolean | undefined>(record, "typed") === true ? typed(changed, kind) : changed;
      outcomes.push({ object: asJson(object) });
    } catch (error) {
      outcomes.push({ error: messageOf(error) });
    }
  }
  const matched = await checkMatchConditions(mutator.matchConditions, { bindings, authorize });
  return { objects, outcome: { ...matchOutcome(policy, matched), mutations: outcomes } };
}

function typed(object: KubeObject, kind: Parameters<typeof codecOfKind>[1]): KubeObject {
  try {
    return codecOfKind(types, kind).decode(asJson(object));
  } catch (error) {
    throw new Error(`Internal error occurred: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

export async function check(record: OracleRecord): Promise<string | undefined> {
  const policy = input<RecordedPolicy>(record, "policy");
  const budget = input<number | undefined>(record, "budget");
  const bindings = bindingsOf(record, policy);
  const { objects, outcome } = await mutationOutcome(record, policy, bindings);
  const places = placesOf(policy, budget);
  const firstMutation = places.length - (policy.mutations ?? []).length;
  const expressions: JsonObject[] = [];
  for (const [i, place] of places.entries()) {
    const object = i < firstMutation ? bindings.versioned.object : objects[i - firstMutation];
    const seen = { ...bindings, versioned: { ...bindings.versioned, object } };
    expressions.push(await describeExpression(policy, seen, place, i));
  }
  return difference(record.expect, {
    expressions: expressions.length === 0 ? null : expressions,
    ...(await validationOutcome(policy, bindings, budget)),
    ...outcome,
  });
}
