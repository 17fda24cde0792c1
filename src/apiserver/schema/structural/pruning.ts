import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import { ErrorRoom, maxFieldErrors } from "../../../apimachinery/field-error.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { keptObject, runningWork } from "../../../component-base/work.ts";
import type { Schema } from "../schema.ts";
import { itemSlot, mapItems, mapMembers, memberSlot } from "./json-tree.ts";
import { nothingKnown } from "./new-structural.ts";

/**
 * A pruned value, and the paths of the pruned fields (`spec.a[0].b`), sorted on first access. Of many fields only the
 * number is known.
 */
export interface Pruned {
  readonly value: JsonValue;
  readonly unknownFields: readonly string[];
  readonly moreUnknownFields: number;
}

const metaFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/**
 * Removes fields that the schema does not specify (pruning.PruneWithOptions). The argument is not modified. At the root
 * of a resource, TypeMeta and metadata are always kept.
 */
export function prune(value: JsonValue, schema: Schema, isResourceRoot: boolean): Pruned {
  const pruner = keptObject(() => new Pruner());
  const root = isResourceRoot && !schema.embeddedResource ? { ...schema, embeddedResource: true } : schema;
  const pruned = pruner.prune(value, root, "");
  return {
    value: pruned,
    get unknownFields() {
      return [...pruner.unknown].sort(compareUtf8);
    },
    moreUnknownFields: pruner.isFull ? countUnknown(value, root) - pruner.unknown.size : 0,
  };
}

const child = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

const isScalar = (value: JsonValue): boolean => typeof value !== "object" || value === null;

class Pruner {
  /** The unknown fields, of which some are found again after a pause. */
  readonly unknown = new Set<string>();
  readonly #room = new ErrorRoom();
  /** Whether there are more than those. */
  isFull = false;

  prune(value: JsonValue, schema: Schema, path: string): JsonValue {
    if (schema.preserveUnknownFields) return this.#passOver(value, schema, path);
    if (isList(value)) {
      const items = itemSlot(schema)?.schema ?? nothingKnown;
      return mapItems(value, (item, i) => (isScalar(item) ? item : this.prune(item, items, `${path}[${i}]`)));
    }
    return isObject(value) ? this.#pruneMembers(value, schema, path) : value;
  }

  #pruneMembers(object: JsonObject, schema: Schema, path: string): JsonObject {
    return mapMembers(object, (value, name) => {
      if (schema.embeddedResource && metaFields.has(name)) return value;
      const slot = memberSlot(schema, name);
      if (slot) return isScalar(value) ? value : this.prune(value, slot.schema, child(path, name));
      this.#addUnknown(path, name);
      return undefined;
    });
  }

  /** Paths are joined when they are looked up, so those that are only counted are not. */
  #addUnknown(path: string, name: string): void {
    if (this.isFull) return;
    const field = child(path, name);
    if (this.unknown.has(field)) return;
    this.isFull = this.unknown.size === maxFieldErrors || !this.#room.isLeft;
    if (this.isFull) return;
    this.unknown.add(field);
    this.#room.take(field.length);
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

/** Returns the number of fields that `prune` removes. */
function countUnknown(value: JsonValue, schema: Schema): number {
  if (isScalar(value)) return 0;
  if (isList(value)) {
    const items = itemSlot(schema)?.schema ?? (schema.preserveUnknownFields ? undefined : nothingKnown);
    return items === undefined ? 0 : total(value.length, (i) => countUnknown(value[i] ?? null, items));
  }
  if (!isObject(value)) return 0;
  const names = Object.keys(value);
  return total(names.length, (i) => countMember(value, schema, names[i] ?? ""));
}

function countMember(object: JsonObject, schema: Schema, name: string): number {
  if (schema.embeddedResource && metaFields.has(name)) return 0;
  const slot = memberSlot(schema, name);
  if (slot !== undefined) return countUnknown(object[name] ?? null, slot.schema);
  return schema.preserveUnknownFields ? 0 : 1;
}

/** Adds up numbers, in a large request with pauses. */
function total(length: number, count: (index: number) => number): number {
  const work = runningWork();
  if (work !== undefined) {
    const begin = (): { sum: number; pause?(): void } => ({ sum: 0 });
    return work.loop(length, begin, (state, i) => void (state.sum += count(i))).sum;
  }
  let sum = 0;
  for (let i = 0; i < length; i++) sum += count(i);
  return sum;
}
