import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { Schema } from "../schema.ts";
import { isList, itemSlot, mapItems, mapMembers, memberSlot } from "./json-tree.ts";
import { nothingKnown } from "./new-structural.ts";

/** A pruned value, and the paths of the pruned fields (`spec.a[0].b`), sorted on first access. */
export interface Pruned {
  readonly value: JsonValue;
  readonly unknownFields: readonly string[];
}

const metaFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/**
 * Removes fields that the schema does not specify (pruning.PruneWithOptions). The argument is not modified. At the root
 * of a resource, TypeMeta and metadata are always kept.
 */
export function prune(value: JsonValue, schema: Schema, isResourceRoot: boolean): Pruned {
  const unknownFields: string[] = [];
  const pruner = new Pruner(unknownFields);
  const root = isResourceRoot && !schema.embeddedResource ? { ...schema, embeddedResource: true } : schema;
  const pruned = pruner.prune(value, root, "");
  return {
    value: pruned,
    get unknownFields() {
      return unknownFields.sort(compareUtf8);
    },
  };
}

const child = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

const isScalar = (value: JsonValue): boolean => typeof value !== "object" || value === null;

class Pruner {
  readonly #unknown: string[];

  constructor(unknown: string[]) {
    this.#unknown = unknown;
  }

  prune(value: JsonValue, schema: Schema, path: string): JsonValue {
    if (schema.preserveUnknownFields) return this.#passOver(value, schema, path);
    if (isList(value)) {
      const items = itemSlot(schema)?.schema ?? nothingKnown;
      return mapItems(value, (item, i) => this.prune(item, items, `${path}[${i}]`));
    }
    return isObject(value) ? this.#pruneMembers(value, schema, path) : value;
  }

  #pruneMembers(object: JsonObject, schema: Schema, path: string): JsonObject {
    return mapMembers(object, (value, name) => {
      if (schema.embeddedResource && metaFields.has(name)) return value;
      const slot = memberSlot(schema, name);
      if (slot) return isScalar(value) ? value : this.prune(value, slot.schema, child(path, name));
      this.#unknown.push(child(path, name));
      return undefined;
    });
  }

  /** Preserves fields that the schema does not specify, and prunes within those that it does. */
  #passOver(value: JsonValue, schema: Schema, path: string): JsonValue {
    if (isObject(value)) {
      return mapMembers(value, (member, name) => {
        const slot = schema.embeddedResource && metaFields.has(name) ? undefined : memberSlot(schema, name);
        return slot && !isScalar(member) ? this.prune(member, slot.schema, child(path, name)) : member;
      });
    }
    const items = itemSlot(schema)?.schema;
    return isList(value) && items ? mapItems(value, (item, i) => this.#passOver(item, items, `${path}[${i}]`)) : value;
  }
}
