import { formatGroupVersion, type GroupVersionKind } from "../../apimachinery/gvk.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { decodeJson } from "../../apimachinery/json/decode.ts";
import { encodeJson } from "../../apimachinery/json/encode.ts";
import type { JsonObject } from "../../apimachinery/json/value.ts";
import { asJson, asKubeObject, type KubeObject } from "../../apimachinery/meta.ts";
import { afterwards } from "../../component-base/maybe-async.ts";
import { atOnce } from "../../component-base/work.ts";
import type { EquivalentResource, ObjectInterfaces } from "../../apiserver/admission/attributes.ts";
import { otherKindError, patchedKind } from "../../apiserver/admission/patched-kind.ts";
import { strictDecodingError } from "../../apiserver/codec/document.ts";
import { codecOfKind } from "../../apiserver/codec/json/typed-codec.ts";
import { StrictReport } from "../../apiserver/codec/json/strict-report.ts";
import { withoutUnprinted } from "../../apiserver/managedfields/omitted-empty.ts";
import { atomOfSchema } from "../../apiserver/managedfields/schema-atom.ts";
import { gvkOf, type BuiltinResource, type ResourceBehavior } from "../../apiserver/registry/resource-definition.ts";
import type { TypeRegistry } from "../../apiserver/schema/type-registry.ts";

/** A path of a built-in resource, and what conversion needs. */
export interface ObjectInterfacesParts {
  /** The kind of the objects that admission handles: the storage version, or the kind of a subresource. */
  readonly handled: GroupVersionKind;
  readonly served: GroupVersionKind;
  readonly subresource: string;
  readonly types: TypeRegistry;
  /** The definitions of all versions and groups that serve the same objects. */
  related(): readonly BuiltinResource[];
  convert(object: KubeObject, from: GroupVersionKind, to: GroupVersionKind): KubeObject;
}

/** Creates the conversions of a path of a built-in resource. */
export function createObjectInterfaces(parts: ObjectInterfacesParts): ObjectInterfaces {
  const { handled, served, types, convert } = parts;
  let equivalents: readonly EquivalentResource[] | undefined;
  // as Go's converter makes it of its types (runtime.DefaultUnstructuredConverter)
  const toVersion = (object: KubeObject, kind: GroupVersionKind): KubeObject => {
    const converted = isSame(kind, handled) ? object : convert(object, handled, kind);
    const schema = types.schemaOf(kind);
    const seen = schema === undefined ? converted : asKubeObject(withoutUnprinted(asJson(converted), schema));
    return { ...seen, apiVersion: formatGroupVersion(kind), kind: kind.kind };
  };
  return {
    equivalents: () => (equivalents ??= equivalentsOf(parts)),
    toVersion,
    fromVersion(object, kind, { strict = false, pace = atOnce } = {}) {
      const { apiVersion: _version, kind: _kind, ...typed } = object; // admission handles objects without them
      const decode = (): KubeObject =>
        strict
          ? decodePatched(types, asJson(object), asJson(typed), kind)
          : codecOfKind(types, kind).decode(asJson(typed));
      const resource = parts.related().find((related) => isSame(gvkOf(related), kind));
      const handle = (decoded: KubeObject, behavior: ResourceBehavior | undefined): KubeObject => {
        const ready = behavior?.default?.(decoded) ?? decoded;
        return isSame(kind, handled) ? ready : convert(ready, kind, handled);
      };
      return afterwards(pace(decode), (decoded) =>
        afterwards(resource?.behavior(resource.version), (behavior) => pace(() => handle(decoded, behavior))),
      );
    },
    atom(kind) {
      const schema = types.schemaOf(kind);
      return schema && atomOfSchema(schema);
    },
    text: (object) => codecOfKind(types, served).encode(toVersion(object, served)),
  };
}

/**
 * Decodes what a patch left of an object, without fields that its type does not have. Upstream's patcher holds maps, so
 * that errors come in the order of sorted members.
 */
function decodePatched(
  types: TypeRegistry,
  patched: JsonObject,
  typed: JsonObject,
  kind: GroupVersionKind,
): KubeObject {
  const decode = (json: JsonObject, as: GroupVersionKind): KubeObject => {
    const report = new StrictReport();
    const decoded = codecOfKind(types, as).decode(json, { report });
    if (report.paths.length > 0) throw new Error(unknownFields(report.paths));
    return decoded;
  };
  const attempt = (members: JsonObject): KubeObject => {
    const error = otherKindError(types, kind, patchedKind(kind, patched), (found) => decode(members, found));
    if (error !== undefined) throw new Error(`failed to convert object: ${error}`);
    return decode(members, kind);
  };
  try {
    return attempt(typed);
  } catch {
    return attempt(decodeJson(encodeJson(typed)) as JsonObject); // sorted
  }
}

/** Names the fields that a type does not have (runtime.NewStrictDecodingError). */
const unknownFields = (paths: readonly string[]): string =>
  strictDecodingError(paths.map((path) => `unknown field ${quoteGo(path)}`));

const isSame = (a: GroupVersionKind, b: GroupVersionKind): boolean =>
  a.kind === b.kind && a.group === b.group && a.version === b.version;

function equivalentsOf({ related, subresource }: ObjectInterfacesParts): readonly EquivalentResource[] {
  return related().flatMap((definition) => {
    const { group, version, resource } = definition;
    const found = definition.subresources?.find(({ name }) => name === subresource);
    if (subresource !== "" && found === undefined) return [];
    return [{ resource: { group, version, resource }, kind: found?.gvk ?? gvkOf(definition) }];
  });
}
