import { serviceNameLabel } from "../../apimachinery/labels/well-known.ts";
import { isForbidden } from "../../apimachinery/errors.ts";
import { AddressError, parseAddress } from "../../apimachinery/net-address.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import { objectKey } from "../../client/object-index.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { EventRecorder } from "../framework/event-recorder.ts";
import { isNamespaceTerminating } from "../framework/pod-control.ts";
import { QueuedController } from "../framework/queued-controller.ts";
import type { EndpointAddress, EndpointSubset } from "../framework/network/endpoint-subset.ts";
import {
  endpointsResource,
  managedByLabel,
  type SelectingService,
  servicesResource,
  slicesResource,
} from "../framework/network/service-types.ts";
import {
  canonical,
  type EndpointSlice,
  planSlices,
  type SliceGroup,
  type SliceMetadata,
} from "../framework/network/slice-plan.ts";
import { CreatedSlices } from "../framework/network/created-slices.ts";
import { hasMetadata, writeSlices } from "../framework/network/write-slices.ts";

interface Endpoints extends KubeObject {
  readonly subsets?: readonly EndpointSubset[];
}

const manager = "endpointslicemirroring-controller.k8s.io";
const skipLabel = "endpointslice.kubernetes.io/skip-mirror";
const leaderAnnotation = "control-plane.alpha.kubernetes.io/leader";
const lastAppliedAnnotation = "kubectl.kubernetes.io/last-applied-configuration";
const endpointsKind = { apiVersion: "v1", kind: "Endpoints" };

/** Number of addresses of a subset that are mirrored (--mirroring-max-endpoints-per-subset). */
const mostAddresses = 1000;

/**
 * Mirrors Endpoints that people write for services without a selector as EndpointSlices
 * (controller/endpointslicemirroring Controller).
 */
export function createEndpointSliceMirroringController(context: ControllerContext): Controller {
  const { clock, informers } = context;
  const client = controllerClient("endpointslicemirroring", context);
  const recorder = new EventRecorder({ client, clock, component: "endpoint-slice-mirroring-controller" });
  const services = informers.of<SelectingService>(servicesResource);
  const endpoints = informers.of<Endpoints>(endpointsResource);
  const slices = informers.of<EndpointSlice>(slicesResource);
  const controller = new QueuedController({
    clock,
    informers: [services, endpoints, slices],
    workers: 5,
    async process(key, signal) {
      if (waiting.isWaiting(key)) return;
      const source = endpoints.index.get(key);
      const service = services.index.get(key);
      const slash = key.indexOf("/");
      const [namespace, name] = [key.slice(0, slash), key.slice(slash + 1)];
      const isMirrored =
        source !== undefined && service !== undefined && service.spec?.selector === undefined && shouldMirror(source);
      const own = [...slices.inNamespace(namespace)].filter(
        ({ metadata }) => metadata.labels?.[serviceNameLabel] === name && metadata.labels[managedByLabel] === manager,
      );
      if (!isMirrored && own.length === 0) return;
      const metadata = source === undefined ? noMetadata : sliceMetadata(source);
      const { groups, invalid, skipped } = mirrored(isMirrored ? (source.subsets ?? []) : []);
      if (source !== undefined) tellSkipped(recorder, source, invalid, skipped);
      const plan = planSlices(groups, own, { capacity: mostAddresses, isCurrent: hasMetadata(metadata) });
      const created = (slice: EndpointSlice): void => waiting.created(key, slice);
      try {
        await writeSlices(client, plan, { name, namespace, metadata, created }, signal);
      } catch (error) {
        if (isForbidden(error) && isNamespaceTerminating(error)) return;
        if (source !== undefined) {
          const message = `Error updating Endpoint Slices for Endpoints ${namespace}/${name}: ${messageOf(error)}`;
          recorder.event(endpointsKind, source, "Warning", "FailedToUpdateEndpointSlices", message);
        }
        throw error;
      }
    },
  });
  const enqueue = (object: KubeObject): void => controller.add(objectKey(object));
  const waiting = new CreatedSlices(slices, (key) => controller.add(key));
  endpoints.addHandler({ add: enqueue, update: (_before, after) => enqueue(after), delete: enqueue });
  services.addHandler({
    add: enqueue,
    update(before, after) {
      if ((before.spec?.selector === undefined) !== (after.spec?.selector === undefined)) enqueue(after);
    },
    delete: enqueue,
  });
  const enqueueOwner = ({ metadata: { namespace = "", labels = {} } }: KubeObject): void => {
    if (labels[managedByLabel] === manager) controller.add(`${namespace}/${labels[serviceNameLabel] ?? ""}`);
  };
  slices.addHandler({ add: enqueueOwner, update: (_before, after) => enqueueOwner(after), delete: enqueueOwner });
  return controller;
}

