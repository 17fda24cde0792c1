import { formatGroupVersion, type GroupVersion } from "../../apimachinery/gvk.ts";
import { ConfigurationError } from "../configuration-error.ts";

/** The values of `--runtime-config` by key: `api/beta`, `apps/v1`, `apps/v1/deployments`. */
export type RuntimeConfig = ReadonlyMap<string, string>;

/** Parses `apps/v1=true,api/beta=false`; a key without a value has an empty one (cliflag.ConfigurationMap). */
export function parseRuntimeConfig(text: string): RuntimeConfig {
  const config = new Map<string, string>();
  for (const part of text.split(",")) {
    if (part === "") continue;
    const at = part.indexOf("=");
    if (at < 0) config.set(part.trim(), "");
    else config.set(part.slice(0, at).trim(), part.slice(at + 1).trim());
  }
  return config;
}

/** One setting of a runtime configuration, in the order in which they are applied. */
export type ApiChoice =
  | { readonly kind: "level"; readonly matches: (version: string) => boolean; readonly on: boolean }
  | { readonly kind: "version"; readonly groupVersion: GroupVersion; readonly on: boolean }
  | { readonly kind: "resource"; readonly groupVersion: GroupVersion; readonly resource: string; readonly on: boolean };

/** Versions that the schemes of v1.34 register although no server serves them: webhook reviews and old versions. */
export const registeredOnly: readonly GroupVersion[] = [
  { group: "admission.k8s.io", version: "v1" },
  { group: "admission.k8s.io", version: "v1beta1" },
  { group: "imagepolicy.k8s.io", version: "v1alpha1" },
  { group: "apiextensions.k8s.io", version: "v1beta1" },
  { group: "apiregistration.k8s.io", version: "v1beta1" },
];

/** The registered groups and versions. */
export interface KnownVersions {
  hasGroup(group: string): boolean;
  hasVersion(groupVersion: GroupVersion): boolean;
}

const levels = new Map<string, (version: string) => boolean>([
  ["api/all", () => true],
  ["api/ga", (version) => /^v\d+$/.test(version)],
  ["api/beta", (version) => /^v\d+beta\d+$/.test(version)],
  ["api/alpha", (version) => /^v\d+alpha\d+$/.test(version)],
]);

/**
 * Returns the settings of a configuration: levels from the widest to the narrowest, then versions, then resources.
 * Throws a ConfigurationError with upstream's message for invalid ones.
 */
export function apiChoices(config: RuntimeConfig, known: KnownVersions): readonly ApiChoice[] {
  refuseUnknown(config, known);
  const chosen: ApiChoice[] = [];
  for (const [key, matches] of levels) {
    const value = config.get(key);
    if (value === undefined) continue;
    if (value !== "true" && value !== "false") throw new ConfigurationError(`invalid value ${key}=${value}`);
    chosen.push({ kind: "level", matches, on: value === "true" });
  }
  const named = [...config].filter(([key]) => !levels.has(key)).map(([key, value]) => readChoice(key, value, known));
  return [
    ...chosen,
    ...named.filter(({ kind }) => kind === "version"),
    ...named.filter(({ kind }) => kind === "resource"),
  ];
}

function refuseUnknown(config: RuntimeConfig, known: KnownVersions): void {
  if (config.size === 1 && config.get("api/all") === "false")
    throw new ConfigurationError("invalid key with only api/all=false");
  const unknown: string[] = [];
  for (const key of config.keys()) {
    if (levels.has(key)) continue;
    const [group = "", , ...more] = key.split("/");
    if (!key.includes("/") || more.length > 1) throw new ConfigurationError(`runtime-config invalid key ${key}`);
    if (!known.hasGroup(group)) unknown.push(group);
  }
  if (unknown.length > 0) throw new ConfigurationError(`unknown api groups ${unknown.join(",")}`);
}

function readChoice(key: string, value: string, known: KnownVersions): ApiChoice {
  const [group = "", version = "", resource] = key.split("/");
  const groupVersion = { group, version };
  if (!known.hasVersion(groupVersion))
    throw new ConfigurationError(`group version ${formatGroupVersion(groupVersion)} that has not been registered`);
  const on = readBoolean(key, value);
  if (resource === undefined) return { kind: "version", groupVersion, on };
  if (resource.toLowerCase() !== resource)
    throw new ConfigurationError(
      `invalid key ${key}: group/version/resource and resource is always lowercase plural, not ${JSON.stringify(resource)}`,
    );
  return { kind: "resource", groupVersion, resource, on };
}

function readBoolean(key: string, value: string): boolean {
  if (value === "" || /^(?:1|t|T|TRUE|true|True)$/.test(value)) return true;
  if (/^(?:0|f|F|FALSE|false|False)$/.test(value)) return false;
  throw new ConfigurationError(
    `invalid value of ${key}: ${value}, err: strconv.ParseBool: parsing ${JSON.stringify(value)}: invalid syntax`,
  );
}
