import type { Clock } from "../apimachinery/clock.ts";
import { formatTime } from "../apimachinery/time.ts";
import type { ApiExtensions } from "../apiextensions/api-extensions.ts";
import { createConversionMetrics } from "../apiextensions/conversion/conversion-metrics.ts";
import { createLateDefinitionCalls } from "../apiextensions/inspection/late-definition-calls.ts";
import { convert } from "../apis/conversions.ts";
import { bootstrapNamespaces } from "../apis/core/bootstrap.ts";
import type { AdmissionChain } from "../apiserver/admission/admission.ts";
import { loopbackUser } from "../apiserver/auth/authenticators.ts";
import { nativeMediaTypes, nativeMediaTypesWithCbor } from "../apiserver/codec/negotiation/media-types.ts";
import { chain } from "../apiserver/endpoints/handler.ts";
import { createMetrics, type Metrics } from "../apiserver/endpoints/metrics/metrics.ts";
import { registerStorageMetrics } from "../apiserver/endpoints/metrics/server-metrics.ts";
import { storedCounts } from "../apiserver/endpoints/metrics/stored-counts.ts";
import { createMediaContext } from "../apiserver/endpoints/output/media-context.ts";
import { createResourceTable } from "../apiserver/endpoints/routes/resource-table.ts";
import type { NonResourceRoute } from "../apiserver/endpoints/routes/non-resource-route.ts";
import { createRouter, type RouteCustomResources } from "../apiserver/endpoints/routes/router.ts";
import { createHandle } from "../apiserver/endpoints/serve.ts";
import { createLateCelCalls } from "../apiserver/inspection/late-cel-calls.ts";
import { ApplyCache } from "../apiserver/managedfields/apply-cache.ts";
import type { RegistryAccess } from "../apiserver/registry/resource-definition.ts";
import type { StrategyContext } from "../apiserver/registry/strategy.ts";
import { loadBuiltinTypes } from "../apiserver/schema/builtin/builtin-types.ts";
import type { TypeRegistry } from "../apiserver/schema/type-registry.ts";
import { observedBackend } from "../apiserver/storage/backend/observed-backend.ts";
import { createStore, type Store } from "../apiserver/storage/mvcc/store.ts";
import { createFetch } from "../client/fetch-adapter.ts";
import type { ServerInspector } from "../client/inspector.ts";
import type { Handle } from "../component-base/exchange.ts";
import { TraceRing } from "../component-base/trace-ring.ts";
import { createAdmission } from "./admission.ts";
import { createCustomResources } from "./custom-resources.ts";
import { createFilters } from "./filters.ts";
import { createHealthChecks } from "./health-checks.ts";
import { createInspector } from "./inspector.ts";
import { createOperations, type Operations } from "./operations.ts";
import {
  resourcesOf,
  settingsOf,
  type ApiServerOptions,
  type ServerResources,
  type ServerSettings,
} from "./options.ts";
import { installResource } from "./resources/install-resources.ts";
import { InstalledResources } from "./resources/installed-resources.ts";
import { createRegistryAccess } from "./resources/registry-access.ts";
import { createRoutes } from "./routes.ts";
import { createKeyVault, keyVaultCodec, keyVaultPrefix } from "./security/key-vault.ts";
import { createRbacGuard } from "./security/policy-based-storage.ts";
import { createServerIdentity, type ServerIdentity } from "./security/server-identity.ts";
import { writeBootstrapObjects } from "./storage/bootstrap.ts";
import { Storages } from "./storage/storages.ts";
import { StoredObjects } from "./storage/stored-objects.ts";

