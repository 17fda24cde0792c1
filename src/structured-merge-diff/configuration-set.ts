import type { JsonObject, JsonValue } from "../apimachinery/json/value.ts";
import { Double } from "../apimachinery/json/value.ts";
import { FieldSet, type SetEntry } from "./field-set.ts";
import { entryOfItem } from "./item-entries.ts";
import { areDistinct, itemElement, itemError } from "./list-items.ts";
import { fieldOf, type Atom, type ListAtom, type MapAtom, type ScalarKind } from "./schema.ts";
import { isEmptyMap, isMap } from "./value.ts";

/** The paths that a value sets. "unfit" if the value does not conform to its type, or contains a Double or a bigint. */
export type Mention = FieldSet | "whole" | "nothing" | "unfit";

/**
 * Validates a value and returns its field set in one walk; the result equals that of `toFieldSet`. Returns undefined if
 * `isValidValue` would reject the value, or if it contains a Double or a bigint. Subtrees that equal those of `like`
 * are returned as the same instances, because repeated applies mostly set the same fields.
 */
export function configurationSet(value: JsonValue, atom: Atom, like: FieldSet | undefined): FieldSet | undefined {
  const found = mention(value, atom, like);
  if (found === "unfit") return undefined;
  return typeof found === "string" ? FieldSet.empty : found;
}

/** Returns the paths that a value sets. Reuses the subtrees of `like` that are equal. */
export function mention(value: JsonValue, atom: Atom, like: FieldSet | undefined): Mention {
  if (typeof value === "string") return fits(atom.scalar, "string");
  if (typeof value === "number") return fits(atom.scalar, "numeric");
  if (typeof value === "boolean") return fits(atom.scalar, "boolean");
  if (value === null) return mentionNull(atom);
  if (typeof value === "bigint" || value instanceof Double) return "unfit";
  if (Array.isArray(value)) return atom.list ? mentionItems(value, atom.list, like) : "unfit";
  return atom.map ? mentionMembers(value as JsonObject, atom.map, like) : "unfit";
}

const fits = (kind: ScalarKind | undefined, own: ScalarKind): Mention =>
  kind === own || kind === "untyped" ? "whole" : "unfit";

function mentionNull({ fallback, list, map }: Atom): Mention {
  switch (fallback) {
    case "scalar":
      return "whole";
    case "list":
      return list?.atomic ? "whole" : "nothing";
    case "map":
      return map?.atomic ? "whole" : "nothing";
    case "none":
      return "unfit";
  }
}

function mentionMembers(members: JsonObject, map: MapAtom, like: FieldSet | undefined): Mention {
  const { atomic, elements } = map;
  const entries: SetEntry[] = [];
  let known = true;
  for (const name in members) {
    const value = members[name];
    if (value === undefined) continue;
    const field = fieldOf(map, name);
    const type = field?.type ?? elements;
    const before = atomic ? undefined : like?.field(name);
    const found = type ? mention(value, type, before?.children) : "unfit";
    if (found === "unfit") return "unfit";
    if (atomic) continue;
    const owned = found === "whole" || !field || value === null || (isMap(value) && isEmptyMap(value));
    if (!owned && found === "nothing") continue;
    const children = typeof found === "string" ? undefined : found;
    const same = before !== undefined && before.member === owned && before.children === children;
    entries.push(
      same
        ? before
        : { element: field?.element ?? before?.element ?? { kind: "field", name }, member: owned, children },
    );
    known &&= same;
  }
  return atomic ? "whole" : settle(entries, known, like);
}

function mentionItems(items: readonly JsonValue[], list: ListAtom, like: FieldSet | undefined): Mention {
  if (list.atomic) return items.every((item) => mention(item, list.items, undefined) !== "unfit") ? "whole" : "unfit";
  const entries: SetEntry[] = [];
  let known = true;
  for (const item of items) {
    if (itemError(list, item) !== undefined) return "unfit";
    const before = like && entryOfItem(like, list, item);
    const found = mention(item, list.items, before?.children);
    if (found === "unfit") return "unfit";
    const children = typeof found === "string" ? undefined : found;
    const same = before !== undefined && before.member && before.children === children;
    entries.push(same ? before : { element: before?.element ?? itemElement(list, item), member: true, children });
    known &&= same;
  }
  return areDistinct(list, items) ? settle(entries, known, like) : "unfit";
}

/**
 * Returns the set of these entries, or `like` itself if it has the same ones. `known`: all of them are entries of
 * `like`.
 */
export function settle(entries: SetEntry[], known: boolean, like: FieldSet | undefined): Mention {
  if (entries.length === 0) return "nothing";
  return known && like?.entries.length === entries.length ? like : FieldSet.of(entries);
}
