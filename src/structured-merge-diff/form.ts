import { Double, type JsonValue } from "../apimachinery/json/value.ts";
import type { Atom, Form } from "./schema.ts";

/** Returns the form of a type that applies to a value (typed.deduceAtom and handleAtom). */
export function formOf(atom: Atom, value: JsonValue | undefined): Form {
  if (value === undefined || value === null) return atom.fallback;
  if (typeof value !== "object") return atom.scalar ? "scalar" : atom.fallback;
  if (Array.isArray(value)) return atom.list ? "list" : atom.fallback;
  if (value instanceof Double) return atom.scalar ? "scalar" : atom.fallback;
  return atom.map ? "map" : atom.fallback;
}
