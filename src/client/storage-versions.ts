import type { KubeObject } from "../apimachinery/meta.ts";

/** Where StorageVersion objects are. */
export const storageVersionsResource = {
  group: "internal.apiserver.k8s.io",
  version: "v1alpha1",
  resource: "storageversions",
};

/** What a server says of how it stores a resource (apiserverinternal ServerStorageVersion). */
export interface ServerStorageVersion {
  readonly apiServerID: string;
  readonly encodingVersion: string;
  readonly decodableVersions: readonly string[];
  readonly servedVersions: readonly string[];
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly observedGeneration?: number | bigint;
  readonly lastTransitionTime: string;
  readonly reason: string;
  readonly message: string;
}

/** In which versions servers store a resource. */
export interface StorageVersion extends KubeObject {
  readonly spec: object;
  readonly status?: {
    readonly storageVersions?: readonly ServerStorageVersion[];
    readonly commonEncodingVersion?: string;
    readonly conditions?: readonly Condition[];
  };
}

const conditionType = "AllEncodingVersionsEqual";

/**
 * Returns a StorageVersion of these servers, with the version that all of them encode in, if they do, and a condition
 * that says so, whose time is `now` where it has changed (storageversion.SetCommonEncodingVersion).
 */
export function withServers(
  object: StorageVersion,
  servers: readonly ServerStorageVersion[],
  now: string,
): StorageVersion {
  const { commonEncodingVersion: before, conditions = [] } = object.status ?? {};
  const [first] = servers;
  const common = servers.every((server) => server.encodingVersion === first?.encodingVersion)
    ? first?.encodingVersion
    : undefined;
  const known = conditions.find(({ type }) => type === conditionType);
  const status = common === undefined ? "False" : "True";
  const isOther = before !== undefined && common !== undefined && before !== common;
  const { generation } = object.metadata;
  const condition: Condition = {
    type: conditionType,
    status,
    ...(generation !== undefined && { observedGeneration: generation }),
    lastTransitionTime: known?.status === status && !isOther ? known.lastTransitionTime : now,
    ...(common === undefined
      ? { reason: "CommonEncodingVersionUnset", message: "Common encoding version unset" }
      : { reason: "CommonEncodingVersionSet", message: "Common encoding version set" }),
  };
  return {
    ...object,
    status: {
      storageVersions: servers,
      ...(common !== undefined && { commonEncodingVersion: common }),
      conditions:
        known === undefined ? [...conditions, condition] : conditions.map((one) => (one === known ? condition : one)),
    },
  };
}
