import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import { memberOf } from "../../../apimachinery/json/members.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { runWalk } from "../../../apimachinery/walk.ts";
import { isObject } from "../tree.ts";
import { patchDirective, type OwnPatch } from "./directives.ts";
import { requireMergeKey, sortByOrder } from "./element-order.ts";
import { deepEqual, formatValue } from "./go-value.ts";
import { areMaps, elementType } from "./list-type.ts";
import { sameItem } from "./merge-ordered-lists.ts";
import type { FieldPatch, PatchLookup } from "./patch-schema.ts";
import { sortByText, sortScalars } from "./sort-by-text.ts";
import { withoutDuplicates } from "./without-duplicates.ts";

type Items = readonly JsonValue[];

/** What a difference leaves out (strategicpatch.DiffOptions). */
export interface DiffOptions {
  readonly ignoreDeletions?: boolean;
  readonly ignoreChanges?: boolean;
  /** Leaves out the directives that tell the order of lists. */
  readonly ignoreOrder?: boolean;
}

/** The patch of a list that is merged. */
export interface ListDiff {
  /** Items that are changed, added or, if they are objects, marked as deleted. */
  readonly changes: Items;
  /** Scalars to delete. */
  readonly deletions: Items;
  /** The order of the modified list; empty if it need not be specified. */
  readonly order: Items;
}

/** Computes the patch of one object; used for list items. */
export type DiffObjects = (
  original: JsonObject,
  modified: JsonObject,
  schema: PatchLookup,
  options: DiffOptions,
  retainKeys: boolean,
) => OwnPatch;

const nothing: ListDiff = { changes: [], deletions: [], order: [] };

/**
 * Returns the difference of two lists whose items have merge keys or are scalars (strategicpatch.diffLists). Throws
 * StrategicPatchError.
 */
export function diffLists(
  original: Items,
  modified: Items,
  field: FieldPatch,
  options: DiffOptions,
  diffObjects: DiffObjects,
): ListDiff {
  if (original.length === 0) return options.ignoreChanges === true ? nothing : { ...nothing, changes: modified };
  return areMaps(runWalk(elementType(original, modified)))
    ? diffMapLists(original, modified, field, options, diffObjects)
    : diffScalarLists(original, modified, options);
}

function diffScalarLists(original: Items, modified: Items, { ignoreChanges, ignoreDeletions }: DiffOptions): ListDiff {
  const old = sortScalars(original);
  const { added, removed } = compareSorted(old, sortScalars(modified), formatValue);
  const deletions = ignoreDeletions === true ? [] : runWalk(withoutDuplicates(removed));
  const changes = ignoreChanges === true ? [] : runWalk(sortByOrder(added, modified, { maps: false, mergeKey: "" }));
  const isOrdered = deletions.length > 0 || (ignoreChanges !== true && !deepEqual(old, modified));
  return { changes, deletions, order: isOrdered ? modified : [] };
}

function diffMapLists(
  original: Items,
  modified: Items,
  { schema, meta }: FieldPatch,
  options: DiffOptions,
  diffObjects: DiffObjects,
): ListDiff {
  const { mergeKey } = meta;
  const keyOf = (item: JsonValue): JsonValue => (isObject(item) ? memberOf(item, mergeKey) : null) ?? null;
  const textOf = (item: JsonValue): string => formatValue(requireMergeKey(item, mergeKey)[mergeKey] ?? null);
  const { added, removed, both } = compareSorted(sortByText(original, keyOf), sortByText(modified, keyOf), textOf);
  const changed = both.flatMap(([old, item]) => itemDiff(old, item));
  const unsorted = options.ignoreChanges === true ? changed : [...changed, ...added];
  const changes = runWalk(sortByOrder(unsorted, modified, { maps: true, mergeKey }));
  const gone = options.ignoreDeletions === true ? [] : removed;
  const deletions = gone.map((item) => ({ [mergeKey]: keyOf(item), [patchDirective]: "delete" }));
  const all = [...changes, ...deletions];
  const sameOrder =
    original.length === modified.length && modified.every((item, i) => sameItem(original[i] ?? null, item, mergeKey));
  return {
    changes: all,
    deletions: [],
    order:
      all.length > 0 || (options.ignoreChanges !== true && !sameOrder)
        ? modified.map((item) => ({ [mergeKey]: keyOf(item) }))
        : [],
  };

  function itemDiff(old: JsonValue, item: JsonValue): readonly JsonObject[] {
    if (!isObject(old) || !isObject(item)) return [];
    const change = diffObjects(old, item, schema, options, meta.retainKeys);
    return Object.keys(change).length === 0 ? [] : [{ ...change, [mergeKey]: keyOf(item) }];
  }
}

/** Compares two sorted lists in parallel. */
function compareSorted(original: Items, modified: Items, textOf: (item: JsonValue) => string) {
  const added: JsonValue[] = [];
  const removed: JsonValue[] = [];
  const both: (readonly [JsonValue, JsonValue])[] = [];
  const [old, now] = [original.map(textOf), modified.map(textOf)];
  for (let [i, j] = [0, 0]; i < original.length || j < modified.length;) {
    const order = i >= original.length ? 1 : j >= modified.length ? -1 : compareUtf8(old[i] ?? "", now[j] ?? "");
    if (order === 0) both.push([original[i++] ?? null, modified[j++] ?? null]);
    else if (order > 0) added.push(modified[j++] ?? null);
    else removed.push(original[i++] ?? null);
  }
  return { added, removed, both };
}
