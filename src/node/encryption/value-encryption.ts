import type { GroupResource } from "../../apimachinery/gvk.ts";
import type { TransformedTexts } from "../../apiserver/storage/backend/backend.ts";
import {
  identityTransformer,
  type ObserveTransformation,
  type ReadValue,
  type ResourceTransformers,
  type ValueTransformer,
} from "../../apiserver/storage/value/transformer.ts";
import { headerOf, storedText, textOfValue, valueOfText } from "./stored-value.ts";

/** How the values of a storage are encrypted. */
export interface Encryption {
  /** The transformers as they are now: others once the configuration was read again. */
  readonly transformers: ResourceTransformers;
  /** Returns the resource of a key; undefined for one that is not encrypted. */
  readonly resourceOf: (key: string) => GroupResource | undefined;
  /** Returns what the value of a key is bound to: by default, the key. */
  readonly contextOf?: (key: string) => Uint8Array;
  /** Is told of the transformations of a resource's values. */
  readonly observe?: ((resource: GroupResource) => ObserveTransformation) | undefined;
}

const encoder = new TextEncoder();

/** Encrypts the values of keys, reads them, and knows which provider has written the newest ones. */
export class ValueEncryption implements TransformedTexts {
  readonly #encryption: Encryption;
  /** The headers of the newest values that have one. */
  readonly #headers = new Map<string, string>();
  /** The headers that transformers write. */
  readonly #written = new WeakMap<ValueTransformer, string>();

  constructor(encryption: Encryption) {
    this.#encryption = encryption;
  }

  isStale(key: string): boolean {
    return (this.#headers.get(key) ?? "") !== this.#headerFor(this.transformerOf(key));
  }

  problem(key: string, text: string): string | undefined {
    const stored = storedText(text);
    if (stored === undefined) return undefined;
    try {
      this.transformerOf(key).fromStorage(valueOfText(stored), this.#contextOf(key));
      return "it could not be read when it was loaded"; // the key was added later
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Whether the header of the newest value of a key is known. */
  knows(key: string): boolean {
    return this.#headers.has(key);
  }

  /** Notes the header of the newest value of a key; "" for one without, or for a key that is gone. */
  note(key: string, header: string): void {
    if (header === "") this.#headers.delete(key);
    else this.#headers.set(key, header);
  }

  transformerOf(key: string): ValueTransformer {
    const resource = this.#encryption.resourceOf(key);
    return resource === undefined ? identityTransformer : this.#encryption.transformers.forResource(resource);
  }

  toStorage(key: string, data: Uint8Array): Uint8Array {
    return this.transformerOf(key).toStorage(data, this.#contextOf(key), this.#observerOf(key));
  }

  /** Throws an Error with upstream's text if no provider can read a value. */
  fromStorage(key: string, value: Uint8Array): ReadValue {
    return this.transformerOf(key).fromStorage(value, this.#contextOf(key), this.#observerOf(key));
  }

  #observerOf(key: string): ObserveTransformation | undefined {
    const { observe, resourceOf } = this.#encryption;
    const resource = observe && resourceOf(key);
    return resource && observe(resource);
  }

  #contextOf(key: string): Uint8Array {
    return this.#encryption.contextOf?.(key) ?? encoder.encode(key);
  }

  #headerFor(transformer: ValueTransformer): string {
    const known = this.#written.get(transformer);
    if (known !== undefined) return known;
    const header = headerOf(textOfValue(transformer.toStorage(new Uint8Array(0), new Uint8Array(0))));
    this.#written.set(transformer, header);
    return header;
  }
}
