import type { ManagedFieldsEntry } from "../../apimachinery/meta.ts";
import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { encodeJson } from "../../apimachinery/json/encode.ts";
import { encodeTime } from "../../apimachinery/time.ts";
import { readTime, rfc3339Layout } from "../../apimachinery/time-parse.ts";
import { BoundedMap } from "../../apimachinery/bounded-map.ts";
import { forEachKept, keptValue } from "../../component-base/work.ts";
import { FieldSet } from "../../structured-merge-diff/field-set.ts";
import { fromFieldsV1, toFieldsV1 } from "../../structured-merge-diff/fields-v1.ts";
import { IteratorError } from "../../structured-merge-diff/json-iterator.ts";
import type { ManagerSets, VersionedSet } from "../../structured-merge-diff/managers.ts";
import { TypedError } from "../../structured-merge-diff/typed-error.ts";
import { buildManagerIdentifier, type ManagerIdentity, parseManagerIdentifier } from "./manager-identifier.ts";

/** A decoded entry with its original, which is reused in the output if nothing changed. */
interface DecodedEntry {
  readonly entry: ManagedFieldsEntry;
  readonly owned: VersionedSet;
  readonly time: string | undefined;
}

/** Decoded managed fields: sets and times by manager identifier. */
export interface Managed {
  readonly sets: ManagerSets;
  readonly times: Map<string, string | undefined>;
  readonly entries: ReadonlyMap<string, DecodedEntry>;
}

/** Thrown for managed fields that cannot be decoded, with upstream's message. */
export class ManagedFieldsError extends TypedError {}

type Entries = readonly ManagedFieldsEntry[];

const noEntries: ReadonlyMap<string, DecodedEntry> = new Map();

export const newEmptyManaged = (): Managed => ({ sets: new Map(), times: new Map(), entries: noEntries });

/**
 * Decodes managed fields. If a manager has several entries, the last one counts. Throws ManagedFieldsError
 * (internal.DecodeManagedFields).
 */
export function decodeManagedFields(list: Entries): Managed {
  const entries = decodeEntries(list);
  const managed = { sets: new Map<string, VersionedSet>(), times: new Map<string, string | undefined>(), entries };
  for (const [identifier, { owned, time }] of entries) {
    managed.sets.set(identifier, owned);
    managed.times.set(identifier, time);
  }
  return managed;
}

function decodeEntries(list: Entries): ReadonlyMap<string, DecodedEntry> {
  const decodeInto = (entries: Map<string, DecodedEntry>, i: number): void => {
    const entry = list[i];
    if (entry !== undefined) entries.set(buildManagerIdentifier(entry), decodeEntry(entry, i));
  };
  return forEachKept(list.length, () => new Map<string, DecodedEntry>(), decodeInto);
}

function decodeEntry(entry: ManagedFieldsEntry, place: number): DecodedEntry {
  refuseInvalid(entry, place);
  const { apiVersion = "", operation, fieldsV1 } = entry;
  const set = fieldsV1 === undefined || fieldsV1 === null ? FieldSet.empty : decodeSet(entry, fieldsV1);
  return { entry, owned: { set, apiVersion, applied: operation === "Apply" }, time: normalTime(entry.time) };
}

function refuseInvalid({ operation, apiVersion = "", fieldsType = "" }: ManagedFieldsEntry, place: number): void {
  if (operation !== "Apply" && operation !== "Update")
    throw new ManagedFieldsError("operation must be `Apply` or `Update`");
  if (apiVersion === "") throw new ManagedFieldsError("apiVersion must not be empty");
  if (fieldsType === "") throw new ManagedFieldsError(`missing fieldsType in managed fields entry ${place}`);
  if (fieldsType !== "FieldsV1")
    throw new ManagedFieldsError(`invalid fieldsType "${fieldsType}" in managed fields entry ${place}`);
}

function decodeSet(entry: ManagedFieldsEntry, fieldsV1: NonNullable<ManagedFieldsEntry["fieldsV1"]>): FieldSet {
  try {
    return fromFieldsV1(fieldsV1);
  } catch (error) {
    if (!(error instanceof IteratorError)) throw error;
    throw new ManagedFieldsError(
      `error decoding versioned set from ${printEntry(entry)}: error decoding set: ${error.message}`,
      { cause: error },
    );
  }
}

