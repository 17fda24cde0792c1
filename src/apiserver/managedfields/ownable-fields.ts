import { excluding, including, type FieldFilter } from "../../structured-merge-diff/field-filter.ts";
import { FieldSet } from "../../structured-merge-diff/field-set.ts";
import { fieldPathOf } from "./strip-meta.ts";

/** Which fields the writers of a path come to own. */
interface OwnableFields {
  /** Fields that the path resets, as dotted paths; nobody owns them (rest.ResetFieldsStrategy). */
  readonly resetFields?: readonly string[];
  /**
   * The only fields that the path changes, as dotted paths in which `*` stands for any item; nobody owns others
   * (rest.ResetFieldsFilterStrategy).
   */
  readonly ownableFields?: readonly string[];
}

/** Returns the filter of what writers of a path come to own; undefined if it is everything. */
export function ownableBy({ resetFields = [], ownableFields }: OwnableFields): FieldFilter | undefined {
  if (ownableFields !== undefined) return including(ownableFields);
  if (resetFields.length === 0) return undefined;
  return excluding(FieldSet.ofPaths(resetFields.map((path) => fieldPathOf(...path.split(".")))));
}
