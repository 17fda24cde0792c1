const clusterDomain = /\.svc(?:\.cluster\.local)?\.?$/;

/** Whether a name is one of the cluster's domain. */
export const isOfCluster = (host: string): boolean => clusterDomain.test(host);

/**
 * Returns the Service that a name in DNS stands for in a pod of a namespace: `web`, `web.shop`,
 * `web.shop.svc.cluster.local`, also of a pod of a headless Service; undefined for names with more parts.
 */
export function serviceOfHost(
  host: string,
  ownNamespace: string,
): { readonly namespace: string; readonly name: string } | undefined {
  const labels = host.replace(clusterDomain, "").split(".");
  const [name = "", namespace = ownNamespace] = labels.slice(-2);
  return labels.length > 3 ? undefined : { namespace, name };
}