/** A running API server. */
export interface ApiServer {
  /** Handles a request; see Exchange. */
  readonly handle: Handle;
  /** Like `handle`, with the signature of the global fetch function. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  readonly inspect: ServerInspector;
  readonly store: Store;
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
  const { clock, random } = options;
  const startedAt = clock.now();
  const settings = settingsOf(options);
  const { gates, version } = settings;
  const metrics = createMetrics({
    startedAt,
    version,
    gates,
    monotonic: () => clock.monotonic(),
    showHidden: options.showHiddenMetrics,
  });
  const [types, store] = await Promise.all([loadBuiltinTypes(), openStore(options, metrics)]);
  const traces = new TraceRing(clock);
  const operations = createOperations({ clock, metrics: metrics.audit }, options);
  const wanted = resourcesOf(settings, types, options.runtimeConfig);
  const parts = createResources(options, { types, store, metrics, wanted });
  const { objects, resources, security, storages, context, served } = parts;
  const namespaces = resources.named("namespaces").scope.store;
  const life = { bootstrapped: false, shuttingDown: false };
  const bootstrap = async (): Promise<void> => {
    life.bootstrapped = false;
    await writeBootstrapObjects({ store, objects, namespaces, random, context }, bootstrapNamespaces);
    life.bootstrapped = true;
  };
  await bootstrap();
  // A new database has no state before its first revision, as in etcd: a request for revision 1 fails.
  if (store.compactedRevision === 1) void store.compact();
  const extensions = extend(options, parts, { types, metrics });
  registerStorageMetrics(metrics.registry, () => countStored(resources, extensions, storages));
  const routes = createRoutes({
    settings,
    startedAt,
    types,
    checks: createHealthChecks({
      store,
      clock,
      gates,
      livezGraceMs: options.livezGracePeriodMs ?? 0,
      bootstrapped: () => life.bootstrapped,
      definitionsSynced: () => extensions.hasSynced(),
      shuttingDown: () => life.shuttingDown,
    }),
    metrics,
    security,
    serverAddress: options.serverAddress,
    builtin: served,
    custom: () => extensions.discovered(),
  });
  const handle = createRequestHandle(options, settings, parts, {
    types,
    metrics,
    traces,
    operations,
    routes,
    custom: extensions.route,
  });
  return {
    handle,
    fetch: createFetch(handle),
    inspect: {
      ...createInspector({ store, traces, clock, startedAt, bootstrap }),
      ...operations.calls,
      ...createLateCelCalls(clock),
      ...createLateDefinitionCalls({ types, context }),
    },
    store,
    startShutdown: () => void (life.shuttingDown = true),
    close: () => closeAll([traces, operations, extensions, storages, parts.applyCache, store]),
  };
}

/** The parts of the request handler. */
interface RequestParts {
  readonly types: TypeRegistry;
  readonly metrics: Metrics;
  readonly traces: TraceRing;
  readonly operations: Operations;
  readonly routes: readonly NonResourceRoute[];
  readonly custom: RouteCustomResources;
}

/** Creates the request handler: the filters, followed by the router. */
function createRequestHandle(
  { clock, random, reportBug = ignore }: ApiServerOptions,
  { gates }: ServerSettings,
  { resources, served, security }: ResourceParts,
  { types, metrics, traces, operations, routes, custom }: RequestParts,
): Handle {
  const mediaTypes = gates.enabled("CBORServingAndStorage") ? nativeMediaTypesWithCbor : nativeMediaTypes;
  const media = createMediaContext(mediaTypes, types);
  const watchTimeouts = { next: () => (1800 + random.int(1800)) * 1000 };
  const router = createRouter({
    table: createResourceTable(resources.all().filter(({ scope }) => served.includes(scope.definition))),
    routes,
    custom,
    services: { authorizer: security.authorizer, media, watchTimeouts },
  });
  const filters = createFilters({ gates, security, operations, access: metrics.access, reportBug });
  const services = { clock, random, traces, media, metrics: metrics.requests, gates };
  return createHandle(chain(filters, router), services);
}

const ignore = (): void => undefined;

async function openStore({ backend, clock, reportBug }: ApiServerOptions, { observeCommit }: Metrics): Promise<Store> {
  return createStore({
    backend: observedBackend(await backend, () => clock.monotonic(), observeCommit),
    clock,
    reportBug,
  });
}

/** The built-in resources of a server and their dependencies. */
interface ResourceParts {
  readonly storages: Storages;
  readonly objects: StoredObjects;
  readonly security: ServerIdentity;
  readonly admission: AdmissionChain;
  readonly access: RegistryAccess;
  readonly applyCache: ApplyCache;
  readonly resources: InstalledResources;
  readonly served: ServerResources["served"];
  /** Returns the context of the server's own requests. */
  context(namespace: string): StrategyContext;
}

/** The services that built-in resources use. */
interface ResourceServices {
  readonly types: TypeRegistry;
  readonly store: Store;
  readonly metrics: Metrics;
  readonly wanted: ServerResources;
}

/** Creates the storages, then authentication and authorization, which read them, then the resources, which use both. */
function createResources(
  options: ApiServerOptions,
  { types, store, metrics, wanted: { served, installed } }: ResourceServices,
): ResourceParts {
  const { random } = options;
  const context = systemContext(options.clock);
  const storages = new Storages(store);
  const objects = new StoredObjects(installed, types, storages);
  const security = createServerIdentity({
    ...options,
    vault: createKeyVault(storages.open(keyVaultPrefix, keyVaultCodec)),
    findRbacStorage: (resource) => objects.storage(resource),
    findObject: (resource, namespace, name) => objects.find(resource, namespace, name),
  });
  const admission = createAdmission({ objects }, metrics);
  const resources = new InstalledResources();
  const access = createRegistryAccess(resources, context, security.identity);
  const guard = createRbacGuard(security.guard);
  const applyCache = new ApplyCache();
  for (const definition of installed)
    resources.add(
      installResource(definition, { types, random, admission, objects, convert, access, guard, applyCache }),
    );
  return { storages, objects, security, admission, access, applyCache, resources, served, context };
}

/** The context of the server's own requests. */
const systemContext = (clock: Clock) => (namespace: string) => ({
  user: loopbackUser,
  namespace,
  dryRun: false,
  now: formatTime(clock.now()),
  warn: ignore,
});

const extend = (
  { converters, callWebhook, clock, random, reportBug = ignore }: ApiServerOptions,
  parts: ResourceParts,
  { types, metrics }: { readonly types: TypeRegistry; readonly metrics: Metrics },
): ApiExtensions =>
  createCustomResources(parts, {
    types,
    random,
    admission: parts.admission,
    access: parts.access,
    applyCache: parts.applyCache,
    context: parts.context,
    reportBug,
    converters,
    callWebhook,
    observeConversion: createConversionMetrics(metrics.registry, () => clock.monotonic()),
  });

const countStored = (resources: InstalledResources, extensions: ApiExtensions, storages: Storages) =>
  storedCounts([...resources.all().map(({ scope }) => scope.definition), ...extensions.discovered()], (root) =>
    storages.at(root),
  );

/** Closes the parts sequentially. */
async function closeAll(parts: readonly { close(): void | Promise<void> }[]): Promise<void> {
  for (const part of parts) await part.close();
}
