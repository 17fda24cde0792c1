import type { Clock } from "../apimachinery/clock.ts";
import { groupBy } from "../apimachinery/group-by.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { formatTime } from "../apimachinery/time.ts";
import type { ApiExtensions } from "../apiextensions/api-extensions.ts";
import { createConversionMetrics } from "../apiextensions/conversion/conversion-metrics.ts";
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
import { createRouter } from "../apiserver/endpoints/routes/router.ts";
import { createHandle } from "../apiserver/endpoints/serve.ts";
import { ApplyCache } from "../apiserver/managedfields/apply-cache.ts";
import { storageRoot } from "../apiserver/registry/keys.ts";
import type { BuiltinResource, RegistryAccess, ResourceInfo } from "../apiserver/registry/resource-definition.ts";
import type { ResourceStore } from "../apiserver/registry/rest.ts";
import type { StrategyContext } from "../apiserver/registry/strategy.ts";
import { loadBuiltinTypes } from "../apiserver/schema/builtin/builtin-types.ts";
import type { TypeRegistry } from "../apiserver/schema/type-registry.ts";
import { Turns } from "../component-base/event-loop.ts";
import type { Store } from "../apiserver/storage/mvcc/store.ts";
import { createFetch } from "../client/fetch-adapter.ts";
import type { ServerInspector } from "../client/inspector.ts";
import type { FeatureGates } from "../component-base/features/feature-gates.ts";
import { afterwards } from "../component-base/maybe-async.ts";
import type { Handle } from "../component-base/exchange.ts";
import { TraceRing } from "../component-base/trace-ring.ts";
import { createAdmission } from "./admission.ts";
import { createCustomResources } from "./custom-resources.ts";
import { createFilters } from "./filters.ts";
import { createInspector } from "./inspector.ts";
import { createOperations, type Operations } from "./operations.ts";
import { createInspectorCalls } from "./inspector-calls.ts";
import type { PluginServices } from "./plugin-services.ts";
import { PolicyParams } from "./policies.ts";
import type { PolicyStatusServices } from "./policy-status.ts";
import {
  resourcesOf,
  settingsOf,
  type ApiServerOptions,
  type ServerResources,
  type ServerSettings,
} from "./options.ts";
import { installResource } from "./resources/install-resources.ts";
import { createQuotaWriter } from "./resources/quota-writer.ts";
import { InstalledResources } from "./resources/installed-resources.ts";
import { createRegistryAccess } from "./resources/registry-access.ts";
import { resourceOfKind } from "./resources/resource-of-kind.ts";
import { keepSystemPriorityClasses } from "./resources/system-priority-classes.ts";
import { createRoutes } from "./routes.ts";
import { createKeyVault, keyVaultCodec, keyVaultPrefix } from "./security/key-vault.ts";
import { createRbacGuard } from "./security/policy-based-storage.ts";
import { checksOf, closeAll, type ServerLife } from "./server-life.ts";
import { createServices } from "./services/create-services.ts";
import { widenDefaultNetwork } from "./services/default-network.ts";
import type { ServiceHooks } from "./services/service-hooks.ts";
import { createServerIdentity, type ServerIdentity } from "./security/server-identity.ts";
import { writeBootstrapObjects, type BootstrapServices } from "./storage/bootstrap.ts";
import { openStore } from "./storage/open-store.ts";
import { Storages } from "./storage/storages.ts";
import { StoredObjects } from "./storage/stored-objects.ts";
import { createWorldTimeCalls } from "./world-time-calls.ts";

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
  const { clock, random, world } = options;
  const startedAt = clock.now();
  const settings = settingsOf(options);
  const metrics = metricsOf(options, settings, startedAt);
  const [types, store] = await Promise.all([loadBuiltinTypes(), openStore(options, metrics)]);
  const traces = new TraceRing(clock);
  world?.stepsUntil(() => store.stats().revision);
  const operations = createOperations({ clock, metrics: metrics.audit }, options);
  const wanted = resourcesOf(settings, types, options.runtimeConfig);
  const parts = createResources(options, { types, store, metrics, settings, wanted });
  const { resources, security, storages, served, services } = parts;
  const life: ServerLife = { bootstrapped: false, shuttingDown: false };
  const bootstrap = async (): Promise<void> => {
    life.bootstrapped = false;
    services.forget();
    await writeObjects(parts, { store, random, cidrs: settings.services.cidrs });
    life.bootstrapped = true;
  };
  await bootstrap();
  // A new database has no state before its first revision, as in etcd: a request for revision 1 fails.
  if (store.compactedRevision === 1) void store.compact();
  const extensions = extend(options, parts, { types, metrics });
  registerStorageMetrics(metrics.registry, () => countStored(resources, extensions, storages));
  const time = createWorldTimeCalls(world);
  const routes = createRoutes({
    settings,
    startedAt,
    types,
    checks: checksOf(options, settings, { life, store, extensions }),
    metrics,
    security,
    subtle: options.subtle,
    serverAddress: options.serverAddress,
    time: world && time,
    builtin: served,
    custom: () => extensions.discovered(),
  });
  const handle = createRequestHandle(options, settings, parts, {
    types,
    metrics,
    traces,
    operations,
    routes,
    extensions,
  });
  return {
    handle,
    fetch: createFetch(handle),
    inspect: {
      ...createInspector({ store, traces, clock, startedAt, bootstrap }),
      ...operations.calls,
      ...time,
      ...createInspectorCalls({
        ...parts,
        clock,
        types,
        traces,
        extensions,
        known: settings.resources,
        installed: resources,
      }),
    },
    store,
    startShutdown: () => void (life.shuttingDown = true),
    close: () => closeAll([traces, operations, parts.background, extensions, storages, parts.applyCache, store]),
  };
}

