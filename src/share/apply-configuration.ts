import { isRecord } from "../apimachinery/is-record.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { type FieldStep, leadsTo, valueAt } from "../client/managed-fields.ts";
import type { FieldDifference } from "./compare-worlds.ts";

/** The configuration of an apply. */
export type FieldConfiguration = Readonly<Record<string, unknown>>;

/** How fields are brought to what an object has: by an apply, and by a JSON patch for those that it does not have. */
export interface Configuration {
  readonly applied: FieldConfiguration | undefined;
  /** Operations that test and remove, the last items of a list first. */
  readonly removed: readonly object[];
}

/**
 * Returns the requests that give fields of a live object the values that `object` has: `right` of each difference.
 * Items of lists are named by their keys, other lists are whole.
 */
export function configurationOf(
  object: KubeObject,
  live: KubeObject,
  fields: readonly FieldDifference[],
): Configuration {
  const { apiVersion, kind, metadata } = object;
  const root: Record<string, unknown> = {
    apiVersion,
    kind,
    metadata: { name: metadata.name, ...(metadata.namespace !== undefined && { namespace: metadata.namespace }) },
  };
  const set = fields.filter(({ right }) => right !== undefined);
  for (const { steps, right } of set) put(root, steps, right);
  const removed = fields
    .filter(({ right }) => right === undefined)
    .map(({ steps }) => ({ path: pointerTo(live, steps), value: valueAt(live, steps) }))
    .filter(({ value }) => value !== undefined)
    .toReversed()
    .flatMap(({ path, value }) => [
      { op: "test", path, value },
      { op: "remove", path },
    ]);
  return { applied: set.length === 0 ? undefined : root, removed };
}

/** Returns a copy of an object without the fields that have no value on the right. */
export function withoutFields(object: KubeObject, fields: readonly FieldDifference[]): KubeObject {
  const copy = structuredClone(object);
  for (const { steps, right } of fields) {
    const last = steps.at(-1);
    const at: unknown = right === undefined ? valueAt(copy, steps.slice(0, -1)) : undefined;
    if (last?.kind === "field" && isRecord(at)) delete (at as Record<string, unknown>)[last.name];
    else if (last !== undefined && Array.isArray(at))
      at.splice(at.findIndex((item, index) => leadsTo(last, index, item)) >>> 0, 1);
  }
  return copy;
}

/** Sets a value in a configuration, and makes what leads to it. */
function put(root: Record<string, unknown>, steps: readonly FieldStep[], value: unknown): void {
  let at: unknown = root;
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1];
    const made = next === undefined ? value : next.kind === "field" ? {} : [];
    at = step.kind === "field" ? putMember(at, step.name, made, next === undefined) : putItem(at, step, made);
  }
}

function putMember(at: unknown, name: string, made: unknown, isLast: boolean): unknown {
  if (!isRecord(at)) return undefined;
  const record: Record<string, unknown> = at;
  if (isLast || record[name] === undefined) record[name] = made;
  return record[name];
}

function putItem(at: unknown, step: FieldStep, made: unknown): unknown {
  if (!Array.isArray(at) || step.kind !== "key") return undefined;
  const items: unknown[] = at;
  const known = items.find((item, index) => leadsTo(step, index, item));
  if (known !== undefined) return known;
  const item = { ...step.keys, ...(isRecord(made) ? made : {}) };
  items.push(item);
  return item;
}

/** Returns the JSON pointer of a field in an object (RFC 6901). */
function pointerTo(object: KubeObject, steps: readonly FieldStep[]): string {
  let at: unknown = object;
  let path = "";
  for (const step of steps) {
    const items: readonly unknown[] = Array.isArray(at) ? at : [];
    const index = items.findIndex((item, position) => leadsTo(step, position, item));
    const name = step.kind === "field" ? step.name : String(index);
    path += `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    at = step.kind === "field" ? (isRecord(at) ? at[step.name] : undefined) : items[index];
  }
  return path;
}
