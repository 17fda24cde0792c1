import { messageOf } from "../../apimachinery/message-of.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { TextMarks } from "../../apimachinery/json/text-parts.ts";
import { largeSize, overTurns } from "../../component-base/work.ts";
import type { Revision, StorageCodec, Stored } from "./interface.ts";
import type { Cached, ObjectCache } from "./object-cache.ts";
import type { SelectorAttributes } from "./selection-predicate.ts";
import { StorageError, type CorruptObject, type StorageFailure } from "./storage-error.ts";
import type { TransformedTexts } from "./backend/backend.ts";
import { sizeOf, type Entry } from "./versioned-table.ts";
import { withTextRevision } from "./stored-text.ts";

/** State shared by all versions of one resource. */
export interface StoredContext<T> {
  readonly codec: StorageCodec<T>;
  readonly cache: ObjectCache;
  /** Whether errors name objects that cannot be decoded, so that they can be deleted. */
  readonly namesCorrupt: boolean;
  readonly transformed?: TransformedTexts | undefined;
  /** Called once for each version that cannot be decoded. */
  noteCorrupt(corrupt: CorruptObject, stored: Entry): void;
}

/** Data that is known when a version is created and need not be derived from its text. */
interface KnownParts<T> {
  readonly object?: T | undefined;
  readonly attributes?: SelectorAttributes | undefined;
  readonly marks?: TextMarks | undefined;
  /** Whether this server has not written the text itself, so that it has to be checked before it is read. */
  readonly unchecked?: boolean;
  /** What the codec has lost of the object. */
  readonly lost?: string;
  /** Whether the next update writes the object although it is the same. */
  readonly writesAnew?: boolean;
}

const nothingKnown: KnownParts<never> = {};

/** How reading an object that cannot be decoded fails. */
export type ReadFailure = Extract<StorageFailure, { code: "CorruptObj" | "Undecodable" }>;

/** One revision of an object: its text, and its parsed form as long as it is cached. */
export class StoredObject<T> implements Stored<T>, Cached {
  readonly key: string;
  readonly revision: Revision;
  /** The size of the text, or about that of one that was loaded. */
  readonly size: number;
  /** What the codec has lost of the object; "" for nothing. */
  readonly lost: string;
  used = true;
  readonly #writesAnew: boolean;
  readonly #context: StoredContext<T>;
  /** The text, or what has it. */
  #text: string | Entry;
  #object: T | undefined;
  #attributes: SelectorAttributes | undefined;
  #marks: TextMarks | undefined;
  /** Why the text cannot be decoded: null if that has yet to be found out, undefined if it can. */
  #corruption: string | null | undefined;
  #parsing: Promise<void> | undefined;

  constructor(
    context: StoredContext<T>,
    key: string,
    revision: Revision,
    text: string | Entry,
    { object, attributes, marks, unchecked = false, lost = "", writesAnew = false }: KnownParts<T> = nothingKnown,
  ) {
    this.#context = context;
    this.key = key;
    this.revision = revision;
    this.#text = text instanceof StoredObject ? text.#text : text;
    this.size = typeof text === "string" ? text.length : sizeOf(text);
    this.lost = lost;
    this.#writesAnew = writesAnew;
    this.#attributes = attributes;
    this.#marks = marks;
    this.#object = object;
    this.#corruption = unchecked ? null : undefined;
    if (object !== undefined) context.cache.add(this);
  }

  /** Whether another server knows that the text can be decoded. */
  isCheckedBesides({ cache }: StoredContext<unknown>): boolean {
    return this.#context.cache !== cache && this.#corruption === undefined;
  }

