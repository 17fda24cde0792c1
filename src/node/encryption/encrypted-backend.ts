import type {
  Backend,
  BackendObject,
  BackendSegment,
  BackendWrite,
  LoggedBatch,
  TransformedTexts,
} from "../../apiserver/storage/backend/backend.ts";
import { isObject } from "../../apiserver/storage/backend/replay.ts";
import {
  identityTransformer,
  type ReadValue,
  type ResourceTransformers,
  type ValueTransformer,
} from "../../apiserver/storage/value/transformer.ts";
import type { GroupResource } from "../../apimachinery/gvk.ts";
import {
  headerOf,
  plainOfText,
  plainSize,
  storedText,
  textOfPlain,
  textOfValue,
  valueOfText,
  withheld,
} from "./stored-value.ts";

/** How the texts of a backend are encrypted. */
export interface Encryption {
  /** The transformers as they are now: others once the configuration was read again. */
  readonly transformers: ResourceTransformers;
  readonly resourceOf: (key: string) => GroupResource;
}

/**
 * Wraps a backend so that it has the texts of objects only as transformers write them: in its logs, checkpoints and
 * history. Keys are not encrypted. Texts are read when they are first asked for. One that cannot be read stands for
 * itself, so that no object can be decoded from it, and is written back as it was.
 */
export function encryptedBackend(backend: Backend, encryption: Encryption): Backend {
  const texts = new EncryptedTexts(encryption);
  return {
    kind: backend.kind,
    persistent: backend.persistent,
    reopens: backend.reopens,
    transformed: texts,
    async load() {
      const state = await backend.load();
      return { ...state, objects: state.objects.map((object) => texts.readNewest(object)) };
    },
    history() {
      const { batches, objects } = backend.history();
      return {
        batches: () => mapped(batches(), (portion) => portion.map((batch) => texts.readBatch(batch))),
        objects: () => mapped(objects(), (segment) => segment.map((object) => texts.read(object))),
      };
    },
    async append(batch) {
      const writes = batch.writes.map((write) => texts.write(write));
      await backend.append({ ...batch, writes });
      for (const write of writes) texts.wrote(write);
    },
    checkpoint: (checkpoint) => backend.checkpoint({ ...checkpoint, segments: texts.writeAll(checkpoint.segments) }),
    usage: () => backend.usage(),
    close: () => backend.close(),
  };
}

async function* mapped<T, R>(items: AsyncIterable<T>, change: (item: T) => R): AsyncIterable<R> {
  for await (const item of items) yield change(item);
}

/** What `EncryptedTexts` has of a value that another provider than the first has written. */
const outdated = "stale";

const encoder = new TextEncoder();

/** Encrypts texts and reads them. */
class EncryptedTexts implements TransformedTexts {
  readonly #encryption: Encryption;
  /** The headers of the newest values, of those that were read or written and have one. */
  readonly #headers = new Map<string, string>();
  /** The headers that transformers write. */
  readonly #written = new WeakMap<ValueTransformer, string>();

  constructor(encryption: Encryption) {
    this.#encryption = encryption;
  }

  isStale(key: string): boolean {
    return (this.#headers.get(key) ?? "") !== this.#headerFor(this.#transformerOf(key));
  }

  problem(key: string, text: string): string | undefined {
    const stored = storedText(text);
    if (stored === undefined) return undefined;
    try {
      this.#valueOf(key, stored);
      return "it could not be read when it was loaded"; // the key was added later
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Returns an object with the text that its stored text stands for. */
  read(object: BackendObject, noteHeader?: (stored: string, read: ReadValue) => void): BackendObject {
    if (this.#transformerOf(object.key) === identityTransformer) return object;
    return new DecryptedObject(object, (stored) => this.#textOf(object.key, stored, noteHeader));
  }

  /** Does the same for the newest version of a key, whose header is noted once it is read. */
  readNewest(object: BackendObject): BackendObject {
    return this.read(object, (stored, { stale }) => {
      const header = stale ? outdated : headerOf(stored);
      if (!this.#headers.has(object.key) && header !== "") this.#headers.set(object.key, header);
    });
  }

  readBatch({ at, writes }: LoggedBatch): LoggedBatch {
    return { at, writes: writes.map((write) => (isObject(write) ? this.read(write) : write)) };
  }

  write<W extends BackendWrite>(write: W): W {
    const transformer = this.#transformerOf(write.key);
    if (write.text === null) return write;
    const stored = storedText(write.text);
    if (stored === undefined && transformer === identityTransformer) return write;
    return { key: write.key, revision: write.revision, text: stored ?? this.#encrypt(transformer, write) } as W;
  }

  *writeAll(segments: Iterable<BackendSegment>): Iterable<BackendSegment> {
    for (const segment of segments) yield segment.map((object) => this.write(object));
  }

  /** Notes the header of a value that was written. */
  wrote({ key, text }: BackendWrite): void {
    const header = text === null ? "" : headerOf(text);
    if (header === "") this.#headers.delete(key);
    else this.#headers.set(key, header);
  }

  #encrypt(transformer: ValueTransformer, { key, text }: BackendWrite): string {
    return textOfValue(transformer.toStorage(plainOfText(text ?? ""), encoder.encode(key)));
  }

  #textOf(key: string, stored: string, note?: (stored: string, read: ReadValue) => void): string {
    try {
      const read = this.#valueOf(key, stored);
      note?.(stored, read);
      return textOfPlain(read.data);
    } catch {
      return withheld(stored); // `problem` tells why
    }
  }

  #valueOf(key: string, stored: string): ReadValue {
    return this.#transformerOf(key).fromStorage(valueOfText(stored), encoder.encode(key));
  }

  #transformerOf(key: string): ValueTransformer {
    return this.#encryption.transformers.forResource(this.#encryption.resourceOf(key));
  }

  #headerFor(transformer: ValueTransformer): string {
    const known = this.#written.get(transformer);
    if (known !== undefined) return known;
    const header = headerOf(textOfValue(transformer.toStorage(new Uint8Array(0), new Uint8Array(0))));
    this.#written.set(transformer, header);
    return header;
  }
}

/** An object whose text is decrypted when it is first read. */
class DecryptedObject implements BackendObject {
  readonly key: string;
  readonly revision: number;
  readonly size: number | undefined;
  #stored: BackendObject | undefined;
  #text = "";
  readonly #decrypt: (stored: string) => string;

  constructor(stored: BackendObject, decrypt: (stored: string) => string) {
    this.key = stored.key;
    this.revision = stored.revision;
    this.size = stored.size === undefined ? undefined : plainSize(stored.size);
    this.#stored = stored;
    this.#decrypt = decrypt;
  }

  get text(): string {
    if (this.#stored !== undefined) {
      this.#text = this.#decrypt(this.#stored.text);
      this.#stored = undefined;
    }
    return this.#text;
  }
}
