import { memberIs, when, type Defaults, type Fill } from "../defaulting.ts";
import { recordAt, type JsonRecord } from "../record.ts";
import { templateDefaults } from "./pod-defaults.ts";

const isZero = (value: unknown): boolean => value === undefined || value === null || value === 0 || value === "";

/** Defaults the targetPort of a service port to its port. */
const targetPort: Fill = (port) => (isZero(port["targetPort"]) ? { ...port, targetPort: port["port"] } : port);

const balanced = memberIs("type", "NodePort", "LoadBalancer");
const exposed = (spec: JsonRecord): boolean =>
  balanced(spec) ||
  (Array.isArray(spec["externalIPs"]) && spec["externalIPs"].length > 0 && spec["type"] === "ClusterIP");

/** core/v1 SetDefaults_Service. */
export const serviceDefaults: Defaults = {
  inside: {
    spec: {
      set: { sessionAffinity: "None", type: "ClusterIP" },
      each: { ports: { set: { protocol: "TCP" }, rules: [targetPort] } },
      rules: [
        when(memberIs("sessionAffinity", "ClientIP"), {
          inside: {
            sessionAffinityConfig: { inside: { clientIP: { set: { timeoutSeconds: 10800 } } }, make: ["clientIP"] },
          },
          make: ["sessionAffinityConfig"],
        }),
        (spec) => {
          if (spec["sessionAffinity"] !== "None" || spec["sessionAffinityConfig"] === undefined) return spec;
          const { sessionAffinityConfig: _, ...rest } = spec;
          return rest;
        },
        when(exposed, { set: { externalTrafficPolicy: "Cluster" } }),
        when(memberIs("type", "ClusterIP", "NodePort", "LoadBalancer"), { set: { internalTrafficPolicy: "Cluster" } }),
        when(memberIs("type", "LoadBalancer"), { set: { allocateLoadBalancerNodePorts: true } }),
      ],
    },
  },
  make: ["spec"],
};

export const endpointsDefaults: Defaults = { each: { subsets: { each: { ports: { set: { protocol: "TCP" } } } } } };

const claimSpec: Defaults = { set: { volumeMode: "Filesystem" } };
const pending: Defaults = { set: { phase: "Pending" } };

/** core/v1 SetDefaults_PersistentVolumeClaim. */
export const persistentVolumeClaimDefaults: Defaults = {
  inside: { spec: claimSpec, status: pending },
  make: ["spec", "status"],
};

/** core/v1 SetDefaults_PersistentVolume. */
export const persistentVolumeDefaults: Defaults = {
  inside: { spec: { set: { persistentVolumeReclaimPolicy: "Retain", volumeMode: "Filesystem" } }, status: pending },
  make: ["spec", "status"],
};

/**
 * Defaults selector and labels of a ReplicationController to the labels of its template (core/v1
 * SetDefaults_ReplicationController).
 */
const fromTemplateLabels: Fill = (controller) => {
  const spec = recordAt(controller, "spec");
  const metadata = recordAt(controller, "metadata");
  const { labels } = recordAt(recordAt(spec, "template"), "metadata");
  if (labels === undefined) return controller;
  const selects = Object.keys(recordAt(spec, "selector")).length > 0;
  const labelled = Object.keys(recordAt(metadata, "labels")).length > 0;
  if (selects && labelled) return controller;
  return {
    ...controller,
    ...(!selects && { spec: { ...spec, selector: labels } }),
    ...(!labelled && { metadata: { ...metadata, labels } }),
  };
};

export const replicationControllerDefaults: Defaults = {
  inside: { spec: { set: { replicas: 1 }, inside: { template: templateDefaults } } },
  make: ["spec"],
  rules: [fromTemplateLabels],
};

export const podTemplateDefaults: Defaults = { inside: { template: templateDefaults }, make: ["template"] };

/**
 * Defaults of a container limit: the default limit is the maximum; the default request is the default limit, else the
 * minimum (core/v1 SetDefaults_LimitRangeItem).
 */
const limitItem: Fill = (item) => {
  if (item["type"] !== "Container") return item;
  const limits = { ...recordAt(item, "max"), ...recordAt(item, "default") };
  const requests = { ...recordAt(item, "min"), ...limits, ...recordAt(item, "defaultRequest") };
  return {
    ...item,
    ...(Object.keys(limits).length > 0 && { default: limits }),
    ...(Object.keys(requests).length > 0 && { defaultRequest: requests }),
  };
};

export const limitRangeDefaults: Defaults = { inside: { spec: { each: { limits: { rules: [limitItem] } } } } };

/** Defaults the allocatable resources of a node to its capacity (core/v1 SetDefaults_NodeStatus). */
const allocatable: Fill = (status) =>
  status["allocatable"] === undefined && status["capacity"] !== undefined
    ? { ...status, allocatable: status["capacity"] }
    : status;

export const nodeDefaults: Defaults = { inside: { status: { rules: [allocatable] } } };
