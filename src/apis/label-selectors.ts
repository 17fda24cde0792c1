import { isRecord } from "../apimachinery/is-record.ts";
import { labelSelectorAsSelector, type LabelSelectorSpec } from "../apimachinery/labels/label-selector.ts";
import { SelectorError } from "../apimachinery/labels/requirement.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "./record.ts";

/** The members of a record that are strings. */
export function stringsOf(record: JsonRecord): Readonly<Record<string, string>> {
  const out: Record<string, string> = {};
  for (const key in record) {
    const value = record[key];
    if (typeof value === "string") out[key] = value;
  }
  return out;
}

const stringList = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((v) => typeof v === "string") : [];

/** The meta/v1 LabelSelector at a member, if there is one. */
export function selectorAt(record: JsonRecord, member: string): LabelSelectorSpec | undefined {
  const value = record[member];
  if (!isRecord(value)) return undefined;
  return {
    matchLabels: stringsOf(recordAt(value, "matchLabels")),
    matchExpressions: recordsAt(value, "matchExpressions").map((e) => ({
      key: stringAt(e, "key"),
      operator: stringAt(e, "operator"),
      values: stringList(e["values"]),
    })),
  };
}

/** True for selectors without any requirement. */
export const isEmptySelector = ({ matchLabels, matchExpressions }: LabelSelectorSpec): boolean =>
  Object.keys(matchLabels ?? {}).length === 0 && (matchExpressions ?? []).length === 0;

/** Whether a selector selects labels; an invalid one selects nothing. */
export function selects(spec: LabelSelectorSpec | undefined, labels: Readonly<Record<string, string>>): boolean {
  try {
    return labelSelectorAsSelector(spec).matches(labels);
  } catch (err) {
    if (err instanceof SelectorError) return false;
    throw err;
  }
}
