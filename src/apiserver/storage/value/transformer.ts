import { messageOf } from "../../../apimachinery/message-of.ts";
import type { GroupResource } from "../../../apimachinery/gvk.ts";
import { joinBytes } from "../../../component-base/join-bytes.ts";

/** A value as it was before it was written to storage. */
export interface ReadValue {
  readonly data: Uint8Array;
  /** Whether the value should be written anew although its object is the same: the first provider did not write it. */
  readonly stale: boolean;
}

/**
 * Changes values on their way to storage and back (k8s.io/apiserver storage/value.Transformer). `context` is what the
 * value is bound to: the bytes of its key. Both throw an Error with upstream's text if they cannot.
 */
export interface ValueTransformer {
  fromStorage(data: Uint8Array, context: Uint8Array): ReadValue;
  toStorage(data: Uint8Array, context: Uint8Array): Uint8Array;
}

/** The transformers of all resources (value.ResourceTransformers). */
export interface ResourceTransformers {
  forResource(resource: GroupResource): ValueTransformer;
}

/** A transformer, and what precedes the values that it has written. */
export interface PrefixTransformer {
  readonly prefix: Uint8Array;
  readonly transformer: ValueTransformer;
}

/** Encodes the prefix of values. */
export const prefixOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/**
 * Writes with the first transformer and its prefix, and reads with each one whose prefix a value has, in order, until
 * one succeeds (value.NewPrefixTransformers). What another one than the first has read is stale. `unmatched` is the
 * error of values that have no prefix.
 */
export function prefixTransformers(unmatched: string, transformers: readonly PrefixTransformer[]): ValueTransformer {
  const [first] = transformers;
  if (first === undefined) throw new Error("no transformers");
  return {
    toStorage: (data, context) => joinBytes([first.prefix, first.transformer.toStorage(data, context)]),
    fromStorage(data, context) {
      const problems = new Set<string>();
      for (const { prefix, transformer } of transformers) {
        if (!startsWith(data, prefix)) continue;
        try {
          const read = transformer.fromStorage(data.subarray(prefix.length), context);
          return { data: read.data, stale: read.stale || transformer !== first.transformer };
        } catch (error) {
          // that a value is encrypted says nothing about the providers that follow
          if (prefix.length > 0) problems.add(messageOf(error));
        }
      }
      throw new Error(problems.size === 0 ? unmatched : aggregateOf([...problems]));
    },
  };
}

const aggregateOf = (messages: readonly string[]): string =>
  messages.length === 1 ? messages.join() : `[${messages.join(", ")}]`;

/** What encrypted values begin with. */
const encryptedPrefix = prefixOf("k8s:enc:");

/** Whether a value says of itself that it is encrypted. */
export const isEncrypted = (data: Uint8Array): boolean => startsWith(data, encryptedPrefix);

/** Leaves values as they are, and refuses to read encrypted ones (identity.NewEncryptCheckTransformer). */
export const identityTransformer: ValueTransformer = {
  toStorage: (data) => data,
  fromStorage(data) {
    if (isEncrypted(data)) throw new Error("identity transformer tried to read encrypted data");
    return { data, stale: false };
  },
};

function startsWith(data: Uint8Array, prefix: Uint8Array): boolean {
  if (data.length < prefix.length) return false;
  for (let i = 0; i < prefix.length; i++) if (data[i] !== prefix[i]) return false;
  return true;
}
