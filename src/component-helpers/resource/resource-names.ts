import { isQualifiedName } from "../../apimachinery/validation/names.ts";

export const hugePagesPrefix = "hugepages-";
export const requestsPrefix = "requests.";
const nativePrefix = "kubernetes.io/";

/** Reports whether a resource is one of Kubernetes' own: without a domain, or in `kubernetes.io/`. */
export const isNativeResource = (name: string): boolean => !name.includes("/") || name.includes(nativePrefix);

/** Reports whether a resource is one of a vendor, which a quota counts as `requests.<name>`. */
export const isExtendedResourceName = (name: string): boolean =>
  !isNativeResource(name) && !name.startsWith(requestsPrefix) && isQualifiedName(requestsPrefix + name).length === 0;

export const isHugePageResourceName = (name: string): boolean => name.startsWith(hugePagesPrefix);

/** Reports whether a resource can be requested for a pod as a whole (KEP-2837). */
export const isSupportedPodLevelResource = (name: string): boolean =>
  name === "cpu" || name === "memory" || isHugePageResourceName(name);
