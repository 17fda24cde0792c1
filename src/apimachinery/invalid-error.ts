import { failure, statusCause, type StatusError } from "./errors.ts";
import { aggregateTexts, errorBody, ErrorRoom, maxFieldErrors, moreText, type FieldError } from "./field-error.ts";
import { quoteGo } from "./go-strings.ts";
import { formatGroupKind, type GroupKind } from "./gvk.ts";
import type { StatusCause } from "./meta.ts";

/**
 * Reports the fields that are invalid, each as a cause (api/errors.NewInvalid). It stands apart from other errors, so
 * that clients do not load what prints fields. Beyond 10,000 causes, or 8 MB of them, a last cause and the message say
 * how many more there are.
 */
export function newInvalid(kind: GroupKind, name: string, errors: readonly FieldError[]): StatusError {
  const { causes, more } = causesOf(errors);
  const head = `${formatGroupKind(kind)} ${quoteGo(name)} is invalid`;
  const texts = causes.map(({ field = "", message = "" }) => `${field}: ${message}`);
  if (more > 0) {
    texts.push(moreText(more));
    causes.push(statusCause("", moreText(more)));
  }
  const message = texts.length === 0 ? head : `${head}: ${aggregateTexts(texts)}`;
  return failure(422, "Invalid", message, { name, group: kind.group, kind: kind.kind, causes });
}

function causesOf(errors: readonly FieldError[]): { readonly causes: StatusCause[]; readonly more: number } {
  const causes: StatusCause[] = [];
  const room = new ErrorRoom();
  let more = 0;
  for (const error of errors) {
    if (error.more !== undefined || causes.length === maxFieldErrors || !room.isLeft) {
      more += error.more ?? 1;
      continue;
    }
    const body = errorBody(error);
    causes.push(statusCause(error.type, body, error.field));
    room.take(body.length + error.field.length);
  }
  return { causes, more };
}
