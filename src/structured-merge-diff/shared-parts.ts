import { memberOf } from "../apimachinery/json/members.ts";
import { isList, type JsonValue } from "../apimachinery/json/value.ts";
import { isMap } from "./value.ts";

/**
 * Returns the largest parts of a value that are identical to parts of another value at the same path, i.e. that a merge
 * left unchanged. List items may have moved.
 */
export function sharedParts(value: JsonValue, other: JsonValue): ReadonlySet<unknown> {
  const shared = new Set<unknown>();
  collect(value, other, shared);
  return shared;
}

function collect(value: JsonValue, other: JsonValue | undefined, shared: Set<unknown>): void {
  if (typeof value !== "object" || value === null) return;
  if (value === other) shared.add(value);
  else if (isList(value)) collectItems(value, isList(other) ? other : [], shared);
  else if (isMap(value) && isMap(other))
    for (const name in value) collect(value[name] ?? null, memberOf(other, name), shared);
}

const few = 16;

function collectItems(items: readonly JsonValue[], others: readonly JsonValue[], shared: Set<unknown>): void {
  let moved: ReadonlySet<unknown> | undefined;
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (typeof item !== "object" || item === null) continue;
    if (item === others[i]) shared.add(item);
    else if (others.length <= few ? others.includes(item) : (moved ??= new Set(others)).has(item)) shared.add(item);
    else collect(item, others[i], shared);
  }
}
