import { memberOf } from "../../../apimachinery/json/members.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { isObject } from "../tree.ts";
import { hashKey, isPlain, sameInterface } from "./go-value.ts";
import { StrategicPatchError } from "./strategic-patch-error.ts";

/** Finds the first item of a list that has a value for its merge key; the list may grow through it. */
export class ItemIndex {
  readonly #places = new Map<string, number>();
  readonly #list: JsonValue[];
  readonly #mergeKey: string;
  /** Where a search ends with an error. */
  #broken: number;

  constructor(list: JsonValue[], mergeKey: string) {
    this.#list = list;
    this.#mergeKey = mergeKey;
    const broken = list.findIndex((item) => !isObject(item));
    this.#broken = broken < 0 ? list.length : broken;
    for (let place = 0; place < this.#broken; place++) this.#note(place);
  }

  /** Appends an object to the list itself. */
  add(item: JsonObject): void {
    this.#list.push(item);
    if (this.#broken < this.#list.length - 1) return;
    this.#broken = this.#list.length;
    this.#note(this.#list.length - 1);
  }

  #note(place: number): void {
    const value = this.#valueAt(place);
    if (value === undefined || !isPlain(value)) return;
    const key = hashKey(value);
    if (!this.#places.has(key)) this.#places.set(key, place);
  }

  #valueAt(place: number): JsonValue | undefined {
    const item = this.#list[place];
    return isObject(item) ? memberOf(item, this.#mergeKey) : undefined;
  }

  /**
   * -1 where there is none. Throws StrategicPatchError for a list that holds anything but objects, unless the item
   * stands before.
   */
  find(value: JsonValue): number {
    const place = isPlain(value) ? (this.#places.get(hashKey(value)) ?? -1) : this.#search(value);
    if (place < 0 && this.#broken < this.#list.length)
      throw new StrategicPatchError(`value for key ${this.#broken} is not a map`);
    return place;
  }

  /** Values that are no plain scalars are compared one by one, as upstream panics over some of them. */
  #search(value: JsonValue): number {
    for (let place = 0; place < this.#broken; place++) {
      const found = this.#valueAt(place);
      if (found !== undefined && sameInterface(found, value)) return place;
    }
    return -1;
  }
}
