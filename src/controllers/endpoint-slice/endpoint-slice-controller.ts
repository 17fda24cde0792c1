import { serviceNameLabel } from "../../apimachinery/labels/well-known.ts";
import { isForbidden } from "../../apimachinery/errors.ts";
import { parseAddress } from "../../apimachinery/net-address.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import { objectKey } from "../../client/object-index.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { EventRecorder } from "../framework/event-recorder.ts";
import { isNamespaceTerminating } from "../framework/pod-control.ts";
import { isPodReady } from "../../component-helpers/pod-state.ts";
import { QueuedController } from "../framework/queued-controller.ts";
import { followServices, serviceInformers } from "../framework/network/follow-services.ts";
import {
  addressesOf,
  type AddressedPod,
  findPort,
  headlessLabel,
  hostnameOf,
  isAddressed,
  isHeadless,
  lastChangeAnnotation,
  lastTrigger,
  managedByLabel,
  type SelectingService,
  selects,
  slicesResource,
} from "../framework/network/service-types.ts";
import {
  canonical,
  type EndpointSlice,
  planSlices,
  type SliceEndpoint,
  type SliceGroup,
  type SliceMetadata,
  type SlicePort,
} from "../framework/network/slice-plan.ts";
import { CreatedSlices } from "../framework/network/created-slices.ts";
import { hasMetadata, writeSlices } from "../framework/network/write-slices.ts";

const nodesResource = { group: "", version: "v1", resource: "nodes" };
const zoneLabel = "topology.kubernetes.io/zone";
const manager = "endpointslice-controller.k8s.io";
const serviceKind = { apiVersion: "v1", kind: "Service" };

/** Number of endpoints of a slice (--max-endpoints-per-slice). */
const capacity = 100;

/** Keeps the EndpointSlices of services that have a selector (controller/endpointslice Controller). */
export function createEndpointSliceController(context: ControllerContext): Controller {
  const { clock, informers } = context;
  const client = controllerClient("endpointslice", context);
  const recorder = new EventRecorder({ client, clock, component: "endpoint-slice-controller" });
  const { services, pods } = serviceInformers(context);
  const nodes = informers.of(nodesResource);
  const slices = informers.of<EndpointSlice>(slicesResource);

  async function sync(service: SelectingService, signal: AbortSignal): Promise<void> {
    const { name = "", namespace = "" } = service.metadata;
    const own = [...slices.inNamespace(namespace)].filter(
      ({ metadata }) => metadata.labels?.[serviceNameLabel] === name && metadata.labels[managedByLabel] === manager,
    );
    const selected = [...pods.inNamespace(namespace)].filter((pod) => selects(service, pod) && isAddressed(pod, true));
    const groups = groupsOf(service, selected, (nodeName) => nodes.index.get(nodeName));
    const since = own
      .map(({ metadata }) => metadata.annotations?.[lastChangeAnnotation] ?? "")
      .sort()
      .at(-1);
    const metadata = sliceMetadata(service, lastTrigger(service, selected, since));
    const live = own.filter((slice) => slice.metadata.deletionTimestamp === undefined);
    const plan = planSlices(groups, live, { capacity, isCurrent: hasMetadata(metadata) });
    const created = (slice: EndpointSlice): void => waiting.created(`${namespace}/${name}`, slice);
    try {
      await writeSlices(client, plan, { name, namespace, metadata, created }, signal);
    } catch (error) {
      if (isForbidden(error) && isNamespaceTerminating(error)) return;
      const message = `Error updating Endpoint Slices for Service ${namespace}/${name}: ${messageOf(error)}`;
      recorder.event(serviceKind, service, "Warning", "FailedToUpdateEndpointSlices", message);
      throw error;
    }
  }

  const controller = new QueuedController({
    clock,
    informers: [services, pods, nodes, slices],
    workers: 5,
    async process(key, signal) {
      if (waiting.isWaiting(key)) return;
      const service = services.index.get(key);
      if (service?.spec?.selector === undefined || service.spec.type === "ExternalName") return;
      if (service.metadata.deletionTimestamp === undefined) await sync(service, signal);
    },
  });
  const waiting = new CreatedSlices(slices, (key) => controller.add(key));
  followServices({ services, pods }, (key) => controller.add(key));
  const enqueue = ({ metadata: { namespace = "", labels = {} } }: KubeObject): void => {
    if (labels[managedByLabel] === manager) controller.add(`${namespace}/${labels[serviceNameLabel] ?? ""}`);
  };
  slices.addHandler({ delete: enqueue, update: (_before, after) => enqueue(after), add: enqueue });
  const enqueueNode = ({ metadata: { name } }: KubeObject): void => {
    const onNode = [...pods.index.values()].filter(({ spec }) => spec?.nodeName === name);
    for (const pod of onNode)
      for (const service of services.inNamespace(pod.metadata.namespace ?? ""))
        if (selects(service, pod)) controller.add(objectKey(service));
  };
  nodes.addHandler({
    add: enqueueNode,
    update(before, after) {
      if (before.metadata.labels?.[zoneLabel] !== after.metadata.labels?.[zoneLabel]) enqueueNode(after);
    },
  });
  return controller;
}

