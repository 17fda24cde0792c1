import { fieldPath } from "../../../src/apimachinery/field-error.ts";
import {
  formatLabelSelector,
  labelSelectorAsSelector,
  validateLabelSelector,
  type LabelSelectorSpec,
} from "../../../src/apimachinery/labels/label-selector.ts";
import { parseLabelSelector } from "../../../src/apimachinery/labels/parse.ts";
import { formatRequirement, type Labels } from "../../../src/apimachinery/labels/requirement.ts";
import type { LabelSelector } from "../../../src/apimachinery/labels/selector.ts";
import { difference, expandRepeats, input, type OracleRecord } from "../record.ts";
import { outcomeOf, printErrors } from "./outcome.ts";

const matchesOf = (selector: LabelSelector, record: OracleRecord): boolean[] =>
  input<readonly Labels[]>(record, "labelSets").map((labels) => selector.matches(labels));

function describeParsed(selector: LabelSelector, record: OracleRecord): object {
  return {
    empty: selector.empty,
    matches: matchesOf(selector, record),
    requirements: selector.requirements.map((requirement) => ({
      key: requirement.key,
      operator: requirement.operator,
      string: formatRequirement(requirement),
      values: [...(requirement.values ?? [])],
    })),
    selectable: selector.selectable,
    string: selector.toString(),
  };
}

function convert(record: OracleRecord): object {
  const spec = input<LabelSelectorSpec | null>(record, "in");
  const expected =
    typeof record.expect === "object" && record.expect !== null && "validate" in record.expect
      ? record.expect.validate
      : undefined;
  const converted = outcomeOf(() => {
    const selector = labelSelectorAsSelector(spec);
    return { matches: matchesOf(selector, record), string: selector.toString() };
  });
  return {
    ...converted,
    format: formatLabelSelector(spec),
    validate: printErrors(validateLabelSelector(spec, {}, fieldPath("spec", "selector")), expected),
  };
}

function run(record: OracleRecord): object | undefined {
  if (record.op === "parse") return outcomeOf(() => describeParsed(parseLabelSelector(input(record, "in")), record));
  return record.op === "labelSelectorAsSelector" ? convert(record) : undefined;
}

export function check(packed: OracleRecord): string | undefined {
  const record = expandRepeats(packed);
  const outcome = run(record);
  return outcome ? difference(record.expect, outcome) : `unknown operation ${record.op}`;
}
