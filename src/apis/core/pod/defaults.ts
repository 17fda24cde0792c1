import { emptiedMember, emptiedMembers, noteEmptied } from "../../../apimachinery/json/emptied-members.ts";
import { fillDefaults, when, type Defaults, type Fill } from "../../defaulting.ts";
import { asRecord, itemsAt } from "../../validation/fields.ts";
import { quantityOf } from "../../validation/quantities.ts";
import { imageTag } from "../../../component-helpers/image-reference.ts";
import { podLevelRequests } from "./pod-level-resources.ts";
import { numberAt, recordAt, stringAt, type JsonRecord } from "../../record.ts";

/**
 * Returns what sets the default of a pull policy: Always for the tag `latest`, explicit or implied (core/v1
 * SetDefaults_Container).
 */
const pullByTag =
  (image: string, policy: string): Fill =>
  (record) =>
    stringAt(record, policy) === ""
      ? { ...record, [policy]: imageTag(stringAt(record, image)) === "latest" ? "Always" : "IfNotPresent" }
      : record;

const httpGet: Defaults = { set: { path: "/", scheme: "HTTP" } };
const handler: Defaults = { inside: { httpGet } };
const fieldRef: Defaults = { set: { apiVersion: "v1" } };

const probeDefaults: JsonRecord = { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 };

/** Defaults the numbers of a probe; zero counts as unset. */
const probeNumbers: Fill = (probe) => {
  let filled: Record<string, unknown> | undefined;
  for (const member in probeDefaults) {
    if ((numberAt(probe, member) ?? 0) !== 0) continue;
    filled ??= { ...probe };
    filled[member] = probeDefaults[member];
  }
  return filled ?? probe;
};

const grpc: Defaults = { setPointers: { service: "" } };
const probe: Defaults = { inside: { httpGet, grpc }, rules: [probeNumbers] };

/** Empty limits, unlike absent ones, make for empty requests. */
function withEmptyRequests(resources: JsonRecord): JsonRecord {
  const limits = emptiedMember(resources, "limits");
  if (limits === undefined || resources["requests"] !== undefined) return resources;
  noteEmptied(resources, new Map([...emptiedMembers(resources), ["requests", limits]]));
  return resources;
}

/** Defaults missing resource requests to the limits (core/v1 SetDefaults_Pod). */
const requestLimits: Fill = (resources) => {
  const limits = recordAt(resources, "limits");
  const requests = recordAt(resources, "requests");
  const missing = Object.keys(limits).filter((name) => !(name in requests));
  if (missing.length === 0) return withEmptyRequests(resources);
  return {
    ...resources,
    requests: { ...requests, ...Object.fromEntries(missing.map((name) => [name, limits[name]])) },
  };
};

/** Amounts are rounded up to thousandths (core/v1 SetDefaults_ResourceList). Finer ones end in `n` or `u`. */
function roundedList(list: JsonRecord): JsonRecord {
  let copy: Record<string, unknown> | undefined;
  for (const name in list) {
    const value = list[name];
    if (typeof value !== "string" || (!value.endsWith("n") && !value.endsWith("u"))) continue;
    copy ??= { ...list };
    copy[name] = quantityOf(value)?.roundUp(-3).quantity.toString() ?? value;
  }
  return copy ?? list;
}

/** Amounts of resources are rounded up to thousandths (core/v1 SetDefaults_ResourceList). */
export const amounts: Defaults = { rules: [roundedList] };
/** Defaults of requests and limits. */
export const resources: Defaults = { inside: { limits: amounts, requests: amounts } };

const container: Defaults = {
  set: { terminationMessagePath: "/dev/termination-log", terminationMessagePolicy: "File" },
  inside: {
    livenessProbe: probe,
    readinessProbe: probe,
    startupProbe: probe,
    lifecycle: { inside: { postStart: handler, preStop: handler } },
    resources,
  },
  make: ["resources"],
  each: { ports: { set: { protocol: "TCP" } }, env: { inside: { valueFrom: { inside: { fieldRef } } } } },
  rules: [pullByTag("image", "imagePullPolicy")],
};

const mode: Defaults = { setPointers: { defaultMode: 420 } };
const downwardItems: Defaults = { inside: { fieldRef } };

function withoutSource(volume: JsonRecord): boolean {
  for (const member in volume) if (member !== "name") return false;
  return true;
}

