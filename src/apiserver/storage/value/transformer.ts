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
 * Called when a transformation begins; returns what is called when it ends, with the prefix of what transformed
 * (RecordTransformation). The transformation by a provider and that by its key, within it, are observed each.
 */
export type ObserveTransformation = (
  type: "from_storage" | "to_storage",
) => (prefix: string, outcome: "succeeded" | "failed") => void;

/**
 * Changes values on their way to storage and back (k8s.io/apiserver storage/value.Transformer). `context` is what the
 * value is bound to: the bytes of its key. Both throw an Error with upstream's text if they cannot.
 */
export interface ValueTransformer {
  fromStorage(data: Uint8Array, context: Uint8Array, observe?: ObserveTransformation): ReadValue;
  toStorage(data: Uint8Array, context: Uint8Array, observe?: ObserveTransformation): Uint8Array;
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
  const named = transformers.map((one) => ({ ...one, name: new TextDecoder().decode(one.prefix) }));
  const [first] = named;
  if (first === undefined) throw new Error("no transformers");
  return {
    toStorage(data, context, observe) {
      const ended = observe?.("to_storage");
      const value = observed(first.name, ended, () => first.transformer.toStorage(data, context, observe));
      return joinBytes([first.prefix, value]);
    },
    fromStorage(data, context, observe) {
      const ended = observe?.("from_storage");
      const problems = new Set<string>();
      for (const { prefix, name, transformer } of named) {
        if (!startsWith(data, prefix)) continue;
        const read = (): ReadValue => transformer.fromStorage(data.subarray(prefix.length), context, observe);
        try {
          const { data: value, stale } = prefix.length > 0 ? observed(name, ended, read) : read();
          if (prefix.length === 0) ended?.("identity", "succeeded");
          return { data: value, stale: stale || transformer !== first.transformer };
        } catch (error) {
          // that a value is encrypted says nothing about the providers that follow
          if (prefix.length > 0) problems.add(messageOf(error));
        }
      }
      if (problems.size > 0) throw new Error(aggregateOf([...problems]));
      ended?.("unknown", "failed");
      throw new Error(unmatched);
    },
  };
}

/** Returns what a transformation comes to, and tells how it has ended. */
function observed<T>(prefix: string, ended: ReturnType<ObserveTransformation> | undefined, transform: () => T): T {
  try {
    const value = transform();
    ended?.(prefix, "succeeded");
    return value;
  } catch (error) {
    ended?.(prefix, "failed");
    throw error;
  }
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
