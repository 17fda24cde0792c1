import type { JsonObject } from "../../apimachinery/json/value.ts";
import { BoundedMap } from "../../apimachinery/bounded-map.ts";
import { isFlat, memberAtom, type Atom } from "../../structured-merge-diff/schema.ts";
import { isValidValue } from "../../structured-merge-diff/validate.ts";

/** A type of objects, and whether a codec has seen to what is plain in them (FieldManager). */
export interface ObjectType {
  readonly atom: Atom;
  readonly decoded: boolean;
}

/**
 * Whether an object conforms to its type, but for duplicates; parts of one that does are not looked at where they stand
 * at the same places.
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

/** What was made of objects last and conforms, by their uids: the next request usually finds it stored. */
export class ConformingObjects {
  readonly #last = new BoundedMap<string, { readonly object: JsonObject; readonly atom: Atom }>(1024);

  get size(): number {
    return this.#last.size;
  }

  /**
   * Whether a live object conforms, of which nothing is looked at that was there when an object was last made of it.
   */
  liveConforms(object: JsonObject, type: ObjectType, uid: string): boolean {
    const known = this.#last.get(uid);
    return conforms(object, type, known?.atom === type.atom ? known.object : undefined);
  }

  /** Keeps in mind an object that was made of a live one that conforms, if it does too. */
  remember(object: JsonObject, type: ObjectType, uid: string, live: JsonObject): void {
    if (uid === "" || !conforms(object, type, live)) return;
    this.#last.set(uid, { object, atom: type.atom });
  }

  clear(): void {
    this.#last.clear();
  }
}
