import type { FieldManager } from "../../client/managed-fields.ts";
import { isNobodys, type FieldMark } from "../kube/field-marks.ts";
import { listed } from "../../diagnosis/words.ts";
import { managerWords } from "../kube/ownership-changes.ts";

/** Describes since when a manager has owned a field: `since 12:03:07`, or "" if unknown. */
export type SinceWords = (manager: FieldManager, path: string) => string;

/** Describes the ownership of a field in one or two sentences. */
export function fieldSentence(mark: FieldMark, since: SinceWords): string {
  const [first, ...others] = mark.owners;
  if (first === undefined)
    return isNobodys(mark)
      ? `No manager owns ${mark.path}: the server or a default set it. Applies do not conflict on it.`
      : `No manager owns ${mark.path} itself. See the fields below it.`;
  const thing = thingOf(mark);
  if (others.length === 0) return `${managerWords(first)} owns ${thing}${sinceAt(first, mark, since)}${outcome(mark)}`;
  const each = mark.owners.map((owner) => `${managerWords(owner)}${sinceAt(owner, mark, since)}`);
  return `${listed(mark.owners.map(managerWords), 4)} share ${thing}: ${listed(each, 4)}. Applying another value conflicts with every other owner.`;
}

function thingOf({ path, tag, container, whole, within }: FieldMark): string {
  if (within !== undefined) return `${path}, as a part of ${within} which is owned as one`;
  if (tag === "k:") return `the list item ${path} itself, known by its keys (k:)`;
  if (tag === "v:") return `the list item ${path}, known by its value (v:)`;
  if (whole) return `${path} as one, with everything in it`;
  return container ? `${path} itself (.)` : path;
}

const sinceAt = (manager: FieldManager, { path, within }: FieldMark, since: SinceWords): string => {
  const words = since(manager, within ?? path);
  return words === "" ? "" : ` ${words}`;
};

function outcome({ tag, container, whole, within }: FieldMark): string {
  if (tag === "v:") return ". It stays in the list as long as a manager owns it.";
  if (container && !whole && within === undefined) return ". It stays as long as a manager owns it or a field in it.";
  return "; another manager that applies a different value gets a conflict.";
}
