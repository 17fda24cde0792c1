import { bootstrapNamespaces } from "../apis/core/bootstrap.ts";
import { type Metrics, createMetrics } from "../apiserver/endpoints/metrics/metrics.ts";
import { loadBuiltinTypes } from "../apiserver/schema/builtin/builtin-types.ts";
import type { Store } from "../apiserver/storage/mvcc/store.ts";
import { createFetch } from "../client/fetch-adapter.ts";
import type { ServerInspector } from "../client/inspector.ts";
import { afterwards } from "../component-base/maybe-async.ts";
import type { Handle } from "../component-base/exchange.ts";
import { TraceRing } from "../component-base/trace-ring.ts";
import type { FaultHook } from "../apiserver/endpoints/faults/fault-hook.ts";
import { createFaultCalls } from "./fault-calls.ts";
import { createInspector } from "./inspector.ts";
import { createInspectorCalls } from "./inspector-calls.ts";
import { createOperations } from "./operations.ts";
import {
  type ApiServerOptions,
  type ServerResources,
  type ServerSettings,
  resourcesOf,
  settingsOf,
} from "./options.ts";
import { createRoutes } from "./routes.ts";
import { type ServerLife, checksOf, closeAll } from "./server-life.ts";
import type { Aggregation } from "../kube-aggregator/aggregation.ts";
import { widenDefaultNetwork } from "./services/default-network.ts";
import { type BootstrapServices, writeBootstrapObjects } from "./storage/bootstrap.ts";
import { createResourceOfKey } from "./encryption/resource-of-key.ts";
import { observeStorage } from "./storage/observe-storage.ts";
import { openStores } from "./storage/open-store.ts";
import type { OpenedStores } from "./storage/storages.ts";
import { createWorldTimeCalls } from "./world-time-calls.ts";
import { createRequestHandle } from "./request-handle.ts";
import { createResources, type ResourceParts } from "./server-resources.ts";
import type { StorageVersionRegistration } from "./storage-versions/storage-version-registration.ts";
import { extendServer } from "./extend-server.ts";

/** A running API server. */
export interface ApiServer {
  /** Handles a request; see Exchange. */
  readonly handle: Handle;
  /** Like `handle`, with the signature of the global fetch function. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  readonly inspect: ServerInspector;
  readonly store: Store;
  /** What is known of the API servers that this one proxies. */
  readonly aggregation: Pick<Aggregation, "idle" | "check">;
  /** What tells other servers in which versions this one stores; undefined if there is nobody to tell. */
  readonly storageVersions: Pick<StorageVersionRegistration, "keep" | "tried"> | undefined;
  /** Makes /readyz report the shutdown; requests are served until the server is closed. */
  startShutdown(): void;
  /** Ends watches, waits for pending writes and closes the backend. */
  close(): Promise<void>;
}

/**
 * Starts a server on a backend and resolves once it serves requests. Rejects with the error of the backend if it cannot
 * be opened, and with a ConfigurationError if the options are invalid.
 */
export async function createApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { clock, random, world } = options;
  const faults: FaultHook = { active: undefined };
  const startedAt = clock.now();
  const settings = settingsOf(options);
  const metrics = metricsOf(options, settings, startedAt);
  const opening = [loadBuiltinTypes(), openStores(options, metrics, faults), import("./aggregation.ts")] as const;
  const [types, stores, { aggregateServers, registrationOf }] = await Promise.all(opening);
  const { store } = stores;
  const traces = new TraceRing(clock);
  world?.stepsUntil(() => store.stats().revision);
  const operations = createOperations({ clock, metrics: metrics.audit }, options);
  const wanted = resourcesOf(settings, types, options.runtimeConfig);
  const parts = createResources(options, { types, stores, metrics, settings, wanted, faults });
  const { resources, security, storages, served, services, background, applyCache } = parts;
  const life: ServerLife = { bootstrapped: false, shuttingDown: false };
  const bootstrap = async (): Promise<void> => {
    life.bootstrapped = false;
    services.forget();
    await writeObjects(parts, { ...settings.services, store, random, registration: registrationOf(options, parts) });
    life.bootstrapped = true;
  };
  if (options.goesOn === true) life.bootstrapped = true;
  else await bootstrap();
  forgetBeginning(stores);
  const extensions = extendServer(options, parts, { types, metrics });
  const aggregation = aggregateServers(options, parts, extensions, metrics.registry);
  const observed = observeStorage(options, settings.gates, metrics.registry, { ...parts, stores, extensions });
  const time = createWorldTimeCalls(world);
  const storageVersions = await registrationOfVersions(options, settings, served);
  const shared = { types, metrics, aggregation };
  const routes = createRoutes({
    ...shared,
    settings,
    startedAt,
    checks: checksOf(options, settings, { life, stores, extensions, aggregation, storageVersions }),
    security,
    subtle: options.subtle,
    serverAddress: options.serverAddress,
    time: world && time,
    builtin: served,
    custom: () => extensions.discovered(),
  });
  const own = { ...shared, traces, operations, routes, faults, extensions, storageVersions };
  const inspected = { ...parts, store, clock, types, traces, extensions };
  const handle = createRequestHandle(options, settings, parts, own);
  return {
    handle,
    fetch: createFetch(handle),
    inspect: {
      ...createInspector({ store, faults, traces, clock, startedAt, bootstrap }),
      ...operations.calls,
      ...time,
      ...createFaultCalls(faults, clock),
      ...createInspectorCalls({ ...inspected, known: settings.resources, installed: resources }),
    },
    store,
    aggregation,
    storageVersions,
    startShutdown: () => void (life.shuttingDown = true),
    close: () =>
      closeAll([observed, traces, operations, background, aggregation, extensions, storages, applyCache, stores]),
  };
}

function metricsOf(
  { clock, showHiddenMetrics: showHidden, reportBug: report, registerMetrics }: ApiServerOptions,
  { gates, version }: ServerSettings,
  startedAt: number,
): Metrics {
  const monotonic = (): number => clock.monotonic();
  const metrics = createMetrics({
    startedAt,
    version,
    gates,
    monotonic,
    showHidden,
    report,
    resourceOf: createResourceOfKey(),
  });
  registerMetrics?.(metrics.registry);
  return metrics;
}

/** Returns what registers the versions in which resources are stored, where gates ask for it. */
async function registrationOfVersions(
  { identity }: ApiServerOptions,
  { gates }: ServerSettings,
  served: ServerResources["served"],
): Promise<StorageVersionRegistration | undefined> {
  if (identity === undefined || !gates.enabled("StorageVersionAPI") || !gates.enabled("APIServerIdentity")) return;
  const { StorageVersionRegistration } = await import("./storage-versions/storage-version-registration.ts");
  return new StorageVersionRegistration(served);
}

/** A new database has no state before its first revision, as in etcd: a request for revision 1 fails. */
function forgetBeginning({ store: main, others }: OpenedStores): void {
  for (const { store } of [{ store: main }, ...others]) {
    if (store.compactedRevision !== 1) continue;
    if (store.backend.kind === "etcd") store.forget();
    else void store.compact();
  }
}

/** Writes the objects that every server has. */
async function writeObjects(
  { objects, resources, context, access }: ResourceParts,
  parts: Pick<BootstrapServices, "store" | "random" | "cidrs" | "registration">,
): Promise<void> {
  const namespaces = () => afterwards(resources.named("namespaces").open(), ({ scope }) => scope.store);
  await writeBootstrapObjects({ ...parts, objects, namespaces, context }, bootstrapNamespaces);
  await widenDefaultNetwork(objects, access, parts.cidrs);
}
