import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { isAlreadyExists, isConflict, isForbidden, isNotFound } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import { objectKey } from "../../client/object-index.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { EventRecorder } from "../framework/event-recorder.ts";
import { isNamespaceTerminating } from "../framework/pod-control.ts";
import { QueuedController } from "../framework/queued-controller.ts";
import { followServices, serviceInformers } from "../framework/network/follow-services.ts";
import {
  endpointsResource,
  headlessLabel,
  isAddressed,
  isHeadless,
  lastChangeAnnotation,
  lastTrigger,
  managedByLabel,
  type SelectingService,
  selects,
} from "../framework/network/service-types.ts";
import type { EndpointSubset } from "../framework/network/endpoint-subset.ts";
import { subsetsOf } from "./subsets.ts";

interface Endpoints extends KubeObject {
  readonly subsets?: readonly EndpointSubset[];
}

const overCapacityAnnotation = "endpoints.kubernetes.io/over-capacity";
const component = "endpoint-controller";

/** Keeps the Endpoints of services that have a selector (controller/endpoint Controller). */
export function createEndpointsController(context: ControllerContext): Controller {
  const { clock, informers } = context;
  const client = controllerClient("endpoint", context);
  const recorder = new EventRecorder({ client, clock, component });
  const { services, pods } = serviceInformers(context);
  const endpoints = informers.of<Endpoints>(endpointsResource);

  async function write(service: SelectingService, current: Endpoints | undefined, signal: AbortSignal): Promise<void> {
    const { name = "", namespace = "" } = service.metadata;
    const selected = [...pods.inNamespace(namespace)].filter((pod) => selects(service, pod) && isAddressed(pod, false));
    const { subsets, isTruncated } = subsetsOf(service, selected);
    const wanted = desiredMetadata(service, current, isTruncated);
    if (current !== undefined && isSame(current, wanted, subsets)) return;
    const trigger = lastTrigger(service, selected, current?.metadata.annotations?.[lastChangeAnnotation]);
    const annotations = { ...wanted.annotations, ...(trigger !== undefined && { [lastChangeAnnotation]: trigger }) };
    const metadata = { ...current?.metadata, name, namespace, labels: wanted.labels, annotations };
    const object = { apiVersion: "v1", kind: "Endpoints", metadata, subsets };
    const target = { ...endpointsResource, namespace };
    try {
      if (current === undefined) await client.create(target, object, signal);
      else await client.update(target, object, undefined, signal);
    } catch (error) {
      if (isForbidden(error) && isNamespaceTerminating(error)) return;
      if (isAlreadyExists(error) || isConflict(error)) throw error;
      const [reason, what] =
        current === undefined
          ? ["FailedToCreateEndpoint", "create endpoint for service"]
          : ["FailedToUpdateEndpoint", "update endpoint"];
      const message = `Failed to ${what} ${namespace}/${name}: ${messageOf(error)}`;
      recorder.event({ apiVersion: "v1", kind: "Endpoints" }, object, "Warning", reason, message);
      throw error;
    }
  }

  const controller = new QueuedController({
    clock,
    informers: [services, pods, endpoints],
    workers: 5,
    async process(key, signal) {
      const service = services.index.get(key);
      const current = endpoints.index.get(key);
      if (service?.spec?.selector !== undefined && service.spec.type !== "ExternalName")
        return write(service, current, signal);
      if (service !== undefined || current?.metadata.labels?.[managedByLabel] !== component) return;
      const { name = "", namespace = "" } = current.metadata;
      await client.delete({ ...endpointsResource, namespace }, name, undefined, signal).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
    },
  });
  followServices({ services, pods }, (key) => controller.add(key));
  // what upstream finds when it starts: Endpoints whose service is gone; and Endpoints that others change or delete
  const enqueue = (object: KubeObject): void => controller.add(objectKey(object));
  endpoints.addHandler({ add: enqueue, delete: enqueue });
  return controller;
}

function desiredMetadata(
  { metadata, ...service }: SelectingService,
  current: Endpoints | undefined,
  isTruncated: boolean,
) {
  const labels: Record<string, string> = { ...metadata.labels, [managedByLabel]: component };
  delete labels[headlessLabel];
  if (isHeadless({ metadata, ...service })) labels[headlessLabel] = "";
  const annotations: Record<string, string> = { ...current?.metadata.annotations };
  delete annotations[overCapacityAnnotation];
  if (isTruncated) annotations[overCapacityAnnotation] = "truncated";
  return { labels, annotations };
}

const sorted = (map: Readonly<Record<string, string>> = {}): string =>
  JSON.stringify(Object.entries(map).sort(([a], [b]) => compareUtf8(a, b)));

const isSame = (
  { metadata, subsets = [] }: Endpoints,
  wanted: ReturnType<typeof desiredMetadata>,
  wantedSubsets: readonly EndpointSubset[],
): boolean =>
  sorted(metadata.labels) === sorted(wanted.labels) &&
  sorted(metadata.annotations) === sorted(wanted.annotations) &&
  canonical(subsets) === canonical(wantedSubsets);

/** Subsets as text, with members in the order in which this controller writes them. */
const canonical = (subsets: readonly EndpointSubset[]): string =>
  JSON.stringify(subsets, (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
