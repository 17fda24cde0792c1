import { sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { GroupVersion } from "../../../apimachinery/gvk.ts";
import type { ResourceDefinition, SubresourceDefinition } from "../../registry/resource-definition.ts";
import type { ServedGroup } from "./api-groups.ts";

/** The type of the list: aggregated discovery has a scheme of its own. */
export const apiGroupDiscoveryListType = "io.k8s.api.apidiscovery.v2.APIGroupDiscoveryList";

/** apidiscovery.k8s.io/v2 APIGroupDiscoveryList: every group, version and resource in one document. */
export const apiGroupDiscoveryList = (groups: readonly ServedGroup[], inVersion: (gv: GroupVersion) => readonly ResourceDefinition[]) => ({
  kind: "APIGroupDiscoveryList",
  apiVersion: "apidiscovery.k8s.io/v2",
  metadata: {},
  items: groups.map(({ name, versions }) => ({
    metadata: name === "" ? {} : { name },
    versions: versions.map((version) => ({ version, resources: inVersion({ group: name, version }).map(resourceDiscovery), freshness: "Current" })),
  })),
});

const responseKind = (group: string, version: string, kind: string) => ({ group, version, kind });

const resourceDiscovery = (d: ResourceDefinition) => ({
  resource: d.resource,
  responseKind: responseKind(d.group, d.version, d.kind),
  scope: d.namespaced ? "Namespaced" : "Cluster",
  singularResource: d.singular,
  verbs: d.verbs,
  ...(d.shortNames !== undefined && { shortNames: d.shortNames }),
  ...(d.categories !== undefined && { categories: d.categories }),
  ...(d.subresources !== undefined && d.subresources.length > 0 && { subresources: d.subresources.map((s) => subresourceDiscovery(d, s)) }),
});

const subresourceDiscovery = (d: ResourceDefinition, s: SubresourceDefinition) => ({
  subresource: s.name,
  responseKind: responseKind(s.gvk?.group ?? d.group, s.gvk?.version ?? d.version, s.gvk?.kind ?? d.kind),
  verbs: s.verbs,
});

/** The ETag of a discovery document: its hash, quoted (aggregated.computeETag). */
export const discoveryEtag = (text: string): string => `"${bytesToHex(sha512(utf8ToBytes(text))).toUpperCase()}"`;
