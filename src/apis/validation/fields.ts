import {
  coveredByDeclarative,
  duplicate,
  forbidden,
  invalid,
  notFound,
  notSupported,
  notSupportedString,
  required,
  tooLong,
  type BadValue,
  type FieldError,
  type FieldPath,
  addError,
  addErrors,
} from "../../apimachinery/field-error.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import { keysOf, rememberedKeysOf } from "../../component-base/long-map-keys.ts";
import { runningWork } from "../../component-base/work.ts";
import { printedValue } from "../go-print.ts";
import type { JsonRecord } from "../record.ts";
import { checkInSlices } from "./checks-in-slices.ts";

/**
 * A record under validation: its members, its path, and the list that errors are added to. Checks take Fields and the
 * name of a member, and return nothing:
 *
 *     const spec = within(fieldsOf(object, rootPath, errors), "spec");
 *     nonNegative(spec, "replicas");
 *     requireOneOf(spec, "type", ["Recreate", "RollingUpdate"]);
 *     eachItem(spec, "ports", (port) => portNumber(port, "port"));
 *
 * The path of a member is only made for an error, so that a valid member costs no allocation.
 */
export interface Fields {
  readonly record: JsonRecord;
  readonly path: FieldPath;
  readonly errors: FieldError[];
}

const emptyRecord: JsonRecord = {};
const noItems: readonly unknown[] = [];

export const fieldsOf = (record: JsonRecord, path: FieldPath, errors: FieldError[]): Fields => ({
  record,
  path,
  errors,
});

/** Runs checks on a record and returns their errors. */
export function collectErrors(record: JsonRecord, path: FieldPath, check: (fields: Fields) => void): FieldError[] {
  const errors: FieldError[] = [];
  check({ record, path, errors });
  return errors;
}

/** Marks the errors that `check` adds as reported by declarative validation, too. */
export function covered(fields: Fields, check: () => void): void {
  const { errors } = fields;
  const before = errors.length;
  check();
  errors.splice(before, Infinity, ...errors.slice(before).map(coveredByDeclarative));
}

/** Reports whether a member is set: neither absent nor null. Go's pointers are set even if they point to "" or 0. */
export const isSet = ({ record }: Pick<Fields, "record">, member: string): boolean =>
  record[member] !== undefined && record[member] !== null;

/** Reports whether a member is absent, null, "", 0, false, or an empty list or record: the zero value of Go. */
export function isZero({ record }: Pick<Fields, "record">, member: string): boolean {
  const value = record[member];
  if (value === undefined || value === null || value === "" || value === 0 || value === false) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isRecord(value) && hasNoMembers(value);
}

/** Reports whether a record has no members. */
export function hasNoMembers(record: JsonRecord): boolean {
  if (runningWork() !== undefined) return rememberedKeysOf(record).length === 0;
  for (const _ in record) return false;
  return true;
}

/** Returns the fields of a member, which has no members if it is absent. */
export function within({ record, path, errors }: Fields, member: string): Fields {
  const value = record[member];
  return { record: isRecord(value) ? value : emptyRecord, path: path.child(member), errors };
}

/** Returns the fields of a member; undefined if it is absent. */
export function inside({ record, path, errors }: Fields, member: string): Fields | undefined {
  const value = record[member];
  return isRecord(value) ? { record: value, path: path.child(member), errors } : undefined;
}

/** Returns the items of a list member; none if it is absent. */
export function itemsAt(record: JsonRecord, member: string): readonly unknown[] {
  const value = record[member];
  return Array.isArray(value) ? value : noItems;
}

/** Returns an item of a list as a record; null stands for an empty one, as in Go. */
export const asRecord = (item: unknown): JsonRecord => (isRecord(item) ? item : emptyRecord);

type ItemCheck = (item: Fields, index: number) => void;

/**
 * Checks each item of a list of records. In a large request this may pause between two items, or within one, which is
 * then checked again from its beginning: what checks leave behind for later ones is kept in `keptMap` and its like, and
 * `isRepeated` knows an item that comes again.
 */
export function eachItem({ record, path, errors }: Fields, member: string, check: ItemCheck): void {
  const items = itemsAt(record, member);
  if (items.length === 0) return;
  const list = path.child(member);
  const work = runningWork();
  if (work !== undefined)
    return checkInSlices(work, items, errors, (item, i, own) => {
      const fields: Fields = { record: asRecord(item), path: list.index(i), errors: own };
      return () => check(fields, i);
    });
  for (let i = 0; i < items.length; i++) check({ record: asRecord(items[i]), path: list.index(i), errors }, i);
}

