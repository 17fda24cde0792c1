import type { Clock } from "../apimachinery/clock.ts";
import { formatGroupVersion } from "../apimachinery/gvk.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import type { Random } from "../apimachinery/random.ts";
import { formatTime } from "../apimachinery/time.ts";
import { resourcesFor } from "../apis/earlier-resources.ts";
import { convert } from "../apis/conversions.ts";
import { withGatedFields } from "../apis/gated-fields/drop-gated-fields.ts";
import { bootstrapNamespaces } from "../apis/core/bootstrap.ts";
import type { ServerInspector } from "../client/inspector.ts";
import { createFetch } from "../client/fetch-adapter.ts";
import type { Handle } from "../component-base/exchange.ts";
import type { CallWebhook } from "../component-base/webhook.ts";
import {
  createFeatureGates,
  type FeatureGates,
  type FeatureSettings,
} from "../component-base/features/feature-gates.ts";
import { binaryRelease, type Release } from "../component-base/versions/release.ts";
import type { KnownVersions, RuntimeConfig } from "../component-base/versions/runtime-config.ts";
import { TraceRing } from "../component-base/trace-ring.ts";
import { createApiExtensions, type ApiExtensions, type ApiExtensionsOptions } from "../apiextensions/api-extensions.ts";
import { createConversionMetrics } from "../apiextensions/conversion/conversion-metrics.ts";
import type { Converters } from "../client/converter.ts";
import { createLateDefinitionCalls } from "../apiextensions/inspection/late-definition-calls.ts";
import { createAdmissionChain } from "../apiserver/admission/admission.ts";
import { createNamespaceLifecycle } from "../apiserver/admission/namespace-lifecycle.ts";
import { loopbackUser } from "../apiserver/auth/authenticators.ts";
import { createDiscovery } from "../apiserver/endpoints/discovery/discovery-routes.ts";
import { withAuthentication } from "../apiserver/endpoints/filters/with-authentication.ts";
import { withAuthorization } from "../apiserver/endpoints/filters/with-authorization.ts";
import { withCompression } from "../apiserver/endpoints/filters/with-compression.ts";
import { withSerializers } from "../apiserver/endpoints/filters/with-serializers.ts";
import { createMediaContext } from "../apiserver/endpoints/output/media-context.ts";
import { nativeMediaTypes, nativeMediaTypesWithCbor } from "../apiserver/codec/negotiation/media-types.ts";
import { createMetrics } from "../apiserver/endpoints/metrics/metrics.ts";
import { metricsPaths } from "../apiserver/endpoints/metrics/metrics-routes.ts";
import { storedCounts } from "../apiserver/endpoints/metrics/stored-counts.ts";
import { withImpersonation } from "../apiserver/endpoints/filters/with-impersonation.ts";
import { withErrorAnswers, type ReportBug } from "../apiserver/endpoints/filters/with-error-answers.ts";
import { withRequestInfo } from "../apiserver/endpoints/filters/with-request-info.ts";
import { chain, type Filter } from "../apiserver/endpoints/handler.ts";
import type { AccessMetrics } from "../apiserver/endpoints/metrics/access-metrics.ts";
import { createHealth, healthPaths } from "../apiserver/endpoints/routes/health.ts";
import { createServerIdentity, type ServerIdentity } from "./security/server-identity.ts";
import { installResources } from "./resources/install-resources.ts";
import { createKeyVault, keyVaultCodec, keyVaultPrefix } from "./security/key-vault.ts";
import { createOperations, type Operations, type OperationsOptions } from "./operations.ts";
import { createOpenidRoute, openidPaths } from "../apiserver/endpoints/routes/openid.ts";
import { createRbacGuard } from "./security/policy-based-storage.ts";
import { createRegistryAccess } from "./resources/registry-access.ts";
import { createRouter } from "../apiserver/endpoints/routes/router.ts";
import { createResourceTable } from "../apiserver/endpoints/routes/resource-table.ts";
import { createOpenApi, openApiPaths } from "../apiserver/endpoints/openapi/openapi-routes.ts";
import { createHandle } from "../apiserver/endpoints/serve.ts";
import { createStatusz, statuszPaths } from "../apiserver/endpoints/routes/statusz.ts";
import { createVersionRoute, versionInfo } from "../apiserver/endpoints/routes/version.ts";
import { writeBootstrapObjects } from "./storage/bootstrap.ts";
import { createIndexRoute } from "../apiserver/endpoints/routes/index-route.ts";
import { createStoredObjects, type StoredObjects } from "./storage/stored-objects.ts";
import { createInspector } from "./inspector.ts";
import { createLateCelCalls } from "../apiserver/inspection/late-cel-calls.ts";
import type { UserInfo } from "../apiserver/request/user.ts";
import { loadBuiltinTypes } from "../apiserver/schema/builtin/builtin-types.ts";
import type { TypeRegistry } from "../apiserver/schema/type-registry.ts";
import type { Backend } from "../apiserver/storage/backend/backend.ts";
import { observedBackend } from "../apiserver/storage/backend/observed-backend.ts";
import { enabledResources } from "../apiserver/registry/enabled-resources.ts";
import type { ResourceDefinition } from "../apiserver/registry/resource-definition.ts";
import { createStorage, type ResourceStorage } from "../apiserver/storage/cacher/create-storage.ts";
import type { StorageCodec } from "../apiserver/storage/interface.ts";
import { createStore, type Store } from "../apiserver/storage/mvcc/store.ts";

