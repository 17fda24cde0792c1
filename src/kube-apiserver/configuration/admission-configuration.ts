import { aggregateMessage, duplicate, fieldPath, invalid, type FieldError } from "../../apimachinery/field-error.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { isDns1123Label, isDns1123Subdomain } from "../../apimachinery/validation/names.ts";
import { documentSchema, field, list, object, text } from "../../apiserver/schema/document-schema.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import type { PodSecurityConfiguration } from "../../pod-security-admission/admission/admission.ts";
import {
  isLevel,
  levelProblem,
  parseVersion,
  versionProblem,
  type LevelVersion,
} from "../../pod-security-admission/api/policy.ts";
import { decodeStrictly, kindsBesides, within } from "./decode-strictly.ts";

interface WrittenPlugin {
  readonly name?: string;
  readonly path?: string;
  readonly configuration?: unknown;
}

const plugin = object("v1.AdmissionPluginConfiguration", [
  field("name", text),
  field("path", text),
  field("configuration", { kind: "raw", type: "any", goType: "runtime.Unknown" }, true),
]);
const admission = documentSchema("v1.AdmissionConfiguration", [field("plugins", list(plugin))]);
const admissionKinds = {
  "apiserver.config.k8s.io/v1/AdmissionConfiguration": admission,
  "apiserver.k8s.io/v1alpha1/AdmissionConfiguration": admission,
};

/** The other kinds of files of settings that upstream reads here before it refuses them. */
const otherKinds = kindsBesides(
  ["AuthenticationConfiguration", "AuthorizationConfiguration", "EncryptionConfiguration"],
  ["v1"],
);

/** The configuration of admission plugins that act. */
export interface AdmissionConfiguration {
  readonly podSecurity: PodSecurityConfiguration | undefined;
}

/** Plugins that read a configuration upstream, but not here. */
const unconfigured = new Set([
  "EventRateLimit",
  "ImagePolicyWebhook",
  "MutatingAdmissionWebhook",
  "PodNodeSelector",
  "PodTolerationRestriction",
  "ResourceQuota",
  "ValidatingAdmissionWebhook",
]);

/**
 * Reads an AdmissionConfiguration (admission.ReadAdmissionConfiguration) and the configuration of its plugins, which
 * may be in files of their own: `read` reads one whose path starts at the folder of the first. Plugins that have no
 * configuration ignore it, as upstream. Throws a ConfigurationError in upstream's words, or one that names a plugin
 * whose configuration cannot act.
 */
export function loadAdmissionConfiguration(
  body: Uint8Array,
  read: (path: string) => Uint8Array,
): AdmissionConfiguration {
  const reading = "failed to read plugin config";
  const { value, unexpected } = decodeStrictly(body, admissionKinds, otherKinds, reading);
  if (unexpected !== undefined)
    throw new ConfigurationError(`${reading}: unexpected type: *apiserver.${unexpected.replace(/^.*Kind=/, "")}`);
  const { plugins = [] } = value as { readonly plugins?: readonly WrittenPlugin[] };
  const bodyOf = ({ configuration, path = "" }: WrittenPlugin): Uint8Array | undefined => {
    if (configuration !== undefined && configuration !== null)
      return new TextEncoder().encode(JSON.stringify(configuration));
    return path === "" ? undefined : read(path);
  };
  for (const written of plugins)
    if (unconfigured.has(written.name ?? "") && bodyOf(written) !== undefined)
      throw new ConfigurationError(`the configuration of the admission plugin ${written.name} is not supported`);
  const podSecurity = plugins.find(({ name }) => name === "PodSecurity");
  const found = podSecurity && bodyOf(podSecurity);
  return { podSecurity: found && loadPodSecurity(found) };
}

interface WrittenPodSecurity {
  readonly defaults?: Readonly<Record<string, string>>;
  readonly exemptions?: Readonly<Partial<Record<"usernames" | "namespaces" | "runtimeClasses", readonly string[]>>>;
}

const levels = ["enforce", "warn", "audit"] as const;

const podSecurity = documentSchema("v1.PodSecurityConfiguration", [
  field(
    "defaults",
    object(
      "v1.PodSecurityDefaults",
      levels.flatMap((level) => [field(level, text), field(`${level}-version`, text)]),
    ),
  ),
  field(
    "exemptions",
    object(
      "v1.PodSecurityExemptions",
      ["usernames", "namespaces", "runtimeClasses"].map((name) => field(name, list(text))),
    ),
  ),
]);

const podSecurityKinds = Object.fromEntries(
  ["v1", "v1beta1", "v1alpha1"].map((version) => [
    `pod-security.admission.config.k8s.io/${version}/PodSecurityConfiguration`,
    podSecurity,
  ]),
);

/** Reads a PodSecurityConfiguration (load.LoadFromData and ValidatePodSecurityConfiguration). */
function loadPodSecurity(body: Uint8Array): PodSecurityConfiguration {
  return within(`failed to initialize admission: couldn't init admission plugin ${quoteGo("PodSecurity")}`, () => {
    const { value } = decodeStrictly(body, podSecurityKinds, {}, "");
    const { defaults = {}, exemptions = {} } = value as WrittenPodSecurity;
    const { usernames = [], namespaces = [], runtimeClasses = [] } = exemptions;
    const errors = [
      ...levels.flatMap((level) => validateDefault(level, defaults)),
      ...validateNames("namespaces", namespaces, isDns1123Label),
      ...validateNames("runtimeClasses", runtimeClasses, isDns1123Subdomain),
      ...validateNames("usernames", usernames, (name) => (name === "" ? ["username must not be empty"] : [])),
    ];
    if (errors.length > 0) throw new ConfigurationError(aggregateMessage(errors));
    const at = (level: string): LevelVersion => levelVersion(defaults[level], defaults[`${level}-version`]);
    return {
      defaults: { enforce: at("enforce"), audit: at("audit"), warn: at("warn") },
      exemptions: { usernames, namespaces, runtimeClasses },
    };
  });
}

function validateDefault(level: string, defaults: Readonly<Record<string, string>>): readonly FieldError[] {
  const { named, version } = withDefaults(defaults[level], defaults[`${level}-version`]);
  return [
    ...(isLevel(named) ? [] : [invalid(fieldPath("defaults", level), named, levelProblem)]),
    ...(parseVersion(version) === undefined
      ? [invalid(fieldPath("defaults", `${level}-version`), version, versionProblem)]
      : []),
  ];
}

/** An empty text is as one that is not there. */
const withDefaults = (named = "", version = ""): { readonly named: string; readonly version: string } => ({
  named: named === "" ? "privileged" : named,
  version: version === "" ? "latest" : version,
});

function validateNames(
  name: string,
  values: readonly string[],
  problems: (value: string) => readonly string[],
): readonly FieldError[] {
  const seen = new Set<string>();
  return values.flatMap((value, i) => {
    const path = fieldPath("exemptions", name).index(i);
    const found = problems(value);
    if (found.length > 0) return [invalid(path, value, found.join(", "))];
    if (seen.has(value)) return [duplicate(path, value)];
    seen.add(value);
    return [];
  });
}

function levelVersion(level: string | undefined, text: string | undefined): LevelVersion {
  const { named, version } = withDefaults(level, text);
  return { level: isLevel(named) ? named : "privileged", version: parseVersion(version) ?? "latest" };
}