/** Checks each of some values, in a large request with pauses. */
export function eachOf<T>(values: readonly T[], errors: FieldError[], check: (value: T, index: number) => void): void {
  const work = runningWork();
  if (work === undefined) values.forEach((value, i) => check(value, i));
  else checkInSlices(work, values, errors, (value, i) => () => check(value, i));
}

/** Checks each name of a map, in a large request with pauses. */
export const eachName = (map: JsonRecord, errors: FieldError[], check: (name: string) => void): void =>
  eachOf(keysOf(map), errors, check);

/** Returns the errors of each of some values, in a large request with pauses; those beyond 10,000 are counted. */
export function errorsOfEach<T>(
  values: readonly T[],
  check: (value: T, index: number) => readonly FieldError[],
): FieldError[] {
  const errors: FieldError[] = [];
  const work = values.length === 0 ? undefined : runningWork();
  if (work === undefined) for (let i = 0; i < values.length; i++) addErrors(errors, check(values[i] as T, i)); // within
  else checkInSlices(work, values, errors, (value, i, own) => () => addErrors(own, check(value, i)));
  return errors;
}

/** Checks each text of a list of strings. The path is that of the item, made when it is asked for. */
export function eachText(
  { record, path, errors }: Fields,
  member: string,
  check: (text: string, path: () => FieldPath, index: number) => void,
): void {
  const items = itemsAt(record, member);
  const checkItem = (item: unknown, i: number): void =>
    check(typeof item === "string" ? item : "", () => path.child(member).index(i), i);
  const work = items.length === 0 ? undefined : runningWork();
  if (work !== undefined) return checkInSlices(work, items, errors, (item, i) => () => checkItem(item, i));
  for (let i = 0; i < items.length; i++) checkItem(items[i], i);
}

/** Returns a member as a string, or "". */
export const textAt = ({ record }: Fields, member: string): string => {
  const value = record[member];
  return typeof value === "string" ? value : "";
};

/** Returns a member as an integer, which is a bigint beyond ±2^53, or undefined. */
export const integerAt = ({ record }: Fields, member: string): number | bigint | undefined => {
  const value = record[member];
  return typeof value === "number" || typeof value === "bigint" ? value : undefined;
};

/** Returns a member as a boolean; false if it is absent. */
export const flagAt = ({ record }: Fields, member: string): boolean => record[member] === true;

/** Returns a value as messages quote it. */
export function quotedValue(value: unknown): BadValue {
  if (value === undefined || value === null) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") return value;
  return typeof value === "boolean" ? value : printedValue(value);
}

/** Adds an error: a member has an invalid value. */
export function addInvalid(fields: Fields, member: string, detail: string): void {
  addError(fields.errors, invalid(fields.path.child(member), quotedValue(fields.record[member]), detail));
}

/** Adds an error for each message of a validator: a member has an invalid value. */
export function addMessages(fields: Fields, member: string, messages: readonly string[]): void {
  if (messages.length === 0) return;
  const value = quotedValue(fields.record[member] ?? "");
  for (const message of messages) addError(fields.errors, invalid(fields.path.child(member), value, message));
}

/** Adds an error: a member is missing. */
export function addRequired({ path, errors }: Fields, member: string, detail = ""): void {
  addError(errors, required(path.child(member), detail));
}

/** Adds an error: a member may not be set. */
export function addForbidden({ path, errors }: Fields, member: string, detail = ""): void {
  addError(errors, forbidden(path.child(member), detail));
}

/** Adds an error: the value of a member is not one of those listed. */
export function addNotSupported(fields: Fields, member: string, values: readonly string[]): void {
  const value = quotedValue(fields.record[member] ?? "");
  addError(fields.errors, notSupported(fields.path.child(member), value, values));
}

/** Adds an error: the value of a member that is a plain string in Go is not one of those listed. */
export function addNotSupportedString(fields: Fields, member: string, values: readonly string[]): void {
  addError(fields.errors, notSupportedString(fields.path.child(member), textAt(fields, member), values));
}

/** Adds an error: another item has the same value. */
export function addDuplicate(fields: Fields, member: string): void {
  addError(fields.errors, duplicate(fields.path.child(member), quotedValue(fields.record[member] ?? "")));
}

/** Adds an error: the value of a member refers to nothing. */
export function addNotFound(fields: Fields, member: string): void {
  addError(fields.errors, notFound(fields.path.child(member), quotedValue(fields.record[member] ?? "")));
}

/** Adds an error: a member is longer than `maxLength` bytes. */
export function addTooLong({ path, errors }: Fields, member: string, maxLength: number): void {
  addError(errors, tooLong(path.child(member), maxLength));
}