/** Formats an entry like Go's `%v`. */
const printEntry = ({
  manager = "",
  operation = "",
  apiVersion = "",
  time,
  fieldsType = "",
  fieldsV1 = null,
  subresource = "",
}: ManagedFieldsEntry): string =>
  `{${manager} ${operation} ${apiVersion} ${printTime(time)} ${fieldsType} ${encodeJson(fieldsV1)} ${subresource}}`;

const printTime = (time: string | undefined): string =>
  time === undefined ? "<nil>" : `${time.slice(0, 10)} ${time.slice(11, 19)} +0000 UTC`;

/**
 * Normalizes a time to the format that the server writes. A text of twenty characters that ends in Z has that format
 * already.
 */
function normalTime(time: string | undefined): string | undefined {
  if (time === undefined || time === null || (time.length === 20 && time.endsWith("Z"))) return time ?? undefined;
  try {
    return encodeTime(readTime(time, rfc3339Layout));
  } catch {
    return undefined;
  }
}

/**
 * Encodes managed fields for storage, sorted by operation, time, manager, version and subresource. Returns undefined if
 * there are no managers (internal.encodeManagedFields).
 */
export function encodeManagedFields({ sets, times, entries }: Managed): Entries | undefined {
  if (sets.size === 0) return undefined;
  const encoded: DecodedEntry[] = [];
  for (const [identifier, owned] of sets) {
    const known = entries.get(identifier);
    const time = times.get(identifier);
    // kept, since what has been encoded is remembered and would not be encoded again after a pause
    encoded.push(
      keptValue(() => (known && isUnchanged(known, owned, time) ? known : newEntry(identifier, owned, time))),
    );
  }
  if (encoded.length > 1) encoded.sort((a, b) => compareEntries(a.entry, b.entry));
  return encoded.map(({ entry }) => entry);
}

const isUnchanged = (
  { entry, owned }: DecodedEntry,
  { set, apiVersion, applied }: VersionedSet,
  time: string | undefined,
): boolean =>
  owned.set === set &&
  owned.apiVersion === apiVersion &&
  owned.applied === applied &&
  entry.time === time &&
  entry.manager !== "" &&
  entry.subresource !== "" &&
  toFieldsV1(set) === entry.fieldsV1;

/** The last encoded entry of each manager. Similar objects are often written in sequence and share it. */
const lastEntries = new BoundedMap<string, DecodedEntry>(256);

function newEntry(identifier: string, owned: VersionedSet, time: string | undefined): DecodedEntry {
  const last = lastEntries.get(identifier);
  if (last && isUnchanged(last, owned, time)) return last;
  const made = { entry: encodeEntry(parseManagerIdentifier(identifier), owned, time), owned, time };
  lastEntries.set(identifier, made);
  return made;
}

/** Encodes an entry with its fields in Go's order. */
function encodeEntry(
  { manager, operation = "", subresource }: ManagerIdentity,
  { set, apiVersion, applied }: VersionedSet,
  time: string | undefined,
): ManagedFieldsEntry {
  const rest = {
    operation: applied ? "Apply" : operation,
    apiVersion,
    time,
    fieldsType: "FieldsV1",
    fieldsV1: toFieldsV1(set),
  };
  const { time: _, ...timeless } = rest;
  const timed = time === undefined ? timeless : { ...rest, time };
  if (manager) return subresource ? { manager, ...timed, subresource } : { manager, ...timed };
  return subresource ? { ...timed, subresource } : timed;
}

const order = (a: string | undefined, b: string | undefined): number => (a === b ? 0 : compareUtf8(a ?? "", b ?? ""));

/** Sorts entries in place into storage order. */
export const sortEntries = (entries: ManagedFieldsEntry[]): ManagedFieldsEntry[] => entries.sort(compareEntries);

const compareEntries = (a: ManagedFieldsEntry, b: ManagedFieldsEntry): number =>
  order(a.operation, b.operation) ||
  order(a.time, b.time) ||
  order(a.manager, b.manager) ||
  order(a.apiVersion, b.apiVersion) ||
  order(a.subresource, b.subresource);
