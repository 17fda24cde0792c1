import { isRecord } from "../../apimachinery/is-record.ts";
import { parseFieldSelector } from "../../apimachinery/fields/selector.ts";
import { labelSelectorAsSelector } from "../../apimachinery/labels/label-selector.ts";
import { parseLabelSelector } from "../../apimachinery/labels/parse.ts";
import { forEachKept, runningWork } from "../../component-base/work.ts";
import { recordsAt, stringAt, type JsonRecord } from "../record.ts";

/** Number of selector requirements that could and could not be parsed. */
interface Understood {
  readonly good: number;
  readonly bad: number;
}

/**
 * Returns the evaluation error of a review with selectors that could not be parsed; "" if all could (authorization/util
 * BuildEvaluationError).
 */
export function selectorErrors(resourceAttributes: unknown): string {
  if (!isRecord(resourceAttributes)) return "";
  return [
    describe("fieldSelector", resourceAttributes["fieldSelector"], readFields),
    describe("labelSelector", resourceAttributes["labelSelector"], readLabels),
  ]
    .filter((text) => text !== "")
    .join("; ");
}

function describe(member: string, selector: unknown, read: (selector: JsonRecord) => Understood): string {
  const { good, bad } = isRecord(selector) ? read(selector) : { good: 0, bad: 0 };
  return bad === 0 ? "" : `spec.resourceAttributes.${member} ${good > 0 ? "partially " : ""}ignored due to parse error`;
}

const parses = (parse: () => unknown): boolean => {
  try {
    parse();
    return true;
  } catch {
    return false; // the error is reported in the review
  }
};

/** Counts the requirements that are understood; those of a large review with pauses. */
function count(requirements: readonly JsonRecord[], isUnderstood: (requirement: JsonRecord) => boolean): Understood {
  const add = (made: { good: number; bad: number }, i: number): void => {
    if (isUnderstood(requirements[i] ?? {})) made.good++;
    else made.bad++;
    runningWork()?.charge(unitsOfRequirement);
  };
  return forEachKept(requirements.length, () => ({ good: 0, bad: 0 }), add);
}

/** What reading a requirement costs, in units of half a microsecond: an error of the parser is thrown and caught. */
const unitsOfRequirement = 10;

function readFields(selector: JsonRecord): Understood {
  const raw = stringAt(selector, "rawSelector");
  const requirements = recordsAt(selector, "requirements");
  if (requirements.length === 0) return { good: 0, bad: raw === "" || parses(() => parseFieldSelector(raw)) ? 0 : 1 };
  return count(requirements, isPlainField);
}

/** Field selectors only support equality with a single value. */
const isPlainField = ({ operator, values }: JsonRecord): boolean =>
  (operator === "In" || operator === "NotIn") && Array.isArray(values) && values.length === 1;

function readLabels(selector: JsonRecord): Understood {
  const raw = stringAt(selector, "rawSelector");
  const requirements = recordsAt(selector, "requirements");
  if (requirements.length === 0) return { good: 0, bad: raw === "" || parses(() => parseLabelSelector(raw)) ? 0 : 1 };
  return count(requirements, isLabelRequirement);
}

const isLabelRequirement = (requirement: JsonRecord): boolean =>
  parses(() =>
    labelSelectorAsSelector({
      matchExpressions: [
        {
          key: stringAt(requirement, "key"),
          operator: stringAt(requirement, "operator"),
          values: textsOf(requirement["values"]),
        },
      ],
    }),
  );

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