/** What a server is made of. */
export interface ApiServerOptions extends OperationsOptions {
  /** May still be on its way: what needs no storage is made meanwhile. */
  readonly backend: Backend | Promise<Backend>;
  readonly clock: Clock;
  readonly random: Random;
  /** Users by bearer token, as of a token file. With it RBAC decides; without it every caller is system:masters. */
  readonly tokens?: ReadonlyMap<string, UserInfo> | undefined;
  /** Further tokens that keep their user either way: the page's own and the controllers'. */
  readonly loopbackTokens?: ReadonlyMap<string, UserInfo> | undefined;
  /** Features that are to be on or off, whatever they are by default. */
  readonly featureGates?: FeatureSettings | undefined;
  /** Groups, versions and resources that are to be served or not, whatever they are by default. */
  readonly runtimeConfig?: RuntimeConfig | undefined;
  /** The release to act as, where that is not the server's own. */
  readonly emulatedRelease?: Release | undefined;
  /** Functions that stand in for conversion webhooks, by the names of their definitions. */
  readonly converters?: Converters | undefined;
  /** Calls the webhooks of definitions; without it the server reaches nobody beyond itself. */
  readonly callWebhook?: CallWebhook | undefined;
  /** WebCrypto, to sign tokens of service accounts with; without it there are none. */
  readonly subtle?: SubtleCrypto | undefined;
  /** Host and port that discovery names. */
  readonly serverAddress?: string;
  /** Hears of errors that are bugs; clients get a 500. */
  readonly reportBug?: ReportBug;
}

/** A running API server. */
export interface ApiServer {
  /** The only door; see Exchange. */
  readonly handle: Handle;
  /** `handle` for people: takes what the global fetch takes. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  readonly inspect: ServerInspector;
  readonly store: Store;
  /** Ends watches, waits for pending writes and closes the backend. */
  close(): Promise<void>;
}

/**
 * Starts a server on a backend; resolves once it can answer. Rejects with the backend's error when that cannot be
 * opened.
 */
