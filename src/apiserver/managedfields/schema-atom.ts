import type { JsonValue } from "../../apimachinery/json/value.ts";
import type { PathElement } from "../../structured-merge-diff/path-element.ts";
import {
  atomOf,
  deducedAtom,
  untypedAtom,
  type Atom,
  type ListAtom,
  type MapAtom,
  type ScalarKind,
  type StructField,
} from "../../structured-merge-diff/schema.ts";
import { nothingAllowed } from "../schema/structural/new-structural.ts";
import type {
  Field,
  ListSchema,
  ListType,
  MapSchema,
  MapType,
  ObjectSchema,
  RawSchema,
  ScalarSchema,
  ScalarType,
  Schema,
  Slot,
} from "../schema/schema.ts";

/** Options of a conversion. Atoms are cached for each schema and option, since types can be recursive. */
interface Conversion {
  /** Whether unknown fields are preserved (spec.preserveUnknownFields, or a parent schema that sets it). */
  readonly preserving: boolean;
  /** Whether spec.preserveUnknownFields is set, which reaches the named types too: they have no parent. */
  readonly everywhere: boolean;
}

/** List, map and patch options that a field or item declares in addition to its schema. */
type Place = Pick<Slot, "mapType" | "listType"> & Partial<Pick<Field, "patchStrategy" | "patchMergeKey">>;

const nowhere: Place = {};
const atoms = [new WeakMap<Schema, Atom>(), new WeakMap<Schema, Atom>()] as const;

/**
 * Converts a schema to its server-side apply type, as schemaconv does from OpenAPI. Parts are converted on first use.
 */
export const atomOfSchema = (schema: Schema, options: { readonly preserveUnknownFields?: boolean } = {}): Atom =>
  atomAt(schema, nowhere, conversions[options.preserveUnknownFields === true ? 1 : 0]);

const conversions = [
  { preserving: false, everywhere: false },
  { preserving: true, everywhere: true },
] as const;

function atomAt(schema: Schema, place: Place, around: Conversion): Atom {
  const isNamed = schema.kind === "object" && schema.name !== "";
  const conversion = isNamed ? conversions[around.everywhere ? 1 : 0] : around;
  if (isPlain(place)) {
    const known = atoms[conversion.preserving ? 1 : 0];
    const atom = known.get(schema) ?? convert(schema, place, conversion);
    known.set(schema, atom);
    return atom;
  }
  return convert(schema, place, conversion);
}

const isPlain = ({ mapType, listType, patchStrategy }: Place): boolean =>
  mapType === undefined && listType === undefined && patchStrategy === undefined;

function convert(schema: Schema, place: Place, conversion: Conversion): Atom {
  const below = schema.preserveUnknownFields ? { ...conversion, preserving: true } : conversion;
  switch (schema.kind) {
    case "object":
      return objectAtom(schema, place, below);
    case "map":
      return atomOf({ map: mapAtom(schema, place, below) });
    case "list":
      return atomOf({ list: new ListOfSchema(schema, place, below) });
    case "scalar":
      return schema.type === "intOrString" ? deducedAtom : atomOf({ scalar: scalarKind(schema) });
    case "raw":
      return rawAtom(schema);
    case "schemaOr":
      return deducedAtom;
  }
}

/** A string with a format is any scalar, unless the format says bytes. */
function scalarKind({ type, validation }: ScalarSchema): ScalarKind {
  const format = type === "string" ? (validation?.format ?? "") : "";
  return format === "" || format === "byte" ? scalarKinds[type] : "untyped";
}

const scalarKinds: Readonly<Record<ScalarType, ScalarKind>> = {
  string: "string",
  bool: "boolean",
  int32: "numeric",
  int64: "numeric",
  float64: "numeric",
  number: "numeric",
  bytes: "string",
  quantity: "untyped",
  intOrString: "untyped",
  time: "untyped",
  microTime: "untyped",
  duration: "string",
};

/** RawExtension is atomic; FieldsV1 and JSON have deduced types. */
const rawAtom = ({ type }: RawSchema): Atom => (type === "rawExtension" ? untypedAtom : deducedAtom);

