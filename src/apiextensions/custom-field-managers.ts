import { formatGroupVersion, type GroupVersionKind } from "../apimachinery/gvk.ts";
import type { TypedCodec } from "../apiserver/codec/json/typed-codec.ts";
import { createBuiltinFieldManager } from "../apiserver/managedfields/builtin-field-manager.ts";
import { createCustomFieldManager } from "../apiserver/managedfields/custom-field-manager.ts";
import { atomOfCustomResource } from "../apiserver/managedfields/custom-resource-atom.ts";
import type { FieldManager } from "../apiserver/managedfields/field-manager.ts";
import type { UpdateStrategy } from "../apiserver/registry/strategy.ts";
import type { TypeRegistry } from "../apiserver/schema/type-registry.ts";
import type { Definition } from "../apis/apiextensions/definition.ts";
import { defaultResource, convertVersion, type KindModel, type VersionModel } from "./kind-model.ts";

const objectMetaName = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
type Atom = ReturnType<typeof atomOfCustomResource>;

const atoms = new WeakMap<VersionModel, Atom>();

/** The type of a version's objects for server-side apply; made once. */
function atomOfVersion(version: VersionModel, { spec }: Definition, types: TypeRegistry): Atom {
  const known = atoms.get(version);
  if (known) return known;
  const objectMeta = types.byName(objectMetaName);
  if (objectMeta === undefined) throw new Error("the type of metadata is missing");
  const schema = version.spec.schema?.openAPIV3Schema === undefined ? undefined : version.schema;
  const atom = atomOfCustomResource({ schema, preserveUnknownFields: spec.preserveUnknownFields === true, objectMeta });
  atoms.set(version, atom);
  return atom;
}

/** Keeps who owns what of the objects written on one path of a kind. */
export function customFieldManager(model: KindModel, definition: Definition, kind: GroupVersionKind, subresource: string, strategy: UpdateStrategy, types: TypeRegistry): FieldManager {
  const versionOf = (apiVersion: string): VersionModel | undefined => [...model.versions.values()].find((version) => version.apiVersion === apiVersion);
  return createCustomFieldManager({
    kind, subresource,
    resetFields: strategy.resetFields ?? [],
    atomOf(apiVersion) {
      const version = versionOf(apiVersion);
      return version && atomOfVersion(version, definition, types);
    },
    convert(object, apiVersion) {
      const version = versionOf(apiVersion);
      return version === undefined ? object : convertVersion(model, version, object);
    },
    defaults: (object) => defaultResource(model, object),
  });
}

/** Keeps who owns the replicas of a kind. An apply that changes them fails, as upstream's does: it takes the scale for an object of the kind. */
export const customScaleFieldManager = (kind: GroupVersionKind, subresource: string, types: TypeRegistry, codec: TypedCodec): FieldManager =>
  createBuiltinFieldManager({
    kind, subresource, types,
    resetFields: [],
    emptyObject: () => codec.decode({}),
    convert: (object) => object,
    decode(_, refuse) {
      throw refuse(`request to convert CR to an invalid group/version: ${formatGroupVersion(kind)}`);
    },
  });
