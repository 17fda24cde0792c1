import { formatGroupVersion, type GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { JsonValue } from "../../apimachinery/json/value.ts";
import { asJson, type KubeObject, type ManagedFieldsEntry } from "../../apimachinery/meta.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import { keptObject, phase, type Pace } from "../../component-base/work.ts";
import type { FieldFilter } from "../../structured-merge-diff/field-filter.ts";
import { FieldSet } from "../../structured-merge-diff/field-set.ts";
import type { Atom } from "../../structured-merge-diff/schema.ts";
import { TypedError } from "../../structured-merge-diff/typed-error.ts";
import { wrapError, type Converter, type TypedValue } from "../../structured-merge-diff/typed-value.ts";
import { updateManagers } from "../../structured-merge-diff/updater.ts";
import { validateValue } from "../../structured-merge-diff/validate.ts";
import { asMap } from "../../structured-merge-diff/value.ts";
import type { ApplyCache } from "./apply-cache.ts";
import { conforms } from "./conforming.ts";
import {
  decodeManagedFields,
  encodeManagedFields,
  ManagedFieldsError,
  newEmptyManaged,
  type Managed,
} from "./managed.ts";
import { buildManagerIdentifier, identifierOf } from "./manager-identifier.ts";
import { describeObject, managedFieldsOf, shareWithLive, withManagedFields } from "./object-parts.ts";
import { stripMeta } from "./strip-meta.ts";
import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";

const maxUpdateManagers = 10;
const oldUpdatesManagerName = "ancient-changes";

/**
 * Merges the oldest Update entries of each version into one when there are more than ten (internal.capManagersManager).
 */
function capUpdateManagers(managed: Managed): void {
  if (managed.sets.size <= maxUpdateManagers) return;
  const updaters = [...managed.sets].filter(([, { applied }]) => !applied).map(([identifier]) => identifier);
  if (updaters.length > maxUpdateManagers) mergeOldest(managed, updaters);
}

function mergeOldest(managed: Managed, updaters: string[]): void {
  const timeOf = (identifier: string): string => managed.times.get(identifier) ?? "";
  updaters.sort((a, b) => compareUtf8(timeOf(a), timeOf(b)) || compareUtf8(a, b));
  const firsts = new Map<string, string>();
  const buckets: Buckets = new Map();
  let left = updaters.length;
  for (const identifier of updaters) {
    if (left <= maxUpdateManagers) break;
    const version = managed.sets.get(identifier)?.apiVersion ?? "";
    const first = firsts.get(version);
    if (first === undefined) firsts.set(version, identifier);
    else {
      moveIntoBucket(managed, buckets, version, first, identifier);
      left--;
    }
  }
  for (const [bucket, sets] of buckets) {
    const entry = managed.sets.get(bucket);
    if (entry) managed.sets.set(bucket, { ...entry, set: FieldSet.unionOf(sets) });
  }
}

/** The sets of each bucket, which are united once all have been moved. */
type Buckets = Map<string, FieldSet[]>;

/**
 * Moves a manager's fields into the bucket of its version. The bucket is created from the first manager of the version
 * and takes the time of the last manager merged into it.
 */
function moveIntoBucket(
  { sets, times }: Managed,
  buckets: Buckets,
  version: string,
  first: string,
  identifier: string,
): void {
  const bucket = buildManagerIdentifier({ manager: oldUpdatesManagerName, operation: "Update", apiVersion: version });
  const [known, initial, moved] = [sets.get(bucket), sets.get(first), sets.get(identifier)];
  if (!known) sets.delete(first);
  const base = known ?? initial;
  if (base && moved) {
    const united = buckets.get(bucket) ?? [base.set];
    buckets.set(bucket, united);
    united.push(moved.set);
    sets.set(bucket, moved);
  }
  sets.delete(identifier);
  if (identifier === bucket) buckets.delete(bucket);
  times.set(bucket, times.get(identifier));
}

/** Manages field ownership for one resource or subresource (managedfields.FieldManager). Created once for each path. */
export interface FieldManager {
  readonly kind: GroupVersionKind;
  /** Empty for the main resource. */
  readonly subresource: string;
  /** The type of objects in the version of `kind`. */
  readonly atom: Atom;
  /** Caches results of earlier applies. */
  readonly cache: ApplyCache;
  /**
   * Whether objects were decoded by a codec of their type, so that the values of their scalar maps are known to be
   * valid.
   */
  readonly decoded: boolean;
  /** Converts objects to the versions in which managers own fields. */
  readonly converter: Converter;
  /** What of a set writes through this path may come to own, by version; everything if absent. */
  readonly ownable?: ReadonlyMap<string, FieldFilter> | undefined;
  /** Returns an object without what is omitted as it is encoded; absent if nothing is. */
  asEncoded?(object: KubeObject): KubeObject;
  /** Whether an object is of a type that is known; absent if all are. */
  tracks?(object: KubeObject): boolean;
  /**
   * What is lost of the metadata of a configuration when the object that it was merged into is stored, "" for nothing;
   * absent if objects are decoded before they are stored.
   */
  lostMetadata?(config: JsonValue, merged: KubeObject): string;
  /** The object that a create starts from. */
  readonly emptyObject: KubeObject;
  /**
   * Decodes the merged result of an apply and applies defaults. `kept` holds the parts of the live object that are
   * unchanged in it, which have their defaults if they are `filled`. Throws TypedError.
   */
  toObject(merged: JsonValue, kept: ReadonlySet<unknown>, filled: boolean): KubeObject;
  /**
   * Runs work with a manager whose conversions may be asynchronous. Absent if all conversions are synchronous; then
   * this manager is used directly.
   */
  later?<T>(pace: Pace, work: (fields: FieldManager) => T): MaybeAsync<T>;
}

const currentOperation = "current-operation";

/**
 * Returns the object of an update with its managed fields updated: changed fields become owned by `manager`.
 * If ownership cannot be determined, all managed fields are removed (FieldManager.UpdateNoErrors). `live` is the
 * manager's `emptyObject` for a create.
 */
export function updateManagedFields(
  fields: FieldManager,
  live: KubeObject,
  next: KubeObject,
  manager: string,
  now: string,
): KubeObject {
  try {
    return trackUpdate(fields, live, next, manager, now);
  } catch (error) {
    if (!(error instanceof TypedError)) throw error;
    return withManagedFields(next, undefined);
  }
}

/** Like `updateManagedFields`, but throws if ownership cannot be determined (FieldManager.Update). */
export function trackUpdate(
  fields: FieldManager,
  live: KubeObject,
  next: KubeObject,
  manager: string,
  now: string,
): KubeObject {
  if (fields.tracks?.(next) === false)
    throw new TypedError(`failed to convert new object (${describeObject(asJson(next), fields.kind)}) to smd typed`);
  const managed = phase(() => decodeLiveOrNew(live, next, fields.subresource !== ""));
  if (managed.sets.size === 0 && live.metadata?.uid) return withManagedFields(next, undefined);
  const object = phase(() => shareWithLive(next, live));
  const identifier = identifierOf(fields, manager, "Update");
  const updated = phase(() => updateTracked(fields, live, object, managed, identifier, now));
  return withManagedFields(object, encodeManagedFields(updated));
}

/** Updates managed fields for an update by the manager with this identifier. */
export function updateTracked(
  fields: FieldManager,
  live: KubeObject,
  next: KubeObject,
  managed: Managed,
  identifier: string,
  now: string,
): Managed {
  const asEncoded = (object: KubeObject): KubeObject => fields.asEncoded?.(object) ?? object;
  const before = keptObject(() => asEncoded(withManagedFields(live, undefined)));
  const after = keptObject(() => asEncoded(withManagedFields(next, undefined)));
  const typedNext = phase(() =>
    typed(
      fields,
      after,
      () => `failed to convert new object (${describeObject(asJson(after), fields.kind)}) to smd typed`,
    ),
  );
  const typedLive = phase(() =>
    typed(
      fields,
      before,
      () => `failed to convert live object (${describeObject(asJson(before), fields.kind)}) to smd typed`,
      typedNext.value,
    ),
  );
  const sets = phase(() =>
    wrapError(
      () => `failed to update ManagedFields (${describeObject(asJson(after), fields.kind)})`,
      () => updateManagers(fields, typedLive, typedNext, managed.sets, currentOperation),
    ),
  );
  const updated = { ...managed, sets, times: new Map(managed.times) };
  settle(updated, identifier, now);
  capUpdateManagers(updated);
  return updated;
}

/**
 * Assigns the fields of the current operation to its manager and sets the manager's time
 * (internal.managedFieldsUpdater).
 */
function settle({ sets, times, entries }: Managed, identifier: string, now: string): void {
  stripMeta(sets, currentOperation);
  const taken = sets.get(currentOperation);
  if (!taken) return;
  sets.delete(currentOperation);
  const set = sets.get(identifier)?.set.union(taken.set) ?? taken.set;
  const known = entries.get(identifier)?.owned.set; // an update of owned fields leaves the set as it was
  sets.set(identifier, { ...taken, set: known?.equals(set) ? known : set });
  times.set(identifier, now);
}

/**
 * Returns a typed value after validating the object against its type, duplicates allowed. Parts shared with `valid`, an
 * object that conforms, are not validated again.
 */
export function typed(fields: FieldManager, object: KubeObject, failure: () => string, valid?: JsonValue): TypedValue {
  const { atom, kind } = fields;
  const value = asJson(object);
  const { conforming } = phase(() => ({ conforming: conforms(value, fields, asMap(valid)) }));
  if (!conforming) wrapError(failure, () => validateValue(value, atom, true));
  return { value, atom, apiVersion: formatGroupVersion(kind) };
}

/** Reports whether the entries reset managed fields: an empty list or a single empty entry does. */
function isReset(entries: readonly ManagedFieldsEntry[]): boolean {
  const [first] = entries;
  return first === undefined || (entries.length === 1 && Object.keys(first).length === 0);
}

/**
 * Decodes the managed fields of the request if it may set them and they are valid, otherwise those of the live object
 * (internal.decodeLiveOrNew).
 */
function decodeLiveOrNew(live: KubeObject, next: KubeObject, isSubresource: boolean): Managed {
  const entries = isSubresource ? undefined : managedFieldsOf(next);
  if (entries === undefined) return decodeOrEmpty(managedFieldsOf(live));
  return isReset(entries) ? newEmptyManaged() : (decodeIfValid(entries) ?? decodeOrEmpty(managedFieldsOf(live)));
}

const decodeOrEmpty = (entries: readonly ManagedFieldsEntry[] | undefined): Managed =>
  entries === undefined ? newEmptyManaged() : (decodeIfValid(entries) ?? newEmptyManaged());

function decodeIfValid(entries: readonly ManagedFieldsEntry[]): Managed | undefined {
  try {
    return decodeManagedFields(entries);
  } catch (error) {
    if (error instanceof ManagedFieldsError) return undefined;
    throw error;
  }
}

/**
 * Reports whether an error means that an object, configuration or managed fields could not be processed; its message is
 * upstream's. Any other error is a bug or a Status.
 */
export const isTrackingError = (error: unknown): error is Error => error instanceof TypedError;
