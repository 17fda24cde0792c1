import type { Schema } from "../schema.ts";
import { isUnspecified } from "../structural/new-structural.ts";
import type { NestedValidation, ValidationRule } from "../value-validation.ts";
import { compileRules, type CompiledRule } from "./compile-rules.ts";
import type { DeclType } from "./decl-type.ts";
import { hasRules } from "./has-rules.ts";
import { escapePropertyName } from "./property-names.ts";
import { allStored, selfTypeName } from "./rule-environments.ts";
import { renamed, schemaDeclType } from "./schema-decl-type.ts";

/** The compiled rules of a schema and of all schemas within it. Nodes without rules are omitted (cel.Validator). */
export interface RuleNode {
  readonly schema: Schema;
  /** Whether the node is the root of a resource, so that rules can access type and metadata. */
  readonly isResource: boolean;
  readonly rules: readonly CompiledRule[];
  /** Why none of the rules can be compiled. */
  readonly failure: string | undefined;
  /** Whether one of the rules of this node refers to `oldSelf`. */
  readonly usesOldSelf: boolean;
  /** Whether a rule of this node or of its descendants refers to `oldSelf`. */
  readonly readsOld: boolean;
  readonly items: RuleNode | undefined;
  readonly additional: RuleNode | undefined;
  readonly properties: readonly (readonly [name: string, node: RuleNode])[];
  /** Rules inside of allOf, which validate the same value. */
  readonly alternatives: readonly RuleNode[];
}

const ownRules = ({ validation }: Schema): readonly ValidationRule[] => validation?.rules ?? noRules;
const noRules: readonly ValidationRule[] = [];

/** Compiles all rules of a schema as stored expressions; undefined if it has none (cel.NewValidator). */
export function compileRuleNode(schema: Schema, isResource: boolean): RuleNode | undefined {
  return hasRules(schema) ? compileAnyRules(schema, isResource) : undefined;
}

/**
 * Like compileRuleNode, but also compiles a schema whose only rules are within allOf. The server does not run those.
 */
export const compileAnyRules = (schema: Schema, isResource: boolean): RuleNode | undefined =>
  nodeOf(schema, { schema, isResource, declared: schemaDeclType(schema, selfTypeName, isResource) });

/** The structural schema node whose values are validated, and its CEL type. */
interface Subject {
  readonly schema: Schema;
  readonly isResource: boolean;
  readonly declared: DeclType | undefined;
}

/** Where rules are declared: in the schema itself, or in a junctor that validates the same values. */
type Source = Schema | NestedValidation;

interface SourceParts {
  readonly rules: readonly ValidationRule[];
  readonly items: Source | undefined;
  readonly additional: Source | undefined;
  readonly properties: readonly (readonly [name: string, source: Source])[];
  readonly allOf: readonly NestedValidation[];
}

const additionalOf = (schema: Schema): Schema | undefined => {
  const slot =
    schema.kind === "map" ? schema.values : schema.kind === "object" ? schema.additionalProperties : undefined;
  return slot === undefined || isUnspecified(slot.schema) ? undefined : slot.schema;
};

const itemsOf = (schema: Schema): Schema | undefined => (schema.kind === "list" ? schema.items.schema : undefined);

function partsOf(source: Source): SourceParts {
  if (!("kind" in source)) {
    const { rules = noRules, items, additionalProperties: additional, properties = {}, allOf = [] } = source;
    return { rules, items, additional, properties: Object.entries(properties), allOf };
  }
  return {
    rules: ownRules(source),
    items: itemsOf(source),
    additional: additionalOf(source),
    properties: source.kind === "object" ? source.fields.map((field) => [field.name, field.schema] as const) : [],
    allOf: source.validation?.allOf ?? [],
  };
}

function nodeOf(source: Source, subject: Subject): RuleNode | undefined {
  const { schema, isResource, declared } = subject;
  const parts = partsOf(source);
  const failure =
    parts.rules.length > 0 && declared === undefined
      ? "failed to convert to declType for CEL validation rules"
      : undefined;
  const rules =
    declared === undefined ? [] : compileRules(parts.rules, schema, renamed(declared, selfTypeName), allStored);
  const inside = {
    items: inner(parts.items, itemsOf(schema), declared?.element),
    additional: inner(parts.additional, additionalOf(schema), declared?.element),
    properties: parts.properties.flatMap(([name, property]) => propertyNode(name, property, subject)),
    alternatives: parts.allOf.flatMap((nested) => nodeOf(nested, subject) ?? []),
  };
  const nodes = [
    inside.items,
    inside.additional,
    ...inside.properties.map(([, node]) => node),
    ...inside.alternatives,
  ].filter((node) => node !== undefined);
  if (rules.length === 0 && failure === undefined && nodes.length === 0) return undefined;
  const usesOldSelf = rules.some((rule) => rule.usesOldSelf);
  return {
    schema,
    isResource,
    rules,
    failure,
    usesOldSelf,
    readsOld: usesOldSelf || nodes.some((node) => node.readsOld),
    ...inside,
  };
}

function inner(
  source: Source | undefined,
  schema: Schema | undefined,
  declared: DeclType | undefined,
): RuleNode | undefined {
  if (source === undefined || schema === undefined) return undefined;
  return nodeOf(source, { schema, isResource: schema.embeddedResource === true, declared });
}

/**
 * Returns the rules of a property. Rules of a property that expressions cannot access do not run, unless only its name
 * cannot be escaped.
 */
function propertyNode(
  name: string,
  source: Source,
  { schema, declared }: Subject,
): readonly (readonly [string, RuleNode])[] {
  const property = schema.kind === "object" ? schema.field(name)?.schema : undefined;
  if (property === undefined) return [];
  const escaped = escapePropertyName(name);
  const type = escaped === undefined ? schemaDeclType(property, selfTypeName) : declared?.fields?.get(escaped);
  const node = type && inner(source, property, type);
  return node === undefined ? [] : [[name, node]];
}
