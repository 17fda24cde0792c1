import type { JsonObject, JsonValue } from "../apimachinery/json/value.ts";
import { Double, isList } from "../apimachinery/json/value.ts";
import { keptValue, runningWork } from "../component-base/work.ts";
import { FieldSet, type SetEntry } from "./field-set.ts";
import { entryOfItem } from "./item-entries.ts";
import { areDistinct, itemElement, itemError } from "./list-items.ts";
import { forEachItem, forEachName } from "./long-values.ts";
import type { PathElement } from "./path-element.ts";
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
  return runningWork() === undefined
    ? mentionContainer(value, atom, like)
    : keptValue(() => mentionContainer(value, atom, like)); // found once, however often that pauses afterwards
}

function mentionContainer(value: readonly JsonValue[] | JsonObject, atom: Atom, like: FieldSet | undefined): Mention {
  if (isList(value)) return atom.list ? mentionItems(value, atom.list, like) : "unfit";
  return atom.map ? mentionMembers(value, atom.map, like) : "unfit";
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
  const { entries, known, isUnfit } = forEachName(members, newMentions, (found, name) => {
    const value = members[name];
    if (value === undefined || found.isUnfit) return;
    const field = fieldOf(map, name);
    const type = field?.type ?? elements;
    const before = atomic ? undefined : like?.field(name);
    const said = type ? mention(value, type, before?.children) : "unfit";
    found.isUnfit = said === "unfit";
    if (said === "unfit" || atomic) return;
    const owned = said === "whole" || !field || value === null || (isMap(value) && isEmptyMap(value));
    if (!owned && said === "nothing") return;
    addMention(found, before, owned, said, field?.element ?? before?.element ?? { kind: "field", name });
  });
  if (isUnfit) return "unfit";
  return atomic ? "whole" : settle(entries, known, like);
}

/** The entries of what is set, whether all of them are those of a known set, and whether anything does not conform. */
interface Mentions {
  readonly entries: SetEntry[];
  known: boolean;
  isUnfit: boolean;
}

const newMentions = (): Mentions => ({ entries: [], known: true, isUnfit: false });

/** Adds an entry, the one of before if that is equal. */
function addMention(
  found: Mentions,
  before: SetEntry | undefined,
  member: boolean,
  said: Mention,
  element: PathElement,
): void {
  const children = typeof said === "string" ? undefined : said;
  const same = before !== undefined && before.member === member && before.children === children;
  found.entries.push(same ? before : { element, member, children });
  found.known &&= same;
}

function mentionItems(items: readonly JsonValue[], list: ListAtom, like: FieldSet | undefined): Mention {
  const { atomic } = list;
  const { entries, known, isUnfit } = forEachItem(items, newMentions, (found, item) => {
    if (found.isUnfit) return;
    if (!atomic && itemError(list, item) !== undefined) return void (found.isUnfit = true);
    const before = atomic ? undefined : like && entryOfItem(like, list, item);
    const said = mention(item, list.items, before?.children);
    if (said === "unfit") found.isUnfit = true;
    else if (!atomic) addMention(found, before, true, said, before?.element ?? itemElement(list, item));
  });
  if (isUnfit) return "unfit";
  if (atomic) return "whole";
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
