import { formatGroupVersion, type GroupVersion } from "../../../apimachinery/gvk.ts";
import type { ResourceInfo, SubresourceInfo } from "../../registry/resource-definition.ts";
import { base64OfBytes } from "../../../apimachinery/base64.ts";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";

/** The storageVersionHash of discovery: eight bytes in base64 (discovery.StorageVersionHash). */
function storageVersionHash(group: string, version: string, kind: string): string {
  return base64OfBytes(sha256(utf8ToBytes(`${group}/${version}/${kind}`)).subarray(0, 8));
}

/** meta/v1 APIResource with its members in the order of the Go type. */
interface ApiResource {
  readonly name: string;
  readonly singularName: string;
  readonly namespaced: boolean;
  readonly group?: string;
  readonly version?: string;
  readonly kind: string;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly storageVersionHash?: string;
}

/** meta/v1 APIResourceList of one group version. */
export function apiResourceList(gv: GroupVersion, definitions: readonly ResourceInfo[], hashes: boolean) {
  const resources = definitions.flatMap((d) => [
    apiResource(d, hashes),
    ...(d.subresources ?? []).map((s) => apiSubresource(d, s)),
  ]);
  if (!definitions.every(isCustom)) resources.sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    kind: "APIResourceList",
    ...(gv.group !== "" && { apiVersion: "v1" }),
    groupVersion: formatGroupVersion(gv),
    resources,
  };
}

/**
 * Whether a resource is custom. Custom resources are listed in the order of their definitions, each followed by
 * its subresources.
 */
export const isCustom = (d: ResourceInfo): boolean => d.custom === true;

function apiResource(d: ResourceInfo, hashes: boolean): ApiResource {
  const stored = d.toldStorageVersion ?? d.storageVersion ?? d;
  return {
    name: d.resource,
    singularName: d.singular,
    namespaced: d.namespaced,
    kind: d.kind,
    verbs: d.verbs,
    ...(d.shortNames !== undefined && { shortNames: d.shortNames }),
    ...(d.categories !== undefined && { categories: d.categories }),
    ...(hashes &&
      d.unstored !== true && { storageVersionHash: storageVersionHash(stored.group, stored.version, d.kind) }),
  };
}

function apiSubresource(d: ResourceInfo, s: SubresourceInfo): ApiResource {
  const other = s.gvk !== undefined && (s.gvk.group !== d.group || s.gvk.version !== d.version) ? s.gvk : undefined;
  return {
    name: `${d.resource}/${s.name}`,
    singularName: "",
    namespaced: d.namespaced,
    ...(other !== undefined && { group: other.group, version: other.version }),
    kind: s.gvk?.kind ?? d.kind,
    verbs: s.verbs,
  };
}
