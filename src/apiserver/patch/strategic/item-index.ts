import { memberOf } from "../../../apimachinery/json/members.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { eachInSteps, type Walk } from "../../../apimachinery/walk.ts";
import { isObject } from "../tree.ts";
import { hashKey, isPlain, sameInterface } from "./go-value.ts";
import { StrategicPatchError } from "./strategic-patch-error.ts";

/** Finds the first item of a list with a given merge key value. Items can be appended to the list through it. */
export class ItemIndex {
  readonly #places = new Map<string, number>();
  readonly #list: JsonValue[];
  readonly #mergeKey: string;
  /** The index of the first item that is not an object, at which a search fails. */
  #broken: number;

  private constructor(list: JsonValue[], mergeKey: string) {
    this.#list = list;
    this.#mergeKey = mergeKey;
    const broken = list.findIndex((item) => !isObject(item));
    this.#broken = broken < 0 ? list.length : broken;
  }

  /** Returns the index of a list. */
  static *of(list: JsonValue[], mergeKey: string): Walk<ItemIndex> {
    const index = new ItemIndex(list, mergeKey);
    yield* eachInSteps(list, (_, place) => {
      if (place < index.#broken) index.#note(place);
    });
    return index;
  }

  /** Appends an object to the list. */
  add(item: JsonObject): void {
    this.#list.push(item);
    if (this.#broken < this.#list.length - 1) return;
    this.#broken = this.#list.length;
    this.#note(this.#list.length - 1);
  }

  /** Replaces an object that was found. If its key is another now, the next object with that key is found instead. */
  replace(place: number, item: JsonObject): void {
    const key = this.#keyAt(place);
    this.#list[place] = item;
    if (key === this.#keyAt(place)) return;
    if (key !== undefined) {
      this.#places.delete(key);
      for (let next = place + 1; next < this.#broken && !this.#places.has(key); next++)
        if (this.#keyAt(next) === key) this.#places.set(key, next);
    }
    this.#note(place);
  }

  #note(place: number): void {
    const key = this.#keyAt(place);
    if (key !== undefined && (this.#places.get(key) ?? Infinity) > place) this.#places.set(key, place);
  }

  /** Returns what an item's key is found by; undefined if it has none, or one that is searched for. */
  #keyAt(place: number): string | undefined {
    const value = this.#valueAt(place);
    return value === undefined || !isPlain(value) ? undefined : hashKey(value);
  }

  #valueAt(place: number): JsonValue | undefined {
    const item = this.#list[place];
    return isObject(item) ? memberOf(item, this.#mergeKey) : undefined;
  }

  /**
   * Returns the index of the first item with this merge key value, or -1. Throws StrategicPatchError if an item that is
   * not an object comes before it.
   */
  find(value: JsonValue): number {
    const place = isPlain(value) ? (this.#places.get(hashKey(value)) ?? -1) : this.#search(value);
    if (place < 0 && this.#broken < this.#list.length)
      throw new StrategicPatchError(`value for key ${this.#broken} is not a map`);
    return place;
  }

  /** Searches for a value that is not a scalar by comparing each item, as upstream panics for some of them. */
  #search(value: JsonValue): number {
    for (let place = 0; place < this.#broken; place++) {
      const found = this.#valueAt(place);
      if (found !== undefined && sameInterface(found, value)) return place;
    }
    return -1;
  }
}
