import {
  aggregateMessage,
  errorMessage,
  invalid,
  rootPath,
  type FieldError,
  type FieldPath,
  addErrors,
} from "../../../apimachinery/field-error.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { coerceObjectMeta } from "../../../apiserver/codec/coerce-object-meta.ts";
import { validateEmbeddedResources } from "../../../apiserver/codec/validate-embedded-resources.ts";
import { runtimeCostBudget } from "../../../apiserver/schema/cel/limits.ts";
import type { JSONSchemaProps } from "../../../apiserver/schema/builtin/generated/apiextensions-v1.d.ts";
import { hasRules } from "../../../apiserver/schema/cel/has-rules.ts";
import type { ObjectSchema, Schema, Slot } from "../../../apiserver/schema/schema.ts";
import { newStructural } from "../../../apiserver/schema/structural/new-structural.ts";
import { hasDefaults } from "../../../apiserver/schema/structural/defaulting.ts";
import { StructuralError } from "../../../apiserver/schema/structural/supported-fields.ts";
import { prune } from "../../../apiserver/schema/structural/pruning.ts";
import { deepEqual } from "../../../apiserver/schema/validation/deep-equal.ts";
import { compileSchemaValidator } from "../../../apiserver/schema/validation/schema-validator.ts";
import type { ValidationTools } from "./tools.ts";

const metaNames: ReadonlySet<string> = new Set(["metadata", "apiVersion", "kind"]);

/** Wraps a value in the resource that contains it. */
type Surround = (value: JsonValue) => JsonObject;

const asResource = (members: JsonObject): JsonObject => ({
  apiVersion: "validation/v1",
  kind: "Validation",
  ...members,
});

/** Position of a schema relative to the resource that contains it. */
interface Surroundings {
  readonly resource: Schema;
  readonly insideMeta: boolean;
  readonly surround: (value: JsonValue) => JsonValue;
}

interface Walk {
  readonly tools: ValidationTools;
  readonly prunedDefaults: boolean;
  readonly errors: FieldError[];
  /** Remaining cost budget for evaluating rules on defaults; negative once evaluation was skipped. */
  budget: number;
}

const asRoot = (schema: Schema): Schema => (schema.embeddedResource ? schema : { ...schema, embeddedResource: true });

/**
 * Validates defaults: they must be valid themselves and must not contain fields that would be pruned
 * (structuraldefaulting.ValidateDefaults).
 */
export function validateDefaults(
  path: FieldPath,
  { schema, ...slot }: Slot,
  tools: ValidationTools,
  prunedDefaults: boolean,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const walk: Walk = { tools, prunedDefaults, errors, budget: runtimeCostBudget };
  const root = asRoot(schema);
  visit(path, { ...slot, schema: root }, { resource: root, insideMeta: false, surround: (value) => value }, walk);
  return errors;
}

function visit(path: FieldPath, slot: Slot, around: Surroundings, walk: Walk): void {
  if (walk.budget < 0) return;
  const { schema } = slot;
  const here: Surroundings = schema.embeddedResource
    ? { resource: schema, insideMeta: false, surround: (value) => value }
    : around;
  if (slot.default !== undefined)
    addErrors(walk.errors, validateDefault(path.child("default"), slot.default, schema, here, walk));
  if (!hasDefaults(schema)) return;
  if (schema.kind === "list")
    visit(path.child("items"), schema.items, { ...here, surround: (value) => here.surround([value]) }, walk);
  if (schema.kind === "object") visitFields(path.child("properties"), schema, here, walk);
}

function visitFields(path: FieldPath, schema: ObjectSchema, here: Surroundings, walk: Walk): void {
  const withDefaults = schema.fields.filter((field) => field.default !== undefined || hasDefaults(field.schema));
  for (const field of withDefaults.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const insideMeta = here.insideMeta || (schema.embeddedResource === true && metaNames.has(field.name));
    visit(
      path.key(field.name),
      field,
      { ...here, insideMeta, surround: (value) => here.surround({ [field.name]: value }) },
      walk,
    );
  }
}

function validateDefault(
  path: FieldPath,
  value: JsonValue,
  schema: Schema,
  around: Surroundings,
  walk: Walk,
): readonly FieldError[] {
  const own = around.insideMeta ? validateInMeta(path, value, around, walk) : validateApart(path, value, schema, walk);
  if (own.some(({ detail }) => detail !== unknownFields)) return own;
  const found = compileSchemaValidator(schema, walk.tools.compileRegexp, "defaults").validate(value, path);
  return [
    ...own,
    ...(found.length > 0 ? found : validateByRules(path, value, schema, schema === around.resource, walk)),
  ];
}

function validateByRules(
  path: FieldPath,
  value: JsonValue,
  schema: Schema,
  isResource: boolean,
  walk: Walk,
): readonly FieldError[] {
  if (!hasRules(schema)) return [];
  const { errors, remainingBudget } = walk.tools.ruleTools.validateDefaultByRules(
    path,
    value,
    schema,
    isResource,
    walk.budget,
  );
  walk.budget = remainingBudget;
  return errors;
}

const unknownFields = "must not have unknown fields";

/** Validates a default outside metadata. */
function validateApart(
  path: FieldPath,
  value: JsonValue,
  schema: Schema,
  { prunedDefaults, tools: { objectMeta } }: Walk,
): readonly FieldError[] {
  const isResource = schema.embeddedResource === true;
  const unpruned =
    prunedDefaults && !deepEqual(prune(value, schema, isResource).value, value)
      ? [invalid(path, value, unknownFields)]
      : [];
  const { error } = coerceObjectMeta(path, value, schema, {
    isResourceRoot: isResource,
    dropInvalid: false,
    objectMeta,
  });
  return [...unpruned, ...(error === undefined ? validateEmbeddedResources(path, value, schema, objectMeta) : [error])];
}

/** Validates a default inside metadata, together with the enclosing resource. */
function validateInMeta(
  path: FieldPath,
  value: JsonValue,
  { resource, surround }: Surroundings,
  { tools: { objectMeta } }: Walk,
): readonly FieldError[] {
  const object = (asResource as Surround)(surround(value) as JsonObject);
  const { error } = coerceObjectMeta(rootPath, object, resource, {
    isResourceRoot: true,
    dropInvalid: false,
    objectMeta,
  });
  if (error !== undefined) return [invalid(path, value, `must result in valid metadata: ${errorMessage(error)}`)];
  const errors = validateEmbeddedResources(rootPath, object, asRoot(resource), objectMeta);
  return errors.length === 0
    ? []
    : [invalid(path, value, `must result in valid metadata: ${aggregateMessage(errors)}`)];
}

/** Reports whether a definition has defaults that would be pruned; false if its schema is not structural. */
export function hasUnprunedDefaults(props: JSONSchemaProps): boolean {
  const found: boolean[] = [];
  const look = (slot: Slot): void => {
    const { schema } = slot;
    if (slot.default !== undefined)
      found.push(!deepEqual(prune(slot.default, schema, schema.embeddedResource === true).value, slot.default));
    if (schema.kind === "list") look(schema.items);
    if (schema.kind === "object") for (const field of schema.fields) look(field);
  };
  try {
    look({ schema: newStructural(props) });
  } catch (err) {
    if (err instanceof StructuralError) return false;
    throw err;
  }
  return found.includes(true);
}
