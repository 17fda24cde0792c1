import { bytesOfBase64 } from "../../../apimachinery/base64.ts";
import { DurationParseError, parseDuration } from "../../../apimachinery/duration.ts";
import { Double, isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { Duration } from "../../../cel/values/duration.ts";
import { EvalError, errorOr, noSuchOverload } from "../../../cel/values/eval-error.ts";
import { equalValues } from "../../../cel/values/equality.ts";
import { intOf } from "../../../cel/values/int.ts";
import { parseTimestamp } from "../../../cel/values/timestamp.ts";
import { ListValue, MapValue, type Value } from "../../../cel/values/value.ts";
import type { Field, ListSchema, MapSchema, ObjectSchema, ScalarSchema, Schema } from "../schema.ts";
import { isList } from "../structural/json-tree.ts";
import { deepEqual } from "../validation/deep-equal.ts";
import { concatLists, equalLists, type ListRules } from "./list-rules.ts";
import { escapePropertyName, unescapePropertyName } from "./property-names.ts";

const invalid = (message: string): EvalError => new EvalError(`invalid data, ${message}`);

/** A JSON value as expressions see it through its schema; errors are values (UnstructuredToVal). */
export function schemaValue(json: JsonValue, schema: Schema, isResourceRoot = schema.embeddedResource ?? false): Value {
  if (json === null) return schema.nullable ? null : invalid("got null for schema with nullable=false");
  switch (schema.kind) {
    case "scalar":
      return scalarValue(json, schema);
    case "list":
      return isList(json) ? new SchemaList(json, schema) : invalid("expected an array for the provided schema with type=array");
    case "object":
    case "map":
      return isObject(json) ? new SchemaMap(json, schema, isResourceRoot) : invalid("expected a map for the provided schema with type=object");
    case "raw":
    case "schemaOr":
      return new EvalError("values preserved by x-kubernetes-preserve-unknown-fields are not visible");
  }
}

function scalarValue(json: JsonValue, schema: ScalarSchema): Value {
  switch (schema.type) {
    case "bool":
      return typeof json === "boolean" ? json : invalid("expected bool");
    case "int32":
    case "int64":
      return typeof json === "bigint" || (typeof json === "number" && Number.isInteger(json)) ? json : invalid("expected int");
    case "float64":
    case "number":
      return doubleValue(json);
    case "intOrString":
      return typeof json === "string" || typeof json === "bigint" || (typeof json === "number" && Number.isInteger(json)) ? json : invalid("expected XIntOrString value to be either a string or integer");
    default:
      return typeof json === "string" ? stringValue(json, formatOf(schema)) : invalid("expected string");
  }
}

function doubleValue(json: JsonValue): Value {
  if (json instanceof Double) return json;
  return typeof json === "number" || typeof json === "bigint" ? new Double(Number(json)) : invalid("expected float");
}

function formatOf({ type, validation }: ScalarSchema): string | undefined {
  if (type === "time" || type === "microTime") return "date-time";
  return type === "bytes" ? "byte" : validation?.format;
}

function stringValue(text: string, format: string | undefined): Value {
  switch (format) {
    case "byte":
      return bytesValue(text);
    case "date":
      return parseTimestamp(`${text}T00:00:00Z`) ?? new EvalError(`Invalid date formatted string ${text}`);
    case "date-time":
      return parseTimestamp(text.toUpperCase()) ?? new EvalError(`Invalid date-time formatted string ${text}`);
    case "duration":
      return durationValue(text);
    default:
      return text;
  }
}

function bytesValue(text: string): Value {
  try {
    return bytesOfBase64(text);
  } catch {
    return new EvalError(`Invalid byte formatted string ${text}`);
  }
}

function durationValue(text: string): Value {
  try {
    return new Duration(intOf(parseDuration(text)));
  } catch (error) {
    if (error instanceof DurationParseError) return new EvalError(`Invalid duration ${text}: ${error.message}`);
    throw error;
  }
}

/** A list whose elements become values when they are looked at. */
class SchemaList extends ListValue {
  readonly #elements: readonly JsonValue[];
  readonly #schema: ListSchema;
  readonly #rules: ListRules;

  constructor(elements: readonly JsonValue[], schema: ListSchema) {
    super();
    this.#elements = elements;
    this.#schema = schema;
    this.#rules = { type: schema.listType ?? "atomic", keys: (schema.listMapKeys ?? []).map((key) => escapePropertyName(key) ?? key) };
  }

  override get size(): number {
    return this.#elements.length;
  }

  override at(index: number): Value {
    return schemaValue(this.#elements[index] ?? null, this.#schema.items.schema);
  }

  override concat(other: ListValue): ListValue {
    return concatLists(this.#rules, this, other);
  }

  override equalTo(other: Value): Value {
    return other instanceof ListValue ? equalLists(this.#rules, this, other) : errorOr(other, noSuchOverload);
  }
}

const text: Schema = { kind: "scalar", type: "string", goType: "" };
const names: ReadonlyMap<string, Field> = new Map(["name", "generateName"].map((name) => [name, optionalField(name, text)] as const));
const metadata: ObjectSchema = { kind: "object", name: "", goType: "", fields: [...names.values()], field: (name) => names.get(name), embedded: [] };

/** What expressions see of every resource, whatever its schema says. */
const resourceMembers: ReadonlyMap<string, Schema> = new Map<string, Schema>([["kind", text], ["apiVersion", text], ["metadata", metadata]]);

function optionalField(name: string, schema: Schema): Field {
  return { name, schema, goName: "", pointer: true, omitempty: true, omitzero: false, required: false, notInOpenApi: false };
}

/** An object or map whose members become values when they are looked at. Of objects only what the schema names is visible. */
class SchemaMap extends MapValue {
  readonly #members: JsonObject;
  readonly #schema: ObjectSchema | MapSchema;
  readonly #isResource: boolean;

  constructor(members: JsonObject, schema: ObjectSchema | MapSchema, isResource: boolean) {
    super();
    this.#members = members;
    this.#schema = schema;
    this.#isResource = isResource;
  }

  override get size(): number {
    return Object.keys(this.#members).length;
  }

  #schemaOf(name: string): Schema | undefined {
    if (this.#schema.kind === "map") return this.#schema.values.schema;
    return (this.#isResource ? resourceMembers.get(name) : undefined) ?? this.#schema.field(name)?.schema;
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
    const visible = Object.keys(this.#members).filter((name) => this.#schemaOf(name) !== undefined);
    return this.#schema.kind === "map" ? visible : visible.map((name) => escapePropertyName(name) ?? name);
  }

  override equalTo(other: Value): Value {
    if (!(other instanceof MapValue)) return errorOr(other, noSuchOverload);
    if (this.size !== other.size) return false;
    for (const name of Object.keys(this.#members)) {
      const equal = this.#memberEquals(name, other);
      if (equal !== true) return equal;
    }
    return true;
  }

  #memberEquals(name: string, other: MapValue): Value {
    if (this.#schemaOf(name) === undefined) return other instanceof SchemaMap ? this.#hiddenEquals(name, other) : noSuchOverload;
    const [mine, theirs] = [this.find(name), other.find(name)];
    if (mine === undefined || theirs === undefined) return mine === theirs;
    return equalValues(mine, theirs);
  }

  /** Members without a schema are held against each other as JSON where both have them. */
  #hiddenEquals(name: string, other: SchemaMap): boolean {
    return !Object.hasOwn(other.#members, name) || deepEqual(this.#members[name], other.#members[name]);
  }
}

