import { isRecord } from "../apimachinery/is-record.ts";
import {
  labelSelectorAsSelector,
  type LabelSelectorSpec,
  type MemberSteps,
} from "../apimachinery/labels/label-selector.ts";
import { SelectorError } from "../apimachinery/labels/requirement.ts";
import type { LabelSelector } from "../apimachinery/labels/selector.ts";
import { keysOf } from "../component-base/long-map-keys.ts";
import { forEachKept, keptObject, keptValue, runningWork } from "../component-base/work.ts";
import { goMap } from "./go-print.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "./record.ts";

type Strings = Readonly<Record<string, string>>;

/** The strings of records of large requests, which are asked for again after each pause. */
const knownStrings = new WeakMap<JsonRecord, Strings>();

/** Returns the members of a record that are strings. */
export function stringsOf(record: JsonRecord): Strings {
  if (runningWork() === undefined) return stringsIn(record);
  let known = knownStrings.get(record);
  if (known === undefined) knownStrings.set(record, (known = stringsIn(record)));
  return known;
}

/** Copies a record only if it has other members than strings. */
function stringsIn(record: JsonRecord): Strings {
  for (const key in record) if (typeof record[key] !== "string") return onlyStrings(record);
  return record as Strings;
}

function onlyStrings(record: JsonRecord): Strings {
  const out: Record<string, string> = {};
  for (const key in record) {
    const value = record[key];
    if (typeof value === "string") out[key] = value;
  }
  return out;
}

const stringList = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((v) => typeof v === "string") : [];

/** Returns the meta/v1 LabelSelector of a member, or undefined. */
export function selectorAt(record: JsonRecord, member: string): LabelSelectorSpec | undefined {
  const value = record[member];
  return isRecord(value) ? keptObject(() => specOf(value)) : undefined;
}

const specOf = (value: JsonRecord): LabelSelectorSpec => ({
  matchLabels: stringsOf(recordAt(value, "matchLabels")),
  matchExpressions: expressionsOf(recordsAt(value, "matchExpressions")),
});

type Expression = NonNullable<LabelSelectorSpec["matchExpressions"]>[number];

/** Returns the expressions of records, the same for the same record: empty items of a long list are one. */
const expressionsOf = (records: readonly JsonRecord[]): readonly Expression[] =>
  forEachKept(
    records.length,
    (): Expression[] => [],
    (made, i) => {
      const record = records[i] ?? {};
      const last = record === records[i - 1] ? made[i - 1] : undefined;
      made.push(last ?? expressionOf(record));
    },
  );

const expressionOf = (record: JsonRecord): Expression => ({
  key: stringAt(record, "key"),
  operator: stringAt(record, "operator"),
  values: stringList(record["values"]),
});

/**
 * Returns the selector of a member, made with pauses in a large request: nothing if it is absent, undefined if it is
 * not valid.
 */
export const selectorOf = (record: JsonRecord, member: string): LabelSelector | undefined =>
  keptValue(() => {
    const spec = selectorAt(record, member);
    try {
      return labelSelectorAsSelector(spec, withPauses);
    } catch (error) {
      if (error instanceof SelectorError) return undefined;
      throw error;
    }
  });

/** Pauses in large requests between the members of selectors. */
const withPauses: MemberSteps = {
  keysOf,
  map: <T, R>(members: readonly T[], convert: (member: T) => R) =>
    forEachKept(
      members.length,
      (): R[] => [],
      (made, i) => void made.push(convert(members[i] as T)), // within the list
    ),
};

/** Reports whether a selector matches labels; an invalid selector matches nothing. */
export function selects(spec: LabelSelectorSpec | undefined, labels: Readonly<Record<string, string>>): boolean {
  try {
    return labelSelectorAsSelector(spec).matches(labels);
  } catch (err) {
    if (err instanceof SelectorError) return false;
    throw err;
  }
}

/** Returns the form of a label selector in messages: its type has JSON names (metav1.LabelSelector). */
export function labelSelectorForm(value: unknown): unknown {
  if (!isRecord(value)) return null;
  const { matchLabels } = value;
  const expressions = recordsAt(value, "matchExpressions").map(({ key, operator, values }) => ({
    key: key ?? "",
    operator: operator ?? "",
    ...(Array.isArray(values) && values.length > 0 && { values }),
  }));
  return {
    ...(isRecord(matchLabels) && Object.keys(matchLabels).length > 0 && { matchLabels: goMap(matchLabels) }),
    ...(expressions.length > 0 && { matchExpressions: expressions }),
  };
}
