import type { JsonValue } from "../apimachinery/json/value.ts";
import { compareTyped, type Comparison } from "./compare.ts";
import type { WalkedConfiguration } from "./configuration-walk.ts";
import type { FieldFilter } from "./field-filter.ts";
import { FieldSet } from "./field-set.ts";
import { ConflictsError, type Conflict, type ManagerSets, type VersionedSet } from "./managers.ts";
import { mergeTyped, type MergeNotice } from "./merge.ts";
import { forEachKept, keptObject, keptValue, phase } from "../component-base/work.ts";
import { pruneFields } from "./prune.ts";
import { reconcileWithSchema } from "./reconcile-schema.ts";
import { convertIfServed, wrapError, type Converter, type TypedValue } from "./typed-value.ts";
import { equalValues } from "./value.ts";

/** Options of the updater (merge.Updater). */
export interface UpdaterOptions {
  readonly converter: Converter;
  /** What of a set managers may come to own, by version: not the fields that the strategy resets. */
  readonly ownable?: ReadonlyMap<string, FieldFilter> | undefined;
}

/** Reconciles every manager's set with the current schema. Managers of missing versions are dropped. */
function reconcileManagers({ converter }: UpdaterOptions, live: TypedValue, managers: ManagerSets): ManagerSets {
  const reconciled: ManagerSets = new Map();
  for (const [manager, owned] of managers) {
    const versioned = convertIfServed(converter, live, owned.apiVersion);
    if (!versioned) continue;
    const set = reconcileWithSchema(owned.set, versioned.atom);
    reconciled.set(manager, set === owned.set ? owned : { ...owned, set });
  }
  return reconciled;
}

function ownableOf({ ownable }: UpdaterOptions, apiVersion: string, set: FieldSet): FieldSet {
  const filter = ownable?.get(apiVersion);
  return filter === undefined ? set : filter(set);
}

const compareFor = (options: UpdaterOptions, left: TypedValue, right: TypedValue): Comparison =>
  comparisonFor(options, left, compareTyped(left.value, right.value, left.atom));

function comparisonFor(options: UpdaterOptions, left: TypedValue, comparison: Comparison): Comparison {
  if (!options.ownable?.has(left.apiVersion)) return comparison;
  const filter = (set: FieldSet): FieldSet => ownableOf(options, left.apiVersion, set);
  return {
    removed: filter(comparison.removed),
    modified: filter(comparison.modified),
    added: filter(comparison.added),
  };
}

/** The last union of modified and added fields, by the modified ones: similar objects share these sets. */
const changes = new WeakMap<FieldSet, { readonly added: FieldSet; readonly changed: FieldSet }>();

function changedBy({ modified, added }: Comparison): FieldSet {
  if (modified.isEmpty) return added;
  const known = changes.get(modified);
  if (known?.added === added) return known.changed;
  const changed = modified.union(added);
  changes.set(modified, { added, changed });
  return changed;
}

/** The comparisons of two objects in the versions of their managers, each computed once. */
class Comparisons {
  readonly #options: UpdaterOptions;
  readonly #left: TypedValue;
  readonly #right: TypedValue;
  readonly #apiVersion: string;
  /** The comparison in the version of the objects. */
  readonly own: Comparison;
  #others: Map<string, Comparison | undefined> | undefined;

  constructor(
    options: UpdaterOptions,
    left: TypedValue,
    right: TypedValue,
    apiVersion: string,
    comparison = compareTyped(left.value, right.value, left.atom),
  ) {
    this.#options = options;
    this.#left = left;
    this.#right = right;
    this.#apiVersion = apiVersion;
    this.own = comparisonFor(options, left, comparison);
  }

