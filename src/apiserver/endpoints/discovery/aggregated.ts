import { sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { GroupVersionKind } from "../../../apimachinery/gvk.ts";
import { gvkOf, type ResourceInfo, type SubresourceInfo } from "../../registry/resource-definition.ts";
import type { MergedVersion } from "./merged-groups.ts";

/** The versions of the aggregated discovery document, which have the same fields. */
export type AggregatedVersion = "v2" | "v2beta1";

/** The type name of the aggregated list; aggregated discovery has its own scheme. */
export const apiGroupDiscoveryListType = (version: AggregatedVersion): string =>
  `io.k8s.api.apidiscovery.${version}.APIGroupDiscoveryList`;

/** The JSON of versions of groups, by their resources. */
const versionTexts = new WeakMap<readonly ResourceInfo[], string>();

function versionText(version: string, resources: readonly ResourceInfo[]): string {
  const known = versionTexts.get(resources);
  if (known !== undefined) return known;
  const text = JSON.stringify({ version, resources: resources.map(resourceDiscovery), freshness: "Current" });
  versionTexts.set(resources, text);
  return text;
}

/** A group of the aggregated document, with the resources of this server in each version. */
export interface AggregatedGroup {
  readonly name: string;
  readonly versions: readonly (MergedVersion & { readonly resources: readonly ResourceInfo[] })[];
}

/** The JSON of a version that another server serves. One that has never answered has no resources. */
function remoteText(version: string, { resources, freshness }: NonNullable<MergedVersion["remote"]>): string {
  const listed = resources === undefined || resources === "[]" ? "" : `"resources":${resources},`;
  return `{"version":${JSON.stringify(version)},${listed}"freshness":"${freshness}"}`;
}

/** The JSON of an apidiscovery.k8s.io APIGroupDiscoveryList: every group, version and resource in one document. */
export function apiGroupDiscoveryList(version: AggregatedVersion, groups: readonly AggregatedGroup[]): string {
  const items = groups.map(({ name, versions }) => {
    const texts = versions.map((each) =>
      each.remote === undefined ? versionText(each.version, each.resources) : remoteText(each.version, each.remote),
    );
    return `{"metadata":${JSON.stringify(name === "" ? {} : { name })},"versions":[${texts.join(",")}]}`;
  });
  return `{"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/${version}","metadata":{},"items":[${items.join(",")}]}`;
}

/**
 * The responseKind of a resource. Built-in kinds omit the group and version of their own group version, as
 * APIResourceList does.
 */
const responseKind = ({ custom, group, version }: ResourceInfo, gvk: GroupVersionKind) => {
  const own = custom !== true && gvk.group === group && gvk.version === version;
  return own ? { group: "", version: "", kind: gvk.kind } : { group: gvk.group, version: gvk.version, kind: gvk.kind };
};

const resourceDiscovery = (d: ResourceInfo) => ({
  resource: d.resource,
  responseKind: responseKind(d, gvkOf(d)),
  scope: d.namespaced ? "Namespaced" : "Cluster",
  singularResource: d.singular,
  verbs: d.verbs,
  ...(d.shortNames !== undefined && { shortNames: d.shortNames }),
  ...(d.categories !== undefined && { categories: d.categories }),
  ...(d.subresources !== undefined &&
    d.subresources.length > 0 && { subresources: d.subresources.map((s) => subresourceDiscovery(d, s)) }),
});

const subresourceDiscovery = (d: ResourceInfo, s: SubresourceInfo) => ({
  subresource: s.name,
  responseKind: responseKind(d, s.gvk ?? gvkOf(d)),
  verbs: s.verbs,
});

/** The ETag of a discovery document: its hash, quoted (aggregated.computeETag). */
export const discoveryEtag = (text: string): string => `"${bytesToHex(sha512(utf8ToBytes(text))).toUpperCase()}"`;
