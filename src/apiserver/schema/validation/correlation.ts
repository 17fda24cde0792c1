import { isList, isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { ListSchema, Schema } from "../schema.ts";
import { itemSlot, memberSlot } from "../structural/json-tree.ts";
import { deepEqual } from "./deep-equal.ts";
import { MapListIndex } from "./map-list-index.ts";

/** A value and its old value, as far as they can be correlated (common.CorrelatedObject). */
export class Correlation {
  readonly value: JsonValue;
  readonly old: JsonValue;
  readonly #schema: Schema;
  #equal: boolean | undefined;
  #index: MapListIndex | undefined;

  constructor(value: JsonValue, old: JsonValue, schema: Schema) {
    this.value = value;
    this.old = old;
    this.#schema = schema;
  }

  /** Whether the value equals the old value. */
  get unchanged(): boolean {
    return (this.#equal ??= this.#compare());
  }

  /** Returns the correlated member. Undefined if it is missing on either side or not in the schema. */
  member(name: string): Correlation | undefined {
    const { value, old } = this;
    if (!isObject(value) || !isObject(old)) return undefined;
    const slot = memberSlot(this.#schema, name);
    const now = ownMember(value, name);
    const before = ownMember(old, name);
    return slot === undefined || now === undefined || before === undefined
      ? undefined
      : new Correlation(now, before, slot.schema);
  }

  /** Returns the correlated item at an index of the new list. Only items of lists of type map can be correlated. */
  item(index: number): Correlation | undefined {
    const slot = itemSlot(this.#schema);
    const before = this.#itemBefore(index);
    const now = isList(this.value) ? this.value[index] : undefined;
    return slot === undefined || now === undefined || before === undefined
      ? undefined
      : new Correlation(now, before, slot.schema);
  }

  #itemBefore(index: number): JsonValue | undefined {
    const { value, old } = this;
    if (!isList(value) || !isList(old) || !isMapList(this.#schema)) return undefined;
    this.#index ??= new MapListIndex(this.#schema.listMapKeys ?? [], old);
    return this.#index.find(value[index]);
  }

  #compare(): boolean {
    const { value, old } = this;
    if (isList(value) && isList(old)) return value.length === old.length && this.#sameItems(value, old);
    if (isObject(value) && isObject(old)) {
      const names = Object.keys(value);
      return names.length === Object.keys(old).length && names.every((name) => this.member(name)?.unchanged === true);
    }
    return deepEqual(value, old);
  }

  #sameItems(value: readonly JsonValue[], old: readonly JsonValue[]): boolean {
    if (!isMapList(this.#schema)) return deepEqual(value, old);
    return value.every((_, i) => this.item(i)?.unchanged === true);
  }
}

const isMapList = (schema: Schema): schema is ListSchema => schema.kind === "list" && schema.listType === "map";

const ownMember = (object: JsonObject, name: string): JsonValue | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;
