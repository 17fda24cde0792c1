import { isLargeObject } from "../storage/large-object.ts";
import { newConflict, newNotFound } from "../../apimachinery/errors.ts";
import { newInvalid } from "../../apimachinery/invalid-error.ts";
import { fieldPath, invalid } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Stored } from "../storage/interface.ts";
import { parseObjectResourceVersion } from "../storage/resource-version.ts";
import { StorageError } from "../storage/storage-error.ts";
import { noteWrite } from "./note-write.ts";
import { readyToCreate } from "./before-create.ts";
import { beforeUpdate } from "./before-update.ts";
import { ignoreManagedFieldsTimestamps } from "./managed-fields-timestamps.ts";
import { withResourceVersion } from "./object-meta.ts";
import type { UpdateRequest, UpdateResult } from "./rest.ts";
import { interpretCreateError, interpretUpdateError, optimisticLockMessage } from "./storage-errors.ts";
import { BegunWrites } from "./store-hooks.ts";
import type { StoreParts } from "./store-parts.ts";
import type { StrategyContext } from "./strategy.ts";
import { paceOf, rested } from "../../component-base/work.ts";
import { Unstored } from "./unstored.ts";

/**
 * Thrown within an update that removed the last finalizer: the object is deleted instead
 * (registry.errEmptiedFinalizers).
 */
class EmptiedFinalizers extends Error {
  readonly object: KubeObject;
  constructor(object: KubeObject) {
    super("emptied finalizers");
    this.object = object;
  }
}

/** Updates an object, or creates it if the strategy allows create on update (registry.Store.Update). */
export async function updateObject(
  parts: StoreParts,
  ctx: StrategyContext,
  name: string,
  request: UpdateRequest,
): Promise<UpdateResult> {
  const { definition, keys } = parts;
  const key = keys.key(ctx.namespace, name);
  const { preconditions } = request.info;
  const mayCreate = request.forceAllowCreate || request.strategy.allowCreateOnUpdate === true;
  const begun = parts.hooks && new BegunWrites();
  let creating = false;
  const next = (live: Stored<KubeObject> | undefined): Promise<KubeObject> => {
    creating = live === undefined;
    if (live !== undefined) return change(parts, ctx, name, request, live, begun);
    if (!mayCreate) throw newNotFound(definition, name);
    return createInstead(parts, ctx, request, begun);
  };
  ctx.trace?.stage("storage");
  try {
    const options = {
      ignoreNotFound: mayCreate,
      preconditions,
      lost: () => ctx.lostMetadata ?? "",
      pace: paceOf(ctx),
    };
    const storing = parts.storage(ctx).guaranteedUpdate(key, options, next);
    const stored = await (begun === undefined ? storing : begun.end(storing));
    noteWrite(ctx, stored);
    return { stored, created: creating };
  } catch (err) {
    if (err instanceof EmptiedFinalizers)
      return { stored: await deleteInstead(parts, ctx, key, err.object, request), created: false };
    throw creating
      ? interpretCreateError(interpretUpdateError(err, definition, name), definition, name)
      : interpretUpdateError(err, definition, name);
  }
}

async function createInstead(
  parts: StoreParts,
  ctx: StrategyContext,
  request: UpdateRequest,
  begun: BegunWrites | undefined,
): Promise<KubeObject> {
  const object = await request.info.updatedObject(undefined);
  parseObjectResourceVersion(object.metadata.resourceVersion ?? "");
  const ready = await readyToCreate(parts, ctx, object, request.validateCreate, begun);
  ctx.trace?.stage("storage");
  return ready;
}

async function change(
  { definition, hooks }: StoreParts,
  ctx: StrategyContext,
  name: string,
  request: UpdateRequest,
  live: Stored<KubeObject>,
  begun: BegunWrites | undefined,
): Promise<KubeObject> {
  const { strategy } = request;
  if (isLargeObject(live)) ctx.isLarge = true;
  const old = live.object;
  const rest = rested(ctx, undefined);
  if (rest !== undefined) await rest;
  const updated = checkVersion(
    definition,
    strategy.allowUnconditionalUpdate !== false,
    name,
    await rested(ctx, request.info.updatedObject(old)),
    live,
  );
  const begin = strategy === definition.strategy ? hooks?.beginUpdate : undefined;
  const object = begin && begun ? await begun.begin(() => begin(updated, old, ctx)) : updated;
  const loading = definition.strategy.loading?.(object, old);
  if (loading !== undefined) await loading;
  const preparing = rested(ctx, beforeUpdate(definition, strategy, object, old, ctx));
  const ready = preparing instanceof Promise ? await preparing : preparing;
  const validating = request.validateUpdate(ready, old);
  if (validating !== undefined) await validating;
  const settling = ctx.lostMetadata ? ready : paceOf(ctx)(() => ignoreManagedFieldsTimestamps(ready, old));
  const settled = settling instanceof Promise ? await settling : settling;
  if (deletesDuringUpdate(definition.strategy.twoPhaseDeletion?.ready, settled, old))
    throw new EmptiedFinalizers(settled);
  ctx.trace?.stage("storage");
  return settled;
}

/**
 * Sets the stored resourceVersion on an unconditional update, and rejects an update whose resourceVersion
 * differs from it.
 */
function checkVersion(
  definition: StoreParts["definition"],
  unconditional: boolean,
  name: string,
  object: KubeObject,
  live: Stored<KubeObject>,
): KubeObject {
  const version = parseObjectResourceVersion(object.metadata.resourceVersion ?? "");
  if (version === BigInt(live.revision)) return object;
  if (version !== 0n) throw newConflict(definition, name, optimisticLockMessage);
  if (unconditional) return withResourceVersion(object, String(live.revision));
  const errors = [invalid(fieldPath("metadata").child("resourceVersion"), 0, "must be specified for an update")];
  throw newInvalid({ group: definition.group, kind: definition.resource }, name, errors);
}

/**
 * Whether an update removes the last finalizer of an object without remaining grace period
 * (registry.ShouldDeleteDuringUpdate).
 */
function deletesDuringUpdate(
  ready: ((object: KubeObject) => boolean) | undefined,
  object: KubeObject,
  old: KubeObject,
): boolean {
  if (object.metadata.deletionTimestamp === undefined || (object.metadata.finalizers?.length ?? 0) > 0) return false;
  if (ready !== undefined && !ready(object)) return false;
  return (old.metadata.deletionGracePeriodSeconds ?? 0) === 0;
}

/** Deletes the object and returns it as it would have been stored (registry.deleteWithoutFinalizers). */
async function deleteInstead(
  parts: StoreParts,
  ctx: StrategyContext,
  key: string,
  object: KubeObject,
  request: UpdateRequest,
): Promise<Stored<KubeObject>> {
  const name = object.metadata.name ?? "";
  ctx.trace?.stage("storage");
  try {
    const removed = await parts.storage(ctx).delete(key, request.info.preconditions, () => undefined);
    noteWrite(ctx, removed);
    if (!ctx.dryRun) await parts.hooks?.afterDelete?.(removed.object);
  } catch (err) {
    const gone = err instanceof StorageError && err.failure.code === "KeyNotFound";
    if (!gone) throw interpretUpdateError(err, parts.definition, name);
  }
  return new Unstored(parts.codec, key, object);
}
