import type { StorageCodec } from "../interface.ts";
import type { SelectionPredicate } from "../selection-predicate.ts";

/** A small object for tests of the storage. */
export interface TestObject {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly data?: Readonly<Record<string, string>>;
}

/** Counts its calls, so that tests can check how often texts are parsed. */
export interface TestCodec extends StorageCodec<TestObject> {
  readonly calls: { encode: number; decode: number };
}

const parse = (text: string): TestObject => JSON.parse(`{${text}`);

export function createTestCodec(): TestCodec {
  const calls = { encode: 0, decode: 0 };
  return {
    calls,
    encode({ metadata, data }) {
      calls.encode++;
      const { name, namespace, uid, resourceVersion, labels, annotations } = metadata;
      return JSON.stringify({ data, metadata: { annotations, labels, name, namespace, uid, resourceVersion } }).slice(
        1,
      );
    },
    decode(text) {
      calls.decode++;
      return parse(text);
    },
    attributes: ({ metadata }) => ({ labels: metadata.labels ?? {}, fields: { "metadata.name": metadata.name } }),
    withResourceVersion: (object, resourceVersion) => ({
      ...object,
      metadata: { ...object.metadata, resourceVersion },
    }),
  };
}

/** Selects objects with one label. */
export const labelled = (name: string, value: string): SelectionPredicate => ({
  everything: false,
  id: `${name}=${value}`,
  matches: ({ labels }) => labels[name] === value,
});

export const newTestObject = (name: string, value = "", labels?: Readonly<Record<string, string>>): TestObject => ({
  metadata: labels === undefined ? { name } : { name, labels },
  data: { value },
});
