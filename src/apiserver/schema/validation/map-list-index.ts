import { Double, isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";

/** Indexes a list of type map by key; the first of several items with the same keys is used (common.MapList). */
export class MapListIndex {
  readonly #keys: readonly string[];
  readonly #items = new Map<string, JsonValue>();

  constructor(keys: readonly string[], items: readonly JsonValue[]) {
    this.#keys = keys;
    for (const item of items) {
      const key = this.#keyOf(item);
      if (key !== undefined && !this.#items.has(key)) this.#items.set(key, item);
    }
  }

  /** Returns the item with the same keys. Undefined if a key is missing or not a scalar. */
  find(like: JsonValue | undefined): JsonValue | undefined {
    const key = like === undefined ? undefined : this.#keyOf(like);
    return key === undefined ? undefined : this.#items.get(key);
  }

  #keyOf(item: JsonValue): string | undefined {
    if (!isObject(item) || this.#keys.length === 0) return undefined;
    const parts: string[] = [];
    for (const name of this.#keys) {
      const part = scalarText(item, name);
      if (part === undefined) return undefined;
      parts.push(part);
    }
    return parts.join("\0");
  }
}

function scalarText(item: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(item, name) ? item[name] : undefined;
  if (value instanceof Double) return `float:${value.value}`;
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "boolean":
      return String(value);
    case "number":
    case "bigint":
      return typeof value === "number" && !Number.isInteger(value) ? `float:${value}` : `int:${value}`;
    default:
      return undefined;
  }
}
