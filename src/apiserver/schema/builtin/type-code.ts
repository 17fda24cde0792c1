import type { ListSchema, MapSchema, RawType, ScalarType, Schema, Slot } from "../schema.ts";
import type { ValueValidation } from "../value-validation.ts";
import { goTypeName } from "../go-type-name.ts";
import type { PackedFacts, PlaceFacts, Resolve } from "./packed-form.ts";

interface ScalarRow {
  readonly type: ScalarType;
  /** The Go type as it appears in error messages. */
  readonly goType: string;
  /** The default OpenAPI format. */
  readonly format?: string;
}

const scalars: Readonly<Record<string, ScalarRow>> = {
  s: { type: "string", goType: "string" },
  b: { type: "bool", goType: "bool" },
  i: { type: "int32", goType: "int32", format: "int32" },
  l: { type: "int64", goType: "int64", format: "int64" },
  f: { type: "float64", goType: "float64", format: "double" },
  y: { type: "bytes", goType: "[]uint8", format: "byte" },
  q: { type: "quantity", goType: "resource.Quantity" },
  o: { type: "intOrString", goType: "intstr.IntOrString" },
  t: { type: "time", goType: "v1.Time" },
  T: { type: "microTime", goType: "v1.MicroTime" },
  d: { type: "duration", goType: "v1.Duration" },
};

const raws: Readonly<Record<string, { readonly type: RawType; readonly goType: string }>> = {
  r: { type: "rawExtension", goType: "runtime.RawExtension" },
  F: { type: "fieldsV1", goType: "v1.FieldsV1" },
  j: { type: "json", goType: "v1.JSON" },
  a: { type: "any", goType: "interface {}" },
};

const jsonSchemaProps = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps";

const schemaOrs: Readonly<Record<string, "bool" | "array" | "stringArray">> = {
  B: "bool",
  A: "array",
  S: "stringArray",
};

/**
 * Builds a schema from a packed type code. A letter is a scalar, `@name` refers to a type, and `[` and `{` start a list
 * or map of the type that follows. `<name>` is the named Go type (`!` where protobuf wraps it in a message), and
 * `(name)` is the named key type of a map. A name that starts with a dot belongs to the same group.
 */
export function parseTypeCode(code: string, group: string, resolve: Resolve, facts: PlaceFacts): Schema {
  const first = code.charAt(0);
  const { name, rest } = readNamed(code, group);
  if (first === "@") return resolve(fullName(code.slice(1), group));
  if (first === "[") return listSchema(name, parseTypeCode(rest, group, resolve, elementFacts(facts)), facts);
  if (first === "{") return mapSchema(name, rest, group, resolve, facts);
  const or = schemaOrs[first];
  if (or !== undefined) return schemaOr(or, resolve);
  return leaf(first, name, facts.own);
}

const fullName = (name: string, group: string): string => (name.startsWith(".") ? group + name : name);

/** Splits `[<.Name!>rest` into the name of the Go type and the rest. */
function readNamed(code: string, group: string): { readonly name: string; readonly rest: string } {
  if (code.charAt(1) !== "<") return { name: "", rest: code.slice(1) };
  const end = code.indexOf(">");
  const name = code.slice(2, end).replace("!", "");
  return { name: goTypeName(fullName(name, group)), rest: code.slice(end + 1) };
}

const elementFacts = (facts: PlaceFacts): PlaceFacts => ({ own: facts.own.i ?? {}, zeroElementDefault: false });

function listSchema(name: string, items: Schema, { own, zeroElementDefault }: PlaceFacts): ListSchema {
  return {
    kind: "list",
    goType: name || `[]${items.goType}`,
    items: elementSlot(items, own, zeroElementDefault),
    ...(own.l ? { listType: own.l } : {}),
    ...(own.k ? { listMapKeys: own.k } : {}),
  };
}

function mapSchema(name: string, rest: string, group: string, resolve: Resolve, facts: PlaceFacts): MapSchema {
  const end = rest.startsWith("(") ? rest.indexOf(")") : 0;
  const key = end > 0 ? goTypeName(fullName(rest.slice(1, end), group)) : "string";
  const values = parseTypeCode(end > 0 ? rest.slice(end + 1) : rest, group, resolve, elementFacts(facts));
  return {
    kind: "map",
    goType: name || `map[${key}]${values.goType}`,
    values: elementSlot(values, facts.own, facts.zeroElementDefault),
    ...(facts.own.m ? { mapType: facts.own.m } : {}),
  };
}

/** Builds a union of a schema and another form. The slot is lazy because JSONSchemaProps refers to itself. */
function schemaOr(or: "bool" | "array" | "stringArray", resolve: Resolve): Schema {
  const object: Slot = {
    get schema() {
      return resolve(jsonSchemaProps);
    },
  };
  return { kind: "schemaOr", or, object, goType: `v1.JSONSchemaPropsOr${or.charAt(0).toUpperCase()}${or.slice(1)}` };
}

function leaf(code: string, name: string, facts: PackedFacts): Schema {
  const raw = raws[code];
  if (raw) return { kind: "raw", type: raw.type, goType: raw.goType };
  const row = scalars[code];
  if (!row) throw new Error(`unknown type code ${code}`);
  const validation = validationOf(facts, row.format);
  return { kind: "scalar", type: row.type, goType: name || row.goType, ...(validation ? { validation } : {}) };
}

function validationOf(facts: PackedFacts, usual: string | undefined): ValueValidation | undefined {
  const format = facts.f ?? usual;
  if (format === undefined && facts.e === undefined) return undefined;
  return { ...(format === undefined ? {} : { format }), ...(facts.e === undefined ? {} : { enum: facts.e }) };
}

/** Returns the zero value of a type as OpenAPI publishes it in `default`. */
function zeroDefault(schema: Schema): Slot["default"] & {} {
  if (schema.kind !== "scalar") return {};
  if (schema.type === "bool") return false;
  return schema.type === "string" ? "" : 0;
}

/** Returns the slot for a list's items or a map's values. */
function elementSlot(schema: Schema, facts: PlaceFacts["own"], zero: boolean): Slot {
  if (zero) return { schema, default: zeroDefault(schema) };
  return facts.i?.d === undefined ? { schema } : { schema, default: facts.i.d };
}
