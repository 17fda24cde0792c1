import { serviceNameLabel } from "../../apimachinery/labels/well-known.ts";
import type { ObjectMeta } from "../../apimachinery/meta.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import type { StoredObjects } from "../storage/stored-objects.ts";
import { IpRange } from "./ip-range.ts";

/** An object as the server writes it: the members of its kind in the order of the Go type. */
export interface ServerObject {
  readonly metadata: ObjectMeta;
  readonly [member: string]: unknown;
}

/** Who has created an IPAddress for a Service (ipallocator.ControllerName). */
export const addressManager = "ipallocator.k8s.io";
export const managedByLabel = "ipaddress.kubernetes.io/managed-by";
const ipFamilyLabel = "ipaddress.kubernetes.io/ip-family";

/** The name of the Service, of its endpoints and of the ServiceCIDR that every server has. */
export const kubernetesName = "kubernetes";

const securePort = 6443;

/** An address of TEST-NET-1, since no address leads to a server in a page. */
const advertisedAddress = "192.0.2.1";

/** Returns the IPAddress of a cluster IP. */
export const clusterAddress = (
  ip: string,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): ServerObject => ({
  metadata: {
    name: ip,
    labels: { [ipFamilyLabel]: ip.includes(":") ? "IPv6" : "IPv4", [managedByLabel]: addressManager },
  },
  spec: { parentRef: { resource: "services", namespace, name } },
});

/**
 * Reports whether networks and addresses of Services are objects, as in recent releases (MultiCIDRServiceAllocator).
 */
export const hasAddressObjects = (gates: FeatureGates, objects: Pick<StoredObjects, "storageIfAny">): boolean =>
  gates.enabled("MultiCIDRServiceAllocator") &&
  objects.storageIfAny("servicecidrs") !== undefined &&
  objects.storageIfAny("ipaddresses") !== undefined;

type ClusterObjects = Readonly<
  Record<"servicecidrs" | "ipaddresses" | "services" | "endpoints" | "endpointslices", ServerObject>
>;

/**
 * Returns the objects, by resource, with which a new server tells of itself and of the addresses of Services: the
 * Service `kubernetes` with its address and endpoints, and the default ServiceCIDR (controlplane/controller/
 * kubernetesservice, defaultservicecidr, reconcilers). They are complete, so that no controller has work at the start.
 */
export function clusterObjects(cidrs: readonly string[], now: string): ClusterObjects {
  const range = new IpRange(cidrs[0] ?? "");
  const clusterIp = range.firstAddress;
  const metadata: ObjectMeta = { name: kubernetesName, namespace: "default" };
  const port = { name: "https", port: securePort, protocol: "TCP" };
  return {
    servicecidrs: {
      metadata: { name: kubernetesName, finalizers: ["networking.k8s.io/service-cidr-finalizer"] },
      spec: { cidrs },
      status: {
        conditions: [
          {
            type: "Ready",
            status: "True",
            lastTransitionTime: now,
            reason: "",
            message: "Kubernetes Service CIDR is ready",
          },
        ],
      },
    },
    ipaddresses: clusterAddress(clusterIp, { namespace: "default", name: kubernetesName }),
    services: {
      metadata: { ...metadata, labels: { component: "apiserver", provider: "kubernetes" } },
      spec: {
        ports: [{ name: "https", protocol: "TCP", port: 443, targetPort: securePort }],
        clusterIP: clusterIp,
        clusterIPs: [clusterIp],
        type: "ClusterIP",
        sessionAffinity: "None",
        ipFamilies: [range.isIpv6 ? "IPv6" : "IPv4"],
        ipFamilyPolicy: "SingleStack",
        internalTrafficPolicy: "Cluster",
      },
      status: { loadBalancer: {} },
    },
    endpoints: {
      metadata: { ...metadata, labels: { "endpointslice.kubernetes.io/skip-mirror": "true" } },
      subsets: [{ addresses: [{ ip: advertisedAddress }], ports: [port] }],
    },
    endpointslices: {
      metadata: { ...metadata, labels: { [serviceNameLabel]: kubernetesName } },
      addressType: "IPv4",
      endpoints: [{ addresses: [advertisedAddress], conditions: { ready: true } }],
      ports: [{ name: "https", protocol: "TCP", port: securePort }],
    },
  };
}
