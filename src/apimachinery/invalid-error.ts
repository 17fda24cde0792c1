import { failure, statusCause, type StatusError } from "./errors.ts";
import {
  aggregateTexts,
  errorBody,
  ErrorRoom,
  maxFieldErrors,
  moreText,
  printAtOnce,
  type FieldError,
  type Printing,
} from "./field-error.ts";
import { quoteGo } from "./go-strings.ts";
import { formatGroupKind, type GroupKind } from "./gvk.ts";
import type { StatusCause } from "./meta.ts";
import { unitsOfText } from "./steps.ts";

/**
 * Reports the fields that are invalid, each as a cause (api/errors.NewInvalid). It stands apart from other errors, so
 * that clients do not load what prints fields. Beyond 10,000 causes, or 8 MB of them, a last cause and the message say
 * how many more there are. What errors of a large request quote is printed in steps.
 */
export function newInvalid(
  kind: GroupKind,
  name: string,
  errors: readonly FieldError[],
  printing = printAtOnce,
): StatusError {
  const described = (made: Causes, i: number): void => made.add(errors[i], printing);
  const { causes, more } = printing.each(errors.length, () => new Causes(), described);
  const head = `${formatGroupKind(kind)} ${quoteGo(name)} is invalid`;
  const texts = causes.map(({ field = "", message = "" }) => `${field}: ${message}`);
  if (more > 0) {
    texts.push(moreText(more));
    causes.push(statusCause("", moreText(more)));
  }
  const message = texts.length === 0 ? head : `${head}: ${aggregateTexts(texts)}`;
  return failure(422, "Invalid", message, { name, group: kind.group, kind: kind.kind, causes });
}

/** The causes of errors as far as there is room for them, and the number of all others. */
class Causes {
  readonly causes: StatusCause[] = [];
  readonly #room = new ErrorRoom();
  more = 0;

  add(error: FieldError | undefined, printing: Printing): void {
    if (error === undefined) return;
    if (error.more !== undefined || this.causes.length === maxFieldErrors || !this.#room.isLeft) {
      this.more += error.more ?? 1;
      return;
    }
    const body = errorBody(error, printing);
    this.causes.push(statusCause(error.type, body, error.field));
    this.#room.take(body.length + error.field.length);
    printing.charge(unitsOfText(body.length + error.field.length));
  }
}
