import { formatGroupVersion, type GroupVersion, type GroupVersionKind } from "../../../apimachinery/gvk.ts";
import type { ObjectSchema } from "../../schema/schema.ts";
import type { TypeRegistry } from "../../schema/type-registry.ts";

const metaKinds = [
  "APIGroup",
  "APIGroupList",
  "APIResourceList",
  "APIVersions",
  "CreateOptions",
  "DeleteOptions",
  "GetOptions",
  "ListOptions",
  "PatchOptions",
  "Status",
  "UpdateOptions",
  "WatchEvent",
];

/**
 * Group versions without kinds of their own in the model: of webhooks, and of groups whose older versions are not
 * served any more. They have options like any other.
 */
const optionsOnly: readonly GroupVersion[] = [
  { group: "admission.k8s.io", version: "v1" },
  { group: "admission.k8s.io", version: "v1beta1" },
  { group: "apiextensions.k8s.io", version: "v1beta1" },
  { group: "apiregistration.k8s.io", version: "v1beta1" },
  { group: "imagepolicy.k8s.io", version: "v1alpha1" },
];
const likeAnyOther: GroupVersion = { group: "apps", version: "v1" };

/** The kinds that a type is registered under, by its canonical name: options are in every group version. */
export function groupVersionKinds(types: TypeRegistry): ReadonlyMap<string, readonly GroupVersionKind[]> {
  const kinds = new Map<string, GroupVersionKind[]>();
  const add = (type: string, gvk: GroupVersionKind): void => {
    const known = kinds.get(type);
    if (known === undefined) kinds.set(type, [gvk]);
    else known.push(gvk);
  };
  const groupVersions = new Map<string, GroupVersion>();
  for (const { group, version, kind, type } of types.kinds()) {
    add(type, { group, version, kind });
    groupVersions.set(formatGroupVersion({ group, version }), { group, version });
  }
  for (const gv of groupVersions.values())
    for (const kind of metaKinds) addMetaKind(types.schemaOf({ ...gv, kind }), { ...gv, kind }, add);
  for (const gv of optionsOnly)
    for (const kind of metaKinds) addMetaKind(types.schemaOf({ ...likeAnyOther, kind }), { ...gv, kind }, add);
  for (const list of kinds.values())
    list.sort((a, b) => compare(a.group, b.group) || compare(a.version, b.version) || compare(a.kind, b.kind));
  return kinds;
}

function addMetaKind(
  schema: ObjectSchema | undefined,
  gvk: GroupVersionKind,
  add: (type: string, gvk: GroupVersionKind) => void,
): void {
  if (schema !== undefined) add(schema.name, gvk);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
