import type { Subtle } from "../component-base/subtle.ts";
import { BoundedMap } from "../apimachinery/bounded-map.ts";
import type { Clock } from "../apimachinery/clock.ts";
import { formatGroupVersion } from "../apimachinery/gvk.ts";
import type { Random } from "../apimachinery/random.ts";
import { resourcesFor } from "../apis/earlier-resources.ts";
import { withGatedFields } from "../apis/gated-fields/drop-gated-fields.ts";
import type { StorageObserver } from "../apiserver/storage/storage-request.ts";
import type { ReportBug } from "../apiserver/endpoints/filters/with-error-answers.ts";
import { versionInfo, type VersionInfo } from "../apiserver/endpoints/routes/version.ts";
import { enabledResources } from "../apiserver/registry/enabled-resources.ts";
import type { ResourceInfo, BuiltinResource } from "../apiserver/registry/resource-definition.ts";
import type { AuthorizationMode } from "../apiserver/auth/authorizers.ts";
import type { ModeAuthorizer } from "../apiserver/request/mode-authorizer.ts";
import type { UserInfo } from "../apiserver/request/user.ts";
import type { PodSecurityConfiguration } from "../pod-security-admission/admission/admission.ts";
import type { NodeObjects } from "../plugin/auth/node/node-graph.ts";
import type { TypeRegistry } from "../apiserver/schema/type-registry.ts";
import type { WebhookServices } from "../apiserver/webhook/webhook-services.ts";
import type { Backend } from "../apiserver/storage/backend/backend.ts";
import type { CreateEngine } from "../apiserver/storage/mvcc/engine.ts";
import type { AdmissionWebhooks } from "../client/admission-webhook.ts";
import type { Converters } from "../client/converter.ts";
import {
  createFeatureGates,
  type FeatureGates,
  type FeatureSettings,
} from "../component-base/features/feature-gates.ts";
import type { MetricsRegistry } from "../component-base/metrics/metrics-registry.ts";
import { binaryRelease, type Release } from "../component-base/versions/release.ts";
import { registeredOnly, type KnownVersions, type RuntimeConfig } from "../component-base/versions/runtime-config.ts";
import type { ApiServers, CallExtension } from "../component-base/extension-server.ts";
import type { CallWebhook } from "../component-base/webhook.ts";
import type { WorldClock } from "../component-base/world-clock.ts";
import { checkPluginNames, type AdmissionPluginNames } from "./admission.ts";
import type { OperationsOptions } from "./operations.ts";
import type { CreateAuthorizer, ServiceAccountOptions } from "./security/server-identity.ts";
import type { StoredSchemes } from "./storage/stored-schemes.ts";
import { serviceRangesOf, type ServiceRangeOptions, type ServiceRanges } from "./services/service-ranges.ts";

/** A database that has other writers, and what decides about writes in it. */
export interface SharedBackend {
  readonly backend: Backend;
  readonly engine: CreateEngine;
  /** Databases that have the objects of some resources in place of this one. */
  readonly others?: readonly OtherBackend[] | undefined;
}

/** A database of some resources alone. Its revisions are its own. */
export interface OtherBackend extends Pick<SharedBackend, "backend" | "engine"> {
  /** The prefixes of their keys. */
  readonly roots: readonly string[];
}

/** Opens such a database, whose requests are observed. */
export type OpenSharedBackend = (schemes: StoredSchemes, observe: StorageObserver) => Promise<SharedBackend>;

