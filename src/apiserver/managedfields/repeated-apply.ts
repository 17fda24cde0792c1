import type { KubeObject, ManagedFieldsEntry } from "../../apimachinery/meta.ts";
import { sortEntries } from "./managed.ts";
import { buildManagerIdentifier, identifierOf, type ManagedPath } from "./manager-identifier.ts";
import { withManagedFields } from "./object-parts.ts";

/** The options of an apply request. */
export interface ApplyRequest {
  readonly manager: string;
  readonly force: boolean;
  readonly now: string;
}

/** The resource path of an apply: the properties of a field manager that matter here. */
interface AppliedPath extends ManagedPath {
  readonly later?: unknown;
}

/** An apply that changed nothing except possibly the time of its manager's entry. */
interface Repeat extends Pick<ApplyRequest, "manager" | "force"> {
  readonly fields: AppliedPath;
  readonly config: string;
  /** The index of the entry whose time is updated; undefined if the live object was returned unchanged. */
  readonly renewed: number | undefined;
}

/** Maximum number of remembered objects, of managers for each object, and of characters in a configuration. */
const limits = { objects: 1024, managers: 4, length: 64 * 1024 } as const;

/**
 * Answers repeated applies whose last run changed nothing and whose live object is still the same. Controllers send
 * such requests constantly.
 * The result of an apply depends only on the object, the path, the text of the configuration, the manager and the force
 * flag.
 */
export class RepeatedApplies {
  #repeats = new WeakMap<KubeObject, Repeat[]>();
  /** The remembered objects as a ring; the one at `#next` is evicted next. */
  readonly #objects: WeakRef<KubeObject>[] = [];
  #next = 0;

  /** Returns the result of an apply that is known to change nothing, otherwise undefined. */
  recall(fields: AppliedPath, live: KubeObject, config: string, request: ApplyRequest): KubeObject | undefined {
    const repeat = this.#repeats
      .get(live)
      ?.find(
        (one) =>
          one.fields === fields &&
          one.manager === request.manager &&
          one.force === request.force &&
          one.config === config,
      );
    if (repeat === undefined) return undefined;
    return repeat.renewed === undefined
      ? live
      : withManagedFields(live, renew(live.metadata.managedFields ?? [], repeat.renewed, request.now));
  }

  /** Remembers an apply if it changed nothing. */
  remember(fields: AppliedPath, live: KubeObject, config: string, request: ApplyRequest, applied: KubeObject): void {
    // asynchronous conversions may give another result next time
    if (fields.later !== undefined || config.length > limits.length) return;
    const renewed = applied === live ? undefined : renewedEntry(fields, live, applied, request.manager);
    if (renewed === -1) return;
    const known = this.#repeats.get(live) ?? this.#add(live);
    if (known.unshift({ fields, config, renewed, manager: request.manager, force: request.force }) > limits.managers)
      known.pop();
  }

  clear(): void {
    this.#repeats = new WeakMap();
    this.#objects.length = 0;
    this.#next = 0;
  }

  #add(live: KubeObject): Repeat[] {
    const oldest = this.#objects[this.#next]?.deref();
    if (oldest) this.#repeats.delete(oldest);
    this.#objects[this.#next] = new WeakRef(live);
    this.#next = (this.#next + 1) % limits.objects;
    const repeats: Repeat[] = [];
    this.#repeats.set(live, repeats);
    return repeats;
  }
}

type Entries = readonly ManagedFieldsEntry[];

const renew = (entries: Entries, place: number, time: string): Entries =>
  sortEntries(entries.map((entry, i) => (i === place ? { ...entry, time } : entry)));

/** Returns the index of the manager's entry if only its time changed, or -1 if anything else may have changed. */
function renewedEntry(fields: AppliedPath, live: KubeObject, applied: KubeObject, manager: string): number {
  if (!haveSameParts(live, applied, "metadata") || !haveSameParts(live.metadata, applied.metadata, "managedFields"))
    return -1;
  const { managedFields: before = [] } = live.metadata;
  const { managedFields: after = [] } = applied.metadata;
  const identifier = identifierOf(fields, manager, "Apply");
  const place = before.findIndex((entry) => buildManagerIdentifier(entry) === identifier);
  const old = before[place];
  if (old === undefined || before.length !== after.length) return -1;
  const kept = new Set(after);
  const others = before.every((entry) => entry === old || kept.has(entry));
  return others &&
    after.some((entry) => haveSameParts(entry, old, "time") && entry.time !== undefined && old.time !== undefined)
    ? place
    : -1;
}

/** Reports whether all members except `but` are identical. */
function haveSameParts(a: object, b: object, but: string): boolean {
  const [left, right] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>];
  for (const name in left) if (name !== but && left[name] !== right[name]) return false;
  for (const name in right) if (name !== but && left[name] === undefined && right[name] !== undefined) return false;
  return true;
}
