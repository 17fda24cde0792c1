import { quoteGo } from "../apimachinery/go-strings.ts";
import type { AdmissionPlugin } from "../apiserver/admission/admission-plugin.ts";
import { createAdmissionChain, type AdmissionChain } from "../apiserver/admission/admission.ts";
import { createNamespaceLifecycle } from "../apiserver/admission/namespace-lifecycle.ts";
import type { Metrics } from "../apiserver/endpoints/metrics/metrics.ts";
import type { PluginFacts } from "../client/settings.ts";
import { ConfigurationError } from "../component-base/configuration-error.ts";
import { createBuiltInPlugins, type BuiltInPluginName } from "../plugin/admission/plugins.ts";
import type { PluginServices } from "./plugin-services.ts";
import { createMutatingPolicies, createValidatingPolicies } from "./policies.ts";
import { createMutatingWebhooks, createValidatingWebhooks } from "./webhooks.ts";

/** The plugins to enable and to disable besides the default ones. */
export interface AdmissionPluginNames {
  readonly enableAdmissionPlugins?: readonly string[] | undefined;
  readonly disableAdmissionPlugins?: readonly string[] | undefined;
}

/** The plugins of a server, with those that are on by default besides those of the table. */
export interface ChosenPlugins extends AdmissionPluginNames {
  readonly defaultAdmissionPlugins?: readonly string[] | undefined;
}

/** A row of the table of plugins. */
interface PluginRow {
  readonly name: string;
  /** Whether the plugin is enabled by default. */
  readonly on: boolean;
  /**
   * Absent if this server does not have the plugin. Returns undefined if a feature gate or the runtime configuration
   * disables it.
   */
  create?(services: PluginServices, builtIn: (name: BuiltInPluginName) => AdmissionPlugin): AdmissionPlugin | undefined;
}

const builtIn =
  (name: BuiltInPluginName): Required<PluginRow>["create"] =>
  (_, create) =>
    create(name);

/**
 * The admission plugins of 1.34 in upstream's order, with upstream's defaults (kubeapiserver/options AllOrderedPlugins,
 * DefaultOffAdmissionPlugins). ServiceAccount is on by default upstream; it requires the controller that creates
 * service accounts.
 */
// oxfmt-ignore
const plugins: readonly PluginRow[] = [
  { name: "AlwaysAdmit", on: false },
  { name: "NamespaceAutoProvision", on: false },
  { name: "NamespaceLifecycle", on: true, create: ({ objects }) => createNamespaceLifecycle((name) => objects.find("namespaces", "", name)) },
  { name: "NamespaceExists", on: false },
  { name: "LimitPodHardAntiAffinityTopology", on: false },
  { name: "LimitRanger", on: true, create: builtIn("LimitRanger") },
  { name: "ServiceAccount", on: false, create: builtIn("ServiceAccount") },
  { name: "NodeRestriction", on: false, create: builtIn("NodeRestriction") },
  { name: "TaintNodesByCondition", on: true, create: builtIn("TaintNodesByCondition") },
  { name: "AlwaysPullImages", on: false },
  { name: "ImagePolicyWebhook", on: false },
  { name: "PodSecurity", on: true, create: builtIn("PodSecurity") },
  { name: "PodNodeSelector", on: false },
  { name: "Priority", on: true, create: builtIn("Priority") },
  { name: "DefaultTolerationSeconds", on: true, create: builtIn("DefaultTolerationSeconds") },
  { name: "PodTolerationRestriction", on: false },
  { name: "EventRateLimit", on: false },
  { name: "ExtendedResourceToleration", on: false },
  { name: "DefaultStorageClass", on: true, create: builtIn("DefaultStorageClass") },
  { name: "StorageObjectInUseProtection", on: true, create: builtIn("StorageObjectInUseProtection") },
  { name: "OwnerReferencesPermissionEnforcement", on: false },
  { name: "PersistentVolumeClaimResize", on: true, create: builtIn("PersistentVolumeClaimResize") },
  { name: "RuntimeClass", on: true, create: builtIn("RuntimeClass") },
  { name: "CertificateApproval", on: true, create: builtIn("CertificateApproval") },
  { name: "CertificateSigning", on: true, create: builtIn("CertificateSigning") },
  { name: "ClusterTrustBundleAttest", on: true, create: builtIn("ClusterTrustBundleAttest") },
  { name: "CertificateSubjectRestriction", on: true, create: builtIn("CertificateSubjectRestriction") },
  { name: "DefaultIngressClass", on: true, create: builtIn("DefaultIngressClass") },
  { name: "DenyServiceExternalIPs", on: false },
  { name: "PodTopologyLabels", on: true, create: builtIn("PodTopologyLabels") },
  { name: "MutatingAdmissionPolicy", on: true, create: createMutatingPolicies },
  { name: "MutatingAdmissionWebhook", on: true, create: createMutatingWebhooks },
  { name: "ValidatingAdmissionPolicy", on: true, create: createValidatingPolicies },
  { name: "ValidatingAdmissionWebhook", on: true, create: createValidatingWebhooks },
  { name: "ResourceQuota", on: true, create: builtIn("ResourceQuota") },
  { name: "AlwaysDeny", on: false },
];

