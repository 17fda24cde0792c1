import type { AdmissionPlugin } from "../../apiserver/admission/admission-plugin.ts";
import type { AdmissionAttributes, AdmissionTarget, Operation } from "../../apiserver/admission/attributes.ts";
import { lazyPlugin, type PluginSteps } from "../../apiserver/admission/lazy-plugin.ts";
import type { MetricsRegistry } from "../../component-base/metrics/metrics-registry.ts";
import type { PodSecurityConfiguration } from "../../pod-security-admission/admission/admission.ts";
import { hasPodSpec } from "../../pod-security-admission/admission/pod-spec-resources.ts";
import { hasPolicyLabels } from "../../pod-security-admission/api/labels.ts";
import type { CorePluginServices, createCorePlugins } from "./core-plugins.ts";
import {
  concerns,
  concernsClaims,
  concernsPods,
  concernsPriorityClasses,
  onCreate,
  onUpdate,
  onWrite,
} from "./request-matches.ts";
import type { QuotaAccessor } from "./resource-quota/quota-evaluator.ts";

/** The dependencies of the plugins. */
export interface BuiltInPluginServices extends CorePluginServices {
  readonly release: number;
  readonly registry: MetricsRegistry;
  readonly quotas: Pick<QuotaAccessor, "updateStatus">;
  readonly podSecurity?: PodSecurityConfiguration | undefined;
}

/** When a plugin is called. What it does is loaded when it is called first. */
interface PluginRow {
  readonly steps: readonly ("admit" | "validate")[];
  handles(operation: Operation): boolean;
  matches(target: AdmissionTarget, services: BuiltInPluginServices): boolean;
  concerns?(attributes: AdmissionAttributes, services: BuiltInPluginServices): boolean;
}

type CorePlugins = ReturnType<typeof createCorePlugins>;

const both = ["admit", "validate"] as const;
const mutates = ["admit"] as const;
const validates = ["validate"] as const;

const certificates = "certificates.k8s.io";
const requests = "certificatesigningrequests";
const concernsResize = concerns("", "pods", "resize");
const concernsEphemeralContainers = concerns("", "pods", "ephemeralcontainers");
const concernsBindings = concerns("", "pods", "binding");
const concernsProtected = [
  concernsClaims,
  concerns("", "persistentvolumes"),
  concerns("storage.k8s.io", "volumeattributesclasses"),
];

/** The plugins of single kinds. */
// oxfmt-ignore
const coreRows: Readonly<Record<keyof CorePlugins, PluginRow>> = {
  LimitRanger: { steps: both, handles: onWrite, matches: (target) => concernsPods(target) || concernsClaims(target) || concernsResize(target), concerns: ({ namespace }, { objects }) => objects.list("limitranges", namespace).length > 0 },
  ServiceAccount: { steps: both, handles: onWrite, matches: (target) => target.operation === "CREATE" ? concernsPods(target) : concernsEphemeralContainers(target) },
  TaintNodesByCondition: { steps: mutates, handles: onCreate, matches: concerns("", "nodes") },
  Priority: { steps: both, handles: onWrite, matches: (target) => concernsPods(target) || concernsPriorityClasses(target) },
  DefaultTolerationSeconds: { steps: mutates, handles: onWrite, matches: concernsPods },
  DefaultStorageClass: { steps: mutates, handles: onCreate, matches: concernsClaims },
  StorageObjectInUseProtection: { steps: mutates, handles: onCreate, matches: (target) => concernsProtected.some((concern) => concern(target)) },
  PersistentVolumeClaimResize: { steps: validates, handles: onUpdate, matches: concernsClaims },
  RuntimeClass: { steps: both, handles: onCreate, matches: concernsPods },
  CertificateApproval: { steps: validates, handles: onUpdate, matches: concerns(certificates, requests, "approval") },
  CertificateSigning: { steps: validates, handles: onUpdate, matches: concerns(certificates, requests, "status") },
  ClusterTrustBundleAttest: { steps: validates, handles: onWrite, matches: ({ resource }, { gates }) => resource.resource === "clustertrustbundles" && resource.group === certificates && gates.enabled("ClusterTrustBundle") },
  CertificateSubjectRestriction: { steps: validates, handles: onCreate, matches: concerns(certificates, requests) },
  DefaultIngressClass: { steps: mutates, handles: onCreate, matches: concerns("networking.k8s.io", "ingresses") },
  PodTopologyLabels: { steps: mutates, handles: onCreate, matches: (target, { gates }) => (concernsPods(target) || concernsBindings(target)) && gates.enabled("PodTopologyLabelsAdmission") },
};

