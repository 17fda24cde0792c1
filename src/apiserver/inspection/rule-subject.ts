import { messageOf } from "../../apimachinery/message-of.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import { multiplyUint64, type Uint64 } from "../../cel/cost/uint64.ts";
import type { JSONSchemaProps } from "../schema/builtin/generated/apiextensions-v1.d.ts";
import type { DeclType } from "../schema/cel/decl-type.ts";
import { maxRequestBytes } from "../schema/cel/limits.ts";
import { selfTypeName } from "../schema/cel/rule-environments.ts";
import { schemaDeclType } from "../schema/cel/schema-decl-type.ts";
import type { Schema } from "../schema/schema.ts";
import { newStructural } from "../schema/structural/new-structural.ts";
import { ScopeError } from "./scope-error.ts";

/** The subject of a rule: a node of a schema, its type, and the maximum number of such values in one object. */
export interface RuleSubject {
  readonly schema: Schema;
  readonly isResource: boolean;
  readonly declared: DeclType;
  readonly cardinality: Uint64;
}

/** Path segments that are not properties. */
export const itemsStep = "[*]";
export const valuesStep = "{*}";

const isSchema = (value: unknown): value is JSONSchemaProps => isRecord(value);

function readSchema(json: unknown): Schema {
  if (!isSchema(json)) throw new ScopeError("the schema is no object");
  try {
    return newStructural(json);
  } catch (error) {
    throw new ScopeError(`the schema cannot be used: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function childOf(schema: Schema, step: string): Schema | undefined {
  if (step === itemsStep) return schema.kind === "list" ? schema.items.schema : undefined;
  if (step === valuesStep) return schema.kind === "map" ? schema.values.schema : undefined;
  return schema.kind === "object" ? schema.field(step)?.schema : undefined;
}

/** The maximum size of a container in its schema; undefined if unlimited. */
function statedMost({ kind, validation }: Schema): number | undefined {
  return kind === "list" ? validation?.maxItems : kind === "map" ? validation?.maxProperties : undefined;
}

/**
 * The product of the maximum sizes of the containers; undefined if one of them is unlimited
 * (CELSchemaContext.MaxCardinality).
 */
function statedCardinality(containers: readonly Schema[]): Uint64 | undefined {
  let product: Uint64 = 1;
  for (const container of containers) {
    const most = statedMost(container);
    if (most === undefined) return undefined;
    product = multiplyUint64(product, most);
  }
  return product;
}

/** Returns the subject of a rule; throws a ScopeError if the schema has no such node. */
export function ruleSubject(json: unknown, path: readonly string[]): RuleSubject {
  let schema = readSchema(json);
  const containers: Schema[] = [];
  for (const [i, step] of path.entries()) {
    const child = childOf(schema, step);
    if (child === undefined) throw new ScopeError(`the schema has nothing at ${path.slice(0, i + 1).join(".")}`);
    if (step === itemsStep || step === valuesStep) containers.push(schema);
    schema = child;
  }
  const isResource = path.length === 0 || schema.embeddedResource === true;
  const declared = schemaDeclType(schema, selfTypeName, isResource);
  if (declared === undefined) throw new ScopeError("expressions cannot see values of this schema: it states no type");
  const fitting = Math.trunc(maxRequestBytes / (declared.minSerializedSize + 1));
  return { schema, isResource, declared, cardinality: statedCardinality(containers) ?? fitting };
}