/** Creates the admission chain of a server, with metrics. */
export const createAdmission = (
  services: PluginServices,
  names: ChosenPlugins,
  { admission }: Pick<Metrics, "admission">,
): AdmissionChain => {
  const create = createBuiltInPlugins(services);
  return createAdmissionChain(
    enabledPlugins(names).flatMap((row) => row.create?.(services, create) ?? []),
    admission,
  );
};

/** Returns the enabled plugins in order (AdmissionOptions.enabledPluginNames). Enabling prevails over the defaults. */
function enabledPlugins(names: ChosenPlugins): readonly PluginRow[] {
  const { enableAdmissionPlugins = [], disableAdmissionPlugins = [] } = names;
  return plugins.filter(
    (row) =>
      enableAdmissionPlugins.includes(row.name) ||
      (isByDefault(row, names) && !disableAdmissionPlugins.includes(row.name)),
  );
}

const isByDefault = ({ name, on }: PluginRow, { defaultAdmissionPlugins = [] }: ChosenPlugins): boolean =>
  on || defaultAdmissionPlugins.includes(name);

/** Returns all plugins of upstream in order, and which of them are enabled. */
export function pluginFacts(names: ChosenPlugins): readonly PluginFacts[] {
  const enabled = new Set(enabledPlugins(names));
  return plugins.map((row) => ({
    name: row.name,
    present: row.create !== undefined,
    byDefault: isByDefault(row, names),
    enabled: enabled.has(row),
  }));
}

/** Throws a ConfigurationError if plugins are unknown or both enabled and disabled (AdmissionOptions.Validate). */
export function checkPluginNames({
  enableAdmissionPlugins = [],
  disableAdmissionPlugins = [],
}: AdmissionPluginNames): void {
  const known = new Map(plugins.map((row) => [row.name, row]));
  const overlap = [...new Set(enableAdmissionPlugins)].filter((name) => disableAdmissionPlugins.includes(name)).sort();
  const problems = [
    ...unknown("enable-admission-plugins", enableAdmissionPlugins),
    ...unknown("disable-admission-plugins", disableAdmissionPlugins),
    ...(overlap.length === 0
      ? []
      : [`[${overlap.join(" ")}] in enable-admission-plugins and disable-admission-plugins overlapped`]),
    ...enableAdmissionPlugins
      .filter((name) => known.get(name)?.on === false && known.get(name)?.create === undefined)
      .map((name) => `enable-admission-plugins plugin ${quoteGo(name)} is not supported`),
  ];
  if (problems.length > 0)
    throw new ConfigurationError(problems.length === 1 ? (problems[0] ?? "") : `[${problems.join(", ")}]`);
}

const unknown = (flag: string, names: readonly string[]): readonly string[] =>
  names
    .filter((name) => !plugins.some((plugin) => plugin.name === name))
    .map((name) => `${flag} plugin ${quoteGo(name)} is unknown`);
