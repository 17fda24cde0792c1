import { keepTransitionTime, replaceCondition } from "../apimachinery/conditions.ts";
import type { GroupVersion } from "../apimachinery/gvk.ts";
import type { KubeObject, ObjectMeta } from "../apimachinery/meta.ts";

/** The Service by which an extension API server is reached; `port` has its default. */
export interface ServiceReference {
  readonly namespace: string;
  readonly name: string;
  readonly port: number;
}

/** The spec of an APIService (apiregistration/v1 APIServiceSpec). */
export interface ApiServiceSpec {
  readonly service?: ServiceReference;
  readonly group?: string;
  readonly version: string;
  readonly insecureSkipTLSVerify?: boolean;
  readonly caBundle?: string;
  readonly groupPriorityMinimum: number;
  readonly versionPriority: number;
}

/** A condition of an APIService. */
export interface ApiServiceCondition {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime: string;
  readonly reason: string;
  readonly message: string;
}

/** A stored APIService. */
export interface ApiService {
  readonly metadata: ObjectMeta;
  readonly spec: ApiServiceSpec;
  readonly status?: { readonly conditions?: readonly ApiServiceCondition[] };
}

/** Casts a stored object, decoded by the schema of APIServices. */
export const asApiService = (object: KubeObject): ApiService => object as unknown as ApiService;

/** Returns the group version that an APIService registers. */
export const groupVersionOf = ({ spec }: ApiService): GroupVersion => ({
  group: spec.group ?? "",
  version: spec.version,
});

const findAvailable = ({ status }: ApiService): ApiServiceCondition | undefined =>
  status?.conditions?.find(({ type }) => type === "Available");

/** Reports whether an APIService is marked as available (IsAPIServiceConditionTrue). */
export const isAvailable = (service: ApiService): boolean => findAvailable(service)?.status === "True";

/**
 * Returns the APIService with its condition; undefined if that changes nothing (SetAPIServiceCondition). The time of a
 * transition changes only with the status.
 */
export function withAvailability(service: ApiService, condition: ApiServiceCondition): ApiService | undefined {
  const before = findAvailable(service);
  const after = keepTransitionTime(before, condition);
  if (before !== undefined && before.status === after.status && before.reason === after.reason) {
    if (before.message === after.message) return undefined;
  }
  return {
    ...service,
    status: { ...service.status, conditions: replaceCondition(service.status?.conditions ?? [], after) },
  };
}
