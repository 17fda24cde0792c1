import {
  errorMessage,
  fieldPath,
  PrintedValue,
  type BadValue,
  type FieldError,
  type FieldPath,
} from "../../../src/apimachinery/field-error.ts";
import { decodeJson } from "../../../src/apimachinery/json/decode.ts";
import { encodeJson } from "../../../src/apimachinery/json/encode.ts";
import type { JsonValue } from "../../../src/apimachinery/json/value.ts";
import { asDefinition } from "../../../src/apis/apiextensions/definition.ts";
import { defaultDefinition } from "../../../src/apis/apiextensions/defaults.ts";
import { definitionStrategy } from "../../../src/apis/apiextensions/strategy.ts";
import { createLazyTools } from "../../../src/apis/apiextensions/validation/tools.ts";
import { validateDefinition } from "../../../src/apis/apiextensions/validation/validate-definition.ts";
import { compileCodec } from "../../../src/apiserver/codec/json/typed-codec.ts";
import { loadBuiltinTypes } from "../../../src/apiserver/schema/builtin/builtin-types.ts";
import type { JSONSchemaProps } from "../../../src/apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import { compileRules, type CompiledRule } from "../../../src/apiserver/schema/cel/compile-rules.ts";
import { loadRegexEngine } from "../../../src/apiserver/schema/cel/load-regex-engine.ts";
import { allNew, allStored, selfTypeName } from "../../../src/apiserver/schema/cel/rule-environments.ts";
import { compileRuleNode } from "../../../src/apiserver/schema/cel/rule-node.ts";
import { validateRules } from "../../../src/apiserver/schema/cel/rule-validator.ts";
import { runtimeCostBudget } from "../../../src/apiserver/schema/cel/limits.ts";
import type { DeclType } from "../../../src/apiserver/schema/cel/decl-type.ts";
import { escapePropertyName } from "../../../src/apiserver/schema/cel/property-names.ts";
import { renamed, schemaDeclType } from "../../../src/apiserver/schema/cel/schema-decl-type.ts";
import type { Schema } from "../../../src/apiserver/schema/schema.ts";
import { newStructural } from "../../../src/apiserver/schema/structural/new-structural.ts";
import { StructuralError } from "../../../src/apiserver/schema/structural/supported-fields.ts";
import { difference, expandRepeats, input, type OracleRecord } from "../record.ts";

const definitionSchema = (await loadBuiltinTypes()).schemaOf({
  group: "apiextensions.k8s.io",
  version: "v1",
  kind: "CustomResourceDefinition",
});
if (definitionSchema === undefined) throw new Error("no type CustomResourceDefinition");
const codec = compileCodec(definitionSchema);
const tools = createLazyTools();
await loadRegexEngine();

/** Returns a CustomResourceDefinition with the schema as its only version. */
const definitionOf = (schema: JsonValue): JsonValue => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.oracle.example.com" },
  spec: {
    group: "oracle.example.com",
    scope: "Namespaced",
    names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
  },
});

const jsonOf = (value: BadValue): unknown => (value instanceof PrintedValue ? decodeJson(value.text) : value);

/** Formats errors as Go does, which has its own member order. */
const textOf = (errors: readonly unknown[]): string => errors.map((part) => encodeJson(part as JsonValue)).join();

/** Sorts errors by their JSON, since upstream's order is not deterministic. */
const printErrors = (errors: readonly FieldError[]): readonly object[] =>
  errors
    .map((error) => ({
      type: error.type,
      field: error.field,
      badValue: jsonOf(error.badValue),
      detail: error.detail,
      message: errorMessage(error),
    }))
    .sort((a, b) => (textOf(Object.values(a)) < textOf(Object.values(b)) ? -1 : 1));

async function definitionErrors(schema: JsonValue): Promise<readonly object[]> {
  const object = definitionStrategy.prepareForCreate(defaultDefinition(codec.decode(definitionOf(schema))));
  await tools.load(object);
  return printErrors(validateDefinition(asDefinition(object), tools));
}

