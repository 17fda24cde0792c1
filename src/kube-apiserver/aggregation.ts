import type { ApiExtensions } from "../apiextensions/api-extensions.ts";
import type { KubeObject, ManagedFieldsEntry } from "../apimachinery/meta.ts";
import { automanagedLabel, builtinApiServices, localCondition } from "../apis/apiregistration/local-api-services.ts";
import { followObjects } from "../apiserver/registry/object-lister.ts";
import { storageRoot } from "../apiserver/registry/keys.ts";
import { ignore } from "../component-base/ignore.ts";
import type { MetricsRegistry } from "../component-base/metrics/metrics-registry.ts";
import { createAggregation, type Aggregation } from "../kube-aggregator/aggregation.ts";
import type { ApiServerOptions } from "./options.ts";
import type { ResourceParts } from "./server-resources.ts";
import type { ServerObject } from "./services/cluster-objects.ts";
import { serviceLookups } from "./webhooks.ts";

const resource = "apiservices";

/**
 * Returns the objects by which the server registers itself: the APIServices of its built-in group versions, and how
 * extension servers verify that a request comes from it (clusterauthenticationtrust).
 */
export function registrationOf(
  { clientAuthentication }: Pick<ApiServerOptions, "clientAuthentication">,
  { served, context }: Pick<ResourceParts, "served" | "context">,
): Readonly<Record<string, readonly ServerObject[]>> {
  const { now } = context("");
  const status = { conditions: [localCondition(now)] };
  const metadata = { name: "extension-apiserver-authentication", namespace: "kube-system" };
  return {
    apiservices: builtinApiServices(served).map((service) => ({
      ...service,
      metadata: { ...service.metadata, managedFields: [ownFields(service, now)] },
      status,
    })),
    configmaps: clientAuthentication === undefined ? [] : [{ metadata, data: clientAuthentication }],
  };
}

/** The server owns what it writes of an APIService, as if it had created it by a request. */
const ownFields = ({ spec }: KubeObject, time: string): ManagedFieldsEntry => ({
  manager: "kube-apiserver",
  operation: "Update",
  apiVersion: "apiregistration.k8s.io/v1",
  time,
  fieldsType: "FieldsV1",
  fieldsV1: {
    "f:metadata": { "f:labels": { ".": {}, [`f:${automanagedLabel}`]: {} } },
    "f:spec": Object.fromEntries(
      Object.keys(spec as object)
        .sort()
        .map((name) => [`f:${name}`, {}]),
    ),
  },
});

/** Makes this server one of several, as its APIServices say. */
export function aggregateServers(
  { clock, callExtension, apiServers, serviceAddress, routesToEndpoints, reportBug = ignore }: ApiServerOptions,
  { resources, objects, served, context }: ResourceParts,
  { listen, discovered }: Pick<ApiExtensions, "listen" | "discovered">,
  registry: MetricsRegistry,
): Aggregation {
  return createAggregation({
    installed: resources.named(resource),
    storage: objects.storage(resource),
    clock,
    registry,
    extensions: { ...serviceLookups(objects), clock, callExtension, apiServers, serviceAddress, routesToEndpoints },
    served,
    custom: { all: discovered, listen },
    context: () => context(""),
    follow: (followed, changed, signal) =>
      followObjects(
        objects.storage(followed),
        storageRoot(resources.named(followed).resource),
        { reload: ignore, apply: (event) => void ("stored" in event && changed(event.stored.object)) },
        signal,
      ),
    report: reportBug,
  });
}
