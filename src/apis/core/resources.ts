import type { BuiltinResource, SubresourceInfo, Verb } from "../../apiserver/registry/resource-definition.ts";
import {
  defineResource,
  scaleSubresource,
  viewSubresource,
  type GroupBehaviors,
  type ResourceRow,
  connectSubresource,
  createSubresource,
} from "../define-resource.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import { namespaceBehaviors } from "./namespace.ts";
import { acceptFields, nested, topLevel } from "../field-selectors.ts";
import { coreEventFields, coreEventLabels } from "./event-fields.ts";
import { podFieldLabels, podFields } from "./pod/fields.ts";

const load = async () => (await import("./behaviors.ts")).coreBehaviors;

const proxyMethods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
const proxyVerbs: readonly Verb[] = ["create", "delete", "get", "patch", "update"];
const streamMethods = ["GET", "POST"];
const streamVerbs: readonly Verb[] = ["create", "get"];
const keepingCreate = { type: "create", keepsSystemFields: true } as const;
const bindingGvk = { group: "", version: "v1", kind: "Binding" };

/** Subresources of pods, in discovery order. */
const podSubresources: readonly SubresourceInfo[] = [
  connectSubresource("attach", "PodAttachOptions", streamMethods, streamVerbs),
  { ...createSubresource("binding", bindingGvk), shape: keepingCreate },
  viewSubresource("ephemeralcontainers"),
  createSubresource("eviction", { group: "policy", version: "v1", kind: "Eviction" }, [
    { group: "policy", version: "v1beta1" },
  ]),
  connectSubresource("exec", "PodExecOptions", streamMethods, streamVerbs),
  { name: "log", verbs: ["get"], shape: { type: "connect", methods: ["GET"] } },
  connectSubresource("portforward", "PodPortForwardOptions", streamMethods, streamVerbs),
  connectSubresource("proxy", "PodProxyOptions", proxyMethods, proxyVerbs),
  { ...viewSubresource("resize"), gate: "InPlacePodVerticalScaling" },
  viewSubresource("status"),
];

const nodeSubresources: readonly SubresourceInfo[] = [
  connectSubresource("proxy", "NodeProxyOptions", proxyMethods, proxyVerbs),
  viewSubresource("status"),
];

const serviceSubresources: readonly SubresourceInfo[] = [
  connectSubresource("proxy", "ServiceProxyOptions", proxyMethods, proxyVerbs),
  viewSubresource("status"),
];

const serviceAccountSubresources: readonly SubresourceInfo[] = [
  {
    ...createSubresource("token", { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest" }),
    shape: keepingCreate,
  },
];

const all = ["all"] as const;
/** What upstream calls the scale of a ReplicationController that is not there. */
const controllerScale = { group: "autoscaling", resource: "replicationcontrollers/scale" };

const define = (
  row: Omit<ResourceRow, "group" | "version" | "namespaced"> & { readonly namespaced?: boolean },
  behaviors: () => MaybeAsync<GroupBehaviors> = load,
): BuiltinResource => defineResource({ group: "", version: "v1", namespaced: true, ...row }, behaviors);

/** The core group, v1. */
export const coreResources: readonly BuiltinResource[] = [
  define({
    resource: "bindings",
    kind: "Binding",
    verbs: ["create"],
    unstored: true,
  }),
  define({
    resource: "componentstatuses",
    kind: "ComponentStatus",
    namespaced: false,
    shortNames: ["cs"],
    verbs: ["get", "list"],
    unstored: true,
  }),
  define({
    resource: "configmaps",
    kind: "ConfigMap",
    shortNames: ["cm"],
  }),
  define({
    resource: "endpoints",
    kind: "Endpoints",
    shortNames: ["ep"],
    storagePrefix: "services/endpoints",
  }),
  define({
    resource: "events",
    kind: "Event",
    shortNames: ["ev"],
    selectableFields: coreEventFields,
    fieldLabels: coreEventLabels,
  }),
  define({
    resource: "limitranges",
    kind: "LimitRange",
    shortNames: ["limits"],
  }),
  define(
    {
      resource: "namespaces",
      kind: "Namespace",
      namespaced: false,
      shortNames: ["ns"],
      verbs: ["create", "delete", "get", "list", "patch", "update", "watch"],
      selectableFields: { "status.phase": nested("status", "phase") },
      fieldLabels: acceptFields(["metadata.name", "status.phase"]),
      subresources: [viewSubresource("finalize", ["update"]), viewSubresource("status")],
    },
    () => namespaceBehaviors,
  ),
  define({
    resource: "nodes",
    kind: "Node",
    namespaced: false,
    shortNames: ["no"],
    storagePrefix: "minions",
    selectableFields: { "spec.unschedulable": nested("spec", "unschedulable", "false") },
    fieldLabels: acceptFields(["metadata.name", "spec.unschedulable"]),
    subresources: nodeSubresources,
  }),
  define({
    resource: "persistentvolumeclaims",
    kind: "PersistentVolumeClaim",
    shortNames: ["pvc"],
    filledByReaders: () => true, // the phase
    subresources: [viewSubresource("status")],
  }),
  define({
    resource: "persistentvolumes",
    kind: "PersistentVolume",
    namespaced: false,
    shortNames: ["pv"],
    subresources: [viewSubresource("status")],
  }),
  define({
    resource: "pods",
    kind: "Pod",
    shortNames: ["po"],
    categories: all,
    selectableFields: podFields,
    fieldLabels: podFieldLabels,
    subresources: podSubresources,
  }),
  define({
    resource: "podtemplates",
    kind: "PodTemplate",
  }),
  define({
    resource: "replicationcontrollers",
    kind: "ReplicationController",
    shortNames: ["rc"],
    categories: all,
    storagePrefix: "controllers",
    selectableFields: { "status.replicas": nested("status", "replicas", "0") },
    fieldLabels: acceptFields(["metadata.name", "metadata.namespace", "status.replicas"]),
    subresources: [
      scaleSubresource("spec.selector", { read: controllerScale, update: controllerScale }),
      viewSubresource("status"),
    ],
  }),
  define({
    resource: "resourcequotas",
    kind: "ResourceQuota",
    shortNames: ["quota"],
    subresources: [viewSubresource("status")],
  }),
  define({
    resource: "secrets",
    kind: "Secret",
    selectableFields: { type: topLevel("type") },
    fieldLabels: acceptFields(["metadata.name", "metadata.namespace", "type"]),
  }),
  define({
    resource: "serviceaccounts",
    kind: "ServiceAccount",
    shortNames: ["sa"],
    subresources: serviceAccountSubresources,
  }),
  define({
    resource: "services",
    kind: "Service",
    shortNames: ["svc"],
    categories: all,
    storagePrefix: "services/specs",
    selectableFields: { "spec.clusterIP": nested("spec", "clusterIP"), "spec.type": nested("spec", "type") },
    fieldLabels: acceptFields(["metadata.name", "metadata.namespace", "spec.clusterIP", "spec.type"]),
    subresources: serviceSubresources,
  }),
];
