import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Random } from "../../apimachinery/random.ts";
import type { AdmissionChain } from "../../apiserver/admission/admission.ts";
import { codecOfKind, type TypedCodec } from "../../apiserver/codec/json/typed-codec.ts";
import type { ApplyCache } from "../../apiserver/managedfields/apply-cache.ts";
import {
  gvkOf,
  type RegistryAccess,
  type ResourceDefinition,
  type SubresourceDefinition,
} from "../../apiserver/registry/resource-definition.ts";
import type { ResourceStore } from "../../apiserver/registry/rest.ts";
import { createResourceStore } from "../../apiserver/registry/store.ts";
import type { UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import type { TypeRegistry } from "../../apiserver/schema/type-registry.ts";
import { createFieldManager } from "./field-managers.ts";
import {
  nativeFlavor,
  textHead,
  type ResourceScope,
  type VersionConverter,
} from "../../apiserver/endpoints/resource-scope.ts";
import type { StoredObjects } from "../storage/stored-objects.ts";
import type { InstalledResource } from "../../apiserver/endpoints/routes/resource-table.ts";

/** The dependencies of installed resources. */
export interface InstallServices {
  readonly types: TypeRegistry;
  readonly random: Random;
  readonly admission: AdmissionChain;
  readonly objects: Pick<StoredObjects, "of">;
  /** Converts an object from one version of its kind to another. */
  convert(object: KubeObject, from: GroupVersionKind, to: GroupVersionKind): KubeObject;
  readonly access: RegistryAccess;
  readonly applyCache: ApplyCache;
  /** Wraps the store of a resource with additional checks. */
  guard?(store: ResourceStore): ResourceStore;
}

/** Installs a resource: creates its store, scopes and field managers. */
export function installResource(definition: ResourceDefinition, services: InstallServices): InstalledResource {
  const { storage, codec } = services.objects.of(definition);
  const generic = createResourceStore({ definition, storage, codec, random: services.random });
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
}

function createScope(
  definition: ResourceDefinition,
  parts: PathParts,
  services: InstallServices,
  store: ResourceStore,
): ResourceScope {
  const { kind } = parts;
  let compiled: TypedCodec | undefined;
  const codec = (): TypedCodec => (compiled ??= codecOfKind(services.types, kind));
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
      cache: services.applyCache,
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

/**
 * Whether the objects of a path are of the kind of the resource. A Scale is not, and gets none of the
 * resource's defaults.
 */
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
