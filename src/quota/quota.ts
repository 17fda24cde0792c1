import type { ResourceQuota, ResourceQuotaSpec } from "../api/core/v1.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { noResources, parseResourceList, type ResourceList } from "../component-helpers/resource/resource-list.ts";

/** A resource quota with its quantities read. */
export interface Quota {
  readonly name: string;
  readonly spec: ResourceQuotaSpec;
  /** The limits of the status, which the controller has counted for. */
  readonly hard: ResourceList;
  readonly used: ResourceList;
  readonly object: ResourceQuota;
}

/** Reads a stored quota; the schema has checked it. */
export function readQuota(object: KubeObject): Quota {
  const quota: ResourceQuota = object as ResourceQuota;
  return {
    name: quota.metadata.name ?? "",
    spec: quota.spec ?? {},
    hard: parseResourceList(quota.status?.hard),
    used: quota.status?.used === undefined ? noResources : parseResourceList(quota.status.used),
    object: quota,
  };
}
