import type { JsonValue } from "../../apimachinery/json/value.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { checkStoredMetadata, codecOfKind, type TypedCodec } from "../../apiserver/codec/json/typed-codec.ts";
import { readBackOf } from "../../apiserver/codec/protobuf/lost-lists.ts";
import { namespacePrefix, objectKey, storageRoot } from "../../apiserver/registry/keys.ts";
import { withResourceVersion } from "../../apiserver/registry/object-meta.ts";
import type { ResourceInfo } from "../../apiserver/registry/resource-definition.ts";
import { selectorAttributes } from "../../apiserver/registry/selection.ts";
import { selectableMetadata } from "../../apiserver/codec/json/selectable-metadata.ts";
import type { SelectorAttributes } from "../../apiserver/storage/selection-predicate.ts";
import type { ObjectSchema } from "../../apiserver/schema/schema.ts";
import type { TypeRegistry } from "../../apiserver/schema/type-registry.ts";
import type { ResourceStorage } from "../../apiserver/storage/cacher/create-storage.ts";
import type { StorageCodec } from "../../apiserver/storage/interface.ts";
import type { Storages } from "./storages.ts";

const none: readonly KubeObject[] = [];

/** The storage and codec of a resource; resources with the same storage prefix share them. */
export interface StoredResource {
  readonly storage: ResourceStorage<KubeObject>;
  readonly codec: StorageCodec<KubeObject>;
}

/**
 * Provides synchronous access to stored objects of built-in resources by plural name, for decisions of the server
 * itself. The namespace is ignored for cluster-scoped resources.
 */
export class StoredObjects {
  readonly #byRoot = new Map<string, StoredResource>();
  readonly #byName = new Map<
    string,
    { readonly definition: ResourceInfo; readonly storage: ResourceStorage<KubeObject> }
  >();

  /** Opens the storages of all definitions. */
  constructor(definitions: readonly ResourceInfo[], types: TypeRegistry, storages: Storages) {
    for (const definition of definitions) {
      const root = storageRoot(definition);
      const stored = this.#byRoot.get(root) ?? openResource(root, definition, types, storages);
      this.#byRoot.set(root, stored);
      if (!this.#byName.has(definition.resource))
        this.#byName.set(definition.resource, { definition, storage: stored.storage });
    }
  }

  /** Returns the storage of a definition; throws if the definition is unknown. */
  of(definition: ResourceInfo): StoredResource {
    const stored = this.#byRoot.get(storageRoot(definition));
    if (stored === undefined) throw new Error(`${definition.resource} are not installed`);
    return stored;
  }

  /** Returns the storage of a resource, which must be installed. */
  storage(resource: string): ResourceStorage<KubeObject> {
    return this.#named(resource).storage;
  }

  /** Returns the storage of a resource; undefined if it is not installed. */
  storageIfAny(resource: string): ResourceStorage<KubeObject> | undefined {
    return this.#byName.get(resource)?.storage;
  }

  keyOf(resource: string, namespace: string, name: string): string {
    return objectKey(this.#named(resource).definition, namespace, name);
  }

  has(resource: string, namespace: string, name: string): boolean {
    return this.find(resource, namespace, name) !== undefined;
  }

  /** Returns the last committed state of an object. */
  find(resource: string, namespace: string, name: string): KubeObject | undefined {
    const named = this.#byName.get(resource);
    return named?.storage.peek(objectKey(named.definition, namespace, name))?.object;
  }

  /** Returns the last committed state of all objects of a namespace, or of a resource without namespaces. */
  list(resource: string, namespace: string): readonly KubeObject[] {
    const named = this.#byName.get(resource);
    if (named === undefined || named.storage.stats().objects === 0) return none;
    return named.storage.newest(namespacePrefix(named.definition, namespace)).map(({ object }) => object);
  }

  /** The revision of the last change of a resource. */
  changedRevision(resource: string): number {
    return this.#byName.get(resource)?.storage.changedRevision ?? 0;
  }

  #named(resource: string) {
    const named = this.#byName.get(resource);
    if (named === undefined) throw new Error(`${resource} are not installed`);
    return named;
  }
}

function openResource(root: string, definition: ResourceInfo, types: TypeRegistry, storages: Storages): StoredResource {
  const codec = createStorageCodec(definition, types);
  return { codec, storage: storages.open(root, codec) };
}

/** Returns the attributes of an object whose kind has no selectable fields of its own. */
function attributesOf(definition: ResourceInfo, text: string): SelectorAttributes | undefined {
  const seen = selectableMetadata(text);
  return seen && selectorAttributes(definition, seen);
}

/** Whether upstream stores the objects of a built-in type as JSON, whatever the media type of the others. */
export const isStoredAsJson = (group: string, { protobuf }: ObjectSchema): boolean =>
  protobuf === false || ["apiextensions.k8s.io", "apiregistration.k8s.io"].includes(group);

/** Creates the storage codec for the storage version; the object codec is created on first use. */
export function createStorageCodec(definition: ResourceInfo, types: TypeRegistry): StorageCodec<KubeObject> {
  let compiled: TypedCodec | undefined;
  const stored = { ...(definition.storageVersion ?? definition), kind: definition.kind };
  const schema = types.schemaOf(stored);
  const isJson = schema === undefined || isStoredAsJson(stored.group, schema);
  const codec = (): TypedCodec => (compiled ??= codecOfKind(types, stored));
  return {
    encode: (object) => codec().encodeTail(object),
    decode: (text) => codec().decodeStored(text),
    ...(!isJson && { readBack: (object: KubeObject) => readBackOf(schema)?.(object) ?? object }),
    ...(definition.filledByReaders && { writesAnew: definition.filledByReaders }),
    check(object) {
      checkStoredMetadata(object);
      codec().decode(object as unknown as JsonValue); // as parsed
    },
    changedParts: (before, text, after, marks) => codec().changedParts(before, text, after, marks),
    attributes: (object) => selectorAttributes(definition, object),
    attributesOf: definition.selectableFields === undefined ? (text) => attributesOf(definition, text) : undefined,
    withResourceVersion,
  };
}