const isNamespace = ({ group, kind }: AdmissionAttributes["kind"]): boolean => group === "" && kind === "Namespace";

/** PodSecurity has something to say of pods always, for audit events tell their policy. */
const podSecurityRow: PluginRow = {
  steps: validates,
  handles: onWrite,
  matches: ({ kind, resource }) => isNamespace(kind) || hasPodSpec(resource),
  concerns({ kind, resource, namespace, object, oldObject }, { objects, podSecurity }) {
    if (isNamespace(kind))
      return hasPolicyLabels(object?.metadata.labels) || hasPolicyLabels(oldObject?.metadata.labels);
    return (
      resource.resource === "pods" ||
      podSecurity !== undefined ||
      hasPolicyLabels(objects.find("namespaces", "", namespace)?.metadata.labels)
    );
  },
};

const quotaRow: PluginRow = {
  steps: validates,
  handles: onWrite,
  matches: ({ kind }) => !isNamespace(kind),
  concerns: ({ namespace }, { objects }) => namespace !== "" && objects.list("resourcequotas", namespace).length > 0,
};

/** NodeRestriction looks at whatever nodes write. */
const nodeRow: PluginRow = {
  steps: mutates,
  handles: (operation) => operation !== "CONNECT",
  matches: () => true,
  concerns: ({ user }) => user.groups.includes("system:nodes"),
};

/** The names of the plugins that this folder has. */
export type BuiltInPluginName = keyof CorePlugins | "PodSecurity" | "ResourceQuota" | "NodeRestriction";

/** Creates the plugins of built-in kinds (plugin/pkg/admission). */
export function createBuiltInPlugins(services: BuiltInPluginServices): (name: BuiltInPluginName) => AdmissionPlugin {
  let core: Promise<CorePlugins> | undefined;
  const lazily = (name: string, row: PluginRow, load: () => Promise<PluginSteps>): AdmissionPlugin =>
    lazyPlugin({
      name,
      steps: row.steps,
      handles: row.handles,
      matches: (target) => row.matches(target, services),
      concerns: (attributes) => row.concerns === undefined || row.concerns(attributes, services),
      load,
    });
  return (name) => {
    switch (name) {
      case "PodSecurity":
        return lazily(name, podSecurityRow, () => loadPodSecurity(services));
      case "ResourceQuota":
        return lazily(name, quotaRow, () => loadResourceQuota(services));
      case "NodeRestriction":
        return lazily(name, nodeRow, async () =>
          (await import("./node-restriction.ts")).createNodeRestriction(services),
        );
      default:
        return lazily(name, coreRows[name], async () => {
          core ??= import("./core-plugins.ts").then((loaded) => loaded.createCorePlugins(services));
          return (await core)[name];
        });
    }
  };
}

async function loadPodSecurity({ objects, gates, clock, registry, release, podSecurity }: BuiltInPluginServices) {
  const { createPodSecurity } = await import("./pod-security/pod-security.ts");
  return createPodSecurity({
    gates,
    configuration: podSecurity,
    metrics: { registry, release },
    getNamespace: (name) => objects.find("namespaces", "", name),
    listPods: (namespace) => objects.list("pods", namespace),
    monotonic: () => clock.monotonic(),
  });
}

async function loadResourceQuota({ objects, gates, clock, quotas }: BuiltInPluginServices) {
  const { createResourceQuota } = await import("./resource-quota/resource-quota.ts");
  return createResourceQuota(
    { ...quotas, getQuotas: (namespace) => objects.list("resourcequotas", namespace) },
    { gates, now: () => clock.now() },
  );
}
