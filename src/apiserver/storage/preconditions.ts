import type { Preconditions } from "./interface.ts";
import { StorageError } from "./storage-error.ts";

/** The metadata that preconditions check; absent members count as "". */
export interface PreconditionTarget {
  readonly metadata?: { readonly uid?: string | undefined; readonly resourceVersion?: string | undefined } | undefined;
}

/** Returns upstream's message for a failed precondition. */
export const preconditionFailed = (what: string, wanted: string, found: string): string =>
  `Precondition failed: ${what} in precondition: ${wanted}, ${what} in object meta: ${found}`;

/**
 * Throws InvalidObj if an object does not meet the preconditions (Preconditions.Check). An absent object has "" for
 * every member.
 */
export function checkPreconditions(
  key: string,
  preconditions: Preconditions | undefined,
  object: PreconditionTarget | undefined,
): void {
  if (preconditions === undefined) return;
  const { uid, resourceVersion } = preconditions;
  const liveUid = object?.metadata?.uid ?? "";
  if (uid !== undefined && uid !== liveUid)
    throw new StorageError({ code: "InvalidObj", key, message: preconditionFailed("UID", uid, liveUid) });
  const liveVersion = object?.metadata?.resourceVersion ?? "";
  if (resourceVersion === undefined || resourceVersion === liveVersion) return;
  throw new StorageError({
    code: "InvalidObj",
    key,
    message: preconditionFailed("ResourceVersion", resourceVersion, liveVersion),
  });
}
