import type { ResourceDefinition, SubresourceDefinition, Verb } from "../../apiserver/registry/resource-definition.ts";
import {
  defineResource,
  scaleSubresource,
  viewSubresource,
  type ResourceRow,
  connectSubresource,
  createSubresource,
} from "../define-resource.ts";
import { defaulter } from "../defaulting.ts";
import { acceptFields, nested, topLevel } from "../field-selectors.ts";
import { statusStrategy } from "../strategies/object-strategy.ts";
import { bindPod } from "./binding.ts";
import { configMapStrategy } from "./config-map.ts";
import {
  endpointsDefaults,
  limitRangeDefaults,
  nodeDefaults,
  persistentVolumeClaimDefaults,
  persistentVolumeDefaults,
  podTemplateDefaults,
  replicationControllerDefaults,
  serviceDefaults,
} from "./defaults.ts";
import { coreEventFields, coreEventLabels, eventStrategy } from "./event.ts";
import { labelled, namespaceFinalizeStrategy, namespaceStatusStrategy, namespaceStrategy } from "./namespace.ts";
import {
  podStrategy,
  podFieldLabels,
  podFields,
  ephemeralContainersStrategy,
  podStatusStrategy,
  resizeStrategy,
} from "./pod.ts";
import { podDefaults } from "./pod-defaults.ts";
import { defaultSecret, secretStrategy } from "./secret.ts";
import {
  nodeStrategy,
  persistentVolumeClaimStrategy,
  persistentVolumeStatusStrategy,
  persistentVolumeStrategy,
  podTemplateStrategy,
  putCreatesStrategy,
  replicationControllerStrategy,
  resourceQuotaStrategy,
  serviceAccountStrategy,
  serviceStrategy,
} from "./strategies.ts";
import { eventTable } from "../events/columns.ts";
import {
  componentStatusTable,
  configMapTable,
  endpointsTable,
  namespaceTable,
  replicationControllerTable,
  resourceQuotaTable,
  secretTable,
  serviceAccountTable,
} from "./columns.ts";
import { nodeTable } from "./node-columns.ts";
import { podTable, podTemplateTable } from "./pod-columns.ts";
import { serviceTable } from "./service-columns.ts";
import { persistentVolumeClaimTable, persistentVolumeTable } from "./volume-columns.ts";
import { connectToPod, forwardToPod, proxyToNode, proxyToPod, proxyToService, readLog } from "./connect.ts";
import { evictPod } from "./eviction.ts";
import { requestToken } from "./token-request.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";

const unhealthy = (name: string, port: number): KubeObject => ({
  metadata: { name },
  conditions: [
    {
      type: "Healthy",
      status: "False",
      message: `Get "https://127.0.0.1:${port}/healthz": dial tcp 127.0.0.1:${port}: connect: connection refused`,
    },
  ],
});

/**
 * Returns component statuses: unhealthy for components that do not exist here, as upstream reports them, and healthy
 * for the store, which is part of this server.
 */
async function listComponentStatuses(): Promise<readonly KubeObject[]> {
  return [
    unhealthy("controller-manager", 10257),
    unhealthy("scheduler", 10259),
    { metadata: { name: "etcd-0" }, conditions: [{ type: "Healthy", status: "True", message: "ok" }] },
  ];
}

const proxyMethods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
const proxyVerbs: readonly Verb[] = ["create", "delete", "get", "patch", "update"];
const streamMethods = ["GET", "POST"];
const streamVerbs: readonly Verb[] = ["create", "get"];
const bindingGvk = { group: "", version: "v1", kind: "Binding" };

/** Subresources of pods, in discovery order. */
const podSubresources: readonly SubresourceDefinition[] = [
  connectSubresource("attach", "PodAttachOptions", streamMethods, streamVerbs, connectToPod),
  createSubresource("binding", bindingGvk, bindPod),
  viewSubresource("ephemeralcontainers", ephemeralContainersStrategy),
  createSubresource("eviction", { group: "policy", version: "v1", kind: "Eviction" }, evictPod),
  connectSubresource("exec", "PodExecOptions", streamMethods, streamVerbs, connectToPod),
  { name: "log", verbs: ["get"], behavior: { type: "connect", methods: ["GET"], connect: readLog } },
  connectSubresource("portforward", "PodPortForwardOptions", streamMethods, streamVerbs, forwardToPod),
  connectSubresource("proxy", "PodProxyOptions", proxyMethods, proxyVerbs, proxyToPod),
  { ...viewSubresource("resize", resizeStrategy), gate: "InPlacePodVerticalScaling" },
  viewSubresource("status", podStatusStrategy),
];

const nodeSubresources: readonly SubresourceDefinition[] = [
  connectSubresource("proxy", "NodeProxyOptions", proxyMethods, proxyVerbs, proxyToNode),
  viewSubresource("status", statusStrategy(nodeStrategy)),
];

const serviceSubresources: readonly SubresourceDefinition[] = [
  connectSubresource("proxy", "ServiceProxyOptions", proxyMethods, proxyVerbs, proxyToService),
  viewSubresource("status", statusStrategy(serviceStrategy)),
];

