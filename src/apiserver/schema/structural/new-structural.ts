import type { JSONSchemaProps } from "../builtin/generated/apiextensions-v1.d.ts";
import type {
  Field,
  ListSchema,
  ListType,
  MapSchema,
  MapType,
  ObjectSchema,
  OtherValues,
  ScalarType,
  Schema,
  Slot,
} from "../schema.ts";
import { keysOf } from "../../../component-base/long-map-keys.ts";
import { forEachKept, keptObject, phase } from "../../../component-base/work.ts";
import { hasProperties } from "./schema-props.ts";
import { checkAllSupported, singleItems } from "./supported-fields.ts";
import { valueValidationOf } from "./value-validation-of.ts";

const scalarTypes: Readonly<Record<string, ScalarType>> = {
  string: "string",
  integer: "int64",
  number: "number",
  boolean: "bool",
};

/** Properties that every node may have. */
type Facts = Pick<
  Schema,
  | "goType"
  | "nullable"
  | "preserveUnknownFields"
  | "embeddedResource"
  | "title"
  | "description"
  | "validation"
  | "others"
>;

/** The schema where a definition declares none: the value itself is kept, but all fields within it are pruned. */
export const nothingKnown: ObjectSchema = {
  kind: "object",
  name: "",
  goType: "",
  fields: [],
  field: () => undefined,
  embedded: [],
  anyType: true,
  nullable: true,
};

/** The schema of additional properties where a definition allows none: pruning keeps them, validation refuses them. */
export const nothingAllowed: ObjectSchema = { ...nothingKnown };

/** Reports whether a schema says nothing about its values. */
export const isUnspecified = (schema: Schema): boolean => schema === nothingKnown || schema === nothingAllowed;

/**
 * Builds the schema of a custom resource from its definition (structuralschema.NewStructural), that of a large one with
 * pauses. Throws StructuralError.
 */
export function newStructural(props: JSONSchemaProps): Schema {
  phase(() => {
    checkAllSupported(props);
    return props;
  });
  return structuralOf(props);
}

function structuralOf(props: JSONSchemaProps): Schema {
  const facts = keptObject(() => factsOf(props));
  if (props["x-kubernetes-int-or-string"]) return { ...facts, kind: "scalar", type: "intOrString" };
  const scalar = scalarTypes[props.type ?? ""];
  if (scalar) return { ...facts, kind: "scalar", type: scalar };
  if (props.type === "array") return listOf(props, facts);
  if (isAnything(props)) return { ...facts, kind: "raw", type: "any" };
  return isMap(props) ? mapOf(props, facts) : objectOf(props, facts);
}

function factsOf(props: JSONSchemaProps): Facts {
  const validation = valueValidationOf(props);
  const facts: { -readonly [fact in keyof Facts]: Facts[fact] } = { goType: "" };
  if (props.nullable) facts.nullable = true;
  if (props["x-kubernetes-preserve-unknown-fields"]) facts.preserveUnknownFields = true;
  if (props["x-kubernetes-embedded-resource"]) facts.embeddedResource = true;
  if (props.title) facts.title = props.title;
  if (props.description) facts.description = props.description;
  if (validation !== undefined) facts.validation = validation;
  const others = othersOf(props);
  if (others !== undefined) facts.others = others;
  return facts;
}

/** Returns what a definition says of values of another type than its own, which validation refuses afterwards. */
function othersOf(props: JSONSchemaProps): OtherValues | undefined {
  if (!props.type && props["x-kubernetes-int-or-string"] !== true) return undefined;
  const isObject = props.type === "object";
  const hasMembers = !isObject && (hasProperties(props) || props.additionalProperties !== undefined);
  const hasItems = props.type !== "array" && props.items !== undefined;
  if (!hasMembers && !hasItems) return undefined;
  return {
    members: hasMembers ? objectOf(props, { goType: "" }) : undefined,
    items: hasItems ? itemsOf(props) : undefined,
  };
}

function itemsOf(props: JSONSchemaProps): Slot {
  const items = singleItems(props);
  return items ? slotOf(items) : { schema: nothingKnown };
}

