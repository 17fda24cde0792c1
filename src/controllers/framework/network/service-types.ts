import type { Pod } from "../../../api/core/v1.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { isPodFinished, isPodReady } from "../../../component-helpers/pod-state.ts";

/** The fields of a core/v1 Service that the controllers of endpoints read. */
export interface SelectingService extends KubeObject {
  readonly spec?: {
    readonly type?: string;
    readonly clusterIP?: string;
    readonly ipFamilies?: readonly string[];
    readonly selector?: Readonly<Record<string, string>>;
    readonly publishNotReadyAddresses?: boolean;
    readonly trafficDistribution?: string;
    readonly ports?: readonly ServicePort[];
  };
}

export interface ServicePort {
  readonly name?: string;
  readonly protocol?: string;
  readonly appProtocol?: string;
  readonly port: number;
  readonly targetPort?: number | string;
}

/** The fields of a core/v1 Pod that the controllers of endpoints read. */
export interface AddressedPod extends Pod {
  readonly spec?: Pod["spec"] & {
    readonly hostname?: string;
    readonly subdomain?: string;
  };
  readonly status?: Pod["status"] & { readonly podIP?: string; readonly podIPs?: readonly { readonly ip: string }[] };
}

export const servicesResource = { group: "", version: "v1", resource: "services" };
export const endpointsResource = { group: "", version: "v1", resource: "endpoints" };
export const slicesResource = { group: "discovery.k8s.io", version: "v1", resource: "endpointslices" };

export const lastChangeAnnotation = "endpoints.kubernetes.io/last-change-trigger-time";
export const managedByLabel = "endpointslice.kubernetes.io/managed-by";
export const headlessLabel = "service.kubernetes.io/headless";

/** Whether the selector of a service selects an object; a service without a selector selects nothing. */
export function selects({ spec }: SelectingService, { metadata: { labels = {} } }: KubeObject): boolean {
  const selector = Object.entries(spec?.selector ?? {});
  return selector.length > 0 && selector.every(([key, value]) => labels[key] === value);
}

export const isHeadless = ({ spec }: SelectingService): boolean => spec?.clusterIP === "None";

/** Whether a pod belongs into endpoints (endpointsliceutil.ShouldPodBeInEndpoints). */
export const isAddressed = (pod: AddressedPod, includesTerminating: boolean): boolean =>
  !isPodFinished(pod) &&
  addressesOf(pod).length > 0 &&
  (includesTerminating || pod.metadata.deletionTimestamp === undefined);

export function addressesOf({ status }: AddressedPod): readonly string[] {
  const { podIP = "", podIPs = [] } = status ?? {};
  if (podIPs.length > 0) return podIPs.map(({ ip }) => ip);
  return podIP === "" ? [] : [podIP];
}

/** Returns the number of a service's port on a pod (pod.FindPort); undefined if the pod has no port of that name. */
export function findPort(
  { spec }: AddressedPod,
  { port, targetPort, protocol = "TCP" }: ServicePort,
): number | undefined {
  if (targetPort === undefined || targetPort === 0 || targetPort === "") return port;
  if (typeof targetPort === "number") return targetPort;
  const sidecars = (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === "Always");
  const matches = [...(spec?.containers ?? []), ...sidecars]
    .flatMap(({ ports = [] }) => ports)
    .find((candidate) => candidate.name === targetPort && (candidate.protocol ?? "TCP") === protocol);
  return matches?.containerPort;
}

/** The host name of an address: pods whose subdomain is the service have one (endpointsliceutil.ShouldSetHostname). */
export const hostnameOf = ({ spec, metadata }: AddressedPod, service: SelectingService): string | undefined =>
  (spec?.hostname ?? "") !== "" &&
  spec?.subdomain === service.metadata.name &&
  metadata.namespace === service.metadata.namespace
    ? spec?.hostname
    : undefined;

/** Whether traffic may go to a pod: it is ready, or the service publishes those that are not. */
export const isPublishedReady = (pod: AddressedPod, { spec }: SelectingService): boolean =>
  spec?.publishNotReadyAddresses === true || isPodReady(pod);

/** Whether an update of a pod can change endpoints (endpointsliceutil.GetPodServiceMemberships). */
export function changesEndpoints(before: AddressedPod, after: AddressedPod): boolean {
  const view = (pod: AddressedPod): string =>
    JSON.stringify([
      pod.metadata.labels,
      pod.metadata.deletionTimestamp === undefined,
      pod.spec?.nodeName,
      pod.spec?.hostname,
      pod.spec?.subdomain,
      addressesOf(pod),
      isPodReady(pod),
      isPodFinished(pod),
    ]);
  return view(before) !== view(after);
}

/**
 * Returns when what endpoints are computed of last changed: the latest of the pods becoming ready or being created, and
 * of the service's creation (TriggerTimeTracker); undefined if nothing is newer than `since`.
 */
export function lastTrigger(
  service: SelectingService,
  pods: readonly AddressedPod[],
  since: string | undefined,
): string | undefined {
  const times = [
    service.metadata.creationTimestamp ?? "",
    ...pods.map(
      ({ metadata, status }) =>
        status?.conditions?.find(({ type }) => type === "Ready")?.lastTransitionTime ??
        metadata.creationTimestamp ??
        "",
    ),
  ];
  const last = times.sort().at(-1) ?? "";
  return last !== "" && (since === undefined || last > since) ? last : since;
}
