import { isRecord } from "../../apimachinery/is-record.ts";
import { itemsOf, referenceOf, resolved, valuesOf, type Schema, type Schemas } from "./schema-document.ts";

/** A field of a kind at any depth. */
export interface Field {
  readonly name: string;
  /** The field's schema, with references resolved. */
  readonly schema: Schema;
  /** `string`, `[]Container`, `map[string]Quantity`. */
  readonly type: string;
  readonly required: boolean;
  /** The schema of the value, or of its items if it is a list or map. */
  readonly inner: Schema;
}

/** Creates a field from a schema with unresolved references. */
export function fieldOf(schemas: Schemas, name: string, written: Schema, required: boolean): Field {
  return {
    name,
    schema: resolved(schemas, written),
    type: typeOf(written),
    required,
    inner: innerOf(schemas, written),
  };
}

/** Returns the fields of an object, or of the items of a list or map, sorted alphabetically as in kubectl explain. */
export function fieldsIn(schemas: Schemas, { inner }: Field): readonly Field[] {
  const properties = isRecord(inner["properties"]) ? inner["properties"] : {};
  const required: ReadonlySet<unknown> = new Set(Array.isArray(inner["required"]) ? inner["required"] : []);
  const names = Object.keys(properties).toSorted();
  return names.flatMap((name) => {
    const written = properties[name];
    return isRecord(written) ? [fieldOf(schemas, name, written, required.has(name))] : [];
  });
}

/** True if a field has fields; cheaper than `fieldsIn`. */
export const hasFields = ({ inner }: Field): boolean =>
  isRecord(inner["properties"]) && Object.keys(inner["properties"]).length > 0;

/** Returns the field at a path, or undefined if there is none. */
export function fieldAt(schemas: Schemas, root: Field, path: readonly string[]): Field | undefined {
  let found: Field | undefined = root;
  for (const step of path)
    found = found === undefined ? undefined : fieldsIn(schemas, found).find(({ name }) => name === step);
  return found;
}

function innerOf(schemas: Schemas, written: Schema): Schema {
  const schema = resolved(schemas, written);
  const deeper = itemsOf(schema) ?? valuesOf(schema);
  return deeper === undefined ? schema : innerOf(schemas, deeper);
}

function typeOf(written: Schema): string {
  const name = referenceOf(written);
  if (name !== undefined) return name.slice(name.lastIndexOf(".") + 1);
  const items = itemsOf(written);
  if (items !== undefined) return `[]${typeOf(items)}`;
  const values = valuesOf(written);
  if (values !== undefined) return `map[string]${typeOf(values)}`;
  if (written["x-kubernetes-int-or-string"] === true) return "IntOrString";
  return typeof written["type"] === "string" ? written["type"] : "anything";
}