const isAnything = (props: JSONSchemaProps): boolean =>
  !props.type &&
  props["x-kubernetes-preserve-unknown-fields"] === true &&
  !hasProperties(props) &&
  props.additionalProperties === undefined &&
  props.items === undefined;

const isMap = (props: JSONSchemaProps): boolean =>
  props.type === "object" && !hasProperties(props) && props.additionalProperties !== undefined;

/** Returns the slot of a definition. A default of null counts as no default. */
function slotOf(props: JSONSchemaProps): Slot {
  const schema = structuralOf(props);
  return props.default === undefined || props.default === null ? { schema } : { schema, default: props.default };
}

function additionalSlot({ additionalProperties }: JSONSchemaProps): Slot {
  if (typeof additionalProperties === "object") return slotOf(additionalProperties);
  return { schema: additionalProperties === false ? nothingAllowed : nothingKnown };
}

const mapTypeOf = (props: JSONSchemaProps): { readonly mapType?: MapType } => {
  const type = props["x-kubernetes-map-type"];
  return type === "atomic" || type === "granular" ? { mapType: type } : {};
};

const isListType = (type: string | undefined): type is ListType =>
  type === "atomic" || type === "set" || type === "map";

function listOf(props: JSONSchemaProps, facts: Facts): ListSchema {
  const listType = props["x-kubernetes-list-type"];
  const keys = props["x-kubernetes-list-map-keys"];
  return {
    ...facts,
    kind: "list",
    items: itemsOf(props),
    ...(isListType(listType) ? { listType } : {}),
    ...(keys ? { listMapKeys: keys } : {}),
  };
}

const mapOf = (props: JSONSchemaProps, facts: Facts): MapSchema => ({
  ...facts,
  kind: "map",
  values: additionalSlot(props),
  ...mapTypeOf(props),
});

function typeOf({ type }: JSONSchemaProps): Pick<ObjectSchema, "anyType" | "unknownType"> {
  if (!type) return { anyType: true };
  return type === "object" || type === "array" || scalarTypes[type] !== undefined ? {} : { unknownType: type };
}

const noProperties: Readonly<Record<string, JSONSchemaProps>> = {};
const noFields = (): Field[] => [];
const nothingEmbedded: ObjectSchema["embedded"] = [];
const nothingRequired: ReadonlySet<string> = new Set();
/** What objects without properties share, of which a definition may have hundreds of thousands. */
const withoutFields: Pick<ObjectSchema, "fields" | "field"> = { fields: [], field: () => undefined };

function fieldsOf(props: JSONSchemaProps): Pick<ObjectSchema, "fields" | "field"> {
  const { properties = noProperties } = props;
  const names = keysOf(properties);
  if (names.length === 0) return withoutFields;
  const required = keptObject(() => (props.required === undefined ? nothingRequired : new Set(props.required)));
  const fields = forEachKept(names.length, noFields, (made, i) => {
    const name = names[i] ?? "";
    made.push(fieldOf(name, properties[name] ?? {}, required.has(name)));
  });
  const index = keptObject(() => new Map(fields.map((field) => [field.name, field])));
  return { fields, field: (name) => index.get(name) };
}

function objectOf(props: JSONSchemaProps, facts: Facts): ObjectSchema {
  const { fields, field } = fieldsOf(props);
  return {
    ...facts,
    kind: "object",
    name: "",
    fields,
    field,
    embedded: nothingEmbedded,
    ...mapTypeOf(props),
    ...(props.additionalProperties === undefined ? {} : { additionalProperties: additionalSlot(props) }),
    ...typeOf(props),
  };
}

function fieldOf(name: string, props: JSONSchemaProps, required: boolean): Field {
  const slot = slotOf(props);
  const { schema } = slot;
  if (slot.default === undefined)
    return { schema, name, goName: "", pointer: true, omitempty: true, omitzero: false, required, notInOpenApi: false };
  return {
    schema,
    default: slot.default,
    name,
    goName: "",
    pointer: true,
    omitempty: true,
    omitzero: false,
    required,
    notInOpenApi: false,
  };
}