// oxlint-disable-next-line max-lines-per-function
export async function createApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { clock, random } = options;
  const startedAt = clock.now();
  const systemContext = systemContextOf(clock);
  const { release, gates, version, resources } = settingsOf(options);
  const metrics = createMetrics({
    startedAt,
    version,
    gates,
    monotonic: () => clock.monotonic(),
    storedCounts: () => storedCounts(installed, extensions.discovered(), storages),
  });
  const openStore = async (): Promise<Store> =>
    createStore({
      backend: observedBackend(await options.backend, () => clock.monotonic(), metrics.observeCommit),
      clock,
      reportBug: options.reportBug,
    });
  const [types, store] = await Promise.all([loadBuiltinTypes(), openStore()]);
  const traces = new TraceRing(clock);
  const operations = createOperations({ clock, metrics: metrics.audit }, options);
  const media = createMediaContext(
    gates.enabled("CBORServingAndStorage") ? nativeMediaTypesWithCbor : nativeMediaTypes,
    types,
  );
  const storages = new Map<string, ResourceStorage<KubeObject>>();
  const openStorage = storageOpener(store, storages);
  const definitions = enabledResources(resources, {
    runtimeConfig: options.runtimeConfig ?? new Map(),
    release,
    gates,
    known: knownVersions(types),
  });
  const admission = createAdmissionChain(
    [
      createNamespaceLifecycle(
        (name) => storages.get("/registry/namespaces/")?.peek(`/registry/namespaces/${name}`)?.object,
      ),
    ].map(metrics.measurePlugin),
    metrics.steps,
  );
  const objects = createStoredObjects(() => installed, storages);
  const access = createRegistryAccess(objects.installed, systemContext, () => identity);
  const guard = createRbacGuard(() => served.guard);
  const installed = createResourceTable(
    installResources(withEssentials(resources, definitions), {
      types,
      random,
      admission,
      openStorage,
      convert,
      access,
      guard,
    }),
  );
  const table = createResourceTable(installed.all().filter(({ scope }) => definitions.includes(scope.definition)));
  const served = createServerIdentity({
    ...options,
    vault: createKeyVault(openStorage(keyVaultPrefix, keyVaultCodec)),
    findRbacStorage: objects.storage,
    findObject: objects.find,
  });
  const { authorizer, identity, serviceAccountTokens } = served;
  const bootstrap = (): Promise<void> =>
    writeBootstrapObjects({ store, objects, random, context: systemContext }, bootstrapNamespaces);
  await bootstrap();
  store.compact();
  const checks = healthChecks(store);
  const extensions = extend(objects, {
    types,
    random,
    admission,
    access,
    openStorage,
    context: systemContext,
    reportBug: options.reportBug ?? (() => undefined),
    converters: options.converters,
    callWebhook: options.callWebhook,
    observeConversion: createConversionMetrics(metrics.registry, () => clock.monotonic()),
  });
  const discovered = joined(definitions, () => extensions.discovered());
  const serverAddress = options.serverAddress ?? "127.0.0.1:443";
  const routes = [
    createDiscovery(discovered, { serverAddress, storageVersionHashes: gates.enabled("StorageVersionHash") }),
    createVersionRoute(version),
    createStatusz({ gates, startedAt, version }),
    createHealth(checks, metrics.observeHealth),
    metrics.routes,
    createOpenidRoute(serviceAccountTokens, serverAddress),
    createOpenApi({
      builtin: definitions,
      custom: () => extensions.discovered(),
      load: async () =>
        (await import("../apiserver/endpoints/openapi/documents.ts")).loadDocuments(
          types,
          gates.enabled("OpenAPIEnums"),
        ),
    }),
    createIndexRoute(discovered, [
      "/version",
      ...statuszPaths(gates),
      ...openApiPaths,
      ...openidPaths,
      ...metricsPaths,
      ...healthPaths(checks),
    ]),
  ];
  const router = createRouter({
    table,
    routes,
    custom: extensions.route,
    services: { authorizer, media, watchTimeouts: { next: () => (1800 + random.int(1800)) * 1000 } },
  });
  const handle = createHandle(chain(filtersOf(options, served, metrics.access, gates, operations), router), {
    clock,
    random,
    traces,
    media,
    metrics: metrics.requests,
    gates,
  });
  return {
    handle,
    fetch: createFetch(handle),
    inspect: {
      ...createInspector({ store, traces, clock, startedAt, bootstrap }),
      ...operations.calls,
      ...createLateCelCalls(clock),
      ...createLateDefinitionCalls({ types, context: systemContext }),
    },
    store,
    close: () => closeAll([traces, operations, extensions, ...storages.values(), store]),
  };
}

