import type { ResourceInfo } from "../../apiserver/registry/resource-definition.ts";

/**
 * The kind that says which part of a range is in use, by its storage (core/v1 RangeAllocation): several servers agree
 * on node ports by it, as in Kubernetes. It is not served.
 */
export const rangeAllocations: ResourceInfo = {
  group: "",
  version: "v1",
  resource: "rangeallocations",
  singular: "rangeallocation",
  kind: "RangeAllocation",
  namespaced: false,
  verbs: [],
  storagePrefix: "ranges",
  servedByDefault: false,
};

/** The key of the node ports (portallocator's storage). */
export const nodePortsKey = "/registry/ranges/servicenodeports";
