import type { Clock } from "../apimachinery/clock.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import type { Random } from "../apimachinery/random.ts";
import { formatTime } from "../apimachinery/time.ts";
import { builtinResources } from "../apis/all-resources.ts";
import { convert } from "../apis/conversions.ts";
import { bootstrapNamespaces } from "../apis/core/bootstrap.ts";
import type { Inspector } from "../client/inspector.ts";
import { createFetch } from "../client/fetch-adapter.ts";
import type { Handle } from "../component-base/exchange.ts";
import { TraceRing } from "../component-base/trace-ring.ts";
import { createAdmissionChain } from "./admission/admission.ts";
import { createNamespaceLifecycle } from "./admission/namespace-lifecycle.ts";
import { anonymousAuthenticator, createAlwaysMastersAuthenticator, createTokenAuthenticator, loopbackUser, unionAuthenticators } from "./auth/authenticators.ts";
import { alwaysAllowAuthorizer, mastersAuthorizer, unionAuthorizers } from "./auth/authorizers.ts";
import { createRbacAuthorizer } from "./auth/rbac/rbac-authorizer.ts";
import { createDiscovery } from "./endpoints/discovery/discovery-routes.ts";
import { withAuthentication } from "./endpoints/filters/with-authentication.ts";
import { withAuthorization } from "./endpoints/filters/with-authorization.ts";
import { withErrorAnswers, type ReportBug } from "./endpoints/filters/with-error-answers.ts";
import { withRequestInfo } from "./endpoints/filters/with-request-info.ts";
import { chain } from "./endpoints/handler.ts";
import { createHealth, healthPaths } from "./endpoints/health.ts";
import { installResources } from "./endpoints/install-resources.ts";
import { createRegistryAccess } from "./endpoints/registry-access.ts";
import { createRouter } from "./endpoints/router.ts";
import { createResourceTable, type InstalledResource, type ResourceTable } from "./endpoints/routes/resource-table.ts";
import { createHandle } from "./endpoints/serve.ts";
import { createStoredRuleSource } from "./endpoints/stored-rule-source.ts";
import { versionRoute } from "./endpoints/version.ts";
import { writeBootstrapObjects } from "./endpoints/bootstrap.ts";
import { createIndexRoute } from "./endpoints/index-route.ts";
import { createInspector } from "./endpoints/inspector.ts";
import type { Authenticator } from "./request/authenticator.ts";
import type { Authorizer } from "./request/authorizer.ts";
import type { UserInfo } from "./request/user.ts";
import { loadBuiltinTypes } from "./schema/builtin/builtin-types.ts";
import type { Backend } from "./storage/backend/backend.ts";
import { createStorage } from "./storage/cacher/create-storage.ts";
import type { Storage, StorageCodec } from "./storage/interface.ts";
import { createStore, type Store } from "./storage/mvcc/store.ts";

/** What a server is made of. */
export interface ApiServerOptions {
  readonly backend: Backend;
  readonly clock: Clock;
  readonly random: Random;
  /** Users by bearer token, as of a token file. With it RBAC decides; without it every caller is system:masters. */
  readonly tokens?: ReadonlyMap<string, UserInfo> | undefined;
  /** Further tokens that keep their user either way: the page's own and the controllers'. */
  readonly loopbackTokens?: ReadonlyMap<string, UserInfo> | undefined;
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
  readonly inspect: Inspector;
  readonly store: Store;
  /** Ends watches, waits for pending writes and closes the backend. */
  close(): Promise<void>;
}

/** Starts a server on a backend; resolves once it can answer. Rejects with the backend's error when that cannot be opened. */
export async function createApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { backend, clock, random } = options;
  const startedAt = clock.now();
  const [types, store] = await Promise.all([loadBuiltinTypes(), createStore({ backend, clock, reportBug: options.reportBug })]);
  const traces = new TraceRing(clock);
  const storages = new Map<string, Storage<KubeObject>>();
  const openStorage = (prefix: string, codec: StorageCodec<KubeObject>): Storage<KubeObject> => {
    const storage = createStorage({ store, codec, prefix });
    storages.set(prefix, storage);
    return storage;
  };
  const definitions = builtinResources.filter((definition) => definition.servedByDefault);
  const table = install();
  const bootstrap = (): Promise<void> => writeBootstrapObjects(table, bootstrapNamespaces, systemContext);
  await bootstrap();
  store.compact();
  const authorizer = createAuthorizer(options, storages);
  const checks = healthChecks(store);
  const routes = [createDiscovery(() => definitions, options.serverAddress ?? "127.0.0.1:443"), versionRoute, createHealth(checks), createIndexRoute(() => definitions, ["/version", ...healthPaths(checks)])];
  const router = createRouter(table, routes, {
    authorizer,
    watchTimeouts: { next: () => (1800 + random.int(1800)) * 1000 },
  });
  const filters = [withErrorAnswers(options.reportBug ?? (() => undefined)), withRequestInfo, withAuthentication(createAuthenticator(options)), withAuthorization(authorizer)];
  const handle = createHandle(chain(filters, router), { clock, random, traces });
  return {
    handle,
    fetch: createFetch(handle),
    inspect: createInspector({ store, traces, clock, startedAt, bootstrap }),
    store,
    async close() {
      traces.close();
      await store.close();
    },
  };

  function install(): ResourceTable {
    const find = (resource: string): InstalledResource | undefined => resources.find(({ scope }) => scope.definition.resource === resource);
    const admission = createAdmissionChain([createNamespaceLifecycle((name) => Promise.resolve(storages.get("/registry/namespaces/")?.peek(`/registry/namespaces/${name}`)?.object))]);
    const access = createRegistryAccess(find, systemContext);
    const resources = installResources(definitions, { types, random, admission, openStorage, convert, access });
    return createResourceTable(resources);
  }

  function systemContext(namespace: string) {
    return { user: loopbackUser, namespace, dryRun: false, now: formatTime(clock.now()), warn: () => undefined };
  }
}

function createAuthenticator({ tokens, loopbackTokens }: ApiServerOptions): Authenticator {
  if (tokens === undefined) return createAlwaysMastersAuthenticator(loopbackTokens ?? new Map());
  return unionAuthenticators([createTokenAuthenticator(new Map([...tokens, ...(loopbackTokens ?? [])])), anonymousAuthenticator]);
}

function createAuthorizer({ tokens }: ApiServerOptions, storages: ReadonlyMap<string, Storage<KubeObject>>): Authorizer {
  if (tokens === undefined) return alwaysAllowAuthorizer;
  const storage = (resource: string): Storage<KubeObject> => {
    const found = storages.get(`/registry/${resource}/`);
    if (found === undefined) throw new Error(`${resource} are not installed`);
    return found;
  };
  const source = createStoredRuleSource({
    roles: storage("roles"), roleBindings: storage("rolebindings"), clusterRoles: storage("clusterroles"), clusterRoleBindings: storage("clusterrolebindings"),
  });
  return unionAuthorizers([mastersAuthorizer, createRbacAuthorizer(source)]);
}

const healthChecks = (store: Store) => [
  { name: "ping", check: () => undefined },
  { name: "log", check: () => undefined },
  { name: "etcd", check: () => store.trouble?.message },
  { name: "shutdown", onlyReady: true, check: () => undefined },
];
