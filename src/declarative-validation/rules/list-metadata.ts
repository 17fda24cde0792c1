import type { Member } from "../go/go-type.ts";
import type { TagSource } from "../generator/validations.ts";

/** What listType and listMapKey say of a list. */
export interface ListMetadata {
  atomic: boolean;
  set: boolean;
  map: boolean;
  readonly keys: { readonly json: string; readonly member: Member }[];
  readonly sources: TagSource[];
}

/** Returns the metadata of a path, added if there is none. */
export function listMetadataOf(lists: Map<string, ListMetadata>, path: string): ListMetadata {
  const known = lists.get(path) ?? { atomic: false, set: false, map: false, keys: [], sources: [] };
  lists.set(path, known);
  return known;
}
