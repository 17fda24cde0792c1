import { newForbidden } from "../../apimachinery/errors.ts";
import type { GroupVersion } from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { afterwards } from "../../component-base/maybe-async.ts";
import type { Random } from "../../apimachinery/random.ts";
import type { AdmissionChain } from "../../apiserver/admission/admission.ts";
import { compileCodec, type TypedCodec } from "../../apiserver/codec/json/typed-codec.ts";
import {
  customTextHead,
  sortedListFrame,
  textHead,
  type ResourceScope,
  type ScopeFlavor,
} from "../../apiserver/endpoints/resource-scope.ts";
import type { ResourceScopes } from "../../apiserver/endpoints/routes/resource-table.ts";
import type { ApplyCache } from "../../apiserver/managedfields/apply-cache.ts";
import {
  type RegistryAccess,
  type ResourceDefinition,
  type SubresourceInfo,
  subresourceStrategy,
} from "../../apiserver/registry/resource-definition.ts";
import type { ResourceStore } from "../../apiserver/registry/rest.ts";
import { storageRoot } from "../../apiserver/registry/keys.ts";
import { selectorAttributes } from "../../apiserver/registry/selection.ts";
import { createResourceStore } from "../../apiserver/registry/store.ts";
import type { TypeRegistry } from "../../apiserver/schema/type-registry.ts";
import type { Storage, StorageCodec } from "../../apiserver/storage/interface.ts";
import type { Definition } from "../../apis/apiextensions/definition.ts";
import type { ConversionServices } from "../conversion/conversion.ts";
import { createConvertingView } from "../conversion/converting-view.ts";
import { customResourceDefinition } from "./custom-definitions.ts";
import { withResourceVersion } from "../../apiserver/registry/object-meta.ts";
import { customFieldManager, customScaleFieldManager, type FieldManagerServices } from "./custom-field-managers.ts";
import { customObjectInterfaces, customSubresourceObjects } from "./custom-object-interfaces.ts";
import { sortsBeforeKind } from "../../apiserver/codec/json/sorted-type-meta.ts";
import { customResourceCodec } from "./custom-resource-codec.ts";
import { createCustomResourceStrategies } from "./custom-resource-strategy.ts";
import {
  convertAll,
  convertTo,
  defaultResource,
  gvkOf,
  refreshed,
  type KindModel,
  type VersionModel,
  withoutUnknownFields,
} from "./kind-model.ts";
import type { VersionTools } from "../validation/version-tools.ts";
import { createVersionView } from "./version-view.ts";

/** Services shared by the kinds of all definitions. */
export interface KindServices extends ConversionServices {
  readonly types: TypeRegistry;
  readonly random: Random;
  readonly admission: AdmissionChain;
  readonly access: RegistryAccess;
  readonly applyCache: ApplyCache;
}

/** Parts of one kind. */
export interface KindParts {
  readonly definition: Definition;
  readonly model: KindModel;
  readonly storage: Storage<KubeObject>;
  readonly tools: VersionTools;
  /** Aborted when a changed definition replaces this kind. */
  readonly retired: AbortSignal;
  /** Reports whether the definition is terminating, which forbids creating instances. */
  terminating(): boolean;
}

const customFlavor: ScopeFlavor = { typedItems: true, sortedLists: true, strategicPatches: false };

/** Installs one version of a kind, served by the same handlers and registry as built-in kinds. */
export function installVersion(parts: KindParts, version: VersionModel, services: KindServices): ResourceScopes {
  const { model, definition } = parts;
  const strategies = createCustomResourceStrategies(model, version, parts.tools);
  const resource = customResourceDefinition(definition, version.spec, strategies);
  const codec = customResourceCodec(model);
  const view: StorageCodec<KubeObject> = {
    encode: codec.encodeTail,
    decode: codec.decodeStored,
    attributes: (object) => selectorAttributes(resource, object),
    withResourceVersion,
  };
  const store = createResourceStore({
    definition: resource,
    codec: view,
    random: services.random,
    storage: viewOf(parts, version, view, storageRoot(resource)),
  });
  const scope = createScope(parts, version, { resource, codec, store }, services);
  const fields = { types: services.types, cache: services.applyCache };
  return {
    scope,
    access: services.access,
    subresource: rememberByName((subresource) => subresourceScope(scope, parts, subresource, fields)),
  };
}

/** Returns the storage as one version sees it. */
function viewOf(
  { model, storage, retired }: KindParts,
  version: VersionModel,
  codec: StorageCodec<KubeObject>,
  root: string,
): Storage<KubeObject> {
  const { conversion } = model;
  if (conversion === undefined) {
    return createVersionView({
      storage,
      codec,
      retired,
      fromStored: (stored) => convertTo(model, version, refreshed(model, stored)),
      toStored: (object) => convertTo(model, model.storage, object),
    });
  }
  return createConvertingView({
    storage,
    codec,
    retired,
    apiVersion: version.apiVersion,
    refreshed: (stored) => refreshed(model, stored),
    convert: (objects, pace) => convertAll(model, conversion, version, objects, pace),
    answerer: () => conversion.answerer,
    storedVersion: model.storage.apiVersion,
    root,
    toStored: (object, pace) =>
      object.apiVersion === model.storage.apiVersion
        ? object
        : convertAll(model, conversion, model.storage, [object], pace).then(([only = object]) => only),
  });
}

