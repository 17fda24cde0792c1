import { copyEmptied } from "../apimachinery/json/emptied-members.ts";
import { isRecord } from "../apimachinery/is-record.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { runningWork, type LoopState, type Work } from "../component-base/work.ts";
import type { JsonRecord } from "./record.ts";

/** Applies defaults to a record; returns the same record if nothing is missing. */
export type Fill = (record: JsonRecord) => JsonRecord;

/** Default values of a record, applied in the order of these fields. */
export interface Defaults {
  /** Values for members that are absent, null or "". */
  readonly set?: JsonRecord;
  /** Values for members that are absent or null: pointers and lists in Go, which stay as they are if they are "". */
  readonly setPointers?: JsonRecord;
  /** Defaults of members that are records; those listed in `make` are created if absent. */
  readonly inside?: Readonly<Record<string, Defaults>>;
  readonly make?: readonly string[];
  /** Defaults of the items of list members. */
  readonly each?: Readonly<Record<string, Defaults>>;
  /** Defaults that depend on other members; applied last. */
  readonly rules?: readonly Fill[];
}

const isNull = (value: unknown): boolean => value === undefined || value === null;
const isAbsent = (value: unknown): boolean => isNull(value) || value === "";

const emptyRecord: JsonRecord = {};

/** The parts of a value that have all their defaults. */
type FilledParts = ReadonlySet<unknown>;

/** Applies the defaults of a member, creating it if required; returns the same value if nothing changes. */
function fillMember(value: unknown, table: Defaults, isMade: boolean, filledParts?: FilledParts): unknown {
  if (isRecord(value)) return filledParts?.has(value) === true ? value : fillDefaults(value, table, filledParts);
  if (!isMade || !isAbsent(value)) return value;
  const filled = fillDefaults(emptyRecord, table);
  return filled === emptyRecord ? {} : filled;
}

function fillList(list: readonly unknown[], table: Defaults, filledParts?: FilledParts): readonly unknown[] {
  if (filledParts?.has(list) === true) return list;
  const filled: FilledList = { copy: undefined };
  const work = runningWork();
  if (work === undefined) for (let i = 0; i < list.length; i++) fillItem(filled, list, i, table, filledParts);
  else return filledInSlices(work, list, table, filledParts);
  return filled.copy ?? list;
}

/** A list whose items get their defaults; a copy once one of them changes. */
interface FilledList extends LoopState {
  copy: unknown[] | undefined;
}

function fillItem(
  state: FilledList,
  list: readonly unknown[],
  i: number,
  table: Defaults,
  filledParts: FilledParts | undefined,
): void {
  const item = list[i];
  if (!isRecord(item) || filledParts?.has(item) === true) return;
  const isRepeated = i > 0 && item === list[i - 1]; // as long lists of empty items are decoded
  const filled = isRepeated ? (state.copy?.[i - 1] ?? item) : fillDefaults(item, table, filledParts);
  if (filled === item) return;
  state.copy ??= [...list];
  state.copy[i] = filled;
}

const filledInSlices = (
  work: Work,
  list: readonly unknown[],
  table: Defaults,
  filledParts: FilledParts | undefined,
): readonly unknown[] =>
  work.loop<FilledList>(
    list.length,
    () => ({ copy: undefined }),
    (state, i) => fillItem(state, list, i, table, filledParts),
  ).copy ?? list;

/**
 * Applies defaults to a record, except within parts that have theirs; returns the same record if nothing is missing.
 */
export function fillDefaults(
  record: JsonRecord,
  { set, setPointers, inside, make, each, rules }: Defaults,
  filledParts?: FilledParts,
): JsonRecord {
  let copy: Record<string, unknown> | undefined;
  for (const member in set) {
    if (!isAbsent(record[member]) || record[member] === set[member]) continue;
    copy ??= copyEmptied(record, { ...record });
    copy[member] = set[member];
  }
  for (const member in setPointers) {
    if (!isNull(record[member])) continue;
    copy ??= copyEmptied(record, { ...record });
    copy[member] = setPointers[member];
  }
  for (const member in inside) {
    const value = (copy ?? record)[member];
    const table = inside[member];
    const filled = table === undefined ? value : fillMember(value, table, make?.includes(member) === true, filledParts);
    if (filled === value) continue;
    copy ??= copyEmptied(record, { ...record });
    copy[member] = filled;
  }
  for (const member in each) {
    const list = (copy ?? record)[member];
    const table = each[member];
    const filled = Array.isArray(list) && table !== undefined ? fillList(list, table, filledParts) : list;
    if (filled === list) continue;
    copy ??= copyEmptied(record, { ...record });
    copy[member] = filled;
  }
  let filled = copy ?? record;
  if (rules === undefined) return filled;
  for (const rule of rules) {
    const next = rule(filled);
    if (next !== filled) filled = copyEmptied(filled, next);
  }
  return filled;
}

/** Returns the defaulting function of a resource whose defaults are a table. Rules may set labels. */
export const defaulter =
  (table: Defaults) =>
  (object: KubeObject, filledParts?: FilledParts): KubeObject => {
    const filled = fillDefaults(object, table, filledParts);
    return filled === object ? object : (filled as unknown as KubeObject); // a copy with more members
  };

/** Applies defaults if a condition on the record holds. */
export const when =
  (condition: (record: JsonRecord) => boolean, table: Defaults): Fill =>
  (record) =>
    condition(record) ? fillDefaults(record, table) : record;

/** Returns a condition: the member has one of the values. */
export const memberIs =
  (member: string, ...values: readonly unknown[]) =>
  (record: JsonRecord): boolean =>
    values.includes(record[member]);
