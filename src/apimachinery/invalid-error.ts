import { failure, statusCause, type StatusError } from "./errors.ts";
import { aggregateMessage, errorBody, type FieldError } from "./field-error.ts";
import { quoteGo } from "./go-strings.ts";
import { formatGroupKind, type GroupKind } from "./gvk.ts";

/**
 * Reports the fields that are invalid, each as a cause (api/errors.NewInvalid). It stands apart from other errors, so
 * that clients do not load what prints fields.
 */
export function newInvalid(kind: GroupKind, name: string, errors: readonly FieldError[]): StatusError {
  const causes = errors.map((error) => statusCause(error.type, errorBody(error), error.field));
  const head = `${formatGroupKind(kind)} ${quoteGo(name)} is invalid`;
  const message = errors.length === 0 ? head : `${head}: ${aggregateMessage(errors)}`;
  return failure(422, "Invalid", message, { name, group: kind.group, kind: kind.kind, causes });
}
