import {
  newAlreadyExists,
  newBadRequest,
  newConflict,
  newInternalError,
  newNotFound,
  newResourceExpired,
  newServiceUnavailable,
  newTooLargeResourceVersion,
  newUnknownError,
  StatusError,
} from "../../apimachinery/errors.ts";
import type { GroupResource } from "../../apimachinery/gvk.ts";
import { StorageError, type StorageFailure } from "../storage/storage-error.ts";

/** The error message for a write that conflicts with another one (registry.OptimisticLockErrorMsg). */
export const optimisticLockMessage =
  "the object has been modified; please apply your changes to the latest version and try again";

type Translate = (failure: StorageFailure, err: StorageError) => Error;

const translate = (err: unknown, by: Translate): unknown => (err instanceof StorageError ? by(err.failure, err) : err);

/** Converts the errors that are handled equally for all operations. */
function interpretAny(failure: StorageFailure, err: StorageError): Error {
  switch (failure.code) {
    case "Unreachable":
      return newServiceUnavailable(failure.message);
    case "TooLargeResourceVersion":
      return newTooLargeResourceVersion(failure.requested, failure.current, 1);
    case "InvalidResourceVersion":
      return newUnknownError(failure.message);
    case "Expired":
      return newResourceExpired(`too old resource version: ${failure.requested} (${failure.compacted})`);
    case "InvalidContinue":
      return newBadRequest(failure.message);
    case "KeyExists":
    case "KeyNotFound":
    case "InvalidObj":
      return newInternalError(err);
  }
}

/** Converts a storage error of a get to an API error (storeerr.InterpretGetError). */
export const interpretGetError = (err: unknown, resource: GroupResource, name: string): unknown =>
  translate(err, (failure, e) =>
    failure.code === "KeyNotFound" ? newNotFound(resource, name) : interpretAny(failure, e),
  );

/** Converts a storage error of a create to an API error (storeerr.InterpretCreateError). */
export const interpretCreateError = (err: unknown, resource: GroupResource, name: string): unknown =>
  translate(err, (failure, e) =>
    failure.code === "KeyExists" ? newAlreadyExists(resource, name) : interpretAny(failure, e),
  );

/** The text of a storage.StorageError within the message of a conflict. */
const invalidObjText = (failure: Extract<StorageFailure, { code: "InvalidObj" }>): string =>
  `StorageError: invalid object, Code: 4, Key: ${failure.key}, ResourceVersion: 0, AdditionalErrorMsg: ${failure.message}`;

/**
 * Converts a storage error of an update or delete to an API error (storeerr.InterpretUpdateError,
 * InterpretDeleteError).
 */
export const interpretUpdateError = (err: unknown, resource: GroupResource, name: string): unknown =>
  translate(err, (failure, e) => {
    switch (failure.code) {
      case "KeyNotFound":
        return newNotFound(resource, name);
      case "InvalidObj":
        return newConflict(resource, name, invalidObjText(failure));
      default:
        return interpretAny(failure, e);
    }
  });

/**
 * Converts a storage error of a list, including those of continue tokens, to an API error
 * (storeerr.InterpretListError).
 */
export const interpretListError = (err: unknown): unknown =>
  translate(err, (failure, e) => {
    switch (failure.code) {
      case "InvalidResourceVersion":
        return newBadRequest(`invalid resource version: ${failure.message}`);
      case "Expired":
        return expiredList(failure);
      default:
        return interpretAny(failure, e);
    }
  });

function expiredList(failure: Extract<StorageFailure, { code: "Expired" }>): Error {
  if (failure.continue === undefined)
    return newResourceExpired("The resourceVersion for the provided list is too old.");
  const { status } = newResourceExpired(expiredContinueMessage);
  return new StatusError({ ...status, metadata: { continue: failure.continue } });
}

const expiredContinueMessage =
  "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.";

/** Converts a storage error of a watch to an API error (storeerr.InterpretWatchError). */
export const interpretWatchError = (err: unknown): unknown => translate(err, interpretAny);
