import type {
  Backend,
  BackendObject,
  BackendSegment,
  BackendWrite,
  LoggedBatch,
} from "../../apiserver/storage/backend/backend.ts";
import { isObject } from "../../apiserver/storage/backend/replay.ts";
import { identityTransformer, type ReadValue } from "../../apiserver/storage/value/transformer.ts";
import { type Encryption, ValueEncryption } from "./value-encryption.ts";
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
    transformed: texts.values,
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
      const isOwn = batch.isOwn === true && writes.every((write, at) => write === batch.writes[at]);
      await backend.append({ ...batch, writes, isOwn });
      for (const write of writes) texts.wrote(write);
    },
    checkpoint: (checkpoint) =>
      backend.checkpoint({ ...checkpoint, segments: texts.writeAll(checkpoint.segments), isOwn: false }),
    usage: () => backend.usage(),
    close: () => backend.close(),
  };
}

async function* mapped<T, R>(items: AsyncIterable<T>, change: (item: T) => R): AsyncIterable<R> {
  for await (const item of items) yield change(item);
}

/** What `EncryptedTexts` has of a value that another provider than the first has written. */
const outdated = "stale";

/** Encrypts texts and reads them. */
class EncryptedTexts {
  readonly values: ValueEncryption;

  constructor(encryption: Encryption) {
    this.values = new ValueEncryption(encryption);
  }

  /** Returns an object with the text that its stored text stands for. */
  read(object: BackendObject, noteHeader?: (stored: string, read: ReadValue) => void): BackendObject {
    if (this.values.transformerOf(object.key) === identityTransformer) return object;
    return new DecryptedObject(object, (stored) => this.#textOf(object.key, stored, noteHeader));
  }

  /** Does the same for the newest version of a key, whose header is noted once it is read. */
  readNewest(object: BackendObject): BackendObject {
    return this.read(object, (stored, { stale }) => {
      if (!this.values.knows(object.key)) this.values.note(object.key, stale ? outdated : headerOf(stored));
    });
  }

  readBatch({ at, writes }: LoggedBatch): LoggedBatch {
    return { at, writes: writes.map((write) => (isObject(write) ? this.read(write) : write)) };
  }

  write<W extends BackendWrite>(write: W): W {
    if (write.text === null) return write;
    const stored = storedText(write.text);
    if (stored === undefined && this.values.transformerOf(write.key) === identityTransformer) return write;
    return { key: write.key, revision: write.revision, text: stored ?? this.#encrypt(write) } as W;
  }

  *writeAll(segments: Iterable<BackendSegment>): Iterable<BackendSegment> {
    for (const segment of segments) yield segment.map((object) => this.write(object));
  }

  /** Notes the header of a value that was written. */
  wrote({ key, text }: BackendWrite): void {
    this.values.note(key, text === null ? "" : headerOf(text));
  }

  #encrypt({ key, text }: BackendWrite): string {
    return textOfValue(this.values.toStorage(key, plainOfText(text ?? "")));
  }

  #textOf(key: string, stored: string, note?: (stored: string, read: ReadValue) => void): string {
    try {
      const read = this.values.fromStorage(key, valueOfText(stored));
      note?.(stored, read);
      return textOfPlain(read.data);
    } catch {
      return withheld(stored); // `problem` tells why
    }
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
