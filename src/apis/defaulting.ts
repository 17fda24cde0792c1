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

/** Writes to a copy that is made at the first change. */
class Draft {
  readonly #original: JsonRecord;
  #copy: Record<string, unknown> | undefined;

  constructor(original: JsonRecord) {
    this.#original = original;
  }

  get(): JsonRecord {
    return this.#copy ?? this.#original;
  }

  set(member: string, value: unknown): void {
    if (this.get()[member] === value) return;
    this.#copy ??= { ...this.#original };
    this.#copy[member] = value;
  }
}

const emptyRecord: JsonRecord = {};

function fillInside(draft: Draft, { inside, make }: Defaults): void {
  for (const member in inside) {
    const table = inside[member];
    const value = draft.get()[member];
    const record = isRecord(value) ? value : make?.includes(member) === true && isAbsent(value) ? emptyRecord : undefined;
    if (record === undefined || table === undefined) continue;
    const filled = fillDefaults(record, table);
    draft.set(member, filled === emptyRecord ? {} : filled);
  }
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
export function fillDefaults(record: JsonRecord, table: Defaults): JsonRecord {
  const draft = new Draft(record);
  for (const member in table.set) if (isAbsent(record[member])) draft.set(member, table.set[member]);
  if (table.inside !== undefined) fillInside(draft, table);
  for (const member in table.each) {
    const list = draft.get()[member];
    const items = table.each[member];
    if (Array.isArray(list) && items !== undefined) draft.set(member, fillList(list, items));
  }
  const filled = draft.get();
  return table.rules === undefined ? filled : table.rules.reduce((value, rule) => rule(value), filled);
}

/** The `default` of a row whose defaults are a table. */
export const defaulter = (table: Defaults) => (object: KubeObject): KubeObject => {
  const filled = fillDefaults(object, table);
  return filled === object ? object : { ...filled, metadata: object.metadata };
};

/** Sets members where a condition on the record holds. */
export const when = (condition: (record: JsonRecord) => boolean, table: Defaults): Fill => (record) => (condition(record) ? fillDefaults(record, table) : record);

/** True where a member has one of some values. */
export const memberIs = (member: string, ...values: readonly unknown[]) => (record: JsonRecord): boolean => values.includes(record[member]);
