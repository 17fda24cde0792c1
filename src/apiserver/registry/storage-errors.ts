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

/** What is said to clients whose write met another one (registry.OptimisticLockErrorMsg). */
export const optimisticLockMessage =
  "the object has been modified; please apply your changes to the latest version and try again";

type Translate = (failure: StorageFailure, err: StorageError) => Error;

const translate = (err: unknown, by: Translate): unknown => (err instanceof StorageError ? by(err.failure, err) : err);

/** Failures that mean the same whatever was asked. */
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

/** storeerr.InterpretGetError */
export const interpretGetError = (err: unknown, resource: GroupResource, name: string): unknown =>
  translate(err, (failure, e) =>
    failure.code === "KeyNotFound" ? newNotFound(resource, name) : interpretAny(failure, e),
  );

/** storeerr.InterpretCreateError */
export const interpretCreateError = (err: unknown, resource: GroupResource, name: string): unknown =>
  translate(err, (failure, e) =>
    failure.code === "KeyExists" ? newAlreadyExists(resource, name) : interpretAny(failure, e),
  );

/** storage.StorageError as upstream prints it inside a conflict. */
const invalidObjText = (failure: Extract<StorageFailure, { code: "InvalidObj" }>): string =>
  `StorageError: invalid object, Code: 4, Key: ${failure.key}, ResourceVersion: 0, AdditionalErrorMsg: ${failure.message}`;

/** storeerr.InterpretUpdateError, also for deletions (InterpretDeleteError). */
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

/** storeerr.InterpretListError: what a list or its continue token can get wrong. */
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

/** storeerr.InterpretWatchError */
export const interpretWatchError = (err: unknown): unknown => translate(err, interpretAny);
