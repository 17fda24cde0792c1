import { replaceParts, shiftMarks, type TextPart } from "../../apimachinery/json/text-parts.ts";
import { afterwards, type MaybeAsync } from "../../component-base/maybe-async.ts";
import { atOnce, keptObject, keptValue, runningWork, type Pace } from "../../component-base/work.ts";
import type { Preconditions, Storage, StorageCodec, Stored, UpdateFunction } from "./interface.ts";
import { checkPreconditions, type PreconditionTarget } from "./preconditions.ts";
import { formatResourceVersion } from "./resource-version.ts";
import { StorageError } from "./storage-error.ts";
import { StoredObject, type StoredContext } from "./stored-object.ts";
import {
  flatten,
  lengthAfter,
  madeForStorage,
  partsAtRevision,
  textForStorage,
  wholeText,
  withTextRevision,
} from "./stored-text.ts";
import type { Intent, Standing, VersionedTable } from "./versioned-table.ts";

type UpdateOptions = Parameters<Storage<unknown>["guaranteedUpdate"]>[1];

/**
 * Implements the writes of one resource (storage.Interface Create, GuaranteedUpdate and Delete). They see pending
 * writes. Any result that depends on a pending write, including an error, is returned only after that write is durable.
 */
export class ResourceWriter<T extends PreconditionTarget> {
  readonly #table: VersionedTable<StoredObject<T>>;
  readonly #context: StoredContext<T>;
  readonly #codec: StorageCodec<T>;

  constructor(table: VersionedTable<StoredObject<T>>, context: StoredContext<T>) {
    this.#table = table;
    this.#context = context;
    this.#codec = context.codec;
  }

