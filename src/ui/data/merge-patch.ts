import { isRecord } from "../../apimachinery/is-record.ts";

/** Returns the smallest JSON merge patch (RFC 7386) from `before` to `after`; undefined if they are equal. */
export function mergePatchBetween(before: unknown, after: unknown): unknown {
  if (!isRecord(before) || !isRecord(after)) return sameJson(before, after) ? undefined : after;
  const patch: Record<string, unknown> = {};
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) patch[key] = null;
  for (const [key, value] of Object.entries(after)) {
    const part = Object.hasOwn(before, key) ? mergePatchBetween(before[key], value) : value;
    if (part !== undefined) patch[key] = part;
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
}

const sameJson = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Applies a JSON merge patch to a document. */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const result: Record<string, unknown> = isRecord(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else result[key] = applyMergePatch(result[key], value);
  }
  return result;
}