const serviceAccountSubresources: readonly SubresourceDefinition[] = [
  createSubresource("token", { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest" }, requestToken),
];

const all = ["all"] as const;
const define = (
  row: Omit<ResourceRow, "group" | "version" | "namespaced"> & { readonly namespaced?: boolean },
): ResourceDefinition => defineResource({ group: "", version: "v1", namespaced: true, ...row });

/** The core group, v1. */
export const coreResources: readonly ResourceDefinition[] = [
  define({
    resource: "bindings",
    kind: "Binding",
    verbs: ["create"],
    strategy: {},
    virtual: { create: (binding, access, ctx) => bindPod(binding.metadata.name ?? "", binding, access, ctx) },
  }),
  define({
    resource: "componentstatuses",
    kind: "ComponentStatus",
    table: componentStatusTable,
    namespaced: false,
    shortNames: ["cs"],
    verbs: ["get", "list"],
    strategy: {},
    virtual: { list: listComponentStatuses },
  }),
  define({
    resource: "configmaps",
    kind: "ConfigMap",
    table: configMapTable,
    shortNames: ["cm"],
    strategy: configMapStrategy,
  }),
  define({
    resource: "endpoints",
    kind: "Endpoints",
    table: endpointsTable,
    shortNames: ["ep"],
    storagePrefix: "services/endpoints",
    strategy: putCreatesStrategy,
    default: defaulter(endpointsDefaults),
  }),
  define({
    resource: "events",
    kind: "Event",
    table: eventTable,
    shortNames: ["ev"],
    strategy: eventStrategy,
    selectableFields: coreEventFields,
    fieldLabels: coreEventLabels,
  }),
  define({
    resource: "limitranges",
    kind: "LimitRange",
    shortNames: ["limits"],
    strategy: putCreatesStrategy,
    default: defaulter(limitRangeDefaults),
  }),
  define({
    resource: "namespaces",
    kind: "Namespace",
    table: namespaceTable,
    namespaced: false,
    shortNames: ["ns"],
    verbs: ["create", "delete", "get", "list", "patch", "update", "watch"],
    strategy: namespaceStrategy,
    default: labelled,
    selectableFields: { "status.phase": nested("status", "phase") },
    fieldLabels: acceptFields(["metadata.name", "status.phase"]),
    subresources: [
      viewSubresource("finalize", namespaceFinalizeStrategy, ["update"]),
      viewSubresource("status", namespaceStatusStrategy),
    ],
  }),
  define({
    resource: "nodes",
    kind: "Node",
    table: nodeTable,
    namespaced: false,
    shortNames: ["no"],
    storagePrefix: "minions",
    strategy: nodeStrategy,
    default: defaulter(nodeDefaults),
    selectableFields: { "spec.unschedulable": nested("spec", "unschedulable", "false") },
    fieldLabels: acceptFields(["metadata.name", "spec.unschedulable"]),
    subresources: nodeSubresources,
  }),
  define({
    resource: "persistentvolumeclaims",
    kind: "PersistentVolumeClaim",
    table: persistentVolumeClaimTable,
    shortNames: ["pvc"],
    strategy: persistentVolumeClaimStrategy,
    default: defaulter(persistentVolumeClaimDefaults),
    subresources: [viewSubresource("status", statusStrategy(persistentVolumeClaimStrategy))],
  }),
  define({
    resource: "persistentvolumes",
    kind: "PersistentVolume",
    table: persistentVolumeTable,
    namespaced: false,
    shortNames: ["pv"],
    strategy: persistentVolumeStrategy,
    default: defaulter(persistentVolumeDefaults),
    subresources: [viewSubresource("status", persistentVolumeStatusStrategy)],
  }),
  define({
    resource: "pods",
    kind: "Pod",
    table: podTable,
    shortNames: ["po"],
    categories: all,
    strategy: podStrategy,
    default: defaulter(podDefaults),
    selectableFields: podFields,
    fieldLabels: podFieldLabels,
    subresources: podSubresources,
  }),
  define({
    resource: "podtemplates",
    kind: "PodTemplate",
    table: podTemplateTable,
    strategy: podTemplateStrategy,
    default: defaulter(podTemplateDefaults),
  }),
  define({
    resource: "replicationcontrollers",
    kind: "ReplicationController",
    table: replicationControllerTable,
    shortNames: ["rc"],
    categories: all,
    storagePrefix: "controllers",
    strategy: replicationControllerStrategy,
    default: defaulter(replicationControllerDefaults),
    selectableFields: { "status.replicas": nested("status", "replicas", "0") },
    fieldLabels: acceptFields(["metadata.name", "metadata.namespace", "status.replicas"]),
    subresources: [
      scaleSubresource("spec.selector"),
      viewSubresource("status", statusStrategy(replicationControllerStrategy)),
    ],
  }),
  define({
    resource: "resourcequotas",
    kind: "ResourceQuota",
    table: resourceQuotaTable,
    shortNames: ["quota"],
    strategy: resourceQuotaStrategy,
    subresources: [viewSubresource("status", statusStrategy(resourceQuotaStrategy))],
  }),
  define({
    resource: "secrets",
    kind: "Secret",
    table: secretTable,
    strategy: secretStrategy,
    default: defaultSecret,
    selectableFields: { type: topLevel("type") },
    fieldLabels: acceptFields(["metadata.name", "metadata.namespace", "type"]),
  }),
  define({
    resource: "serviceaccounts",
    kind: "ServiceAccount",
    table: serviceAccountTable,
    shortNames: ["sa"],
    strategy: serviceAccountStrategy,
    subresources: serviceAccountSubresources,
  }),
  define({
    resource: "services",
    kind: "Service",
    table: serviceTable,
    shortNames: ["svc"],
    categories: all,
    storagePrefix: "services/specs",
    strategy: serviceStrategy,
    default: defaulter(serviceDefaults),
    selectableFields: { "spec.clusterIP": nested("spec", "clusterIP"), "spec.type": nested("spec", "type") },
    fieldLabels: acceptFields(["metadata.name", "metadata.namespace", "spec.clusterIP", "spec.type"]),
    subresources: serviceSubresources,
  }),
];