  in(apiVersion: string): Comparison | undefined {
    if (apiVersion === this.#apiVersion) return this.own;
    const others = (this.#others ??= new Map());
    if (!others.has(apiVersion)) others.set(apiVersion, this.#compare(apiVersion));
    return others.get(apiVersion);
  }

  #compare(apiVersion: string): Comparison | undefined {
    const { converter } = this.#options;
    const converted = (value: TypedValue): TypedValue | undefined =>
      keptValue(() => convertIfServed(converter, value, apiVersion));
    const left = wrapError("failed to convert old object", () => converted(this.#left));
    const right = left && wrapError("failed to convert new object", () => converted(this.#right));
    return left && right ? compareFor(this.#options, left, right) : undefined;
  }
}

/** The number of entries of a set on its first levels, where those of large sets are. */
function sizeOf(set: FieldSet, levels = 3): number {
  let size = set.entries.length;
  if (levels > 1) for (const { children } of set.entries) if (children) size += sizeOf(children, levels - 1);
  return size;
}

const sizeOfSet = (set: FieldSet): number => sizeOf(set);

function sizeOfAll(managers: ManagerSets): number {
  let size = 0;
  for (const { set } of managers.values()) size += sizeOf(set);
  return size;
}

const sizeOfComparisons = ({ own: { added, modified, removed } }: Comparisons): number =>
  sizeOf(added) + sizeOf(modified) + sizeOf(removed);

/** What is left to the managers, and what of theirs was changed. */
interface Taken {
  readonly managers: ManagerSets;
  readonly conflicts: Conflict[];
}

/**
 * Returns the managers without the changed and deleted fields of the others. Unless forced, throws ConflictsError for
 * fields that were modified or added.
 */
function takeFromOthers(comparisons: Comparisons, before: ManagerSets, self: string, force: boolean): ManagerSets {
  const all = keptObject(() => [...before]);
  const begin = (): Taken => ({ managers: new Map(), conflicts: [] });
  const { managers, conflicts } = forEachKept(all.length, begin, (taken, i) => {
    const [manager, owned] = all[i] ?? ["", undefined];
    if (owned !== undefined) takeFrom(taken, comparisons, manager, owned, manager === self, force);
  });
  if (conflicts.length > 0) throw new ConflictsError(conflicts);
  return managers;
}

/** Takes fields from a manager. One without fields is removed. */
function takeFrom(
  { managers, conflicts }: Taken,
  comparisons: Comparisons,
  manager: string,
  owned: VersionedSet,
  isSelf: boolean,
  force: boolean,
): void {
  if (isSelf) return void managers.set(manager, owned);
  // kept, since a comparison is remembered and would not be made again after a pause
  const comparison = keptValue(() => comparisons.in(owned.apiVersion));
  if (!comparison) return;
  const changed = phase(() => owned.set.intersection(changedBy(comparison)), sizeOfSet);
  const unchanged = phase(() => owned.set.difference(changed), sizeOfSet);
  const set = phase(() => unchanged.difference(comparison.removed), sizeOfSet);
  if (!force) for (const path of changed.paths()) conflicts.push({ manager, path });
  if (!set.isEmpty) managers.set(manager, set === owned.set ? owned : { ...owned, set });
}

/**
 * Updates managed fields after a create or update: the writer owns the fields that it changed (merge.Updater.Update).
 */
export function updateManagers(
  options: UpdaterOptions,
  live: TypedValue,
  next: TypedValue,
  before: ManagerSets,
  self: string,
): ManagerSets {
  const reconciled = phase(() => reconcileManagers(options, live, before), sizeOfAll);
  const { apiVersion } = next;
  const comparisons = phase(() => new Comparisons(options, live, next, apiVersion), sizeOfComparisons);
  const managers = takeFromOthers(comparisons, reconciled, self, true);
  const { own } = comparisons;
  const owned = reconciled.get(self)?.set ?? FieldSet.empty;
  const kept = phase(() => owned.difference(own.removed), sizeOfSet);
  const changed = phase(() => changedBy(own), sizeOfSet);
  const set = phase(() => ownableOf(options, apiVersion, kept.union(changed)), sizeOfSet);
  if (set.isEmpty) managers.delete(self);
  else managers.set(self, { set, apiVersion, applied: false });
  return managers;
}

/** The result of an apply; `value` is undefined if the object does not change. */
export interface Applied {
  readonly value: JsonValue | undefined;
  readonly managers: ManagerSets;
}

/** An applied configuration and its field set. */
export interface Configuration extends TypedValue {
  readonly set: FieldSet;
  /** The result of merging it into the live value, where it has been computed. */
  readonly walked?: WalkedConfiguration | undefined;
}

/**
 * Merges a configuration into the live object (merge.Updater.Apply). The manager owns the fields of the configuration;
 * fields that it applied last time and omits now are removed. Throws ConflictsError.
 */
export function applyConfiguration(
  options: UpdaterOptions,
  live: TypedValue,
  config: Configuration,
  before: ManagerSets,
  self: string,
  force: boolean,
): Applied {
  const reconciled = phase(() => reconcileManagers(options, live, before), sizeOfAll);
  const { apiVersion, walked } = config;
  const { merged, filled } = phase(() => mergeConfiguration(live, config));
  const all = new Map(reconciled);
  all.set(self, { set: ownableOf(options, apiVersion, config.set), apiVersion, applied: true });
  const next = phase(() =>
    wrapError("failed to prune fields", () =>
      pruneFields(options.converter, { ...live, value: merged }, all, self, reconciled.get(self), filled),
    ),
  );
  const known = next.value === merged ? walked : undefined;
  const comparisons = phase(
    () => new Comparisons(options, live, next, apiVersion, known?.comparison),
    sizeOfComparisons,
  );
  const managers = takeFromOthers(comparisons, all, self, force);
  if (managers.get(self)?.set.isEmpty) managers.delete(self);
  // a walk keeps the identity of an equal value
  const unchanged = next.value === live.value || (known === undefined && equalValues(live.value, next.value));
  return { value: unchanged ? undefined : next.value, managers };
}

function mergeConfiguration(
  live: TypedValue,
  { value, walked }: Configuration,
): { readonly merged: JsonValue; readonly filled: boolean } {
  if (walked) return { merged: walked.merged, filled: false };
  const notice = keptObject((): MergeNotice => ({ filled: false })); // parts that are merged note it once
  const merged = wrapError("failed to merge config", () => mergeTyped(live.value, value, live.atom, notice));
  return { merged, filled: notice.filled };
}
