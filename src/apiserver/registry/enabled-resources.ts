import { formatGroupVersion } from "../../apimachinery/gvk.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import type { GateName } from "../../component-base/features/gate-table.ts";
import { deprecationOf, isAvailable, lifecycleOf } from "../../component-base/versions/api-lifecycle.ts";
import { toldStorageVersion } from "../../component-base/versions/told-storage-version.ts";
import { formatRelease, type Release } from "../../component-base/versions/release.ts";
import {
  apiChoices,
  type ApiChoice,
  type KnownVersions,
  type RuntimeConfig,
} from "../../component-base/versions/runtime-config.ts";
import { gvkOf, type ResourceInfo, type SubresourceInfo } from "./resource-definition.ts";

/** The settings that determine which resources a server serves. */
export interface EnablementOptions {
  readonly runtimeConfig: RuntimeConfig;
  readonly release: Release;
  readonly gates: FeatureGates;
  readonly known: KnownVersions;
}

/**
 * Returns the resources to serve: those enabled by default, as modified by the runtime configuration, without
 * those that the release does not have (resourceconfig.MergeAPIResourceConfigs, then RemoveUnavailableKinds).
 * Deprecated resources are marked with their deprecation warning. Throws a ConfigurationError if the runtime
 * configuration is invalid.
 */
export function enabledResources<T extends ResourceInfo>(
  definitions: readonly T[],
  { runtimeConfig, release, gates, known }: EnablementOptions,
): readonly T[] {
  const choices = apiChoices(runtimeConfig, known);
  const isOn = ({ gate }: { readonly gate?: GateName }): boolean => gate === undefined || gates.enabled(gate);
  const wanted = definitions.filter((definition) => isOn(definition) && isEnabled(definition, choices));
  const served = wanted.filter((definition) => isAvailable(gvkOf(definition), release));
  for (const choice of choices) refuseFuture(choice, definitions, served, release);
  return served.map((definition) => withFacts(withParts(definition, isOn), release));
}

/** Returns the definition with only the subresources that are available. */
function withParts<T extends ResourceInfo>(definition: T, isOn: (subresource: SubresourceInfo) => boolean): T {
  const { subresources } = definition;
  return subresources === undefined || subresources.every(isOn)
    ? definition
    : { ...definition, subresources: subresources.filter(isOn) };
}

/**
 * Whether the runtime configuration enables a resource. The last matching entry wins; an entry for a whole version
 * overrides the entries before it.
 */
function isEnabled(
  { group, version, resource, servedByDefault }: ResourceInfo,
  choices: readonly ApiChoice[],
): boolean {
  let enabled = servedByDefault;
  for (const choice of choices) {
    if (
      choice.kind === "level"
        ? choice.matches(version)
        : choice.groupVersion.group === group &&
          choice.groupVersion.version === version &&
          (choice.kind === "version" || choice.resource === resource)
    )
      enabled = choice.on;
  }
  return enabled;
}

const introducedBy = (definition: ResourceInfo, release: Release): boolean =>
  lifecycleOf(gvkOf(definition)).introduced <= release;

/** Throws if the configuration enables by name a resource that was introduced in a later release. */
function refuseFuture(
  choice: ApiChoice,
  definitions: readonly ResourceInfo[],
  served: readonly ResourceInfo[],
  release: Release,
): void {
  if (choice.kind === "level" || !choice.on) return;
  const { groupVersion } = choice;
  const ofVersion = (d: ResourceInfo): boolean => d.group === groupVersion.group && d.version === groupVersion.version;
  const hint = "Consider setting --runtime-config-emulation-forward-compatible=true";
  if (choice.kind === "version") {
    if (served.some(ofVersion) || !definitions.some((d) => ofVersion(d) && !introducedBy(d, release))) return;
    throw new ConfigurationError(
      `cannot enable version ${formatGroupVersion(groupVersion)} in runtime-config because all the resources have been introduced after the current version ${formatRelease(release)}. ${hint}`,
    );
  }
  const definition = definitions.find((d) => ofVersion(d) && d.resource === choice.resource);
  if (definition === undefined || introducedBy(definition, release)) return;
  const { introduced } = lifecycleOf(gvkOf(definition));
  throw new ConfigurationError(
    `cannot enable resource ${formatGroupVersion(groupVersion)}, Resource=${choice.resource} in runtime-config because it is introduced at ${formatRelease(introduced)} after the current version ${formatRelease(release)}. ${hint}`,
  );
}

/** Adds the facts that depend on the release, such as deprecation, to a definition. */
function withFacts<T extends ResourceInfo>(definition: T, release: Release): T {
  const gvk = gvkOf(definition);
  const deprecation = deprecationOf(gvk);
  const version = toldStorageVersion(gvk, release);
  if (deprecation === undefined && version === undefined) return definition;
  return {
    ...definition,
    ...(deprecation !== undefined && { deprecationWarning: deprecation.warning }),
    ...(deprecation !== undefined &&
      deprecation.removedRelease !== "" && { removedRelease: deprecation.removedRelease }),
    ...(version !== undefined && { toldStorageVersion: { group: definition.group, version } }),
  };
}
