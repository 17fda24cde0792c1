import { createDiscovery } from "../apiserver/endpoints/discovery/discovery-routes.ts";
import type { Metrics } from "../apiserver/endpoints/metrics/metrics.ts";
import { metricsPaths } from "../apiserver/endpoints/metrics/metrics-routes.ts";
import { createOpenApi, openApiPaths } from "../apiserver/endpoints/openapi/openapi-routes.ts";
import { createHealth, healthPaths, type HealthCheck } from "../apiserver/endpoints/routes/health.ts";
import { createIndexRoute } from "../apiserver/endpoints/routes/index-route.ts";
import type { NonResourceRoute } from "../apiserver/endpoints/routes/non-resource-route.ts";
import { createOpenidRoute, openidPaths } from "../apiserver/endpoints/routes/openid.ts";
import { createStatusz, statuszPaths } from "../apiserver/endpoints/routes/statusz.ts";
import { createVersionRoute } from "../apiserver/endpoints/routes/version.ts";
import type { ResourceInfo } from "../apiserver/registry/resource-definition.ts";
import type { Aggregation } from "../kube-aggregator/aggregation.ts";
import type { TypeRegistry } from "../apiserver/schema/type-registry.ts";
import type { ApiServerOptions, ServerSettings } from "./options.ts";
import { createTimeRoute, timePath } from "./time-route.ts";
import type { WorldTimeCalls } from "../client/world-time.ts";
import type { ServerIdentity } from "./security/server-identity.ts";

/** The dependencies of the routes. */
export interface RouteParts {
  readonly settings: ServerSettings;
  readonly startedAt: number;
  readonly serverAddress: ApiServerOptions["serverAddress"];
  readonly types: TypeRegistry;
  readonly checks: readonly HealthCheck[];
  readonly subtle: ApiServerOptions["subtle"];
  readonly metrics: Metrics;
  readonly security: ServerIdentity;
  readonly aggregation: Pick<Aggregation, "groups" | "documents">;
  /** Undefined if the server has no world clock. */
  readonly time: WorldTimeCalls | undefined;
  /** The served built-in resources, in the order of discovery. */
  readonly builtin: readonly ResourceInfo[];
  /** The custom resources; the same array until they change. */
  custom(): readonly ResourceInfo[];
}

/** Creates the non-resource routes. */
export function createRoutes({ settings, types, metrics, ...parts }: RouteParts): readonly NonResourceRoute[] {
  const { gates, version } = settings;
  const { builtin, custom, checks, subtle, startedAt, aggregation, serverAddress = "127.0.0.1:443" } = parts;
  const discovered = joined(builtin, custom);
  const storageVersionHashes = gates.enabled("StorageVersionHash");
  const load = async () =>
    (await import("../apiserver/endpoints/openapi/documents.ts")).loadDocuments(types, gates.enabled("OpenAPIEnums"));
  const paths = [
    "/version",
    ...statuszPaths(gates),
    ...openApiPaths,
    ...openidPaths,
    ...metricsPaths,
    ...healthPaths(checks),
    ...(parts.time === undefined ? [] : [timePath]),
  ];
  return [
    createDiscovery(discovered, { serverAddress, storageVersionHashes, merge: (own) => aggregation.groups(own) }),
    createVersionRoute(version),
    createStatusz({ gates, startedAt, version }),
    createHealth(checks, metrics.observeHealth),
    metrics.routes,
    createOpenidRoute(parts.security.serviceAccountTokens, serverAddress),
    createOpenApi({ builtin, custom, load, subtle, others: () => aggregation.documents() }),
    ...(parts.time === undefined ? [] : [createTimeRoute(parts.time)]),
    createIndexRoute(discovered, paths),
  ];
}

/** Concatenates built-in and custom resources; returns the same array until the custom resources change. */
function joined(
  builtin: readonly ResourceInfo[],
  custom: () => readonly ResourceInfo[],
): () => readonly ResourceInfo[] {
  let source: readonly ResourceInfo[] | undefined;
  let all = builtin;
  return () => {
    if (source !== custom()) [source, all] = [custom(), [...builtin, ...custom()]];
    return all;
  };
}