  async create(key: string, created: T, pace = atOnce): Promise<Stored<T>> {
    const object = this.#readBack(created);
    let intent: Intent<StoredObject<T>> | undefined;
    for (;;) {
      const live = this.#table.live(key);
      if (live !== undefined) {
        if (await isOutdated(this.#table.standing(key, live))) continue;
        throw new StorageError({ code: "KeyExists", key });
      }
      const pacing = intent ?? this.#creation(key, object, "", pace);
      intent = pacing instanceof Promise ? await pacing : pacing;
      const stored = await this.#write(intent);
      if (stored !== undefined) return stored;
    }
  }

  async guaranteedUpdate(key: string, options: UpdateOptions, update: UpdateFunction<T>): Promise<Stored<T>> {
    for (;;) {
      const live = this.#table.live(key);
      const parsing = live?.ready("object");
      if (parsing !== undefined) await parsing;
      const standing = this.#table.standing(key, live);
      let object: T;
      try {
        object = this.#readBack(await this.#update(key, live, options, update));
      } catch (err) {
        if (await isOutdated(standing)) continue;
        throw err;
      }
      const { pace = atOnce, lost: losing } = options;
      const lost = losing?.() ?? "";
      const pacing =
        live === undefined ? this.#creation(key, object, lost, pace) : this.#change(live, object, lost, pace);
      const intent = pacing instanceof Promise ? await pacing : pacing;
      if (live !== undefined && intent === undefined) {
        if (await isOutdated(standing)) continue;
        return live;
      }
      const stored = intent && (await this.#write(intent));
      if (stored !== undefined) return stored;
    }
  }

  async delete(
    key: string,
    preconditions: Preconditions | undefined,
    validate: (live: Stored<T>) => MaybeAsync<void>,
  ): Promise<Stored<T>> {
    for (;;) {
      const live = this.#table.live(key);
      const parsing = live?.ready("object");
      if (parsing !== undefined) await parsing;
      const standing = this.#table.standing(key, live);
      try {
        if (live === undefined) throw new StorageError({ code: "KeyNotFound", key });
        checkPreconditions(key, preconditions, preconditions && live.object);
        await validate(live);
      } catch (err) {
        if (await isOutdated(standing)) continue;
        throw err;
      }
      const stored = await this.#write({ key, live, deleted: true, make: (revision) => live.at(revision) });
      if (stored !== undefined) return stored;
    }
  }

  /** Deletes an object that cannot be decoded. Its history is forgotten, since it cannot be told either. */
  async deleteCorrupt(key: string): Promise<void> {
    for (;;) {
      const live = this.#table.live(key);
      if (live === undefined) {
        if (await isOutdated(this.#table.standing(key, live))) continue;
        throw new StorageError({ code: "KeyNotFound", key });
      }
      const stored = await this.#write({ key, live, deleted: true, make: (revision) => live.at(revision) });
      if (stored !== undefined) return this.#table.compact(stored.revision);
    }
  }

  #update(
    key: string,
    live: StoredObject<T> | undefined,
    { ignoreNotFound, preconditions }: UpdateOptions,
    update: UpdateFunction<T>,
  ): MaybeAsync<T> {
    if (live === undefined && !ignoreNotFound) throw new StorageError({ code: "KeyNotFound", key });
    checkPreconditions(key, preconditions, preconditions && live?.object);
    return update(live);
  }

  #readBack(object: T): T {
    return this.#codec.readBack?.(object) ?? object;
  }

  /** Returns the write that creates an object. The text of a large one is made before its revision is known. */
  #creation(key: string, object: T, lost: string, pace: Pace): MaybeAsync<Intent<StoredObject<T>>> {
    const text = pace(() => (runningWork() === undefined ? undefined : this.#textAt(0, object)));
    return afterwards(text, (ahead) => {
      const make = (revision: number): StoredObject<T> => {
        const stamped = this.#codec.withResourceVersion(object, formatResourceVersion(revision));
        const own = ahead === undefined ? this.#codec.encode(stamped) : withTextRevision(ahead, revision);
        return new StoredObject(this.#context, key, revision, flatten(own), {
          attributes: this.#codec.attributes(stamped),
          lost,
          writesAnew: this.#codec.writesAnew?.(stamped) === true,
        });
      };
      return { key, live: undefined, deleted: false, make };
    });
  }

  #textAt(revision: number, object: T): string {
    const stamped = this.#codec.withResourceVersion(object, formatResourceVersion(revision));
    return textForStorage(this.#codec, stamped);
  }

  /**
   * Returns the write that stores an object, or undefined if the object equals the stored one. The new text is derived
   * from the live text by encoding only the changed parts.
   */
  #change(live: StoredObject<T>, object: T, lost: string, pace: Pace): MaybeAsync<Intent<StoredObject<T>> | undefined> {
    return afterwards(
      pace(() => this.#changedParts(live, object)),
      (parts) => {
        if (parts.length === 0 && lost === live.lost && !live.isStale) return undefined;
        const make = (revision: number): StoredObject<T> => {
          const stamped = this.#codec.withResourceVersion(object, formatResourceVersion(revision));
          const replaced = partsAtRevision(live.text, parts, revision);
          const text = flatten(replaceParts(live.text, replaced));
          return new StoredObject(this.#context, live.key, revision, text, {
            object: stamped,
            marks: shiftMarks(live.marks, replaced),
            lost,
          });
        };
        return { key: live.key, live, deleted: false, make };
      },
    );
  }

  #changedParts(live: StoredObject<T>, object: T): readonly TextPart[] {
    const unstamped = keptObject(() => this.#codec.withResourceVersion(object, formatResourceVersion(live.revision)));
    return madeForStorage(
      () =>
        keptValue(() => this.#codec.changedParts?.(live.object, live.text, unstamped, live.marks)) ??
        wholeChange(live.text, this.#codec.encode(unstamped)),
      (parts) => lengthAfter(live.text, parts),
    );
  }

  /** Writes an intent. Returns undefined if another write came first. */
  async #write(intent: Intent<StoredObject<T>>): Promise<StoredObject<T> | undefined> {
    const written = this.#table.write(intent);
    if (written === undefined) return undefined;
    await written.done;
    return written.entry;
  }
}

/** Waits until it is known whether a result was made of an outdated version, and has to be made anew. */
const isOutdated = async (standing: Standing | undefined): Promise<boolean> =>
  standing !== undefined && !(await standing.confirmed());

const wholeChange = (before: string, after: string): readonly TextPart[] =>
  before === after ? [] : [wholeText(before, after)];
