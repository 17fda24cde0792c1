import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Random } from "../../apimachinery/random.ts";
import type { AdmissionChain } from "../../apiserver/admission/admission.ts";
import { compileCodec, type TypedCodec } from "../../apiserver/codec/json/typed-codec.ts";
import { withResourceVersion } from "../../apiserver/registry/object-meta.ts";
import {
  gvkOf,
  type RegistryAccess,
  type ResourceDefinition,
  type SubresourceDefinition,
} from "../../apiserver/registry/resource-definition.ts";
import type { ResourceStore } from "../../apiserver/registry/rest.ts";
import { createResourceStore } from "../../apiserver/registry/store.ts";
import type { UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import { selectorAttributes } from "../../apiserver/registry/selection.ts";
import type { TypeRegistry } from "../../apiserver/schema/type-registry.ts";
import type { Storage, StorageCodec } from "../../apiserver/storage/interface.ts";
import { createFieldManager } from "./field-managers.ts";
import {
  nativeFlavor,
  textHead,
  type ResourceScope,
  type VersionConverter,
} from "../../apiserver/endpoints/resource-scope.ts";
import type { InstalledResource } from "../../apiserver/endpoints/routes/resource-table.ts";

/** What resources are made of. */
export interface InstallServices {
  readonly types: TypeRegistry;
  readonly random: Random;
  readonly admission: AdmissionChain;
  /** Opens the part of the store below a prefix, once for each. */
  openStorage(prefix: string, codec: StorageCodec<KubeObject>): Storage<KubeObject>;
  /** Changes an object from one version of its kind to another. */
  convert(object: KubeObject, from: GroupVersionKind, to: GroupVersionKind): KubeObject;
  readonly access: RegistryAccess;
  /** Puts checks of the server itself in front of a resource's store. */
  guard?(store: ResourceStore): ResourceStore;
}

/** Makes definitions servable; resources that share their stored form share their store. */
export function installResources(
  definitions: readonly ResourceDefinition[],
  services: InstallServices,
): readonly InstalledResource[] {
  const storages = new Map<
    string,
    { readonly storage: Storage<KubeObject>; readonly codec: StorageCodec<KubeObject> }
  >();
  const openOnce = (definition: ResourceDefinition) => {
    const prefix = `/registry/${definition.storagePrefix ?? definition.resource}/`;
    const known = storages.get(prefix);
    if (known !== undefined) return known;
    const codec = createStorageCodec(definition, services.types);
    const opened = { codec, storage: services.openStorage(prefix, codec) };
    storages.set(prefix, opened);
    return opened;
  };
  return definitions.map((definition) => install(definition, openOnce(definition), services));
}

/** Texts of the stored version; made when first used. */
function createStorageCodec(definition: ResourceDefinition, types: TypeRegistry): StorageCodec<KubeObject> {
  let compiled: TypedCodec | undefined;
  const stored = { ...(definition.storageVersion ?? definition), kind: definition.kind };
  const codec = (): TypedCodec => (compiled ??= codecOf(types, stored));
  return {
    encode: (object) => codec().encodeTail(object),
    decode: (text) => codec().decodeStored(text),
    changedParts: (before, text, after, marks) => codec().changedParts(before, text, after, marks),
    attributes: (object) => selectorAttributes(definition, object),
    withResourceVersion,
  };
}

function codecOf(types: TypeRegistry, gvk: GroupVersionKind): TypedCodec {
  const schema = types.schemaOf(gvk);
  if (schema === undefined) throw new Error(`no type for ${gvk.group}/${gvk.version} ${gvk.kind}`);
  return compileCodec(schema);
}

function install(
  definition: ResourceDefinition,
  opened: { readonly storage: Storage<KubeObject>; readonly codec: StorageCodec<KubeObject> },
  services: InstallServices,
): InstalledResource {
  const generic = createResourceStore({
    definition,
    storage: opened.storage,
    codec: opened.codec,
    random: services.random,
  });
  const store = services.guard?.(generic) ?? generic;
  const scope = createScope(
    definition,
    { kind: gvkOf(definition), subresource: "", strategy: definition.strategy },
    services,
    store,
  );
  const subresources = new Map<string, ResourceScope>();
  return {
    scope,
    access: services.access,
    subresource(subresource) {
      const known = subresources.get(subresource.name) ?? subresourceScope(scope, subresource, services);
      subresources.set(subresource.name, known);
      return known;
    },
  };
}

/** What tells one path of a resource from another. */
interface PathParts {
  readonly kind: GroupVersionKind;
  readonly subresource: string;
  readonly strategy: UpdateStrategy;
}

function createScope(
  definition: ResourceDefinition,
  parts: PathParts,
  services: InstallServices,
  store: ResourceStore,
): ResourceScope {
  const { kind } = parts;
  let compiled: TypedCodec | undefined;
  const codec = (): TypedCodec => (compiled ??= codecOf(services.types, kind));
  const defaults = (isOfKind(definition, kind) && definition.default) || ((object: KubeObject) => object);
  const converter = createConverter(definition, services);
  return {
    ...parts,
    definition,
    store,
    defaults,
    converter,
    types: services.types,
    resource: { group: definition.group, version: definition.version, resource: definition.resource },
    get codec() {
      return codec();
    },
    fieldManager: createFieldManager({
      ...parts,
      resetFields: parts.strategy.resetFields ?? [],
      types: services.types,
      codec,
      defaults,
      convert: services.convert,
      livesDecoded: converter === undefined && isOfKind(definition, kind),
    }),
    admission: services.admission,
    flavor: nativeFlavor,
    head: textHead(kind),
    listHead: textHead({ ...kind, kind: `${kind.kind}List` }),
  };
}

/** A scale is no object of its resource, and has none of its defaults. */
const isOfKind = ({ group, kind }: ResourceDefinition, path: GroupVersionKind): boolean =>
  path.kind === kind && path.group === group;

function subresourceScope(
  parent: ResourceScope,
  { name, gvk, behavior }: SubresourceDefinition,
  services: InstallServices,
): ResourceScope {
  const strategy = behavior.type === "update" ? behavior.strategy : parent.strategy;
  return createScope(
    parent.definition,
    { kind: gvk ?? parent.kind, subresource: name, strategy },
    services,
    parent.store,
  );
}

function createConverter(definition: ResourceDefinition, { convert }: InstallServices): VersionConverter | undefined {
  const { storageVersion, group, version } = definition;
  if (storageVersion === undefined || (storageVersion.group === group && storageVersion.version === version))
    return undefined;
  const served = gvkOf(definition);
  const stored = { ...storageVersion, kind: definition.kind };
  return {
    toStored: (object) => convert(object, served, stored),
    fromStored: (object) => convert(object, stored, served),
  };
}
