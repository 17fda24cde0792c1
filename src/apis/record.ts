import { isRecord } from "../apimachinery/is-record.ts";
/** A decoded JSON object. */
export type JsonRecord = Readonly<Record<string, unknown>>;

const emptyRecord: JsonRecord = {};

/** Returns a member as a record, or an empty record. */
export function recordAt(object: JsonRecord, member: string): JsonRecord {
  const value = object[member];
  return isRecord(value) ? value : emptyRecord;
}

/** The records of long lists, which are looked for again after each pause of a long validation. */
const longLists = new WeakMap<readonly unknown[], readonly JsonRecord[]>();
const longLength = 1000;

/** Returns the items of a list member that are records. */
export function recordsAt(object: JsonRecord, member: string): readonly JsonRecord[] {
  const value = object[member];
  if (!Array.isArray(value)) return [];
  if (value.length < longLength) return value.filter(isRecord);
  let records = longLists.get(value);
  if (records === undefined) longLists.set(value, (records = value.filter(isRecord)));
  return records;
}

/** Returns a member as a string, or "". */
export const stringAt = (object: JsonRecord, member: string): string => {
  const value = object[member];
  return typeof value === "string" ? value : "";
};

/** Returns a member as a number, or undefined. */
export const numberAt = (object: JsonRecord, member: string): number | undefined => {
  const value = object[member];
  return typeof value === "number" ? value : undefined;
};
