import { formatGroupVersion } from "../../apimachinery/gvk.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import { deprecationWarning, lifecycleOf } from "../../component-base/versions/api-lifecycle.ts";
import { formatRelease, type Release } from "../../component-base/versions/release.ts";
import { apiChoices, type ApiChoice, type KnownVersions, type RuntimeConfig } from "../../component-base/versions/runtime-config.ts";
import { gvkOf, type ResourceDefinition } from "./resource-definition.ts";

/** What a server is to serve. */
export interface EnablementOptions {
  readonly runtimeConfig: RuntimeConfig;
  readonly release: Release;
  readonly known: KnownVersions;
}

/**
 * The resources that are served: those by default, changed by the runtime configuration, without those that the release does not have
 * (resourceconfig.MergeAPIResourceConfigs, then RemoveUnavailableKinds). Deprecated ones say so. Throws a ConfigurationError where the configuration asks for what cannot be.
 */
export function enabledResources(definitions: readonly ResourceDefinition[], { runtimeConfig, release, known }: EnablementOptions): readonly ResourceDefinition[] {
  const choices = apiChoices(runtimeConfig, known);
  const wanted = definitions.filter((definition) => isEnabled(definition, choices));
  const served = wanted.filter((definition) => isAvailable(definition, release));
  for (const choice of choices) refuseFuture(choice, definitions, served, release);
  return served.map((definition) => withDeprecation(definition, release));
}

/** The last choice that is about a resource counts; one about its version forgets those before it. */
function isEnabled({ group, version, resource, servedByDefault }: ResourceDefinition, choices: readonly ApiChoice[]): boolean {
  let enabled = servedByDefault;
  for (const choice of choices) {
    if (choice.kind === "level" ? choice.matches(version) : choice.groupVersion.group === group && choice.groupVersion.version === version && (choice.kind === "version" || choice.resource === resource)) enabled = choice.on;
  }
  return enabled;
}

function isAvailable(definition: ResourceDefinition, release: Release): boolean {
  const { introduced, removed } = lifecycleOf(gvkOf(definition));
  return introduced <= release && (removed === undefined || removed > release);
}

/** Asking by name for what a later release introduced is a mistake. */
function refuseFuture(choice: ApiChoice, definitions: readonly ResourceDefinition[], served: readonly ResourceDefinition[], release: Release): void {
  if (choice.kind === "level" || !choice.on) return;
  const { groupVersion } = choice;
  const ofVersion = (d: ResourceDefinition): boolean => d.group === groupVersion.group && d.version === groupVersion.version;
  const hint = "Consider setting --runtime-config-emulation-forward-compatible=true";
  if (choice.kind === "version") {
    if (!definitions.some(ofVersion) || served.some(ofVersion)) return;
    throw new ConfigurationError(`cannot enable version ${formatGroupVersion(groupVersion)} in runtime-config because all the resources have been introduced after the current version ${formatRelease(release)}. ${hint}`);
  }
  const definition = definitions.find((d) => ofVersion(d) && d.resource === choice.resource);
  if (definition === undefined || isAvailable(definition, release)) return;
  const { introduced } = lifecycleOf(gvkOf(definition));
  throw new ConfigurationError(`cannot enable resource ${formatGroupVersion(groupVersion)}, Resource=${choice.resource} in runtime-config because it is introduced at ${formatRelease(introduced)} after the current version ${formatRelease(release)}. ${hint}`);
}

function withDeprecation(definition: ResourceDefinition, release: Release): ResourceDefinition {
  const warning = deprecationWarning(gvkOf(definition), release);
  return warning === undefined ? definition : { ...definition, deprecationWarning: warning };
}
