import { isRecord } from "../apimachinery/is-record.ts";

/** A field that differs between two states of an object; undefined where it is not set. */
export interface FieldChange {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What the server keeps of each write, and what the storage has by itself. */
const bookkeeping = /^(kind|apiVersion|metadata\.(resourceVersion|generation|managedFields|uid|creationTimestamp))\b/;

/** Returns the fields that differ between two objects. Lists of named items are compared by their names. */
export function changedFields(before: unknown, after: unknown): readonly FieldChange[] {
  const [old, fresh] = [leavesOf(before), leavesOf(after)];
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .filter((path) => !bookkeeping.test(path) && JSON.stringify(old.get(path)) !== JSON.stringify(fresh.get(path)))
    .map((path) => ({ path, before: old.get(path), after: fresh.get(path) }));
}

/** Returns the values of an object that are no objects themselves, by their paths. */
export function leavesOf(value: unknown): ReadonlyMap<string, unknown> {
  const leaves = new Map<string, unknown>();
  const visit = (part: unknown, path: string): void => {
    if (isRecord(part) && Object.keys(part).length > 0)
      for (const [key, member] of Object.entries(part)) visit(member, joined(path, key));
    else if (isNamedList(part)) for (const item of part) visit(item, `${path}[${String(item["name"])}]`);
    else if (part !== undefined) leaves.set(path, part);
  };
  visit(value ?? {}, "");
  leaves.delete("");
  return leaves;
}

const joined = (path: string, key: string): string =>
  /^[\w-]+$/.test(key) ? (path === "" ? key : `${path}.${key}`) : `${path}["${key}"]`;

const isNamedList = (value: unknown): value is readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => isRecord(item) && typeof item["name"] === "string");

const longest = 60;

/** A value in a sentence. */
export function valueInWords(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = typeof value === "string" && value !== "" ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** `spec.replicas 3 → 2`. */
export const changeInWords = ({ path, before, after }: FieldChange): string =>
  `${path} ${valueInWords(before)} → ${valueInWords(after)}`;
