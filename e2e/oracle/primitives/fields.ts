import { escapeFieldValue, unescapeFieldValue } from "../../../src/apimachinery/fields/escape.ts";
import { parseFieldSelector, type Fields } from "../../../src/apimachinery/fields/selector.ts";
import { difference, expandRepeats, input, type OracleRecord } from "../record.ts";
import { messageOf, outcomeOf } from "./outcome.ts";

function parse(record: OracleRecord): object {
  const selector = parseFieldSelector(input(record, "in"));
  return {
    empty: selector.empty,
    matches: input<readonly Fields[]>(record, "fieldSets").map((fields) => selector.matches(fields)),
    requirements: [...selector.requirements],
    requiresExactMatchMetadataName: selector.requiresExactMatch("metadata.name"),
    string: selector.toString(),
  };
}

function escape(text: string): object {
  let unescaped = "";
  const error = messageOf(() => (unescaped = unescapeFieldValue(text)));
  return { escaped: escapeFieldValue(text), unescape: unescaped, unescapeError: error ?? null };
}

function run(record: OracleRecord): object | undefined {
  if (record.op === "parseSelector") return outcomeOf(() => parse(record));
  return record.op === "escapeValue" ? escape(input(record, "in")) : undefined;
}

export function check(packed: OracleRecord): string | undefined {
  const record = expandRepeats(packed);
  const outcome = run(record);
  return outcome ? difference(record.expect, outcome) : `unknown operation ${record.op}`;
}