/** Whether Endpoints ask for being mirrored: they are no lock, and do not refuse it. */
const shouldMirror = ({ metadata: { labels = {}, annotations = {} } }: Endpoints): boolean =>
  labels[skipLabel] !== "true" && annotations[leaderAnnotation] === undefined;

const noMetadata: SliceMetadata = { labels: {}, annotations: {}, ownerReferences: [] };

function sliceMetadata({ metadata }: Endpoints): SliceMetadata {
  const { name = "", uid = "" } = metadata;
  const annotations = { ...metadata.annotations };
  delete annotations[lastAppliedAnnotation];
  return {
    labels: { ...metadata.labels, [serviceNameLabel]: name, [managedByLabel]: manager },
    annotations,
    ownerReferences: [{ ...endpointsKind, name, uid, controller: true, blockOwnerDeletion: true }],
  };
}

/** Tells of addresses that were not mirrored. */
function tellSkipped(recorder: EventRecorder, source: Endpoints, invalid: number, skipped: number): void {
  const event = (reason: string, message: string): void =>
    recorder.event(endpointsKind, source, "Warning", reason, message);
  if (invalid > 0)
    event("InvalidIPAddress", `Skipped ${invalid} invalid IP addresses when mirroring to EndpointSlices`);
  const limit = `A max of ${mostAddresses} addresses can be mirrored to EndpointSlices per Endpoints subset.`;
  if (skipped > invalid) event("TooManyAddressesToMirror", `${limit} ${skipped} addresses were skipped`);
}

/** What subsets are mirrored as, and how many addresses are not: those that are none, and those with them. */
interface Mirrored {
  readonly groups: readonly SliceGroup[];
  readonly invalid: number;
  readonly skipped: number;
}

/** Returns the addresses of subsets by address type and ports. */
function mirrored(subsets: readonly EndpointSubset[]): Mirrored {
  const groups = new Map<
    string,
    { addressType: string; ports: SliceGroup["ports"]; endpoints: SliceGroup["endpoints"][number][] }
  >();
  let [invalid, skipped] = [0, 0];
  for (const { addresses = [], notReadyAddresses = [], ports = [] } of subsets) {
    const all = [
      ...addresses.map((address) => ({ address, ready: true })),
      ...notReadyAddresses.map((address) => ({ address, ready: false })),
    ];
    let added = 0;
    for (const { address, ready } of all) {
      if (added >= mostAddresses) break;
      const addressType = familyOf(address.ip);
      if (addressType === undefined) {
        invalid += 1;
        continue;
      }
      added += 1;
      const own = ports.map(({ name = "", ...port }) => ({ name, ...port }));
      const key = canonical([addressType, own]);
      const group = groups.get(key) ?? { addressType, ports: own, endpoints: [] };
      group.endpoints.push(endpointOf(address, ready));
      groups.set(key, group);
    }
    skipped += all.length - added;
  }
  return { groups: [...groups.values()], invalid, skipped };
}

const endpointOf = ({ ip, hostname, nodeName, targetRef }: EndpointAddress, ready: boolean) => ({
  addresses: [ip],
  conditions: { ready },
  ...(hostname !== undefined && { hostname }),
  ...(nodeName !== undefined && { nodeName }),
  ...(targetRef !== undefined && { targetRef }),
});

function familyOf(ip: string): string | undefined {
  try {
    return parseAddress(ip).bytes.length === 4 ? "IPv4" : "IPv6";
  } catch (error) {
    if (error instanceof AddressError) return undefined;
    throw error;
  }
}