/** Defaults of sources that pods and persistent volumes share. */
export const sourceDefaults: Readonly<Record<string, Defaults>> = {
  hostPath: { setPointers: { type: "" } },
  iscsi: { set: { iscsiInterface: "default" } },
  rbd: { set: { pool: "rbd", user: "admin", keyring: "/etc/ceph/keyring" } },
  azureDisk: { setPointers: { cachingMode: "ReadWrite", kind: "Shared", fsType: "ext4", readOnly: false } },
  scaleIO: { set: { storageMode: "ThinProvisioned", fsType: "xfs" } },
};

const volume: Defaults = {
  inside: {
    secret: mode,
    configMap: mode,
    downwardAPI: { ...mode, each: { items: downwardItems } },
    projected: {
      ...mode,
      each: {
        sources: {
          inside: {
            serviceAccountToken: { setPointers: { expirationSeconds: 3600 } },
            downwardAPI: { each: { items: downwardItems } },
          },
        },
      },
    },
    ...sourceDefaults,
    ephemeral: {
      inside: {
        volumeClaimTemplate: { inside: { spec: { setPointers: { volumeMode: "Filesystem" }, inside: { resources } } } },
      },
    },
    image: { rules: [pullByTag("reference", "pullPolicy")] },
  },
  rules: [when(withoutSource, { set: { emptyDir: {} } })],
};

const onHost: Defaults = {
  each: {
    ports: {
      rules: [
        (port) => ((numberAt(port, "hostPort") ?? 0) === 0 ? { ...port, hostPort: port["containerPort"] } : port),
      ],
    },
  },
};

/** Defaults hostPort to containerPort for pods in the host network. */
const hostPorts: Fill = (spec) =>
  spec["hostNetwork"] === true ? fillDefaults(spec, { each: { containers: onHost, initContainers: onHost } }) : spec;

/** Sets serviceAccountName and its deprecated alias serviceAccount to the same value. */
const serviceAccount: Fill = (spec) => {
  const name = stringAt(spec, "serviceAccountName") || stringAt(spec, "serviceAccount");
  if (name === "" || (spec["serviceAccountName"] === name && spec["serviceAccount"] === name)) return spec;
  return { ...spec, serviceAccountName: name, serviceAccount: name };
};

const grace = "terminationGracePeriodSeconds";

/** Defaults of every pod spec (core/v1 SetDefaults_PodSpec). */
const podSpecDefaults: Defaults = {
  set: {
    restartPolicy: "Always",
    dnsPolicy: "ClusterFirst",
    schedulerName: "default-scheduler",
  },
  setPointers: { [grace]: 30 },
  inside: { securityContext: {}, overhead: amounts, resources },
  make: ["securityContext"],
  each: { volumes: volume, initContainers: container, containers: container, ephemeralContainers: container },
  rules: [serviceAccount],
};

const requests: Defaults = { inside: { resources: { rules: [requestLimits] } } };

/** A negative grace period of a pod, unlike one of a template, becomes 1. */
const gracePeriod: Fill = (spec) => ((numberAt(spec, grace) ?? 0) < 0 ? { ...spec, [grace]: 1 } : spec);

const podOnly: Defaults = {
  setPointers: { enableServiceLinks: true },
  each: { containers: requests, initContainers: requests },
  rules: [gracePeriod, podLevelRequests, hostPorts],
};

/** The address of a pod is the first of its addresses; the older member wins (core/v1 conversion of PodStatus). */
const podAddresses: Fill = (status) => {
  const ip = stringAt(status, "podIP");
  const [first] = itemsAt(status, "podIPs");
  if (first === undefined) return ip === "" ? status : { ...status, podIPs: [{ ip }] };
  const address = stringAt(asRecord(first), "ip");
  if (ip === address) return status;
  return ip === "" ? { ...status, podIP: address } : { ...status, podIPs: [{ ip }] };
};

/** Defaults of a pod, including those that do not apply to templates. */
export const podDefaults: Defaults = {
  inside: { spec: podSpecDefaults, status: { rules: [podAddresses] } },
  make: ["spec"],
  rules: [(pod) => fillDefaults(pod, { inside: { spec: podOnly } })],
};

/** Defaults of a pod template. */
export const templateDefaults: Defaults = { inside: { spec: podSpecDefaults } };
