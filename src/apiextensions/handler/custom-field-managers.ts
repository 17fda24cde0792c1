import type { Pace } from "../../component-base/work.ts";
import { formatGroupVersion, type GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { ApplyCache } from "../../apiserver/managedfields/apply-cache.ts";
import { createBuiltinFieldManager } from "../../apiserver/managedfields/builtin-field-manager.ts";
import { createCustomFieldManager } from "../../apiserver/managedfields/custom-field-manager.ts";
import { atomOfCustomResource } from "../../apiserver/managedfields/custom-resource-atom.ts";
import type { FieldManager } from "../../apiserver/managedfields/field-manager.ts";
import type { UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import type { TypeRegistry } from "../../apiserver/schema/type-registry.ts";
import { storageVersionOf, type Definition } from "../../apis/apiextensions/definition.ts";
import { ownableBy } from "../../apiserver/managedfields/ownable-fields.ts";
import { describeObject } from "../../apiserver/managedfields/object-parts.ts";
import { TypedError } from "../../structured-merge-diff/typed-error.ts";
import { replay } from "../../apiserver/managedfields/late-conversions.ts";
import { defaultResource, renamed, withCoercedMetadata, type KindModel, type VersionModel } from "./kind-model.ts";

const objectMetaName = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
export type Atom = ReturnType<typeof atomOfCustomResource>;

/** Schemas for server-side apply by version model; a changed definition has a new model. */
const atoms = new WeakMap<VersionModel, Atom>();

/** Returns the schema of a version for server-side apply; cached. */
export function atomOfVersion(version: VersionModel, { spec }: Definition, types: TypeRegistry): Atom {
  const known = atoms.get(version);
  if (known) return known;
  const objectMeta = types.byName(objectMetaName);
  if (objectMeta === undefined) throw new Error("the type of metadata is missing");
  const schema = version.spec.schema?.openAPIV3Schema === undefined ? undefined : version.schema;
  const atom = atomOfCustomResource({ schema, preserveUnknownFields: spec.preserveUnknownFields === true, objectMeta });
  atoms.set(version, atom);
  return atom;
}

/** Services shared by all field managers of a server. */
export interface FieldManagerServices {
  readonly types: TypeRegistry;
  readonly cache: ApplyCache;
}

/** Returns the field manager for one path (the object or a subresource) of a kind. */
export function customFieldManager(
  model: KindModel,
  definition: Definition,
  kind: GroupVersionKind,
  subresource: string,
  strategy: UpdateStrategy,
  { types, cache }: FieldManagerServices,
): FieldManager {
  const versionOf = (apiVersion: string): VersionModel | undefined =>
    [...model.versions.values()].find((version) => version.apiVersion === apiVersion);
  const fieldsWith = (convert: (object: KubeObject, apiVersion: string) => KubeObject): FieldManager =>
    createCustomFieldManager({
      kind,
      subresource,
      cache,
      isStored: kind.version === storageVersionOf(definition),
      convert,
      ownable: ownableBy(strategy),
      atomOf(apiVersion) {
        const version = versionOf(apiVersion);
        return version && atomOfVersion(version, definition, types);
      },
      complete: (object) => defaultResource(model, withCoercedMetadata(model, object)),
    });
  const { conversion } = model;
  if (conversion === undefined) return fieldsWith(renamed);
  const convert = async (object: KubeObject, apiVersion: string, pace: Pace): Promise<KubeObject> =>
    (await conversion.convert([object], apiVersion, pace))[0] ?? object;
  return { ...fieldsWith(renamed), later: (pace, work) => replay({ convert, fieldsWith }, pace, work) };
}

/**
 * Returns the field manager of the scale subresource. An apply that changes the replicas, or whose replicas nobody
 * manages yet, fails as it does upstream, where the scale is handled as an object of the custom kind.
 */
export const customScaleFieldManager = (
  kind: GroupVersionKind,
  subresource: string,
  { types, cache }: FieldManagerServices,
): FieldManager =>
  createBuiltinFieldManager({
    kind,
    subresource,
    types,
    cache,
    ownable: undefined,
    livesDecoded: false,
    emptyObject() {
      const empty = describeObject({}, kind);
      throw new TypedError(`failed to convert live object (${empty}) to proper version: ${notConvertible(kind)}`);
    },
    convert: (object) => object,
    decode(_, refuse) {
      throw refuse(notConvertible(kind));
    },
  });

const notConvertible = (kind: GroupVersionKind): string =>
  `request to convert CR to an invalid group/version: ${formatGroupVersion(kind)}`;
