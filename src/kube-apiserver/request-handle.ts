import type { ApiExtensions } from "../apiextensions/api-extensions.ts";
import { nativeMediaTypes, nativeMediaTypesWithCbor } from "../apiserver/codec/negotiation/media-types.ts";
import type { FaultHook } from "../apiserver/endpoints/faults/fault-hook.ts";
import { chain } from "../apiserver/endpoints/handler.ts";
import type { Metrics } from "../apiserver/endpoints/metrics/metrics.ts";
import { createMediaContext } from "../apiserver/endpoints/output/media-context.ts";
import { createResourceTable } from "../apiserver/endpoints/routes/resource-table.ts";
import type { NonResourceRoute } from "../apiserver/endpoints/routes/non-resource-route.ts";
import { createRouter } from "../apiserver/endpoints/routes/router.ts";
import { createHandle } from "../apiserver/endpoints/serve.ts";
import type { TypeRegistry } from "../apiserver/schema/type-registry.ts";
import { Turns } from "../component-base/event-loop.ts";
import type { Handle } from "../component-base/exchange.ts";
import type { TraceRing } from "../component-base/trace-ring.ts";
import { ignore } from "../component-base/ignore.ts";
import type { Aggregation } from "../kube-aggregator/aggregation.ts";
import { createFilters } from "./filters.ts";
import type { Operations } from "./operations.ts";
import type { ApiServerOptions, ServerSettings } from "./options.ts";
import { resourceOfKind } from "./resources/resource-of-kind.ts";
import type { ResourceParts } from "./server-resources.ts";
import type { StorageVersionRegistration } from "./storage-versions/storage-version-registration.ts";

/** The parts of the request handler. */
export interface RequestParts {
  readonly types: TypeRegistry;
  readonly metrics: Metrics;
  readonly traces: TraceRing;
  readonly operations: Operations;
  readonly routes: readonly NonResourceRoute[];
  readonly faults: FaultHook;
  readonly extensions: Pick<ApiExtensions, "route" | "discovered">;
  readonly aggregation: Pick<Aggregation, "route">;
  readonly storageVersions: Pick<StorageVersionRegistration, "filter"> | undefined;
}

/** Creates the request handler: the filters, followed by the router. */
export function createRequestHandle(
  { clock, world, random: objectRandom, requestRandom: random = objectRandom, reportBug = ignore }: ApiServerOptions,
  { gates }: ServerSettings,
  { resources, served, security, objects, authors }: ResourceParts,
  { types, metrics, traces, operations, routes, faults, extensions, aggregation, storageVersions }: RequestParts,
): Handle {
  const mediaTypes = gates.enabled("CBORServingAndStorage") ? nativeMediaTypesWithCbor : nativeMediaTypes;
  const media = createMediaContext(mediaTypes, types);
  const watchTimeouts = { next: () => (1800 + random.int(1800)) * 1000 };
  const router = createRouter({
    table: createResourceTable(resources.all().filter(({ resource }) => served.some((row) => row === resource))),
    routes,
    custom: extensions.route,
    aggregated: (group, version) => aggregation.route(group, version),
    services: { authorizer: security.authorizer, media, watchTimeouts },
  });
  const access = metrics.access;
  const barrier = storageVersions?.filter;
  const filters = createFilters({ gates, security, operations, access, faults, reportBug, barrier });
  return createHandle(chain(filters, router), {
    clock,
    world: world ?? clock,
    random,
    traces,
    media,
    metrics: metrics.requests,
    gates,
    turns: new Turns(),
    find: (resource, namespace, name) => objects.find(resource, namespace, name),
    resourceOf: (kind) => resourceOfKind(kind, served, () => extensions.discovered()),
    authorizer: security.authorizer,
    authors,
  });
}
