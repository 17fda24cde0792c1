import { isNonZeroResourceVersion } from "../storage/resource-version.ts";
import { isAlreadyExists, newGenerateNameConflict, newUnknownError, StatusError } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { generateName } from "../../apimachinery/name-generator.ts";
import type { Stored } from "../storage/interface.ts";
import { noteWrite } from "./note-write.ts";
import { readyToCreate } from "./before-create.ts";
import { paceOf } from "../../component-base/work.ts";
import { changeMetadata } from "./object-meta.ts";
import type { ValidateObject } from "./rest.ts";
import { interpretCreateError } from "./storage-errors.ts";
import { BegunWrites } from "./store-hooks.ts";
import type { StoreParts } from "./store-parts.ts";
import type { StrategyContext } from "./strategy.ts";

/** The number of attempts to generate a name that is not in use (registry.maxNameGenerationCreateAttempts). */
const nameAttempts = 8;

/** Creates an object; retries with another generated name if the name is in use (registry.Store.Create). */
export const createObject = (
  parts: StoreParts,
  ctx: StrategyContext,
  object: KubeObject,
  validate: ValidateObject,
): Promise<Stored<KubeObject>> =>
  needsNameGeneration(object) ? createGenerated(parts, ctx, object, validate) : create(parts, ctx, object, validate);

async function createGenerated(
  parts: StoreParts,
  ctx: StrategyContext,
  object: KubeObject,
  validate: ValidateObject,
): Promise<Stored<KubeObject>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await create(parts, ctx, object, validate);
    } catch (err) {
      if (attempt === nameAttempts || !isAlreadyExists(err)) throw err;
    }
  }
}

const needsNameGeneration = ({ metadata }: KubeObject): boolean =>
  (metadata.generateName ?? "") !== "" && (metadata.name ?? "") === "";

/** Creates an object. What is allocated for it is released if it is not stored. */
function create(
  parts: StoreParts,
  ctx: StrategyContext,
  object: KubeObject,
  validate: ValidateObject,
): Promise<Stored<KubeObject>> {
  if (parts.hooks === undefined) return createBegun(parts, ctx, object, validate, undefined);
  const begun = new BegunWrites();
  return begun.end(createBegun(parts, ctx, object, validate, begun));
}

async function createBegun(
  parts: StoreParts,
  ctx: StrategyContext,
  object: KubeObject,
  validate: ValidateObject,
  begun: BegunWrites | undefined,
): Promise<Stored<KubeObject>> {
  const { definition, keys } = parts;
  const preparing = readyToCreate(parts, ctx, named(object, parts), validate, begun);
  const ready = preparing instanceof Promise ? await preparing : preparing;
  const name = ready.metadata.name ?? "";
  const key = keys.key(ctx.namespace, name);
  if (!ctx.dryRun) refuseResourceVersion(ready);
  ctx.trace?.stage("storage");
  try {
    const stored = await parts.storage(ctx).create(key, ready, paceOf(ctx));
    noteWrite(ctx, stored);
    return stored;
  } catch (err) {
    throw await alreadyThere(parts, ctx, key, ready, interpretCreateError(err, definition, name));
  }
}

/**
 * Rejects a resourceVersion on an object to be created; a value that is not a uint64 is ignored
 * (storage.ErrResourceVersionSetOnCreate).
 */
function refuseResourceVersion({ metadata: { resourceVersion = "" } }: KubeObject): void {
  if (isNonZeroResourceVersion(resourceVersion))
    throw newUnknownError("resourceVersion should not be set on objects to be created");
}

function named(object: KubeObject, { definition, random }: StoreParts): KubeObject {
  const { generateName: prefix = "" } = object.metadata;
  if (!needsNameGeneration(object)) return object;
  const name = definition.strategy.keepsGenerateName === true ? prefix : generateName(prefix, random);
  return changeMetadata(object, { name });
}

/**
 * Adds to an AlreadyExists error that the name was generated or that the existing object is being deleted
 * (rest.CheckGeneratedNameError).
 */
async function alreadyThere(
  parts: StoreParts,
  ctx: StrategyContext,
  key: string,
  object: KubeObject,
  err: unknown,
): Promise<unknown> {
  if (!(err instanceof StatusError) || !isAlreadyExists(err)) return err;
  const { generateName: prefix = "", name = "" } = object.metadata;
  const refusal = prefix === "" ? err : newGenerateNameConflict(parts.definition, name, 1);
  const live = await parts
    .storage(ctx)
    .get(key, "")
    .catch(() => undefined);
  if (live?.object.metadata.deletionTimestamp === undefined) return refusal;
  return new StatusError({ ...refusal.status, message: `object is being deleted: ${refusal.status.message ?? ""}` });
}