function printRule(path: FieldPath, index: number, rule: CompiledRule, stored: CompiledRule): object {
  const {
    error,
    maxCost,
    maxCardinality,
    usesOldSelf,
    message,
    messageError,
    messageMaxCost,
    fieldPath: normalized,
  } = rule;
  return {
    path: path.toString(),
    index,
    rule: rule.rule.rule,
    ...(error !== undefined && { compileError: error }),
    ...(stored.error !== error &&
      (stored.error === undefined ? { compilesWhenStored: true } : { storedCompileError: stored.error })),
    ...(rule.program !== undefined && { maxCost: String(maxCost), maxCardinality: String(maxCardinality) }),
    ...(usesOldSelf && { usesOldSelf }),
    ...(messageError !== undefined && { messageExpressionError: messageError }),
    ...(message !== undefined && { messageExpressionMaxCost: String(messageMaxCost) }),
    ...(normalized !== "" && { normalizedFieldPath: normalized }),
  };
}

/** A schema node with its CEL type, derived from the parent's type if it has one. */
interface Node {
  readonly schema: Schema;
  readonly declared: DeclType | undefined;
  readonly path: FieldPath;
}

function printRules({ schema, declared, path }: Node): readonly object[] {
  const rules = schema.validation?.rules ?? [];
  if (rules.length === 0) return [];
  if (declared === undefined)
    return [
      {
        path: path.toString(),
        index: -1,
        rule: "",
        compileError: "failed to convert to declType for CEL validation rules",
      },
    ];
  const self = renamed(declared, selfTypeName);
  const stored = compileRules(rules, schema, self, allStored);
  return compileRules(rules, schema, self, allNew).map((rule, i) => printRule(path, i, rule, stored[i] ?? rule));
}

function childrenOf({ schema, declared, path }: Node): readonly Node[] {
  if (schema.kind === "list")
    return [{ schema: schema.items.schema, declared: declared?.element, path: path.child("items") }];
  if (schema.kind === "map")
    return [{ schema: schema.values.schema, declared: declared?.element, path: path.child("additionalProperties") }];
  if (schema.kind !== "object") return [];
  const fields = schema.fields.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return fields.map(({ name, schema: property }) => ({
    schema: property,
    declared: declaredProperty(declared, name, property),
    path: path.child("properties").key(name),
  }));
}

function declaredProperty(declared: DeclType | undefined, name: string, property: Schema): DeclType | undefined {
  const escaped = escapePropertyName(name);
  return escaped === undefined ? schemaDeclType(property, selfTypeName) : declared?.fields?.get(escaped);
}

const printAll = (node: Node): readonly object[] => [...printRules(node), ...childrenOf(node).flatMap(printAll)];

function validation(schema: Schema, object: JsonValue, oldObject: JsonValue | undefined): object {
  const node = compileRuleNode(schema, true);
  const { errors, remainingBudget } =
    node === undefined ? { errors: [], remainingBudget: runtimeCostBudget } : validateRules(node, object, oldObject);
  return { errors: printErrors(errors), remainingBudget, actualCost: runtimeCostBudget - remainingBudget };
}

function structuralOutcome(record: OracleRecord): object {
  try {
    const schema = newStructural(input<JSONSchemaProps>(record, "schema"));
    const rules = printAll({
      schema,
      declared: schemaDeclType(schema, selfTypeName, true),
      path: fieldPath("openAPIV3Schema"),
    });
    return {
      ...((rules.length > 0 || "rules" in Object(record.expect)) && { rules }),
      ...("object" in record && {
        validation: validation(schema, input(record, "object"), input(record, "oldObject")),
      }),
    };
  } catch (error) {
    if (error instanceof StructuralError) return { structuralError: error.message };
    throw error;
  }
}

export async function check(packed: OracleRecord): Promise<string | undefined> {
  const record = expandRepeats(packed);
  return difference(record.expect, {
    ...structuralOutcome(record),
    crdErrors: await definitionErrors(input(record, "schema")),
  });
}
