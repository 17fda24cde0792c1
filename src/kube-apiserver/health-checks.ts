import type { Clock } from "../apimachinery/clock.ts";
import type { HealthCheck } from "../apiserver/endpoints/routes/health.ts";
import type { Backend } from "../apiserver/storage/backend/backend.ts";
import type { Store } from "../apiserver/storage/mvcc/store.ts";
import type { FeatureGates } from "../component-base/features/feature-gates.ts";
import type { MaybeAsync } from "../component-base/maybe-async.ts";
import type { GateName } from "../component-base/features/gate-table.ts";

/** What a post-start hook waits for. */
type Awaits = "bootstrap" | "definitions" | "storage versions" | "nothing";

/**
 * The post-start hooks with their upstream names, in the order in which the delegated servers (apiextensions,
 * kube-apiserver, aggregator) add them. Hooks of components that do not exist here (flow control, repair of service
 * addresses) complete immediately, as they do upstream if nothing is configured for them. They are listed nevertheless,
 * because probes request and exclude checks by name.
 */
const postStartHooks: readonly (readonly [name: string, awaits: Awaits, ...gates: readonly GateName[]])[] = [
  ["start-apiserver-admission-initializer", "nothing"],
  ["generic-apiserver-start-informers", "nothing"],
  ["priority-and-fairness-config-consumer", "nothing"],
  ["priority-and-fairness-filter", "nothing"],
  ["storage-object-count-tracker-hook", "nothing"],
  ["start-apiextensions-informers", "nothing"],
  ["start-apiextensions-controllers", "definitions"],
  ["crd-informer-synced", "nothing"],
  ["start-system-namespaces-controller", "bootstrap"],
  ["start-kube-apiserver-coordinated-leader-election-controller", "nothing", "CoordinatedLeaderElection"],
  ["start-cluster-authentication-info-controller", "nothing"],
  ["start-kube-apiserver-identity-lease-controller", "nothing", "APIServerIdentity"],
  ["start-kube-apiserver-identity-lease-garbage-collector", "nothing", "APIServerIdentity"],
  ["storage-readiness", "nothing", "WatchCacheInitializationPostStartHook"],
  ["start-legacy-token-tracking-controller", "nothing"],
  ["start-service-ip-repair-controllers", "nothing"],
  ["rbac/bootstrap-roles", "bootstrap"],
  ["scheduling/bootstrap-system-priority-classes", "nothing"],
  ["priority-and-fairness-config-producer", "nothing"],
  ["bootstrap-controller", "nothing"],
  ["start-kubernetes-service-cidr-controller", "nothing", "MultiCIDRServiceAllocator"],
  ["start-kube-aggregator-informers", "nothing"],
  ["apiservice-status-local-available-controller", "nothing"],
  ["apiservice-status-remote-available-controller", "nothing"],
  ["apiservice-registration-controller", "nothing"],
  ["apiservice-discovery-controller", "nothing"],
  ["built-in-resources-storage-version-updater", "storage versions", "StorageVersionAPI", "APIServerIdentity"],
  ["kube-apiserver-autoregistration", "nothing"],
];

/** The hooks reported after `autoregister-completion`. */
const openApiHooks = ["apiservice-openapi-controller", "apiservice-openapiv3-controller"];

/** A store that says whether it works. */
type CheckedStore = Pick<Store, "trouble"> & { readonly backend: Pick<Backend, "health"> };

/** The state that the health checks observe. */
export interface HealthSources {
  readonly store: CheckedStore;
  /** The stores of resources that are kept elsewhere (--etcd-servers-overrides). */
  readonly otherStores?: readonly CheckedStore[];
  readonly clock: Clock;
  readonly gates: FeatureGates;
  /** The period after startup during which /livez treats unfinished hooks as healthy, in milliseconds. */
  readonly livezGraceMs: number;
  /** Whether the bootstrap objects are written; false while the server is being reset. */
  bootstrapped(): boolean;
  /** Whether the CustomResourceDefinitions stored at startup are served. */
  definitionsSynced(): boolean;
  /** Whether other servers are told in which versions this one stores; true if there is nobody to tell. */
  storageVersionsTold?(): boolean;
  /** The names of APIServices that the server has yet to register. */
  missingApiServices(): readonly string[];
  shuttingDown(): boolean;
}

/** Creates the health checks of kube-apiserver v1.34 with default flags, in its order. */
export function createHealthChecks(sources: HealthSources): readonly HealthCheck[] {
  const { store, otherStores = [], clock, gates } = sources;
  const liveAfter = clock.now() + sources.livezGraceMs;
  const states: Readonly<Record<Awaits, () => boolean>> = {
    bootstrap: () => sources.bootstrapped(),
    definitions: () => sources.definitionsSynced(),
    "storage versions": () => sources.storageVersionsTold?.() ?? true,
    nothing: () => true,
  };
  const withGrace = (name: string, problem: () => string | undefined): HealthCheck => ({
    name,
    check: (endpoint) => (endpoint === "livez" && clock.now() <= liveAfter ? undefined : problem()),
  });
  const bootSequence = (name: string, isDone: () => boolean): HealthCheck =>
    withGrace(name, () => (isDone() ? undefined : "not finished"));
  const healthOf = (checked: CheckedStore) => (): MaybeAsync<string | undefined> =>
    checked.backend.health === undefined ? checked.trouble?.message : checked.backend.health();
  // what a database is written is followed besides: reads wait for that
  const readinessOf = (checked: CheckedStore) => async (): Promise<string | undefined> =>
    (await healthOf(checked)()) ?? checked.trouble?.message;
  return [
    { name: "ping", check: () => undefined },
    { name: "log", check: () => undefined },
    { name: "etcd", check: healthOf(store) },
    { name: "etcd-readiness", onlyReady: true, check: readinessOf(store) },
    ...otherStores.flatMap((other, at): HealthCheck[] => [
      { name: `etcd-override-${at}`, check: healthOf(other) },
      { name: `etcd-override-readiness-${at}`, onlyReady: true, check: readinessOf(other) },
    ]),
    { name: "informer-sync", onlyReady: true, check: () => undefined },
    ...postStartHooks
      .filter(([, , ...needed]) => needed.every((gate) => gates.enabled(gate)))
      .map(([name, awaits]) => bootSequence(`poststarthook/${name}`, states[awaits])),
    withGrace("autoregister-completion", () => {
      const missing = sources.missingApiServices();
      return missing.length === 0 ? undefined : `missing APIService: [${missing.join(" ")}]`;
    }),
    ...openApiHooks.map((name) => bootSequence(`poststarthook/${name}`, states.nothing)),
    {
      name: "shutdown",
      onlyReady: true,
      check: () => (sources.shuttingDown() ? "process is shutting down" : undefined),
    },
  ];
}
