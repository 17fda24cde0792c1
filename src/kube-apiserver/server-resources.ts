import type { Clock } from "../apimachinery/clock.ts";
import { groupBy } from "../apimachinery/group-by.ts";
import { formatTime } from "../apimachinery/time.ts";
import { convert } from "../apis/conversions.ts";
import type { AdmissionChain } from "../apiserver/admission/admission.ts";
import { loopbackUser } from "../apiserver/auth/authenticators.ts";
import type { Metrics } from "../apiserver/endpoints/metrics/metrics.ts";
import type { FaultHook } from "../apiserver/endpoints/faults/fault-hook.ts";
import { ApplyCache } from "../apiserver/managedfields/apply-cache.ts";
import { storageRoot } from "../apiserver/registry/keys.ts";
import type { BuiltinResource, RegistryAccess, ResourceInfo } from "../apiserver/registry/resource-definition.ts";
import type { ResourceStore } from "../apiserver/registry/rest.ts";
import type { StrategyContext } from "../apiserver/registry/strategy.ts";
import type { TypeRegistry } from "../apiserver/schema/type-registry.ts";
import type { FeatureGates } from "../component-base/features/feature-gates.ts";
import { ignore } from "../component-base/ignore.ts";
import { WriteAuthors } from "../component-base/write-authors.ts";
import { createAdmission } from "./admission.ts";
import type { PluginServices } from "./plugin-services.ts";
import { PolicyParams } from "./policies.ts";
import type { ApiServerOptions, ServerResources, ServerSettings } from "./options.ts";
import { installResource } from "./resources/install-resources.ts";
import { createQuotaWriter } from "./resources/quota-writer.ts";
import { InstalledResources } from "./resources/installed-resources.ts";
import { createRegistryAccess } from "./resources/registry-access.ts";
import { keepSystemPriorityClasses } from "./resources/system-priority-classes.ts";
import { openKeyVault } from "./security/key-vault.ts";
import { createRbacGuard } from "./security/policy-based-storage.ts";
import { createServices } from "./services/create-services.ts";
import type { ServiceHooks } from "./services/service-hooks.ts";
import { type ServerIdentity, createServerIdentity } from "./security/server-identity.ts";
import { Storages, type OpenedStores } from "./storage/storages.ts";
import { StoredObjects } from "./storage/stored-objects.ts";

/** The built-in resources of a server and their dependencies. */
export interface ResourceParts {
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
  readonly authors: WriteAuthors;
  /** Returns the context of the server's own requests. */
  context(namespace: string): StrategyContext;
}

interface LatePluginServices {
  policiesChanged: PluginServices["policiesChanged"];
}

/** The epoch of the first opening of a storage. */
const firstEpoch = 1;

/** The services that built-in resources use. */
export interface ResourceServices {
  readonly types: TypeRegistry;
  readonly stores: OpenedStores;
  readonly metrics: Metrics;
  readonly settings: ServerSettings;
  readonly wanted: ServerResources;
  readonly faults: FaultHook;
}

/** Creates the storages, then authentication and authorization, which read them, then the resources, which use both. */
export function createResources(
  options: ApiServerOptions,
  { types, stores, metrics, settings, wanted: { served, installed }, faults }: ResourceServices,
): ResourceParts {
  const { random, reportBug = ignore } = options;
  const { gates } = settings;
  const { store } = stores;
  const closing = new AbortController();
  const authors = new WriteAuthors(store.revision);
  const context = systemContext(options.world ?? options.clock, gates, authors);
  const namesCorrupt = gates.enabled("AllowUnsafeMalformedObjectDeletion");
  const storages = new Storages(stores, { namesCorrupt, noteWait: metrics.observeStorage.waited });
  const objects = new StoredObjects(installed, types, storages);
  const security = createServerIdentity({
    ...options,
    vault: openKeyVault(storages, store, options.clock, closing.signal),
    findRbacStorage: (resource) => objects.storage(resource),
    findObject: (resource, namespace, name) => objects.find(resource, namespace, name),
    nodeAuthorizer: options.createNodeAuthorizer?.(objects),
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
    failing: (name, timeoutMs, request) => faults.active?.webhook(name, timeoutMs, request),
    background: (work) => void work(closing.signal).catch(reportBug),
  });
  const { enableAdmissionPlugins, disableAdmissionPlugins } = options;
  const defaultAdmissionPlugins = options.defaultAdmissionPlugins?.(store.epoch === firstEpoch);
  const names = { enableAdmissionPlugins, disableAdmissionPlugins, defaultAdmissionPlugins };
  const admission = createAdmission(plugins, names, metrics);
  const rbacGuard = createRbacGuard(security.guard);
  const guard = (unguarded: ResourceStore): ResourceStore => keepSystemPriorityClasses(rbacGuard(unguarded));
  const services = createServices(options, settings, { store, storages, types, objects, resources, context });
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
    authors,
  };
}

/** Returns what plugins depend on; `own` are the services that depend on the resources. */
const pluginServicesOf = (
  { clock, random, callWebhook, serviceAddress, routesToEndpoints, admissionWebhooks, podSecurity }: ApiServerOptions,
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
  routesToEndpoints,
  admissionWebhooks,
  podSecurity,
  policyObserver: metrics.policies,
  registry: metrics.registry,
  webhookObserver: metrics.webhooks,
});

type OwnPluginServices = Pick<
  PluginServices,
  "objects" | "types" | "params" | "authorizer" | "policiesChanged" | "quotas" | "background" | "failing"
>;

/** The context of the server's own requests. */
const systemContext = (clock: Clock, gates: FeatureGates, authors: WriteAuthors) => (namespace: string) => ({
  user: loopbackUser,
  namespace,
  dryRun: false,
  now: formatTime(clock.now()),
  gates,
  warn: ignore,
  wrote: (revision: number) => authors.note(revision, loopbackUser.name, ""),
});
