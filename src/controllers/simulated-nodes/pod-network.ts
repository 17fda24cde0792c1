import { serviceNameLabel } from "../../apimachinery/labels/well-known.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Indexers, ObjectIndex } from "../../client/object-index.ts";
import type { Reach } from "../../component-helpers/pod-simulation/client-programs.ts";
import { isOfCluster, serviceOfHost } from "../../component-helpers/pod-simulation/service-of-host.ts";

/** What is read of a Service. */
export interface NetworkService extends KubeObject {
  readonly spec?: { readonly type?: string; readonly clusterIP?: string; readonly clusterIPs?: readonly string[] };
}

/** What is read of an EndpointSlice. */
export interface NetworkSlice extends KubeObject {
  readonly endpoints?: readonly NetworkEndpoint[] | null;
}

interface NetworkEndpoint {
  readonly conditions?: { readonly ready?: boolean };
  readonly targetRef?: { readonly kind?: string; readonly namespace?: string; readonly name?: string };
}

/** The Services of a cluster and the endpoints behind them. */
export interface PodNetwork {
  readonly services: ObjectIndex<NetworkService>;
  readonly slices: ObjectIndex<NetworkSlice>;
}

export const endpointSlices = { group: "discovery.k8s.io", version: "v1", resource: "endpointslices" };

const byService = "service";

/** The index of EndpointSlices by their Service. */
export const sliceIndexers: Indexers<NetworkSlice> = {
  [byService]: ({ metadata: { namespace = "", labels } }) => {
    const service = labels?.[serviceNameLabel];
    return service === undefined ? [] : [`${namespace}/${service}`];
  },
};

/**
 * Says for a pod which hosts it reaches: Services by their names in DNS or their addresses, if an endpoint is ready. A
 * name of one word, or one in the cluster's domain, that is no Service is not found; all other hosts answer.
 */
export function reachFrom(pod: KubeObject, network: PodNetwork): Reach {
  const { namespace = "" } = pod.metadata;
  return (host, need) => {
    const service = serviceAt(host, namespace, network);
    if (service === undefined)
      return host === "localhost" || (host.includes(".") && !isOfCluster(host)) || host.includes(":");
    return need === "address" || answers(service, pod, network);
  };
}

function serviceAt(host: string, own: string, { services }: PodNetwork): NetworkService | undefined {
  if (/^[\d.]+$/.test(host) || host.includes(":")) {
    for (const service of services.values())
      if (service.spec?.clusterIP === host || service.spec?.clusterIPs?.includes(host) === true) return service;
    return undefined;
  }
  const service = serviceOfHost(host, own);
  return service && services.get(`${service.namespace}/${service.name}`);
}

/** Reports whether an endpoint of a Service is ready; a client does not answer itself, though a Service selects it. */
function answers(
  { metadata: { namespace = "", name = "" }, spec }: NetworkService,
  pod: KubeObject,
  { slices }: PodNetwork,
): boolean {
  if (spec?.type === "ExternalName" || (namespace === "default" && name === "kubernetes")) return true;
  for (const { endpoints } of slices.byIndex(byService, `${namespace}/${name}`))
    if (endpoints?.some(({ conditions, targetRef }) => conditions?.ready !== false && !isPod(targetRef, pod)) === true)
      return true;
  return false;
}

const isPod = (ref: NetworkEndpoint["targetRef"], { metadata }: KubeObject): boolean =>
  ref?.kind === "Pod" && ref.name === metadata.name && ref.namespace === metadata.namespace;
