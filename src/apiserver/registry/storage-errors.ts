import {
  failure as failed,
  newAlreadyExists,
  newBadRequest,
  newConflict,
  newInternalError,
  newNotFound,
  newResourceExpired,
  newServiceUnavailable,
  newTooLargeResourceVersion,
  newTooManyRequests,
  newUnknownError,
  StatusError,
  tooLargeToSend,
} from "../../apimachinery/errors.ts";
import { formatGroupResource, type GroupResource } from "../../apimachinery/gvk.ts";
import { keyBelowRoot } from "./keys.ts";
import { StorageError, type CorruptObject, type StorageFailure } from "../storage/storage-error.ts";

/** The error message for a write that conflicts with another one (registry.OptimisticLockErrorMsg). */
export const optimisticLockMessage =
  "the object has been modified; please apply your changes to the latest version and try again";

type CorruptList = Extract<StorageFailure, { code: "CorruptList" }>;
type Translate = (failure: StorageFailure, err: StorageError) => Error;

const translate = (err: unknown, by: Translate): unknown => (err instanceof StorageError ? by(err.failure, err) : err);

/** Whether etcd has refused a write, or its client to send it, since it is too large (handlers.isTooLargeError). */
export function isTooLargeForStorage(err: unknown): boolean {
  const cause = err instanceof StatusError ? err.cause : err;
  if (!(cause instanceof StorageError) || cause.failure.code !== "Unknown") return false;
  const { message } = cause.failure;
  return message === "etcdserver: request is too large" || message.startsWith(tooLargeToSend);
}

/** Whether an error of a write, converted or not, leaves open whether the write took place. */
export function isOutcomeUnknown(err: unknown): boolean {
  const cause = err instanceof StatusError ? err.cause : err;
  if (!(cause instanceof StorageError) || cause.failure.code !== "Unknown" || isTooLargeForStorage(cause)) return false;
  return cause.failure.mayBeStored === true;
}

/** Converts the errors that are handled equally for all operations. */
function interpretAny(failure: StorageFailure, err: StorageError): Error {
  switch (failure.code) {
    case "Unreachable":
      return newServiceUnavailable(failure.message);
    case "TooLargeResourceVersion":
      return newTooLargeResourceVersion(failure.requested, failure.current, failure.isPastCache === true ? 0 : 1);
    case "Unknown":
      return new StatusError(newUnknownError(failure.message).status, { cause: err });
    case "InvalidResourceVersion":
      return newUnknownError(failure.message);
    case "Expired":
      return newResourceExpired(`too old resource version: ${failure.requested} (${failure.compacted})`);
    case "InvalidContinue":
      return newBadRequest(failure.message);
    case "CorruptObj":
    case "Undecodable":
      return newUnknownError(failure.message);
    case "NotReady":
      return newTooManyRequests(`storage is (re)initializing: ${reasonText(failure.reason)}`, 1);
    case "KeyExists":
    case "KeyNotFound":
    case "InvalidObj":
    case "CorruptList":
      return newInternalError(err);
  }
}

/** Converts a storage error of a get to an API error (storeerr.InterpretGetError). */
export const interpretGetError = (err: unknown, resource: GroupResource, name: string): unknown =>
  translate(err, (failure, e) => {
    switch (failure.code) {
      case "KeyNotFound":
        return newNotFound(resource, name);
      case "CorruptObj":
        return newInternalError(corruptObjText(failure, keyBelowRoot(failure.key)));
      default:
        return interpretAny(failure, e);
    }
  });

/** The text of a storage.StorageError of an object that cannot be decoded. */
const corruptObjText = ({ message }: CorruptObject, key: string): string =>
  `StorageError: corrupt object, Code: 7, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${message}`;

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
export const interpretListError = (err: unknown, resource: ListedResource): unknown =>
  translate(err, (failure, e) => {
    switch (failure.code) {
      case "CorruptList":
        return corruptList(failure, resource);
      case "NotReady":
        return notReady(failure.reason, resource);
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
export const interpretWatchError = (err: unknown, resource?: ListedResource): unknown =>
  translate(err, (failure, e) =>
    failure.code === "NotReady" && resource !== undefined
      ? notReady(failure.reason, resource)
      : interpretAny(failure, e),
  );

/** A resource whose objects are listed. */
type ListedResource = GroupResource & { readonly kind: string };

/** Creates the error of a watch cache that cannot be filled, so that upstream lists its objects again and again. */
const notReady = (reason: StorageFailure, resource: ListedResource): StatusError =>
  newTooManyRequests(
    `storage is (re)initializing: failed to list ${goType(resource)}: ${
      reason.code === "CorruptList" ? corruptListText(resource) : reasonText(reason)
    }`,
    1,
  );

const reasonText = (reason: StorageFailure): string => ("message" in reason ? reason.message : reason.code);

/** Returns the Go type of a kind, e.g. `*core.ConfigMap`. Custom resources have their definition's names. */
function goType({ group, kind }: ListedResource): string {
  return `*${group === "" ? "core" : group.slice(0, `${group}.`.indexOf("."))}.${kind}`;
}

const corruptListText = (resource: GroupResource): string =>
  `failed to read one or more ${formatGroupResource(resource)} from the storage`;

/** Creates the error of a list with objects that cannot be decoded (etcd3.aggregatedStorageError). */
function corruptList({ objects, truncated }: CorruptList, resource: GroupResource): StatusError {
  const causes = objects.map((object) => ({
    reason: "UnexpectedServerResponse",
    message: corruptObjText(object, object.key),
    field: object.key,
  }));
  const more = { reason: "FieldValueTooMany", message: "too many errors, the list is truncated" };
  return failed(500, "StorageReadError", corruptListText(resource), {
    name: "list",
    group: resource.group,
    kind: resource.resource,
    causes: truncated ? [...causes, more] : causes,
  });
}