/** The server's own requests. */
const systemContextOf = (clock: Clock) => (namespace: string) => ({
  user: loopbackUser,
  namespace,
  dryRun: false,
  now: formatTime(clock.now()),
  warn: () => undefined,
});

/** Closes one part after the other. */
async function closeAll(parts: readonly { close(): void | Promise<void> }[]): Promise<void> {
  for (const part of parts) await part.close();
}

const definitionsResource = "customresourcedefinitions";

/** Custom resources, over the definitions that are stored like any other kind. */
function extend(
  objects: StoredObjects<ResourceStorage<KubeObject>>,
  services: Omit<ApiExtensionsOptions, "definitions" | "definitionStorage">,
): ApiExtensions {
  const installed = objects.installed(definitionsResource);
  if (installed === undefined) throw new Error(`${definitionsResource} are not installed`);
  return createApiExtensions({
    ...services,
    findService: (namespace, name) => objects.find("services", namespace, name),
    definitions: installed,
    definitionStorage: objects.storage(definitionsResource),
  });
}

/** Built-in and custom resources in one list; the same one until the latter change. */
function joined(
  definitions: readonly ResourceDefinition[],
  custom: () => readonly ResourceDefinition[],
): () => readonly ResourceDefinition[] {
  let source: readonly ResourceDefinition[] | undefined;
  let all = definitions;
  return () => {
    if (source !== custom()) [source, all] = [custom(), [...definitions, ...custom()]];
    return all;
  };
}

/** The release to act as, with its features. */
function settingsOf({ emulatedRelease: release = binaryRelease, featureGates }: ApiServerOptions) {
  const gates = createFeatureGates(featureGates, release);
  return {
    release,
    gates,
    version: versionInfo(release),
    resources: resourcesFor(release).map((definition) => withGatedFields(definition, gates)),
  };
}

/** Opens storage below a prefix and remembers it. */
const storageOpener =
  (store: Store, storages: Map<string, ResourceStorage<KubeObject>>) =>
  (prefix: string, codec: StorageCodec<KubeObject>): ResourceStorage<KubeObject> => {
    const storage = createStorage({ store, codec, prefix });
    storages.set(prefix, storage);
    return storage;
  };

/** What every request passes, in reading order. */
const filtersOf = (
  { reportBug = () => undefined }: ApiServerOptions,
  { authenticator, authorizer }: ServerIdentity,
  access: AccessMetrics,
  gates: FeatureGates,
  { outer, audit, inFlight }: Operations,
): readonly Filter[] => [
  withSerializers,
  ...(gates.enabled("APIResponseCompression") ? [withCompression] : []),
  withErrorAnswers(reportBug),
  withRequestInfo,
  ...outer,
  withAuthentication(authenticator, access),
  audit,
  withImpersonation(authorizer),
  inFlight,
  withAuthorization(authorizer, access),
];

/**
 * Served resources and those that the server itself works with, in discovery's order; nobody else reaches the latter.
 */
const withEssentials = (
  resources: readonly ResourceDefinition[],
  served: readonly ResourceDefinition[],
): readonly ResourceDefinition[] => {
  const known = new Map(served.map((definition) => [resourceKey(definition), definition]));
  return resources.flatMap(
    (definition) => known.get(resourceKey(definition)) ?? (definition.servedByDefault ? [definition] : []),
  );
};

const resourceKey = ({ group, version, resource }: ResourceDefinition): string => `${group}/${version}/${resource}`;

const knownVersions = (types: TypeRegistry): KnownVersions => {
  const versions = new Set(types.kinds().map(formatGroupVersion));
  const groups = new Set(types.kinds().map(({ group }) => group));
  return {
    hasGroup: (group) => groups.has(group),
    hasVersion: (groupVersion) => versions.has(formatGroupVersion(groupVersion)),
  };
};

const healthChecks = (store: Store) => [
  { name: "ping", check: () => undefined },
  { name: "log", check: () => undefined },
  { name: "etcd", check: () => store.trouble?.message },
  { name: "shutdown", onlyReady: true, check: () => undefined },
];
