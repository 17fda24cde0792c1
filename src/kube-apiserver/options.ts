import type { Clock } from "../apimachinery/clock.ts";
import { formatGroupVersion } from "../apimachinery/gvk.ts";
import type { Random } from "../apimachinery/random.ts";
import { resourcesFor } from "../apis/earlier-resources.ts";
import { withGatedFields } from "../apis/gated-fields/drop-gated-fields.ts";
import type { ReportBug } from "../apiserver/endpoints/filters/with-error-answers.ts";
import { versionInfo, type VersionInfo } from "../apiserver/endpoints/routes/version.ts";
import { enabledResources } from "../apiserver/registry/enabled-resources.ts";
import type { ResourceDefinition } from "../apiserver/registry/resource-definition.ts";
import type { AuthorizationMode } from "../apiserver/auth/authorizers.ts";
import type { UserInfo } from "../apiserver/request/user.ts";
import type { TypeRegistry } from "../apiserver/schema/type-registry.ts";
import type { Backend } from "../apiserver/storage/backend/backend.ts";
import type { Converters } from "../client/converter.ts";
import {
  createFeatureGates,
  type FeatureGates,
  type FeatureSettings,
} from "../component-base/features/feature-gates.ts";
import { binaryRelease, type Release } from "../component-base/versions/release.ts";
import { registeredOnly, type KnownVersions, type RuntimeConfig } from "../component-base/versions/runtime-config.ts";
import type { CallWebhook } from "../component-base/webhook.ts";
import type { OperationsOptions } from "./operations.ts";

/** What a server is made of. */
export interface ApiServerOptions extends OperationsOptions {
  /** May still be on its way: what needs no storage is made meanwhile. */
  readonly backend: Backend | Promise<Backend>;
  readonly clock: Clock;
  readonly random: Random;
  /** Users by bearer token, as of a token file. Without it every caller who shows no token is of system:masters. */
  readonly tokens?: ReadonlyMap<string, UserInfo> | undefined;
  /** Who decides what users may do, in this order; RBAC if not given. */
  readonly authorizationModes?: readonly AuthorizationMode[] | undefined;
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
  /** How long after the start /livez takes unfinished post-start hooks for good ones. */
  readonly livezGracePeriodMs?: number | undefined;
  /** Shows metrics that were deprecated in an earlier release. */
  readonly showHiddenMetrics?: boolean | undefined;
  /** Host and port that discovery names. */
  readonly serverAddress?: string;
  /** Hears of errors that are bugs; clients get a 500. */
  readonly reportBug?: ReportBug;
}

/** The release that a server acts as, its features and the resources that it knows. */
export interface ServerSettings {
  readonly release: Release;
  readonly gates: FeatureGates;
  readonly version: VersionInfo;
  readonly resources: readonly ResourceDefinition[];
}

/** Throws a ConfigurationError for features that cannot be as they are wanted. */
export function settingsOf({
  emulatedRelease: release = binaryRelease,
  featureGates,
}: ApiServerOptions): ServerSettings {
  const gates = createFeatureGates(featureGates, release);
  return {
    release,
    gates,
    version: versionInfo(release),
    resources: resourcesFor(release).map((definition) => withGatedFields(definition, gates)),
  };
}

/** Which resources a server has. */
export interface ServerResources {
  /** What clients reach, in discovery's order. */
  readonly served: readonly ResourceDefinition[];
  /** Those, and the ones that the server itself works with where they are not served. */
  readonly installed: readonly ResourceDefinition[];
}

/** Throws a ConfigurationError for a runtime config that names what does not exist. */
export function resourcesOf(
  { release, gates, resources }: ServerSettings,
  types: TypeRegistry,
  runtimeConfig: RuntimeConfig = new Map(),
): ServerResources {
  const served = enabledResources(resources, { runtimeConfig, release, gates, known: knownVersions(types) });
  const known = new Map(served.map((definition) => [resourceKey(definition), definition]));
  const installed = resources.flatMap(
    (definition) => known.get(resourceKey(definition)) ?? (definition.servedByDefault ? [definition] : []),
  );
  return { served, installed };
}

const resourceKey = ({ group, version, resource }: ResourceDefinition): string => `${group}/${version}/${resource}`;

const knownVersions = (types: TypeRegistry): KnownVersions => {
  const registered = [...types.kinds(), ...registeredOnly];
  const versions = new Set(registered.map(formatGroupVersion));
  const groups = new Set(registered.map(({ group }) => group));
  return {
    hasGroup: (group) => groups.has(group),
    hasVersion: (groupVersion) => versions.has(formatGroupVersion(groupVersion)),
  };
};
