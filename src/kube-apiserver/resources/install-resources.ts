import type { GroupVersion, GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Random } from "../../apimachinery/random.ts";
import type { AdmissionChain } from "../../apiserver/admission/admission.ts";
import { codecOfKind, type TypedCodec } from "../../apiserver/codec/json/typed-codec.ts";
import type { ApplyCache } from "../../apiserver/managedfields/apply-cache.ts";
import { ownableBy } from "../../apiserver/managedfields/ownable-fields.ts";
import {
  gvkOf,
  subresourceStrategy,
  type ResourceInfo,
  type SubresourceInfo,
  type BuiltinResource,
  type RegistryAccess,
  type ResourceBehavior,
  type ResourceDefinition,
} from "../../apiserver/registry/resource-definition.ts";
import type { ResourceStore } from "../../apiserver/registry/rest.ts";
import type { StoreHooks } from "../../apiserver/registry/store-hooks.ts";
import { createResourceStore } from "../../apiserver/registry/store.ts";
import type { UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import type { TypeRegistry } from "../../apiserver/schema/type-registry.ts";
import { createFieldManager } from "./field-managers.ts";
import { createObjectInterfaces } from "./object-interfaces.ts";
import {
  nativeFlavor,
  textHead,
  typedListFrame,
  type ResourceScope,
  type VersionConverter,
} from "../../apiserver/endpoints/resource-scope.ts";
import type { StoredObjects } from "../storage/stored-objects.ts";
import type { InstalledResource, ResourceScopes } from "../../apiserver/endpoints/routes/resource-table.ts";

/** The dependencies of installed resources. */
export interface InstallServices {
  readonly types: TypeRegistry;
  readonly random: Random;
  readonly admission: AdmissionChain;
  /** Returns the definitions of all versions and groups that serve the objects of a definition. */
  related(definition: ResourceInfo): readonly BuiltinResource[];
  readonly objects: Pick<StoredObjects, "of">;
  /** Converts an object from one version of its kind to another. */
  convert(object: KubeObject, from: GroupVersionKind, to: GroupVersionKind): KubeObject;
  readonly access: RegistryAccess;
  readonly applyCache: ApplyCache;
  /** Returns what a resource does around its writes. */
  hooks?(definition: ResourceInfo): StoreHooks | undefined;
  /** Wraps the store of a resource with additional checks. */
  guard?(store: ResourceStore): ResourceStore;
}

/** Installs a resource, whose store, scopes and field managers are created with its first request. */
export function installResource(resource: BuiltinResource, services: InstallServices): InstalledResource {
  let opened: ResourceScopes | undefined;
  let loading: Promise<ResourceScopes> | undefined;
  const open = (behavior: ResourceBehavior): ResourceScopes =>
    (opened ??= openResource({ ...resource, ...behavior }, services));
  return {
    resource,
    open() {
      if (opened !== undefined) return opened;
      const behavior = resource.behavior(resource.version);
      return behavior instanceof Promise ? (loading ??= behavior.then(open)) : open(behavior);
    },
  };
}

function openResource(definition: ResourceDefinition, services: InstallServices): ResourceScopes {
  const { storage, codec } = services.objects.of(definition);
  const generic = createResourceStore({
    definition,
    storage,
    codec,
    random: services.random,
    hooks: services.hooks?.(definition),
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

/** The properties in which the paths of a resource differ. */
interface PathParts {
  readonly kind: GroupVersionKind;
  readonly subresource: string;
  readonly strategy: UpdateStrategy;
  readonly tables?: boolean;
  /** The defaults of a kind that is not that of the resource. */
  readonly ownDefaults?: ((object: KubeObject) => KubeObject) | undefined;
  accepts?(groupVersion: GroupVersion): boolean;
}

function createScope(
  definition: ResourceDefinition,
  parts: PathParts,
  services: InstallServices,
  store: ResourceStore,
): ResourceScope {
  const { kind, ownDefaults = (object: KubeObject): KubeObject => object } = parts;
  let compiled: TypedCodec | undefined;
  const codec = (): TypedCodec => (compiled ??= codecOfKind(services.types, kind));
  const defaults = (isOfKind(definition, kind) && definition.default) || ownDefaults;
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
      ownable: ownableBy(parts.strategy),
      types: services.types,
      cache: services.applyCache,
      codec,
      defaults,
      convert: services.convert,
      livesDecoded: converter === undefined && isOfKind(definition, kind),
    }),
    admission: services.admission,
    objects: createObjectInterfaces({
      handled: isOfKind(definition, kind) ? storedKindOf(definition) : kind,
      served: kind,
      subresource: parts.subresource,
      types: services.types,
      related: () => services.related(definition),
      convert: services.convert,
    }),
    flavor: nativeFlavor,
    head: textHead(kind),
    listFrame: typedListFrame({ ...kind, kind: `${kind.kind}List` }),
  };
}

/**
 * Whether the objects of a path are of the kind of the resource. A Scale is not, and gets none of the
 * resource's defaults.
 */
const isOfKind = ({ group, kind }: ResourceInfo, path: GroupVersionKind): boolean =>
  path.kind === kind && path.group === group;

function subresourceScope(
  parent: ResourceScope,
  { name, gvk, accepts = [], tables = true }: SubresourceInfo,
  services: InstallServices,
): ResourceScope {
  const parts: PathParts = {
    kind: gvk ?? parent.kind,
    subresource: name,
    strategy: subresourceStrategy(parent.definition, name),
    tables,
    ownDefaults: parent.definition.subresourceBehaviors?.[name]?.default,
    accepts: ({ group, version }) => accepts.some((one) => one.group === group && one.version === version),
  };
  return createScope(parent.definition, parts, services, parent.store);
}

const storedKindOf = (definition: ResourceInfo): GroupVersionKind => ({
  ...(definition.storageVersion ?? { group: definition.group, version: definition.version }),
  kind: definition.kind,
});

function createConverter(definition: ResourceInfo, { convert }: InstallServices): VersionConverter | undefined {
  const served = gvkOf(definition);
  const stored = storedKindOf(definition);
  if (stored.group === served.group && stored.version === served.version) return undefined;
  return {
    toStored: (object) => convert(object, served, stored),
    fromStored: (object) => convert(object, stored, served),
  };
}
