import type { JsonObject } from "../../apimachinery/json/value.ts";
import { BoundedMap } from "../../apimachinery/bounded-map.ts";
import { runningWork } from "../../component-base/work.ts";
import { isFlat, memberAtom, type Atom } from "../../structured-merge-diff/schema.ts";
import { isValidValue } from "../../structured-merge-diff/validate.ts";

/** An object type, and whether a codec has already validated the scalars of its objects (FieldManager). */
export interface ObjectType {
  readonly atom: Atom;
  readonly decoded: boolean;
}

/**
 * Reports whether an object conforms to its type, duplicates allowed. Parts that are identical to those at the same
 * path of `other`, an object that conforms, are not checked.
 */
export function conforms(object: JsonObject, { atom: { map }, decoded }: ObjectType, other?: JsonObject): boolean {
  if (!map || map.deduced) return map !== undefined;
  for (const name in object) {
    const value = object[name];
    if (value === undefined) continue;
    const type = memberAtom(map, name);
    if (decoded && type?.map && isFlat(type.map)) continue;
    if (type === undefined || !isValidValue(value, type, true, other?.[name])) return false;
  }
  return true;
}

/**
 * Remembers by UID the last written objects that conform to their types. The next request usually reads the same object
 * from storage.
 */
export class ConformingObjects {
  readonly #last = new BoundedMap<string, { readonly object: JsonObject; readonly atom: Atom }>(1024);

  get size(): number {
    return this.#last.size;
  }

  /** Reports whether a live object conforms. Parts shared with the remembered object are not checked. */
  liveConforms(object: JsonObject, type: ObjectType, uid: string): boolean {
    const known = this.#last.get(uid);
    return conforms(object, type, known?.atom === type.atom ? known.object : undefined);
  }

  /** Reports whether a live object is the remembered one, metadata aside: what an apply made, with its defaults. */
  isLast(object: JsonObject, { atom }: ObjectType, uid: string): boolean {
    const known = this.#last.get(uid);
    if (known?.atom !== atom) return false;
    for (const name in object)
      if (name !== "metadata" && typeof object[name] === "object" && object[name] !== known.object[name]) return false;
    return true;
  }

  /** Remembers an object derived from a live one that conforms, if it conforms as well. Large ones are not held. */
  remember(object: JsonObject, type: ObjectType, uid: string, live: JsonObject): void {
    if (uid === "" || runningWork() !== undefined || !conforms(object, type, live)) return;
    this.#last.set(uid, { object, atom: type.atom });
  }

  clear(): void {
    this.#last.clear();
  }
}