const metricsOf = (
  { clock, showHiddenMetrics: showHidden, reportBug: report }: ApiServerOptions,
  { gates, version }: ServerSettings,
  startedAt: number,
): Metrics => createMetrics({ startedAt, version, gates, monotonic: () => clock.monotonic(), showHidden, report });

/** Writes the objects that every server has. */
async function writeObjects(
  { objects, resources, context, access }: ResourceParts,
  parts: Pick<BootstrapServices, "store" | "random" | "cidrs">,
): Promise<void> {
  const namespaces = () => afterwards(resources.named("namespaces").open(), ({ scope }) => scope.store);
  await writeBootstrapObjects({ ...parts, objects, namespaces, context }, bootstrapNamespaces);
  await widenDefaultNetwork(objects, access, parts.cidrs);
}

/** The parts of the request handler. */
interface RequestParts {
  readonly types: TypeRegistry;
  readonly metrics: Metrics;
  readonly traces: TraceRing;
  readonly operations: Operations;
  readonly routes: readonly NonResourceRoute[];
  readonly extensions: Pick<ApiExtensions, "route" | "discovered">;
}

/** Creates the request handler: the filters, followed by the router. */
function createRequestHandle(
  { clock, world, random: objectRandom, requestRandom: random = objectRandom, reportBug = ignore }: ApiServerOptions,
  { gates }: ServerSettings,
  { resources, served, security, objects }: ResourceParts,
  { types, metrics, traces, operations, routes, extensions }: RequestParts,
): Handle {
  const mediaTypes = gates.enabled("CBORServingAndStorage") ? nativeMediaTypesWithCbor : nativeMediaTypes;
  const media = createMediaContext(mediaTypes, types);
  const watchTimeouts = { next: () => (1800 + random.int(1800)) * 1000 };
  const router = createRouter({
    table: createResourceTable(resources.all().filter(({ resource }) => served.some((row) => row === resource))),
    routes,
    custom: extensions.route,
    services: { authorizer: security.authorizer, media, watchTimeouts },
  });
  const filters = createFilters({ gates, security, operations, access: metrics.access, reportBug });
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
  });
}

const ignore = (): void => undefined;

/** The built-in resources of a server and their dependencies. */
interface ResourceParts {
  readonly storages: Storages;
  readonly objects: StoredObjects;
  readonly security: ServerIdentity;
  readonly admission: AdmissionChain;
  readonly plugins: PluginServices;
  readonly params: PolicyParams;
  /** What plugins call that needs the custom resources. */
  readonly late: LatePluginServices;
  /** The work of plugins beside the requests. */
  readonly background: { close(): void };
  readonly access: RegistryAccess;
  readonly applyCache: ApplyCache;
  readonly resources: InstalledResources;
  readonly services: ServiceHooks;
  readonly served: ServerResources["served"];
  /** Returns the context of the server's own requests. */
  context(namespace: string): StrategyContext;
}

interface LatePluginServices {
  policiesChanged: PluginServices["policiesChanged"];
}

/** The epoch of the first opening of a storage. */
const firstEpoch = 1;

/** The services that built-in resources use. */
interface ResourceServices {
  readonly types: TypeRegistry;
  readonly store: Store;
  readonly metrics: Metrics;
  readonly settings: ServerSettings;
  readonly wanted: ServerResources;
}

