import { isRecord } from "../apimachinery/is-record.ts";
/** A JSON object as decoders leave it. */
export type JsonRecord = Readonly<Record<string, unknown>>;

const emptyRecord: JsonRecord = {};

/** A member as a record, or an empty one. */
export function recordAt(object: JsonRecord, member: string): JsonRecord {
  const value = object[member];
  return isRecord(value) ? value : emptyRecord;
}

/** The items of a list member that are records. */
export function recordsAt(object: JsonRecord, member: string): readonly JsonRecord[] {
  const value = object[member];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** A member as a string, or "". */
export const stringAt = (object: JsonRecord, member: string): string => {
  const value = object[member];
  return typeof value === "string" ? value : "";
};

/** A member as a number, or undefined. */
export const numberAt = (object: JsonRecord, member: string): number | undefined => {
  const value = object[member];
  return typeof value === "number" ? value : undefined;
};
