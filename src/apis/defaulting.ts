import { isRecord } from "../apimachinery/is-record.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import type { JsonRecord } from "./record.ts";

/** Fills in one record; gives back the same one where nothing is missing. */
export type Fill = (record: JsonRecord) => JsonRecord;

/** What a record gets where it says nothing itself. Parts are filled in the order in which they stand here. */
export interface Defaults {
  /** Values of members that are absent, null or "". */
  readonly set?: JsonRecord;
  /** Members that are records; those in `make` are created where they are absent. */
  readonly inside?: Readonly<Record<string, Defaults>>;
  readonly make?: readonly string[];
  /** Members that are lists of records. */
  readonly each?: Readonly<Record<string, Defaults>>;
  /** Rules that depend on other members; they come last. */
  readonly rules?: readonly Fill[];
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === "";

const emptyRecord: JsonRecord = {};

/** A member with its defaults, made where it has to be; the same value where there is nothing to do. */
function fillMember(value: unknown, table: Defaults, isMade: boolean): unknown {
  if (isRecord(value)) return fillDefaults(value, table);
  if (!isMade || !isAbsent(value)) return value;
  const filled = fillDefaults(emptyRecord, table);
  return filled === emptyRecord ? {} : filled;
}

function fillList(list: readonly unknown[], table: Defaults): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let i = 0; i < list.length; i++) {
    const item = list[i];
    if (!isRecord(item)) continue;
    const filled = fillDefaults(item, table);
    if (filled === item) continue;
    copy ??= [...list];
    copy[i] = filled;
  }
  return copy ?? list;
}

/** The record with its defaults, or the same record where it has them all. */
export function fillDefaults(record: JsonRecord, { set, inside, make, each, rules }: Defaults): JsonRecord {
  let copy: Record<string, unknown> | undefined;
  for (const member in set) {
    if (!isAbsent(record[member]) || record[member] === set[member]) continue;
    copy ??= { ...record };
    copy[member] = set[member];
  }
  for (const member in inside) {
    const value = (copy ?? record)[member];
    const table = inside[member];
    const filled = table === undefined ? value : fillMember(value, table, make?.includes(member) === true);
    if (filled === value) continue;
    copy ??= { ...record };
    copy[member] = filled;
  }
  for (const member in each) {
    const list = (copy ?? record)[member];
    const table = each[member];
    const filled = Array.isArray(list) && table !== undefined ? fillList(list, table) : list;
    if (filled === list) continue;
    copy ??= { ...record };
    copy[member] = filled;
  }
  let filled = copy ?? record;
  if (rules !== undefined) for (const rule of rules) filled = rule(filled);
  return filled;
}

/** The `default` of a row whose defaults are a table. */
export const defaulter =
  (table: Defaults) =>
  (object: KubeObject): KubeObject => {
    const filled = fillDefaults(object, table);
    return filled === object ? object : { ...filled, metadata: object.metadata };
  };

/** Sets members where a condition on the record holds. */
export const when =
  (condition: (record: JsonRecord) => boolean, table: Defaults): Fill =>
  (record) =>
    condition(record) ? fillDefaults(record, table) : record;

/** True where a member has one of some values. */
export const memberIs =
  (member: string, ...values: readonly unknown[]) =>
  (record: JsonRecord): boolean =>
    values.includes(record[member]);
