import { newNotFound } from "../../apimachinery/errors.ts";
import type { KubeObject, Status } from "../../apimachinery/meta.ts";
import type { Stored } from "../storage/interface.ts";
import { beforeDelete, markAsDeleting, type DeletionStart } from "./before-delete.ts";
import type { DeleteOptions } from "./delete-options.ts";
import { deletionFinalizers } from "./garbage-collection-policy.ts";
import { changeMetadata } from "./object-meta.ts";
import { noteWrite } from "./note-write.ts";
import type { DeleteResult, ValidateObject } from "./rest.ts";
import { returnsDeletedObject } from "./returned-deletions.ts";
import { interpretGetError, interpretUpdateError } from "./storage-errors.ts";
import type { StoreParts } from "./store-parts.ts";
import type { StrategyContext, TwoPhaseDeletion } from "./strategy.ts";

/**
 * Aborts an update that would mark an object for deletion, because the object can be deleted immediately
 * (registry.errDeleteNow).
 */
class DeleteNow extends Error {}
/** Aborts an update because a graceful deletion is already pending (registry.errAlreadyDeleting). */
class AlreadyDeleting extends Error {}

/**
 * Deletes an object, or marks it for deletion if finalizers or a grace period delay its removal
 * (registry.Store.Delete).
 */
export async function deleteObject(
  parts: StoreParts,
  ctx: StrategyContext,
  name: string,
  options: DeleteOptions,
  validate: ValidateObject,
): Promise<DeleteResult> {
  const { definition, keys } = parts;
  const key = keys.key(ctx.namespace, name);
  const stored = await parts
    .storage(ctx)
    .get(key, "")
    .catch((err: unknown) => {
      throw interpretGetError(err, definition, name);
    });
  if (stored === undefined) throw newNotFound(definition, name);
  const start = beforeDelete(definition, stored.object, options, ctx.now);
  if (start.kind === "pending") return { kind: "object", stored, deleted: false };
  try {
    return await carryOut({ parts, ctx, key, options, validate }, stored, start);
  } catch (err) {
    throw interpretUpdateError(err, definition, name);
  }
}

interface Deletion {
  readonly parts: StoreParts;
  readonly ctx: StrategyContext;
  readonly key: string;
  readonly options: DeleteOptions;
  readonly validate: ValidateObject;
}

async function carryOut(deletion: Deletion, stored: Stored<KubeObject>, start: DeletionStart): Promise<DeleteResult> {
  const { parts, options } = deletion;
  const phases = parts.definition.strategy.twoPhaseDeletion;
  if (phases !== undefined && stored.object.metadata.deletionTimestamp === undefined)
    return marked(await markFirstPhase(deletion, phases));
  if (phases !== undefined && !phases.ready(stored.object)) return marked(stored);
  if (start.kind === "now" && !isHeld(parts, stored.object, options)) return removeNow(deletion, options.preconditions);
  return markOrRemove(deletion, stored);
}

const marked = (stored: Stored<KubeObject>): DeleteResult => ({ kind: "object", stored, deleted: false });

/** Whether the object has finalizers or gets some from the delete options. */
const isHeld = ({ definition }: StoreParts, { metadata }: KubeObject, options: DeleteOptions): boolean =>
  (metadata.finalizers?.length ?? 0) > 0 || deletionFinalizers(definition.strategy, metadata, options).length > 0;

/** Performs the first phase of a two-phase deletion (namespace REST.Delete). */
async function markFirstPhase(
  { parts, ctx, key, options, validate }: Deletion,
  phases: TwoPhaseDeletion,
): Promise<Stored<KubeObject>> {
  const stored = await parts
    .storage(ctx)
    .guaranteedUpdate(key, { ignoreNotFound: false, preconditions: options.preconditions }, async (live) => {
      const object = liveObject(live);
      await validate(object);
      const finalized = phases.ignoresPolicy
        ? object
        : withFinalizers(object, deletionFinalizers(parts.definition.strategy, object.metadata, options));
      return phases.mark(
        changeMetadata(finalized, { deletionTimestamp: object.metadata.deletionTimestamp ?? ctx.now }),
      );
    });
  noteWrite(ctx, stored);
  return stored;
}

/**
 * Marks the object for deletion, or removes it if nothing delays the removal
 * (registry.updateForGracefulDeletionAndFinalizers).
 */
async function markOrRemove(deletion: Deletion, stored: Stored<KubeObject>): Promise<DeleteResult> {
  const { parts, ctx, key, options } = deletion;
  let waits = true;
  try {
    const out = await parts
      .storage(ctx)
      .guaranteedUpdate(key, { ignoreNotFound: false, preconditions: options.preconditions }, async (live) => {
        const next = await nextState(deletion, liveObject(live));
        waits = next.waits;
        return next.object;
      });
    noteWrite(ctx, out);
    if (waits) return marked(out);
    if (ctx.dryRun) return { kind: "object", stored: out, deleted: true };
    return removeNow(deletion, {
      ...options.preconditions,
      ...(options.preconditions?.resourceVersion !== undefined && { resourceVersion: String(out.revision) }),
    });
  } catch (err) {
    // Store.Delete answers a dry run with what the update was to fill.
    if (err instanceof DeleteNow) return ctx.dryRun ? { kind: "empty" } : removeNow(deletion, options.preconditions);
    if (err instanceof AlreadyDeleting) return marked(stored);
    throw err;
  }
}

/** Returns the object marked for deletion, and whether its removal has to wait. */
async function nextState(
  { parts: { definition }, ctx, options, validate }: Deletion,
  live: KubeObject,
): Promise<{ object: KubeObject; waits: boolean }> {
  await validate(live);
  const start = beforeDelete(definition, live, options, ctx.now);
  if (start.kind === "pending") throw new AlreadyDeleting();
  const base = start.kind === "graceful" ? start.object : live;
  const object = withFinalizers(base, deletionFinalizers(definition.strategy, base.metadata, options));
  const pending = (object.metadata.finalizers?.length ?? 0) > 0;
  if (start.kind === "graceful") return { object, waits: pending || start.seconds > 0 };
  if (!pending) throw new DeleteNow();
  return { object: markAsDeleting(object, ctx.now), waits: true };
}

async function removeNow(
  { parts, ctx, key, validate }: Deletion,
  preconditions: DeleteOptions["preconditions"],
): Promise<DeleteResult> {
  const removed = await parts.storage(ctx).delete(key, preconditions, (live) => validate(live.object));
  noteWrite(ctx, removed);
  if (!ctx.dryRun && parts.hooks !== undefined) await parts.hooks.afterDelete?.(removed.object);
  if (returnsDeletedObject(parts.definition)) return { kind: "object", stored: removed, deleted: true };
  return { kind: "status", status: deletedStatus(parts, removed.object) };
}

/** The Status returned for a deletion (registry.Store.finalizeDelete). */
function deletedStatus(
  { definition: { group, resource } }: StoreParts,
  { metadata: { name = "", uid = "" } }: KubeObject,
): Status {
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Success",
    details: { name, ...(group !== "" && { group }), kind: resource, uid },
  };
}

function withFinalizers(object: KubeObject, finalizers: readonly string[]): KubeObject {
  if (
    finalizers === object.metadata.finalizers ||
    (finalizers.length === 0 && object.metadata.finalizers === undefined)
  )
    return object;
  return changeMetadata(object, { finalizers });
}

function liveObject(live: Stored<KubeObject> | undefined): KubeObject {
  if (live === undefined) throw new Error("an update without ignoreNotFound was called without a live object");
  return live.object;
}