function objectAtom(schema: ObjectSchema, place: Place, conversion: Conversion): Atom {
  if (schema.openApi)
    return schema.openApi.type === "string" && schema.openApi.v3 === undefined
      ? atomOf({ scalar: schema.openApi.format ? "untyped" : "string" })
      : deducedAtom;
  const map = new ObjectAtom(schema, isAtomic(place.mapType ?? schema.mapType), conversion);
  return schema.anyType ? atomOf({ scalar: "untyped", list: deducedAtom.list, map }) : atomOf({ map });
}

const isAtomic = (type: MapType | undefined): boolean => type === "atomic";

/** A struct type whose fields are converted on first use. */
class ObjectAtom implements MapAtom {
  readonly atomic: boolean;
  readonly deduced: boolean;
  readonly elements: Atom | undefined;
  readonly #schema: ObjectSchema;
  readonly #conversion: Conversion;
  #fields: ReadonlyMap<string, StructField> | undefined;

  constructor(schema: ObjectSchema, atomic: boolean, conversion: Conversion) {
    const additional = schema.additionalProperties;
    const open = conversion.preserving || schema.fields.length === 0;
    this.#schema = schema;
    this.#conversion = conversion;
    this.atomic = atomic;
    this.elements = additional ? elementAtom(additional, conversion) : open ? deducedAtom : undefined;
    this.deduced = schema.fields.length === 0 && this.elements === deducedAtom;
  }

  get fields(): ReadonlyMap<string, StructField> {
    return (this.#fields ??= structFields(this.#schema.fields, this.#conversion));
  }
}

function structFields(fields: readonly Field[], conversion: Conversion): ReadonlyMap<string, StructField> {
  return new Map(
    fields
      .filter(({ notInOpenApi }) => !notInOpenApi)
      .map((field) => [field.name, new FieldOfSchema(field, conversion)]),
  );
}

/** A struct field whose type is converted on first use. */
class FieldOfSchema implements StructField {
  readonly element: PathElement;
  readonly default?: JsonValue;
  readonly #field: Field;
  readonly #conversion: Conversion;
  #type: Atom | undefined;

  constructor(field: Field, conversion: Conversion) {
    const fallback: JsonValue | undefined = field.default;
    this.element = { kind: "field", name: field.name, text: `f:${field.name}` };
    if (fallback !== undefined) this.default = fallback;
    this.#field = field;
    this.#conversion = conversion;
  }

  get type(): Atom {
    return (this.#type ??= atomAt(this.#field.schema, this.#field, this.#conversion));
  }
}

/** Returns the type of a map's values; undefined if it may have none. */
const elementAtom = (slot: Slot, conversion: Conversion): Atom | undefined =>
  slot.schema === nothingAllowed ? undefined : atomAt(slot.schema, slot, conversion);

function mapAtom({ values, mapType }: MapSchema, place: Place, conversion: Conversion): MapAtom {
  const elements = elementAtom(values, conversion);
  return { atomic: isAtomic(place.mapType ?? mapType), fields: new Map(), elements, deduced: elements === deducedAtom };
}

/**
 * A list type whose item type is converted on first use. The list type declared by the schema is used first, then the
 * merge key of strategic merge patch; a list without either is atomic.
 */
class ListOfSchema implements ListAtom {
  readonly atomic: boolean;
  readonly keys: readonly string[];
  readonly #items: ListSchema["items"];
  readonly #conversion: Conversion;
  #type: Atom | undefined;

  constructor({ items, listType, listMapKeys }: ListSchema, place: Place, conversion: Conversion) {
    const type: ListType | undefined = place.listType ?? listType;
    const merges = type === undefined && place.patchStrategy?.startsWith("merge") === true;
    const mergeKeys = place.patchMergeKey === undefined ? [] : [place.patchMergeKey];
    this.atomic = !merges && type !== "set" && type !== "map";
    this.keys = merges ? mergeKeys : type === "map" ? (listMapKeys ?? []) : [];
    this.#items = items;
    this.#conversion = conversion;
  }

  get items(): Atom {
    return (this.#type ??= atomAt(this.#items.schema, this.#items, this.#conversion));
  }
}
