import type { FieldError } from "../../apimachinery/field-error.ts";
import type { UpdateStep } from "./strategy.ts";

type Errors = readonly FieldError[];

/** What an update tells: errors of the metadata as a whole, those of its change, and those of the kind. */
export interface Told {
  readonly whole: Errors;
  readonly change: Errors;
  readonly own: Errors;
}

/**
 * Returns the errors of an update in the order of its steps. `made` returns those of the kind that a new object would
 * have; it is asked for once, and only where the steps part the kind's errors.
 */
export function inUpdateOrder(steps: readonly UpdateStep[], { whole, change, own }: Told, made: () => Errors): Errors {
  const asNew = steps.includes("made") || steps.includes("before") ? made() : [];
  const ordered: FieldError[] = [];
  let left = own;
  const take = (count: number): void => {
    ordered.push(...left.slice(0, count));
    left = left.slice(count);
  };
  for (const step of steps)
    switch (step) {
      case "whole":
        ordered.push(...whole);
        break;
      case "change":
        ordered.push(...change);
        break;
      case "made":
        take(commonStart(left, asNew));
        break;
      case "before":
        take(left.length - commonStart([...left].reverse(), [...asNew].reverse()));
        break;
      case "rest":
        take(left.length);
    }
  return ordered;
}

const isSame = (a: FieldError, b: FieldError | undefined): boolean =>
  a.type === b?.type && a.field === b.field && a.detail === b.detail;

/** The number of errors that two lists have in common at their start. */
function commonStart(errors: Errors, others: Errors): number {
  const end = errors.findIndex((error, i) => !isSame(error, others[i]));
  return end < 0 ? errors.length : end;
}