  /** Whether the text is known to be that of an object: this server or an earlier one has written or checked it. */
  get isOwn(): boolean {
    if (this.#corruption === undefined) return true;
    return this.#corruption === null && typeof this.#text !== "string" && this.#text.isOwn === true;
  }

  get text(): string {
    if (typeof this.#text !== "string") this.#text = this.#text.text;
    return this.#text;
  }

  get bytes(): number {
    return this.size;
  }

  get isLarge(): boolean {
    return this.size >= largeSize;
  }

  get object(): T {
    this.used = true;
    if (this.#object !== undefined) return this.#object;
    const { corrupt } = this;
    if (corrupt !== undefined) throw new StorageError(corrupt);
    return this.#keep(this.#context.codec.decode(this.text));
  }

  /** Parses a large object with pauses. An object that cannot be decoded is `corrupt` afterwards. */
  ready(part: "object" | "text"): Promise<void> | undefined {
    if (part === "text" || this.#object !== undefined || !this.isLarge) return undefined;
    return (this.#parsing ??= this.#parse().finally(() => (this.#parsing = undefined)));
  }

  /** Does the same before `corrupt` is read for the first time. */
  checked(): Promise<void> | undefined {
    return this.#corruption === null ? this.ready("object") : undefined;
  }

  /** Does the same before `attributes` are read, if they are made of the object. */
  selectable(): Promise<void> | undefined {
    return this.#attributes === undefined ? this.ready("object") : undefined;
  }

  async #parse(): Promise<void> {
    const { codec } = this.#context;
    try {
      const object = await overTurns(true, () => codec.decode(this.text));
      if (this.#corruption === null) codec.check?.(object);
      this.#corruption = undefined;
      if (this.#object === undefined) this.#keep(object);
    } catch (error) {
      this.#corruption ??= this.#corrupted(error);
    }
  }

  #keep(object: T): T {
    this.#object = object;
    this.#context.cache.add(this);
    return object;
  }

  /** How reading this object fails if it cannot be decoded. */
  get corrupt(): ReadFailure | undefined {
    if (this.#corruption === undefined) return undefined;
    this.#corruption ??= this.#findCorruption();
    return this.#corruption === undefined ? undefined : this.#failure(this.#corruption);
  }

  #findCorruption(): string | undefined {
    const { codec } = this.#context;
    if (this.isOwn) return undefined;
    try {
      const isSound = typeof this.#text !== "string" && this.#text.isSound === true;
      const { text } = this;
      if (!isSound) codec.check?.(codec.decode(text));
      return undefined;
    } catch (error) {
      return this.#corrupted(error);
    }
  }

  #corrupted(error: unknown): string {
    const reason = messageOf(error);
    this.#context.noteCorrupt(this.#corruptObject(reason), this);
    return reason;
  }

  #failure(reason: string): ReadFailure {
    if (this.#context.namesCorrupt) return this.#corruptObject(reason);
    const problem = this.#context.transformed?.problem(this.key, this.text);
    const message = problem === undefined ? reason : `unable to transform key ${quoteGo(this.key)}: ${problem}`;
    return { code: "Undecodable", message };
  }

  #corruptObject(reason: string): CorruptObject {
    const problem = this.#context.transformed?.problem(this.key, this.text);
    const failed = problem === undefined ? "object not decodable" : "data from the storage is not transformable";
    return { code: "CorruptObj", key: this.key, message: `${failed} revision=${this.revision}: ${problem ?? reason}` };
  }

  get attributes(): SelectorAttributes {
    return (this.#attributes ??= this.#readAttributes());
  }

  /** A list by a selector looks at all objects, of which it returns few: the others need not be parsed. */
  #readAttributes(): SelectorAttributes {
    const { codec } = this.#context;
    const isUnparsed = this.#object === undefined && this.corrupt === undefined;
    return (isUnparsed ? codec.attributesOf?.(this.text) : undefined) ?? codec.attributes(this.object);
  }

  /** Positions of parts of the text that are known so far. */
  get marks(): TextMarks {
    return (this.#marks ??= {});
  }

  /** Whether the text should be written anew although the object is the same. */
  get isStale(): boolean {
    return this.#writesAnew || this.#context.transformed?.isStale(this.key) === true;
  }

  /** Returns the same state at another revision. */
  at(revision: Revision): StoredObject<T> {
    if (this.corrupt !== undefined)
      return new StoredObject(this.#context, this.key, revision, this.text, { unchecked: true });
    return new StoredObject(this.#context, this.key, revision, withTextRevision(this.text, revision), {
      attributes: this.#attributes,
    });
  }

  /** Called when a newer version replaces this one. Evicts the parsed form, which is parsed again on demand. */
  supersede(): void {
    this.#context.cache.remove(this);
  }

  drop(): void {
    this.#object = undefined;
  }
}
