import type { JsonValue } from "../apimachinery/json/value.ts";
import { compareTyped, type Comparison } from "./compare.ts";
import type { WalkedConfiguration } from "./configuration-walk.ts";
import type { FieldFilter } from "./field-filter.ts";
import { FieldSet } from "./field-set.ts";
import { ConflictsError, type Conflict, type ManagerSets, type VersionedSet } from "./managers.ts";
import { mergeTyped, type MergeNotice } from "./merge.ts";
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
  readonly #own: Comparison;
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
    this.#own = comparisonFor(options, left, comparison);
  }

  in(apiVersion: string): Comparison | undefined {
    if (apiVersion === this.#apiVersion) return this.#own;
    const others = (this.#others ??= new Map());
    if (!others.has(apiVersion)) others.set(apiVersion, this.#compare(apiVersion));
    return others.get(apiVersion);
  }

  #compare(apiVersion: string): Comparison | undefined {
    const { converter } = this.#options;
    const left = wrapError("failed to convert old object", () => convertIfServed(converter, this.#left, apiVersion));
    const right =
      left && wrapError("failed to convert new object", () => convertIfServed(converter, this.#right, apiVersion));
    return left && right ? compareFor(this.#options, left, right) : undefined;
  }
}

/**
 * Removes changed and deleted fields from the other managers. Unless forced, throws ConflictsError for fields that were
 * modified or added.
 */
function takeFromOthers(comparisons: Comparisons, managers: ManagerSets, self: string, force: boolean): void {
  const taken: [manager: string, set: FieldSet][] = [];
  const conflicts: Conflict[] = [];
  for (const [manager, { set, apiVersion }] of managers) {
    if (manager === self) continue;
    const comparison = comparisons.in(apiVersion);
    if (!comparison) {
      managers.delete(manager);
      continue;
    }
    const changed = set.intersection(changedBy(comparison));
    if (!force) for (const path of changed.paths()) conflicts.push({ manager, path });
    taken.push([manager, set.difference(changed).difference(comparison.removed)]);
  }
  if (conflicts.length > 0) throw new ConflictsError(conflicts);
  for (const [manager, set] of taken) keepSet(managers, manager, set);
}

/** Replaces a manager's set. A manager without fields is removed. */
function keepSet(managers: ManagerSets, manager: string, set: FieldSet): void {
  const owned = managers.get(manager);
  if (set.isEmpty) managers.delete(manager);
  else if (owned && owned.set !== set) managers.set(manager, { ...owned, set });
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
  const managers = reconcileManagers(options, live, before);
  const { apiVersion } = next;
  const comparisons = new Comparisons(options, live, next, apiVersion);
  takeFromOthers(comparisons, managers, self, true);
  const comparison = comparisons.in(apiVersion) ?? {
    removed: FieldSet.empty,
    modified: FieldSet.empty,
    added: FieldSet.empty,
  };
  const owned = managers.get(self)?.set ?? FieldSet.empty;
  const set = ownableOf(options, apiVersion, owned.difference(comparison.removed).union(changedBy(comparison)));
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
  const managers = reconcileManagers(options, live, before);
  const { apiVersion, walked } = config;
  const notice: MergeNotice = { filled: false };
  const merged = walked
    ? walked.merged
    : wrapError("failed to merge config", () => mergeTyped(live.value, config.value, live.atom, notice));
  const last: VersionedSet | undefined = managers.get(self);
  managers.set(self, { set: ownableOf(options, apiVersion, config.set), apiVersion, applied: true });
  const next = wrapError("failed to prune fields", () =>
    pruneFields(options.converter, { ...live, value: merged }, managers, self, last, notice.filled),
  );
  const known = next.value === merged ? walked : undefined;
  takeFromOthers(new Comparisons(options, live, next, apiVersion, known?.comparison), managers, self, force);
  if (managers.get(self)?.set.isEmpty) managers.delete(self);
  // a walk keeps the identity of an equal value
  const unchanged = next.value === live.value || (known === undefined && equalValues(live.value, next.value));
  return { value: unchanged ? undefined : next.value, managers };
}
