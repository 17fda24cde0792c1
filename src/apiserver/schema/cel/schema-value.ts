import { isList, Double, isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { Effort } from "../../../cel/values/effort.ts";
import { EvalError, errorOr, noSuchOverload } from "../../../cel/values/eval-error.ts";
import { equalValues } from "../../../cel/values/equality.ts";
import { JsonList, JsonMap, jsonValue, memberNames } from "../../../cel/values/json.ts";
import { opaqueOf } from "../../../cel/types/type.ts";
import { ListValue, MapValue, OpaqueValue, type Value } from "../../../cel/values/value.ts";
import type { ListSchema, MapSchema, ObjectSchema, ScalarSchema, Schema } from "../schema.ts";
import { isUnspecified } from "../structural/new-structural.ts";
import { deepEqual } from "../validation/deep-equal.ts";
import { formattedValue } from "./format-values.ts";
import {
  concatLists,
  equalLists,
  jsonKey,
  type ListRules,
  type Members,
  type Ruled,
  type Stated,
} from "./list-rules.ts";
import { escapePropertyName, unescapePropertyName } from "./property-names.ts";
import { withTypeAndObjectMeta } from "./resource-schema.ts";

const invalid = (message: string): EvalError => new EvalError(`invalid data, ${message}`);

/** Returns the Go type of a decoded JSON value. */
function goTypeOf(json: JsonValue): string {
  if (typeof json === "string") return "string";
  if (typeof json === "boolean") return "bool";
  if (isList(json)) return "[]interface {}";
  if (isObject(json)) return "map[string]interface {}";
  return typeof json === "bigint" || Number.isInteger(json) ? "int64" : "float64";
}

const expectedMap = "expected a map for the provided schema with type=object";

/** Converts a JSON value to a CEL value according to its schema. Errors are returned as values (UnstructuredToVal). */
export function schemaValue(json: JsonValue, schema: Schema, isResourceRoot = schema.embeddedResource ?? false): Value {
  if (json === null) return schema.nullable ? null : invalid("got null for schema with nullable=false");
  switch (schema.kind) {
    case "scalar":
      return scalarValue(json, schema);
    case "list":
      return isList(json)
        ? new SchemaList(json, schema)
        : invalid("expected an array for the provided schema with type=array");
    case "object":
      if (schema.anyType) return new HiddenValue(json);
      return isObject(json)
        ? new SchemaMap(json, isResourceRoot ? withTypeAndObjectMeta(schema) : schema)
        : invalid(expectedMap);
    case "map":
      return isObject(json) ? new SchemaMap(json, schema) : invalid(expectedMap);
    case "raw":
    case "schemaOr":
      return new HiddenValue(json);
  }
}

/**
 * Converts the old value of a rule with optionalOldSelf. As cel-go unwraps an optional variable to its native value,
 * objects and lists lose their schema, and errors become values that cannot be converted.
 */
export function optionalOldValue(json: JsonValue, schema: Schema): Value {
  const value = schemaValue(json, schema);
  if (value instanceof EvalError)
    return new EvalError(`unsupported conversion to ref.Val: (*errors.errorString)${value.message}`);
  const isNative = value instanceof MapValue || value instanceof ListValue || value instanceof HiddenValue;
  return isNative ? jsonValue(json) : value;
}

function scalarValue(json: JsonValue, schema: ScalarSchema): Value {
  switch (schema.type) {
    case "bool":
      return typeof json === "boolean" ? json : invalid(`expected bool, got ${goTypeOf(json)}`);
    case "int32":
    case "int64":
      return typeof json === "bigint" || (typeof json === "number" && Number.isInteger(json))
        ? json
        : invalid(`expected int, got ${goTypeOf(json)}`);
    case "float64":
    case "number":
      return doubleValue(json);
    case "intOrString":
      return typeof json === "string" ||
        typeof json === "bigint" ||
        (typeof json === "number" && Number.isInteger(json))
        ? json
        : invalid("expected XIntOrString value to be either a string or integer");
    default:
      return typeof json === "string"
        ? formattedValue(json, formatOf(schema))
        : invalid(`expected string, got ${goTypeOf(json)}`);
  }
}

function doubleValue(json: JsonValue): Value {
  if (json instanceof Double) return json;
  return typeof json === "number" || typeof json === "bigint"
    ? new Double(Number(json))
    : invalid(`expected float, got ${goTypeOf(json)}`);
}

function formatOf({ type, validation }: ScalarSchema): string | undefined {
  if (type === "time" || type === "microTime") return "date-time";
  return type === "bytes" ? "byte" : validation?.format;
}

const hiddenType = opaqueOf("unknown");

/** Returns the JSON behind a value; undefined if it was not converted from JSON without a schema. */
function jsonOf(value: Value): JsonValue | undefined {
  if (value instanceof JsonMap) return value.members;
  if (value instanceof JsonList) return value.elements;
  return value === null || value instanceof Double || typeof value !== "object" ? value : undefined;
}

/** Returns the number of values in a JSON value, and the steps of reading its texts. */
function jsonSize(json: JsonValue | undefined): number {
  if (typeof json === "string") return 1 + (json.length >> 6);
  let size = 1;
  if (isList(json)) for (const element of json) size += jsonSize(element);
  else if (isObject(json)) for (const name of memberNames(json)) size += jsonSize(json[name]);
  return size;
}

/** A value without a schema. Expressions cannot access it, but it takes part in comparisons of objects. */
class HiddenValue extends OpaqueValue {
  readonly type = hiddenType;
  readonly goName = "*common.unknownPreserved";
  readonly #json: JsonValue;

  constructor(json: JsonValue) {
    super();
    this.#json = json;
  }

  override equals(other: Value, effort: Effort): Value {
    const json = other instanceof HiddenValue ? other.#json : jsonOf(other);
    if (json === undefined) return false;
    effort.spend(jsonSize(this.#json));
    return deepEqual(this.#json, json);
  }
}

/** A list whose elements are converted on access. */
class SchemaList extends ListValue implements Ruled {
  readonly #elements: readonly JsonValue[];
  readonly #schema: ListSchema;
  readonly rules: ListRules;
  #members: Members | undefined;

  constructor(elements: readonly JsonValue[], schema: ListSchema) {
    super();
    this.#elements = elements;
    this.#schema = schema;
    this.rules = rulesOf(schema);
  }

  override get size(): number {
    return this.#elements.length;
  }

  /** Upstream's unstructuredList converts to nothing. */
  override get isSealed(): boolean {
    return true;
  }

  get members(): Members {
    return (this.#members ??= new Set(this.#elements.map(jsonKey)));
  }

  override at(index: number): Value {
    return schemaValue(this.#elements[index] ?? null, this.#schema.items.schema);
  }

  override concat(other: ListValue): ListValue {
    return concatLists(this, other);
  }

  override equalTo(other: Value, effort: Effort): Value {
    return other instanceof ListValue ? equalLists(this, other, effort) : errorOr(other, noSuchOverload);
  }
}

const rules = new WeakMap<ListSchema, ListRules>();

function rulesOf(schema: ListSchema): ListRules {
  const known = rules.get(schema);
  if (known !== undefined) return known;
  const made = {
    type: schema.listType ?? "atomic",
    keys: (schema.listMapKeys ?? []).map((key) => escapePropertyName(key) ?? key),
  };
  rules.set(schema, made);
  return made;
}

/** An object or map whose members are converted on access. Of an object, only declared members are visible. */
class SchemaMap extends MapValue implements Stated {
  readonly #members: JsonObject;
  readonly #schema: ObjectSchema | MapSchema;

  constructor(members: JsonObject, schema: ObjectSchema | MapSchema) {
    super();
    this.#members = members;
    this.#schema = schema;
  }

  override get size(): number {
    return memberNames(this.#members).length;
  }

  /** Upstream's unstructuredMap converts to Go maps only. */
  override get isSealed(): boolean {
    return true;
  }

  /** Returns a member as JSON. */
  stated(name: string): JsonValue | undefined {
    return Object.hasOwn(this.#members, name) ? this.#members[name] : undefined;
  }

  #schemaOf(name: string): Schema | undefined {
    if (this.#schema.kind === "object") return this.#schema.field(name)?.schema;
    const { schema } = this.#schema.values;
    return isUnspecified(schema) ? undefined : schema;
  }

  override find(key: Value): Value | undefined {
    if (typeof key !== "string") return errorOr(key, noSuchOverload);
    const isMap = this.#schema.kind === "map";
    const name = isMap ? key : unescapePropertyName(key);
    if (name === undefined || !Object.hasOwn(this.#members, name)) return undefined;
    const json = this.#members[name];
    const schema = this.#schemaOf(name);
    if (json === undefined || schema === undefined || (json === null && !isMap)) return undefined;
    return schemaValue(json, schema);
  }

  override keys(): readonly Value[] {
    const visible = memberNames(this.#members).filter((name) => this.#schemaOf(name) !== undefined);
    return this.#schema.kind === "map" ? visible : visible.map((name) => escapePropertyName(name) ?? name);
  }

  override equalTo(other: Value, effort: Effort): Value {
    if (!(other instanceof MapValue)) return errorOr(other, noSuchOverload);
    if (this.size !== other.size) return false;
    for (const name of memberNames(this.#members)) {
      effort.spend(8);
      const equal = this.#memberEquals(name, other, effort);
      if (equal !== true) return equal;
    }
    return true;
  }

  #memberEquals(name: string, other: MapValue, effort: Effort): Value {
    if (this.#schemaOf(name) === undefined)
      return other instanceof SchemaMap ? this.#hiddenEquals(name, other, effort) : noSuchOverload;
    const [mine, theirs] = [this.find(name), other.find(name)];
    if (mine === undefined || theirs === undefined) return mine === theirs;
    return equalValues(mine, theirs, effort);
  }

  /** Compares members without a schema as JSON where both objects have them. */
  #hiddenEquals(name: string, other: SchemaMap, effort: Effort): boolean {
    effort.spend(jsonSize(this.#members[name]));
    return !Object.hasOwn(other.#members, name) || deepEqual(this.#members[name], other.#members[name]);
  }
}
