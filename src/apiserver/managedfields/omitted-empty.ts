import { copyWith, copyWithout } from "../../apimachinery/json/members.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import type { Field, ObjectSchema, Schema } from "../schema/schema.ts";

/** What of a field is omitted: itself if it is empty, and what is below it, in each item if it is a list. */
interface Omission {
  readonly name: string;
  readonly isOmitted: boolean;
  readonly below: readonly Omission[];
}

const none: readonly Omission[] = [];

/** Omissions by schema. Types that contain themselves have none: what they have is in atomic lists. */
class Omissions {
  readonly #known = new WeakMap<Schema, readonly Omission[]>();
  readonly #entersAtomic: boolean;

  /** `entersAtomic` tells whether what is in an atomic value is omitted, too. */
  constructor(entersAtomic: boolean) {
    this.#entersAtomic = entersAtomic;
  }

  of(schema: Schema): readonly Omission[] {
    if (schema.kind !== "object") return none;
    const found = this.#known.get(schema);
    if (found !== undefined) return found;
    this.#known.set(schema, none);
    const made = schema.fields
      .map((field) => this.#ofField(field))
      .filter(({ isOmitted, below }) => isOmitted || below.length > 0);
    this.#known.set(schema, made);
    return made;
  }

  #ofField(field: Field): Omission {
    const { name, schema, keptEmpty: isOmitted = false } = field;
    const inside = schema.kind === "list" ? schema.items.schema : schema;
    const isEntered = this.#entersAtomic || !isAtomic(field);
    return { name, isOmitted, below: isEntered ? this.of(inside) : none };
  }
}

function isAtomic(field: Field): boolean {
  const { schema, patchStrategy } = field;
  if (schema.kind !== "list") return schema.kind === "object" && (field.mapType ?? schema.mapType) === "atomic";
  return (field.listType ?? schema.listType) !== "map" && patchStrategy?.startsWith("merge") !== true;
}

/** Managed fields know nothing of what is in an atomic value. */
const owned = new Omissions(false);
const printed = new Omissions(true);

const isEmpty = (value: JsonValue): boolean =>
  isList(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;

function omitted(value: JsonValue, below: readonly Omission[]): JsonValue {
  if (!isList(value)) return isObject(value) ? omittedMembers(value, below) : value;
  const items = value.map((item) => omitted(item, below));
  return items.some((item, i) => item !== value[i]) ? items : value;
}

function omittedMembers(value: JsonObject, omissions: readonly Omission[]): JsonObject {
  let made = value;
  for (const { name, isOmitted, below } of omissions) {
    const member = value[name];
    if (member === undefined) continue;
    if (isOmitted && isEmpty(member)) {
      made = copyWithout(made, name);
      continue;
    }
    const changed = below.length === 0 ? member : omitted(member, below);
    if (changed !== member) made = copyWith(made, { [name]: changed });
  }
  return made;
}

/**
 * Returns an object of a built-in type without the lists and maps that decoded objects have though they are empty
 * (`keptEmpty`), and that Go omits as it encodes the object: nobody owns them.
 */
export const withoutOmitted = (object: JsonObject, schema: ObjectSchema): JsonObject =>
  omittedMembers(object, owned.of(schema));

/** Returns an object of a built-in type without all that Go omits as it encodes the object. */
export const withoutUnprinted = (object: JsonObject, schema: ObjectSchema): JsonObject =>
  omittedMembers(object, printed.of(schema));
