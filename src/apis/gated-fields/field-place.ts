import { isRecord } from "../../apimachinery/is-record.ts";

/** A field path: names, where lists (`containers[]`) and maps (`capacity{}`) select each of their items. */
export type FieldPlace = readonly PlaceStep[];

interface PlaceStep {
  readonly name: string;
  readonly each: boolean;
}

/** Parses a path such as `spec.containers[].lifecycle.stopSignal`. */
export const readPlace = (text: string): FieldPlace =>
  text
    .split(".")
    .map((part) =>
      part.endsWith("[]") || part.endsWith("{}")
        ? { name: part.slice(0, -2), each: true }
        : { name: part, each: false },
    );

const isThere = (value: unknown): boolean => value !== undefined && value !== null;

/** Reports whether a field at a path is set to a value for which `counts` returns true. */
export function isUsed(value: unknown, place: FieldPlace, counts: (value: unknown) => boolean, at = 0): boolean {
  const step = place[at];
  if (step === undefined) return isThere(value) && counts(value);
  if (!isRecord(value)) return false;
  const member = value[step.name];
  if (!step.each) return isUsed(member, place, counts, at + 1);
  if (!isThere(member) || typeof member !== "object") return false;
  return Object.values(member ?? {}).some((item) => isUsed(item, place, counts, at + 1));
}

/**
 * Returns the value with each field at a path replaced, or removed if `change` returns undefined; the same value if no
 * field is set.
 */
export function withFields(value: unknown, place: FieldPlace, change: (field: unknown) => unknown, at = 0): unknown {
  const step = place[at];
  if (step === undefined) return isThere(value) ? change(value) : value;
  if (!isRecord(value) || !isThere(value[step.name])) return value;
  const member = value[step.name];
  const changed = step.each ? withItems(member, place, change, at + 1) : withFields(member, place, change, at + 1);
  if (changed === member) return value;
  if (changed !== undefined) return { ...value, [step.name]: changed };
  const { [step.name]: _, ...rest } = value;
  return rest;
}

function withItems(items: unknown, place: FieldPlace, change: (field: unknown) => unknown, at: number): unknown {
  if (Array.isArray(items)) {
    const changed = items.map((item) => withFields(item, place, change, at));
    return changed.every((item, i) => item === items[i]) ? items : changed;
  }
  if (!isRecord(items)) return items;
  const changed = Object.entries(items).map(([name, item]) => [name, withFields(item, place, change, at)] as const);
  return changed.every(([name, item]) => item === items[name]) ? items : Object.fromEntries(changed);
}