/** The options of an API server. */
export interface ApiServerOptions extends OperationsOptions, AdmissionPluginNames, ServiceRangeOptions {
  /**
   * The storage backend. It may be a promise: parts that do not need storage are created in the meantime. A database
   * that other servers write, too, is opened with what objects are stored by.
   */
  readonly backend: Backend | Promise<Backend> | OpenSharedBackend;
  /** Whether the storage is that of a server which goes on here: no bootstrap objects are written at the start. */
  readonly goesOn?: boolean | undefined;
  /** The time of the machine: of deadlines, commits, watches and tokens. */
  readonly clock: Clock;
  /** The time of the objects and of the controllers, which can be paused; `clock` by default. */
  readonly world?: WorldClock | undefined;
  readonly random: Random;
  /** Adds metrics of the host to those of the server, before its storage is opened. */
  readonly registerMetrics?: ((registry: MetricsRegistry) => void) | undefined;
  /**
   * The source of audit IDs and of the timeouts of watches; `random` by default. With a source of their own, names and
   * UIDs do not depend on how many requests came before.
   */
  readonly requestRandom?: Random | undefined;
  /**
   * Users by bearer token, as in a token file. If undefined, every request without a token is authenticated as
   * system:masters.
   */
  readonly tokens?: ReadonlyMap<string, UserInfo> | undefined;
  /**
   * Admission plugins that are on by default besides those that always are. Asked once the storage is open, with
   * whether this is its first opening.
   */
  readonly defaultAdmissionPlugins?: ((isNew: boolean) => readonly string[]) | undefined;
  /** The policy of namespaces without labels, and exemptions, for the plugin PodSecurity. */
  readonly podSecurity?: PodSecurityConfiguration | undefined;
  /** The authorization modes in order; RBAC by default. */
  readonly authorizationModes?: readonly AuthorizationMode[] | undefined;
  /** Creates the authorizer in place of that of the modes, which it may ask. */
  readonly createAuthorizer?: CreateAuthorizer | undefined;
  /** Creates the authorizer of the mode Node, if a mode is that. */
  readonly createNodeAuthorizer?: ((objects: NodeObjects) => ModeAuthorizer) | undefined;
  /**
   * Whether requests without credentials are anonymous, if there are `tokens`: true by default, else refused. Paths are
   * those of which alone requests are anonymous.
   */
  readonly anonymous?: boolean | ReadonlySet<string> | undefined;
  /** The issuers and keys of service account tokens; by default, the server makes a key and keeps it. */
  readonly serviceAccounts?: ServiceAccountOptions | undefined;
  /** Additional tokens whose users are authenticated in either case: those of the page and of the controllers. */
  readonly loopbackTokens?: ReadonlyMap<string, UserInfo> | undefined;
  /** The feature gates that override the defaults. */
  readonly featureGates?: FeatureSettings | undefined;
  /** The groups, versions and resources to enable or disable, overriding the defaults. */
  readonly runtimeConfig?: RuntimeConfig | undefined;
  /** The release to emulate, if it is not that of the server itself. */
  readonly emulatedRelease?: Release | undefined;
  /** Functions that replace conversion webhooks, by the name of the CustomResourceDefinition. */
  readonly converters?: Converters | undefined;
  /** Functions that replace admission webhooks, by the name of the webhook. */
  readonly admissionWebhooks?: AdmissionWebhooks | undefined;
  /** Calls webhooks. If undefined, the server makes no outgoing requests. */
  readonly callWebhook?: CallWebhook | undefined;
  /** Functions that answer for APIServices in place of their Services, by the name of the APIService. */
  readonly apiServers?: ApiServers | undefined;
  /** Calls extension API servers. If undefined, only those that are functions can be reached. */
  readonly callExtension?: CallExtension | undefined;
  /**
   * How extension API servers verify that this server calls them: the data of the config map
   * `extension-apiserver-authentication`, which is written if it is not there.
   */
  readonly clientAuthentication?: Readonly<Record<string, string>> | undefined;
  /** The address that stands in for a port of a Service, where webhooks and API servers are called by Service. */
  readonly serviceAddress?: WebhookServices["serviceAddress"];
  /** Whether they are called by endpoints of their Services only. */
  readonly routesToEndpoints?: boolean | undefined;
  /** WebCrypto: signs service account tokens and hashes OpenAPI documents. If undefined, no tokens can be issued. */
  readonly subtle?: Subtle | undefined;
  /** The period after startup during which /livez treats unfinished post-start hooks as healthy, in milliseconds. */
  readonly livezGracePeriodMs?: number | undefined;
  /** Whether to expose metrics that were deprecated in an earlier release. */
  readonly showHiddenMetrics?: boolean | undefined;
  /**
   * The name of the Lease in kube-system by which other servers know this one; undefined if none shares its storage.
   */
  readonly identity?: string | undefined;
  /** The host and port in discovery documents. */
  readonly serverAddress?: string;
  /**
   * Receives unexpected errors, for which clients get a 500, and differences between declarative and hand-written
   * validation, which clients do not notice.
   */
  readonly reportBug?: ReportBug;
  /** Receives a sentence for each stored object that cannot be decoded, when it is first read. */
  readonly reportUnreadable?: (sentence: string) => void;
}

