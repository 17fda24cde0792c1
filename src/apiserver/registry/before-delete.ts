import { newConflict } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { formatTime, parseTime } from "../../apimachinery/time.ts";
import { preconditionFailed } from "../storage/preconditions.ts";
import type { DeleteOptions } from "./delete-options.ts";
import { generationAfter, withMetadata } from "./object-meta.ts";
import type { ResourceDefinition } from "./resource-definition.ts";

/** The outcome of the checks that precede a deletion. */
export type DeletionStart =
  /** The object can be deleted immediately unless it has finalizers. */
  | { readonly kind: "now" }
  /** The deletion is graceful: store the marked object and wait for `seconds`. */
  | { readonly kind: "graceful"; readonly object: KubeObject; readonly seconds: number }
  /** A graceful deletion is already pending, and this request does not change it. */
  | { readonly kind: "pending" };

/** Checks preconditions and, for kinds with a grace period, sets the deletion timestamp (rest.BeforeDelete). */
export function beforeDelete(
  definition: ResourceDefinition,
  object: KubeObject,
  options: DeleteOptions,
  now: string,
): DeletionStart {
  checkDeletePreconditions(definition, object, options);
  const { gracePeriodSeconds } = definition.strategy;
  if (gracePeriodSeconds === undefined) return { kind: "now" };
  const requested =
    options.gracePeriodSeconds === undefined
      ? undefined
      : options.gracePeriodSeconds < 0
        ? 1
        : options.gracePeriodSeconds;
  if (object.metadata.deletionTimestamp !== undefined) return shorten(object, requested, now);
  const seconds = gracePeriodSeconds(object, requested);
  if (seconds === undefined) return { kind: "now" };
  return { kind: "graceful", object: mark(object, addSeconds(now, seconds), seconds), seconds };
}

/**
 * Checks preconditions before storage does, with more readable error messages. Kinds with two-phase deletion skip this
 * check; storage checks the preconditions again in any case.
 */
function checkDeletePreconditions(
  { group, kind, resource, strategy }: ResourceDefinition,
  object: KubeObject,
  { preconditions }: DeleteOptions,
): void {
  const { name = "", uid = "", resourceVersion = "" } = object.metadata;
  const conflict = (what: string, wanted: string, actual: string, why: string) =>
    strategy.twoPhaseDeletion === undefined
      ? newConflict(
          { group, resource: kind },
          name,
          `the ${what} in the precondition (${wanted}) does not match the ${what} in record (${actual}). The object might have been ${why}`,
        )
      : newConflict({ group, resource }, name, preconditionFailed(what, wanted, actual));
  if (preconditions?.uid !== undefined && preconditions.uid !== uid)
    throw conflict("UID", preconditions.uid, uid, "deleted and then recreated");
  if (preconditions?.resourceVersion !== undefined && preconditions.resourceVersion !== resourceVersion) {
    throw conflict("ResourceVersion", preconditions.resourceVersion, resourceVersion, "modified");
  }
}

/** Shortens the grace period of a pending deletion; it is never extended. */
function shorten(object: KubeObject, requested: number | undefined, now: string): DeletionStart {
  const { deletionTimestamp = now, deletionGracePeriodSeconds: pending = 0 } = object.metadata;
  if (pending === 0) return { kind: "now" };
  if (requested === undefined || requested >= pending) return { kind: "pending" };
  const due = addSeconds(deletionTimestamp, requested - pending);
  if (parseTime(due) >= parseTime(now))
    return { kind: "graceful", object: mark(object, due, requested), seconds: requested };
  const seconds = requested === 0 ? 0 : 1;
  return { kind: "graceful", object: mark(object, now, seconds), seconds };
}

function mark(object: KubeObject, deletionTimestamp: string, deletionGracePeriodSeconds: number): KubeObject {
  const first = object.metadata.deletionTimestamp === undefined;
  return withMetadata(object, {
    ...object.metadata,
    ...(first && nextGeneration(object)),
    deletionTimestamp,
    deletionGracePeriodSeconds,
  });
}

/**
 * Sets the deletion timestamp with a grace period of 0 on an object that only waits for its finalizers
 * (registry.markAsDeleting).
 */
export function markAsDeleting(object: KubeObject, now: string): KubeObject {
  const { deletionTimestamp } = object.metadata;
  const sooner =
    deletionTimestamp === undefined || parseTime(deletionTimestamp) > parseTime(now) ? now : deletionTimestamp;
  return mark(object, sooner, 0);
}

const nextGeneration = ({ metadata: { generation = 0 } }: KubeObject) =>
  generation > 0 ? { generation: generationAfter(generation) } : {};

const addSeconds = (time: string, seconds: number): string => formatTime(parseTime(time) + seconds * 1000);
