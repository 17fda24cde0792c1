import { Double, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { ListValue, MapValue, type Value } from "./value.ts";

/** Converts JSON to a value without a schema. Members of containers are converted on access. */
export function jsonValue(json: JsonValue): Value {
  switch (typeof json) {
    case "number":
      return Number.isInteger(json) ? json : new Double(json);
    case "object":
      return json === null ? null : containerValue(json);
    default:
      return json;
  }
}

function containerValue(json: Double | JsonObject | readonly JsonValue[]): Value {
  if (isList(json)) return new JsonList(json);
  return json instanceof Double ? json : new JsonMap(json);
}

const isList = (json: JsonValue): json is readonly JsonValue[] => Array.isArray(json);

/** A JSON array as a list. */
export class JsonList extends ListValue {
  readonly elements: readonly JsonValue[];
  #values: readonly Value[] | undefined;

  constructor(elements: readonly JsonValue[]) {
    super();
    this.elements = elements;
  }

  override get size(): number {
    return this.elements.length;
  }

  override at(index: number): Value {
    return jsonValue(this.elements[index] ?? null);
  }

  override toArray(): readonly Value[] {
    return (this.#values ??= this.elements.map(jsonValue));
  }
}

/** Returns an own member of an object. All inherited members are functions or `__proto__`. */
export function ownMember(members: JsonObject, key: string): JsonValue | undefined {
  const member = members[key];
  return typeof member !== "function" && (key !== "__proto__" || Object.hasOwn(members, key)) ? member : undefined;
}

/** The names of the members of large objects, which stay as they are. */
const namesOfLarge = new WeakMap<JsonObject, readonly string[]>();
const large = 64;

/** Returns the names of an object's members, which are listed once for a large object. */
export function memberNames(members: JsonObject): readonly string[] {
  const known = namesOfLarge.get(members);
  if (known !== undefined) return known;
  const names = Object.keys(members);
  if (names.length > large) namesOfLarge.set(members, names);
  return names;
}

/** A JSON object as a map with string keys. */
export class JsonMap extends MapValue {
  readonly members: JsonObject;

  constructor(members: JsonObject) {
    super();
    this.members = members;
  }

  override get size(): number {
    return memberNames(this.members).length;
  }

  override find(key: Value): Value | undefined {
    const member = typeof key === "string" ? ownMember(this.members, key) : undefined;
    return member === undefined ? undefined : jsonValue(member);
  }

  override keys(): readonly Value[] {
    return memberNames(this.members);
  }
}
