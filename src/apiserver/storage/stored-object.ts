import type { TextMarks } from "../../apimachinery/json/text-parts.ts";
import type { Revision, StorageCodec, Stored } from "./interface.ts";
import type { Cached, ObjectCache } from "./object-cache.ts";
import type { SelectorAttributes } from "./selection-predicate.ts";
import { withTextRevision } from "./stored-text.ts";

/** State shared by all versions of one resource. */
export interface StoredContext<T> {
  readonly codec: StorageCodec<T>;
  readonly cache: ObjectCache;
}

/** Data that is known when a version is created and need not be derived from its text. */
interface KnownParts<T> {
  readonly object?: T | undefined;
  readonly attributes?: SelectorAttributes | undefined;
  readonly marks?: TextMarks | undefined;
}

const nothingKnown: KnownParts<never> = {};

/** One revision of an object: its text, and its parsed form as long as it is cached. */
export class StoredObject<T> implements Stored<T>, Cached {
  readonly key: string;
  readonly revision: Revision;
  readonly text: string;
  used = true;
  readonly #context: StoredContext<T>;
  #object: T | undefined;
  #attributes: SelectorAttributes | undefined;
  #marks: TextMarks | undefined;

  constructor(
    context: StoredContext<T>,
    key: string,
    revision: Revision,
    text: string,
    { object, attributes, marks }: KnownParts<T> = nothingKnown,
  ) {
    this.#context = context;
    this.key = key;
    this.revision = revision;
    this.text = text;
    this.#attributes = attributes;
    this.#marks = marks;
    this.#object = object;
    if (object !== undefined) context.cache.add(this);
  }

  get bytes(): number {
    return this.text.length;
  }

  get object(): T {
    this.used = true;
    if (this.#object !== undefined) return this.#object;
    const object = this.#context.codec.decode(this.text);
    this.#object = object;
    this.#context.cache.add(this);
    return object;
  }

  get attributes(): SelectorAttributes {
    this.#attributes ??= this.#context.codec.attributes(this.object);
    return this.#attributes;
  }

  /** Positions of parts of the text that are known so far. */
  get marks(): TextMarks {
    return (this.#marks ??= {});
  }

  /** Returns the same state at another revision. */
  at(revision: Revision): StoredObject<T> {
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
