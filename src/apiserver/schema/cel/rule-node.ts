import type { Schema } from "../schema.ts";
import { nothingKnown } from "../structural/new-structural.ts";
import type { NestedValidation, ValidationRule } from "../value-validation.ts";
import { compileRules, type CompiledRule } from "./compile-rules.ts";
import type { DeclType } from "./decl-type.ts";
import { hasRules } from "./has-rules.ts";
import { escapePropertyName } from "./property-names.ts";
import { allStored, selfTypeName } from "./rule-environments.ts";
import { renamed, schemaDeclType } from "./schema-decl-type.ts";

/** The rules of a schema and of everything in it; what has none is left out (cel.Validator). */
export interface RuleNode {
  readonly schema: Schema;
  /** The root of a resource, whose type and metadata rules can see. */
  readonly isResource: boolean;
  readonly rules: readonly CompiledRule[];
  /** Why none of the rules can be compiled. */
  readonly failure: string | undefined;
  /** One of the rules looks at what was there before. */
  readonly usesOldSelf: boolean;
  /** So does one of the rules here or anywhere inside. */
  readonly readsOld: boolean;
  readonly items: RuleNode | undefined;
  readonly additional: RuleNode | undefined;
  readonly properties: readonly (readonly [name: string, node: RuleNode])[];
  /** Rules inside of allOf, which are about the same value. */
  readonly alternatives: readonly RuleNode[];
}

const ownRules = ({ validation }: Schema): readonly ValidationRule[] => validation?.rules ?? noRules;
const noRules: readonly ValidationRule[] = [];

/** Compiles all rules of a schema, as expressions that are stored; undefined where it has none (cel.NewValidator). */
export function compileRuleNode(schema: Schema, isResource: boolean): RuleNode | undefined {
  return hasRules(schema) ? compileAnyRules(schema, isResource) : undefined;
}

/** The same where all rules stand within allOf, which alone are no reason for the server to look. */
export const compileAnyRules = (schema: Schema, isResource: boolean): RuleNode | undefined =>
  nodeOf(schema, { schema, isResource, declared: schemaDeclType(schema, selfTypeName, isResource) });

/** What rules are about: a node of the structural schema, and its type as rules see it. */
interface Subject {
  readonly schema: Schema;
  readonly isResource: boolean;
  readonly declared: DeclType | undefined;
}

/** Where rules stand: in the schema itself or in a junctor, which says more about the same values. */
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
  return slot === undefined || slot.schema === nothingKnown ? undefined : slot.schema;
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

/** Members that expressions cannot see have no rules that run, but for those whose names cannot be written. */
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