function sliceMetadata(service: SelectingService, trigger: string | undefined): SliceMetadata {
  const { name = "", uid = "", labels: own = {} } = service.metadata;
  const { [headlessLabel]: _headless, ...labels } = own;
  return {
    labels: {
      ...labels,
      ...(isHeadless(service) && { [headlessLabel]: "" }),
      [managedByLabel]: manager,
      [serviceNameLabel]: name,
    },
    annotations: trigger === undefined ? {} : { [lastChangeAnnotation]: trigger },
    ownerReferences: [{ ...serviceKind, name, uid, controller: true, blockOwnerDeletion: true }],
  };
}

/** Returns the endpoints of a service by address type and ports; an empty group for an address type without any. */
function groupsOf(
  service: SelectingService,
  pods: readonly AddressedPod[],
  findNode: (name: string) => KubeObject | undefined,
): readonly SliceGroup[] {
  return (service.spec?.ipFamilies ?? ["IPv4"]).flatMap((addressType) => {
    const groups = new Map<string, { addressType: string; ports: readonly SlicePort[]; endpoints: SliceEndpoint[] }>();
    for (const pod of pods) {
      const node = findNode(pod.spec?.nodeName ?? "");
      // a pod on a node that is not known is left out until the node is seen
      if (node === undefined && service.spec?.publishNotReadyAddresses !== true) continue;
      const addresses = addressesOf(pod).filter((ip) => familyOf(ip) === addressType);
      if (addresses.length === 0) continue;
      const ports = portsOf(service, pod);
      const group = groups.get(canonical(ports)) ?? { addressType, ports, endpoints: [] };
      group.endpoints.push(endpointOf(service, pod, addresses, node));
      groups.set(canonical(ports), group);
    }
    return groups.size > 0 ? [...groups.values()] : [{ addressType, ports: [], endpoints: [] }];
  });
}

const familyOf = (ip: string): string => (parseAddress(ip).bytes.length === 4 ? "IPv4" : "IPv6");

/** Returns the ports of a service on a pod (getEndpointPorts). A headless service without ports has none. */
function portsOf(service: SelectingService, pod: AddressedPod): readonly SlicePort[] {
  return (service.spec?.ports ?? []).flatMap((port) => {
    const number = findPort(pod, port);
    if (number === undefined) return [];
    const { name = "", protocol = "TCP", appProtocol } = port;
    return [{ name, port: number, protocol, ...(appProtocol !== undefined && { appProtocol }) }];
  });
}

/** Returns the endpoint of a pod (podToEndpoint). */
function endpointOf(
  service: SelectingService,
  pod: AddressedPod,
  addresses: readonly string[],
  node: KubeObject | undefined,
): SliceEndpoint {
  const { name = "", namespace = "", uid = "", deletionTimestamp } = pod.metadata;
  const serving = isPodReady(pod);
  const terminating = deletionTimestamp !== undefined;
  const ready = service.spec?.publishNotReadyAddresses === true || (serving && !terminating);
  const hostname = hostnameOf(pod, service);
  const { nodeName } = pod.spec ?? {};
  const zone = node?.metadata.labels?.[zoneLabel];
  const hints = ready ? hintsOf(service, zone, nodeName) : undefined;
  return {
    addresses,
    conditions: { ready, serving, terminating },
    ...(hostname !== undefined && { hostname }),
    targetRef: { kind: "Pod", namespace, name, uid },
    ...(nodeName !== undefined && { nodeName }),
    ...(zone !== undefined && { zone }),
    ...(hints !== undefined && { hints }),
  };
}

/** Says from where an endpoint that is ready is used, by the traffic distribution of the service (trafficdist). */
function hintsOf(
  { spec }: SelectingService,
  zone: string | undefined,
  node: string | undefined,
): SliceEndpoint["hints"] | undefined {
  const isNear = ["PreferClose", "PreferSameZone", "PreferSameNode"].includes(spec?.trafficDistribution ?? "");
  const forZones = isNear && zone !== undefined ? [{ name: zone }] : undefined;
  const forNodes = spec?.trafficDistribution === "PreferSameNode" && node !== undefined ? [{ name: node }] : undefined;
  if (forZones === undefined && forNodes === undefined) return undefined;
  return { ...(forZones && { forZones }), ...(forNodes && { forNodes }) };
}