/** Creates the storages, then authentication and authorization, which read them, then the resources, which use both. */
function createResources(
  options: ApiServerOptions,
  { types, store, metrics, settings, wanted: { served, installed } }: ResourceServices,
): ResourceParts {
  const { random, reportBug = ignore } = options;
  const { gates } = settings;
  const closing = new AbortController();
  const context = systemContext(options.world ?? options.clock, gates);
  const storages = new Storages(store, gates.enabled("AllowUnsafeMalformedObjectDeletion"));
  const objects = new StoredObjects(installed, types, storages);
  const security = createServerIdentity({
    ...options,
    vault: createKeyVault(storages.open(keyVaultPrefix, keyVaultCodec)),
    findRbacStorage: (resource) => objects.storage(resource),
    findObject: (resource, namespace, name) => objects.find(resource, namespace, name),
  });
  const late: LatePluginServices = { policiesChanged: ignore };
  const params = new PolicyParams({ served, objects, convert, context });
  const resources = new InstalledResources();
  const access = createRegistryAccess(resources, context, security.identity, (kind) => params.find(kind));
  const plugins = pluginServicesOf(options, settings, metrics, {
    objects,
    types,
    params,
    authorizer: security.authorizer,
    policiesChanged: (policies) => late.policiesChanged(policies),
    quotas: createQuotaWriter(access),
    background: (work) => void work(closing.signal).catch(reportBug),
  });
  const { enableAdmissionPlugins, disableAdmissionPlugins } = options;
  const defaultAdmissionPlugins = options.defaultAdmissionPlugins?.(store.epoch === firstEpoch);
  const names = { enableAdmissionPlugins, disableAdmissionPlugins, defaultAdmissionPlugins };
  const admission = createAdmission(plugins, names, metrics);
  const rbacGuard = createRbacGuard(security.guard);
  const guard = (unguarded: ResourceStore): ResourceStore => keepSystemPriorityClasses(rbacGuard(unguarded));
  const services = createServices(options, settings, { store, objects, resources, context });
  const applyCache = new ApplyCache();
  const byRoot = groupBy(served, storageRoot);
  const related = (definition: ResourceInfo): readonly BuiltinResource[] => byRoot.get(storageRoot(definition)) ?? [];
  const installing = { related, convert, hooks: (info: ResourceInfo) => services.of(info) };
  for (const definition of installed)
    resources.add(
      installResource(definition, { ...installing, types, random, admission, objects, access, guard, applyCache }),
    );
  closing.signal.addEventListener("abort", () => services.close());
  const background = { close: () => closing.abort() };
  return {
    background,
    late,
    storages,
    objects,
    security,
    admission,
    plugins,
    params,
    access,
    applyCache,
    resources,
    services,
    served,
    context,
  };
}

/** Returns what plugins depend on; `own` are the services that depend on the resources. */
const pluginServicesOf = (
  { clock, random, callWebhook, serviceAddress, admissionWebhooks }: ApiServerOptions,
  { gates, release }: ServerSettings,
  metrics: Metrics,
  own: OwnPluginServices,
): PluginServices => ({
  ...own,
  gates,
  release,
  clock,
  random,
  callWebhook,
  serviceAddress,
  admissionWebhooks,
  policyObserver: metrics.policies,
  registry: metrics.registry,
  webhookObserver: metrics.webhooks,
});

type OwnPluginServices = Pick<
  PluginServices,
  "objects" | "types" | "params" | "authorizer" | "policiesChanged" | "quotas" | "background"
>;

/** The context of the server's own requests. */
const systemContext = (clock: Clock, gates: FeatureGates) => (namespace: string) => ({
  user: loopbackUser,
  namespace,
  dryRun: false,
  now: formatTime(clock.now()),
  gates,
  warn: ignore,
});

/** Writes the status of a policy; the code is loaded when there is one. */
const writeStatus = async (policy: KubeObject, services: PolicyStatusServices): Promise<void> =>
  (await import("./policy-status.ts")).writePolicyStatus(policy, services);

/** Creates the custom resources, in which policies find parameters from then on. */
function extend(
  { converters, callWebhook, serviceAddress, clock, random, reportBug = ignore }: ApiServerOptions,
  parts: ResourceParts,
  { types, metrics }: { readonly types: TypeRegistry; readonly metrics: Metrics },
): ApiExtensions {
  const { admission, access, applyCache, context } = parts;
  const services = { types, clock, random, admission, access, applyCache, context };
  const extensions = createCustomResources(parts, {
    ...services,
    reportBug,
    converters,
    callWebhook,
    serviceAddress,
    observeConversion: createConversionMetrics(metrics.registry, () => clock.monotonic()),
  });
  parts.params.serveCustom((kind) => extensions.findKind(kind));
  parts.late.policiesChanged = (policies) => {
    const status: PolicyStatusServices = {
      types,
      policies: parts.resources.named("validatingadmissionpolicies"),
      resources: () => [...parts.served, ...extensions.discovered()],
      context: () => parts.context(""),
    };
    for (const policy of policies) writeStatus(policy, status).catch(reportBug);
  };
  return extensions;
}

const countStored = (resources: InstalledResources, extensions: ApiExtensions, storages: Storages) =>
  storedCounts([...resources.all().map(({ resource }) => resource), ...extensions.discovered()], (root) =>
    storages.at(root),
  );
