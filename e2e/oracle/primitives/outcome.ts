import { errorMessage, type FieldError } from "../../../src/apimachinery/field-error.ts";

/** Returns the message of the error that `run` throws, or undefined if it does not throw. */
export function messageOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof Error && error.name !== "TypeError") return error.message;
    throw error;
  }
}

/** Returns the result of `run`, or `{error}`. */
export function outcomeOf(run: () => object, errorField = "error"): object {
  let outcome: object = {};
  const message = messageOf(() => (outcome = run()));
  return message === undefined ? outcome : { [errorField]: message };
}

interface PrintedError {
  readonly type: string;
  readonly field: string;
  readonly message: string;
}

const byMessage = (a: PrintedError, b: PrintedError): number =>
  a.message < b.message ? -1 : a.message > b.message ? 1 : 0;

/** Formats field errors as in the records. If upstream's order is not deterministic, they are sorted by message. */
export function printErrors(errors: readonly FieldError[], expected: unknown): object {
  const printed = errors.map((error) => ({ type: error.type, field: error.field, message: errorMessage(error) }));
  const anyOrder =
    typeof expected === "object" && expected !== null && "anyOrder" in expected && expected.anyOrder === true;
  return anyOrder ? { errors: printed.toSorted(byMessage), anyOrder } : { errors: printed };
}
