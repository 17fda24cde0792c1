import { bytesOfBase64 } from "../../apimachinery/base64.ts";
import { aggregateMessage } from "../../apimachinery/field-error.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { GroupResource } from "../../apimachinery/gvk.ts";
import {
  identityTransformer,
  prefixOf,
  prefixTransformers,
  type PrefixTransformer,
  type ResourceTransformers,
  type ValueTransformer,
} from "../../apiserver/storage/value/transformer.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import {
  encryptionKinds,
  otherKinds,
  type WrittenEncryption,
  type WrittenKeys,
  type WrittenProvider,
} from "./encryption-schema.ts";
import { decodeStrictly, within } from "../configuration/decode-strictly.ts";
import { parseGroupResource, validateEncryption } from "./validate-encryption.ts";

/** Makes transformers of keys, whose length is one that the algorithm has. */
export type KeyTransformers = Readonly<
  Record<"aescbc" | "aesgcm" | "secretbox", (key: Uint8Array) => ValueTransformer>
>;

/** How a configuration is read. */
export interface EncryptionOptions {
  /** The name of the file in messages. */
  readonly file: string;
  /** Whether the file is read again when it changes. */
  readonly reload: boolean;
  readonly transformers: KeyTransformers;
}

/**
 * Reads an EncryptionConfiguration in YAML or JSON (encryptionconfig.LoadEncryptionConfig). Throws a ConfigurationError
 * with upstream's text, or one that says that plugins for keys are not supported.
 */
export function loadEncryption(body: Uint8Array, options: EncryptionOptions): ResourceTransformers {
  const written = within("error while parsing file", () => parse(body, options));
  return within("error while building transformers", () => transformersOf(written, options.transformers));
}

function parse(body: Uint8Array, { file, reload }: EncryptionOptions): WrittenEncryption {
  const name = `encryption provider configuration file ${quoteGo(file)}`;
  if (body.length === 0) throw new ConfigurationError(`error while loading file: ${name} is empty`);
  const { value, unexpected } = decodeStrictly(body, encryptionKinds, otherKinds, `error decoding ${name}`);
  if (unexpected !== undefined) throw new ConfigurationError(`got unexpected config type: ${unexpected}`);
  const written = value as WrittenEncryption; // decoded by its schema
  const errors = validateEncryption(written, reload);
  if (errors.length > 0) throw new ConfigurationError(aggregateMessage(errors));
  return written;
}

const everything = "*.*";

/** Builds the transformers of each resource and wildcard, in the order of the file (getTransformerOverrides). */
function transformersOf({ resources = [] }: WrittenEncryption, make: KeyTransformers): ResourceTransformers {
  const found = new Map<string, PrefixTransformer[]>();
  for (const { resources: names = [], providers = [] } of resources) {
    const transformers = providers.map((provider) => providerTransformer(provider, make));
    for (const name of names.map(parseGroupResource)) {
      const masking = [nameOf({ ...name, resource: "*" }), everything].find((wildcard) => found.has(wildcard));
      if (masking !== undefined)
        throw new ConfigurationError(
          `resource ${quoteGo(printed(nameOf(name)))} is masked by earlier rule ${quoteGo(masking)}`,
        );
      found.set(nameOf(name), [...(found.get(nameOf(name)) ?? []), ...transformers]);
    }
  }
  const byName = new Map(
    [...found].map(([name, transformers]) => [name, prefixTransformers("no matching prefix found", transformers)]),
  );
  return {
    forResource: (resource) =>
      byName.get(nameOf(resource)) ??
      byName.get(nameOf({ ...resource, resource: "*" })) ??
      byName.get(everything) ??
      identityTransformer,
  };
}

/** The name of a resource with its group, also if that is the core group. */
const nameOf = ({ group, resource }: GroupResource): string => `${resource}.${group}`;

/** A name as the file has it. */
const printed = (name: string): string => (name === "*." ? name : name.replace(/\.$/, ""));

function providerTransformer(provider: WrittenProvider, make: KeyTransformers): PrefixTransformer {
  const { kms, aesgcm, aescbc, secretbox } = provider;
  if (kms !== undefined)
    throw new ConfigurationError(
      `the provider kms (${quoteGo(kms.name ?? "")}) is not supported: no plugins for keys are called. Use aescbc, aesgcm, secretbox or identity`,
    );
  if (aesgcm !== undefined) return keyed("aesgcm", "AES", aesgcm, make.aesgcm);
  if (aescbc !== undefined) return keyed("aescbc", "AES", aescbc, make.aescbc);
  if (secretbox !== undefined) return keyed("secretbox", "Secretbox", secretbox, make.secretbox);
  return { prefix: new Uint8Array(0), transformer: identityTransformer };
}

/** The transformer of a provider, which begins its values with its own name and that of the key. */
const keyed = (
  name: string,
  algorithm: string,
  { keys = [] }: WrittenKeys,
  make: (key: Uint8Array) => ValueTransformer,
): PrefixTransformer => ({
  prefix: prefixOf(`k8s:enc:${name}:v1:`),
  transformer: prefixTransformers(
    `no matching key was found for the provided ${algorithm} transformer`,
    keys.map((key) => ({
      prefix: prefixOf(`${key.name ?? ""}:`),
      transformer: make(bytesOfBase64((key.secret ?? "").replaceAll(/[\r\n]/g, ""))),
    })),
  ),
});
