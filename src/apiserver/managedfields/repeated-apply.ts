import type { KubeObject, ManagedFieldsEntry } from "../../apimachinery/meta.ts";
import { sortEntries } from "./managed.ts";
import { buildManagerIdentifier, identifierOf, type ManagedPath } from "./manager-identifier.ts";
import { withManagedFields } from "./object-parts.ts";

/** What is applied, by whom, and whether others give way. */
export interface ApplyRequest {
  readonly manager: string;
  readonly force: boolean;
  readonly now: string;
}

/** The path that an apply is made on: a field manager, of which no more matters here. */
interface AppliedPath extends ManagedPath {
  readonly later?: unknown;
}

/** An apply that left an object as it was: all it may do is to renew the time of its manager's entry. */
interface Repeat extends Pick<ApplyRequest, "manager" | "force"> {
  readonly fields: AppliedPath;
  readonly config: string;
  /** The place of the entry whose time is renewed; none where the object itself came out. */
  readonly renewed: number | undefined;
}

/** How many objects are remembered, how many managers of each, and how long their configurations may be. */
const limits = { objects: 1024, managers: 4, length: 64 * 1024 } as const;

/**
 * Answers applies that say again what they said when they last changed nothing, of objects that are the very same
 * since: controllers do so all day.
 * What an apply makes of an object depends on nothing but the object, the path, the configuration's text, its manager
 * and whether others give way.
 */
export class RepeatedApplies {
  #repeats = new WeakMap<KubeObject, Repeat[]>();
  /** The objects remembered, the next to be forgotten at `#next`. */
  readonly #objects: WeakRef<KubeObject>[] = [];
  #next = 0;

  /** The outcome of an apply that is known to change nothing; undefined for any other. */
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

  /** Keeps in mind that an apply changed nothing, if so. */
  remember(fields: AppliedPath, live: KubeObject, config: string, request: ApplyRequest, applied: KubeObject): void {
    // elsewhere others have a say in the outcome
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

/** The place of the manager's entry if its time is all that is new; -1 if anything else is, or might be. */
function renewedEntry(fields: AppliedPath, live: KubeObject, applied: KubeObject, manager: string): number {
  if (!haveSameParts(live, applied, "metadata") || !haveSameParts(live.metadata, applied.metadata, "managedFields"))
    return -1;
  const { managedFields: before = [] } = live.metadata;
  const { managedFields: after = [] } = applied.metadata;
  const identifier = identifierOf(fields, manager, "Apply");
  const place = before.findIndex((entry) => buildManagerIdentifier(entry) === identifier);
  const old = before[place];
  if (old === undefined || before.length !== after.length) return -1;
  const others = before.every((entry) => entry === old || after.includes(entry));
  return others &&
    after.some((entry) => haveSameParts(entry, old, "time") && entry.time !== undefined && old.time !== undefined)
    ? place
    : -1;
}

/** All members but one are the very same. */
function haveSameParts(a: object, b: object, but: string): boolean {
  const [left, right] = [a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>];
  for (const name in left) if (name !== but && left[name] !== right[name]) return false;
  for (const name in right) if (name !== but && left[name] === undefined && right[name] !== undefined) return false;
  return true;
}
