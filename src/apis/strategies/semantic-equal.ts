import { isRecord } from "../../apimachinery/is-record.ts";
import { keptValue } from "../../component-base/work.ts";

const isEmpty = (value: unknown): boolean => {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== "object") return false;
  for (const _ in value) return false;
  return true;
};

function equalLists(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!semanticEqual(a[i], b[i])) return false;
  return true;
}

function equalRecords(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  for (const key in a) if (!semanticEqual(a[key], b[key])) return false;
  for (const key in b) if (!Object.hasOwn(a, key) && !isEmpty(b[key])) return false;
  return true;
}

/** Compares values as `semanticEqual` does; large ones of a large request once, before work that pauses. */
export const equalOnce = (a: unknown, b: unknown): boolean => keptValue(() => semanticEqual(a, b));

/** Compares values as upstream's equality.Semantic does: absent, null and empty are equal. */
export function semanticEqual(a: unknown, b: unknown): boolean {
  if (a === b || (isEmpty(a) && isEmpty(b))) return true;
  if (Array.isArray(a)) return Array.isArray(b) && equalLists(a, b);
  if (isRecord(a)) return isRecord(b) && equalRecords(a, b);
  return false;
}
