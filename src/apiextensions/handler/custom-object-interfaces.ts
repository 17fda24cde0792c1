import { afterwards, type MaybeAsync } from "../../component-base/maybe-async.ts";
import { atOnce, type Pace } from "../../component-base/work.ts";
import { formatGroupVersion, type GroupVersionKind } from "../../apimachinery/gvk.ts";
import { asJson, type KubeObject } from "../../apimachinery/meta.ts";
import type { EquivalentResource, ObjectInterfaces } from "../../apiserver/admission/attributes.ts";
import type { TypedCodec } from "../../apiserver/codec/json/typed-codec.ts";
import type { TypeRegistry } from "../../apiserver/schema/type-registry.ts";
import type { Definition, Version } from "../../apis/apiextensions/definition.ts";
import { atomOfVersion, type Atom } from "./custom-field-managers.ts";
import {
  convertAll,
  defaultResource,
  gvkOf,
  renamed,
  withCoercedMetadata,
  type KindModel,
  type VersionModel,
} from "./kind-model.ts";

/** Creates the conversions of a version of a custom resource; admission handles objects in the version served. */
export function customObjectInterfaces(
  model: KindModel,
  definition: Definition,
  served: VersionModel,
  codec: Pick<TypedCodec, "encode">,
  types: TypeRegistry,
): ObjectInterfaces {
  const { spec } = definition;
  const to = (object: KubeObject, version: VersionModel | undefined, pace?: Pace): MaybeAsync<KubeObject> => {
    if (version === undefined || object.apiVersion === version.apiVersion) return object;
    if (model.conversion === undefined) return renamed(object, version.apiVersion);
    return convertAll(model, model.conversion, version, [object], pace).then(([only = object]) => only);
  };
  return {
    equivalents: () => equivalentsOf(model, spec.names.plural, ""),
    toVersion: (object, kind, pace) => to(object, model.versions.get(kind.version), pace),
    fromVersion: (object, _kind, { pace = atOnce } = {}) =>
      afterwards(
        pace(() => defaultResource(model, withCoercedMetadata(model, object))),
        (ready) => to(ready, served, pace),
      ),
    atom: ({ version }) => {
      const found = model.versions.get(version);
      return found && atomOfVersion(found, definition, types);
    },
    text: (object) => codec.encode(object),
  };
}

/** Returns the conversions of a subresource; `kind` is its own kind, if it is not that of the resource. */
export const customSubresourceObjects = (
  objects: ObjectInterfaces,
  model: KindModel,
  { spec }: Definition,
  subresource: "status" | "scale",
  own?: { readonly kind: GroupVersionKind; readonly codec: TypedCodec; readonly atom: Atom },
): ObjectInterfaces => ({
  ...objects,
  equivalents: () => equivalentsOf(model, spec.names.plural, subresource, own?.kind),
  ...(own !== undefined && {
    toVersion: (object) => ({ ...object, apiVersion: formatGroupVersion(own.kind), kind: own.kind.kind }),
    fromVersion: (object) => own.codec.decode(asJson(object)),
    atom: () => own.atom,
    text: (object) => own.codec.encode(object),
  }),
});

const has = ({ subresources }: Version, name: string): boolean =>
  name === "" || (name === "status" ? subresources?.status : subresources?.scale) !== undefined;

/** Returns all versions, served or not, as upstream's registry of equivalent resources has them. */
const equivalentsOf = (
  model: KindModel,
  resource: string,
  subresource: string,
  kind?: GroupVersionKind,
): readonly EquivalentResource[] =>
  [...model.versions.values()]
    .filter(({ spec }) => has(spec, subresource))
    .map((version) => ({
      resource: { group: model.group, version: version.name, resource },
      kind: kind ?? gvkOf(model, version),
    }));
