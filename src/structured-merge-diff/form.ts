import type { JsonValue } from "../apimachinery/json/value.ts";
import type { Atom, Form } from "./schema.ts";
import { isList, isMap } from "./value.ts";

/** Which of a type's forms a value takes (typed.deduceAtom and handleAtom). */
export function formOf(atom: Atom, value: JsonValue | undefined): Form {
  if (value === undefined || value === null) return atom.fallback;
  if (isList(value)) return atom.list ? "list" : atom.fallback;
  if (isMap(value)) return atom.map ? "map" : atom.fallback;
  return atom.scalar ? "scalar" : atom.fallback;
}