/** The emulated release, its feature gates and the known resources. */
export interface ServerSettings {
  readonly release: Release;
  readonly gates: FeatureGates;
  readonly version: VersionInfo;
  readonly resources: readonly BuiltinResource[];
  readonly services: ServiceRanges;
}

/** What follows from a release and its feature gates alone, so that servers with the same ones share it. */
type GatedResources = Pick<ServerSettings, "gates" | "resources">;

/** Few combinations of feature gates and of runtime configurations are in use at a time. */
const mostCombinations = 16;
const gatedResources = new BoundedMap<string, GatedResources>(mostCombinations);

function gatedResourcesOf(release: Release, featureGates: FeatureSettings = {}): GatedResources {
  const key = JSON.stringify([release, featureGates]);
  const known = gatedResources.get(key);
  if (known !== undefined) return known;
  const gates = createFeatureGates(featureGates, release);
  const made = { gates, resources: resourcesFor(release).map((definition) => withGatedFields(definition, gates)) };
  gatedResources.set(key, made);
  return made;
}

/**
 * Returns the settings of a server; throws a ConfigurationError if feature gates, names of plugins or the ranges of
 * Services are invalid.
 */
export function settingsOf(options: ApiServerOptions): ServerSettings {
  const { emulatedRelease: release = binaryRelease, featureGates } = options;
  checkPluginNames(options);
  return {
    release,
    ...gatedResourcesOf(release, featureGates),
    version: versionInfo(release),
    services: serviceRangesOf(options),
  };
}

/** The resources of a server. */
export interface ServerResources {
  /** The served resources, in the order of discovery. */
  readonly served: readonly BuiltinResource[];
  /** The served resources, and those that the server uses internally without serving them. */
  readonly installed: readonly BuiltinResource[];
}

/** The resources by the definitions they are chosen from, the types and the runtime configuration. */
const chosenResources = new WeakMap<
  readonly BuiltinResource[],
  WeakMap<TypeRegistry, BoundedMap<string, ServerResources>>
>();

/**
 * Returns the resources of a server; throws a ConfigurationError if the runtime configuration names an unknown
 * resource.
 */
export function resourcesOf(
  settings: ServerSettings,
  types: TypeRegistry,
  runtimeConfig: RuntimeConfig = new Map(),
): ServerResources {
  const byTypes = chosenResources.get(settings.resources) ?? new WeakMap();
  chosenResources.set(settings.resources, byTypes);
  const byText = byTypes.get(types) ?? new BoundedMap(mostCombinations);
  byTypes.set(types, byText);
  const key = JSON.stringify([...runtimeConfig]);
  const known = byText.get(key);
  if (known !== undefined) return known;
  const chosen = chooseResources(settings, types, runtimeConfig);
  byText.set(key, chosen);
  return chosen;
}

function chooseResources(
  { release, gates, resources }: ServerSettings,
  types: TypeRegistry,
  runtimeConfig: RuntimeConfig,
): ServerResources {
  const served = enabledResources(resources, { runtimeConfig, release, gates, known: knownVersions(types) });
  const known = new Map(served.map((definition) => [resourceKey(definition), definition]));
  const installed = resources.flatMap(
    (definition) => known.get(resourceKey(definition)) ?? (definition.servedByDefault ? [definition] : []),
  );
  return { served, installed };
}

const resourceKey = ({ group, version, resource }: ResourceInfo): string => `${group}/${version}/${resource}`;

const knownVersions = (types: TypeRegistry): KnownVersions => {
  const registered = [...types.kinds(), ...registeredOnly];
  const versions = new Set(registered.map(formatGroupVersion));
  const groups = new Set(registered.map(({ group }) => group));
  return {
    hasGroup: (group) => groups.has(group),
    hasVersion: (groupVersion) => versions.has(formatGroupVersion(groupVersion)),
  };
};