interface ScopeParts {
  readonly resource: ResourceDefinition;
  readonly codec: TypedCodec;
  readonly store: ResourceStore;
}

function createScope(
  { model, definition, terminating }: KindParts,
  version: VersionModel,
  { resource, codec, store }: ScopeParts,
  { types, admission, applyCache }: KindServices,
): ResourceScope {
  const kind = gvkOf(model, version);
  const listKind = definition.status?.acceptedNames?.listKind ?? `${kind.kind}List`;
  return {
    definition: resource,
    store,
    kind,
    resource: { group: resource.group, version: resource.version, resource: resource.resource },
    subresource: "",
    strategy: resource.strategy,
    types: withOwnOptions(types, kind),
    codec,
    unstructured: true,
    defaults: (object) => defaultResource(model, object),
    admission: customAdmission(admission, terminating, (object) => withoutUnknownFields(model, version, object)),
    objects: customObjectInterfaces(model, definition, version, codec, types),
    fieldManager: customFieldManager(model, definition, kind, "", resource.strategy, { types, cache: applyCache }),
    flavor: customFlavor,
    ...(isEarly(model, version) ? { sortedTypeMeta: true, head: "{" } : { head: customTextHead(kind) }),
    listFrame: sortedListFrame({ ...kind, kind: listKind }),
  };
}

/** Reports whether objects may have members that sort before their TypeMeta. */
const isEarly = ({ preserveUnknownFields }: KindModel, { schema }: VersionModel): boolean =>
  preserveUnknownFields ||
  schema.kind !== "object" ||
  schema.additionalProperties !== undefined ||
  schema.preserveUnknownFields === true ||
  schema.fields.some(({ name }) => sortsBeforeKind(name));

/** Accepts request options whose apiVersion is the kind's own group version. */
const withOwnOptions = (types: TypeRegistry, { group, version }: GroupVersion): TypeRegistry => ({
  byName: (name) => types.byName(name),
  metaKind: (kind) => types.metaKind(kind),
  kinds: () => types.kinds(),
  schemaOf: (gvk) => (gvk.group === group && gvk.version === version ? types.metaKind(gvk.kind) : types.schemaOf(gvk)),
});

/** Error for decoding a Scale on this path: upstream's scheme for it has no such type. */
const scaleUnknown = 'no kind is registered for the type v1.Scale in scheme "pkg/runtime/scheme.go:110"';

/** Returns the scope of a subresource: `/status` is a view of the object, `/scale` is an autoscaling/v1 Scale. */
function subresourceScope(
  parent: ResourceScope,
  { model, definition }: KindParts,
  { name, gvk }: SubresourceInfo,
  services: FieldManagerServices,
): ResourceScope {
  const strategy = subresourceStrategy(parent.definition, name);
  const scope = {
    ...parent,
    subresource: name,
    strategy,
    fieldManager: customFieldManager(model, definition, parent.kind, name, strategy, services),
    objects: customSubresourceObjects(parent.objects, model, definition, name === "scale" ? "scale" : "status"),
  };
  if (gvk === undefined) return scope;
  const schema = services.types.schemaOf(gvk);
  if (schema === undefined) throw new Error(`no type for ${gvk.group}/${gvk.version} ${gvk.kind}`);
  const codec = compileCodec(schema);
  const defaults = (object: KubeObject): KubeObject => object;
  const fieldManager = customScaleFieldManager(gvk, name, services);
  return {
    ...scope,
    kind: gvk,
    codec,
    unstructured: false,
    objects: customSubresourceObjects(parent.objects, model, definition, "scale", {
      kind: gvk,
      codec,
      atom: fieldManager.atom,
    }),
    undecodable: scaleUnknown,
    defaults,
    fieldManager,
    sortedTypeMeta: false,
    head: textHead(gvk),
  };
}

function rememberByName(
  make: (subresource: SubresourceInfo) => ResourceScope,
): (subresource: SubresourceInfo) => ResourceScope {
  const made = new Map<string, ResourceScope>();
  return (subresource) => {
    const scope = made.get(subresource.name) ?? make(subresource);
    made.set(subresource.name, scope);
    return scope;
  };
}

/**
 * Rejects new instances while their definition is terminating (forbidCreateAdmission), and drops unknown fields that
 * plugins added.
 */
const customAdmission = (
  admission: AdmissionChain,
  terminating: () => boolean,
  prune: (object: KubeObject) => KubeObject,
): AdmissionChain => ({
  admit(attributes) {
    if (attributes.operation === "CREATE" && terminating()) {
      throw newForbidden(
        attributes.resource,
        attributes.name,
        "create not allowed while custom resource definition is terminating",
      );
    }
    const { object: before, subresource } = attributes;
    return afterwards(admission.admit(attributes), (object) =>
      object === undefined || object === before || subresource === "scale" ? object : prune(object),
    );
  },
  validate: (attributes) => admission.validate(attributes),
});
