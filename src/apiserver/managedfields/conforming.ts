import type { JsonObject } from "../../apimachinery/json/value.ts";
import { memberAtom, type Atom } from "../../structured-merge-diff/schema.ts";
import { isValidValue } from "../../structured-merge-diff/validate.ts";

/** Whether an object conforms to its type, but for duplicates; parts of one that does are not looked at where they stand at the same places. */
export function conforms(object: JsonObject, { map }: Atom, other?: JsonObject): boolean {
  if (!map || map.deduced) return map !== undefined;
  for (const name in object) {
    const value = object[name];
    if (value === undefined) continue;
    const type = memberAtom(map, name);
    if (type === undefined || !isValidValue(value, type, true, other?.[name])) return false;
  }
  return true;
}

/** What was made of objects last and conforms, by their uids: the next request usually finds it stored. */
const last = new Map<string, { readonly object: JsonObject; readonly atom: Atom }>();
const maxLast = 1024;

/** Whether a live object conforms, of which nothing is looked at that was there when an object was last made of it. */
export function liveConforms(object: JsonObject, atom: Atom, uid: string): boolean {
  const known = last.get(uid);
  return conforms(object, atom, known?.atom === atom ? known.object : undefined);
}

/** Keeps in mind an object that was made of a live one that conforms, if it does too. */
export function rememberConforming(object: JsonObject, atom: Atom, uid: string, live: JsonObject): void {
  if (uid === "" || !conforms(object, atom, live)) return;
  if (last.size >= maxLast && !last.has(uid)) last.clear();
  last.set(uid, { object, atom });
}
