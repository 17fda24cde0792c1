import { describe, expect, it } from "vitest";
import type { KubeObject } from "../apimachinery/meta.ts";
import { fillDefaults } from "./defaulting.ts";
import { loadDefinitions } from "./testing/load-definitions.ts";

const definitions = await loadDefinitions();

const rowOf = (kind: string, version?: string) => {
  const row = definitions.find((r) => r.kind === kind && (version === undefined || r.version === version));
  if (row?.default === undefined) throw new Error(`${kind} has no defaults`);
  return row.default.bind(row);
};
const withDefaults = (kind: string, fields: Readonly<Record<string, unknown>>, version?: string): KubeObject =>
  rowOf(kind, version)({ metadata: { name: "a" }, ...fields });

describe("the labels of a pod template", () => {
  const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "i" }] } };
  it.each([
    ["Job", {}, { a: "b" }],
    ["ReplicationController", {}, { a: "b" }],
    ["ReplicationController", { x: "y" }, { x: "y" }],
  ])("are those of a %s with the labels %j", (kind, labels, expected) => {
    const filled = withDefaults(kind, { metadata: { name: "a", labels }, spec: { template } });
    expect(filled.metadata).toEqual({ name: "a", labels: expected });
  });
});

describe("filling in defaults", () => {
  it("leaves parts alone that have theirs, and no others beside them", () => {
    const table = { inside: { a: { set: { x: 1 } } }, each: { list: { set: { y: 2 } }, others: { set: { z: 3 } } } };
    const [a, item, others] = [{ own: 1 }, { own: 2 }, [{ own: 3 }]];
    const record = { a, list: [item, { own: 4 }], others };
    const filled = fillDefaults(record, table, new Set<unknown>([a, item, others]));
    expect(filled).toEqual({ a: { own: 1 }, list: [{ own: 2 }, { own: 4, y: 2 }], others: [{ own: 3 }] });
    expect(filled["a"]).toBe(a);
    expect(fillDefaults({ ...record, a: { ...a } }, table, new Set<unknown>([a]))).toMatchObject({ a: { x: 1 } });
  });

  it("gives the same record back where nothing is missing", () => {
    const record = { a: { b: 1 }, list: [{ c: "x" }, 7] };
    expect(
      fillDefaults(record, { set: { a: 2 }, inside: { a: { set: { b: 3 } } }, each: { list: { set: { c: "y" } } } }),
    ).toBe(record);
  });

  it("copies only what changes", () => {
    const record = { a: { b: 1 }, list: [{ c: "x" }, {}] };
    const filled = fillDefaults(record, { each: { list: { set: { c: "y" } } } });
    expect(filled).toEqual({ a: { b: 1 }, list: [{ c: "x" }, { c: "y" }] });
    expect(filled["a"]).toBe(record.a);
    expect(record).toEqual({ a: { b: 1 }, list: [{ c: "x" }, {}] });
  });

  it("makes missing records only where it is told to", () => {
    expect(fillDefaults({}, { inside: { made: { set: { x: 1 } }, left: { set: { x: 1 } } }, make: ["made"] })).toEqual({
      made: { x: 1 },
    });
  });
});

describe("defaults of built-in kinds", () => {
  const podSpec = {
    restartPolicy: "Always",
    terminationGracePeriodSeconds: 30,
    dnsPolicy: "ClusterFirst",
    schedulerName: "default-scheduler",
    securityContext: {},
  };
  const container = { terminationMessagePath: "/dev/termination-log", terminationMessagePolicy: "File", resources: {} };

  it("complete a deployment", () => {
    expect(
      withDefaults("Deployment", { spec: { template: { spec: { containers: [{ name: "c", image: "nginx" }] } } } })[
        "spec"
      ],
    ).toEqual({
      replicas: 1,
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
      strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "25%", maxSurge: "25%" } },
      template: {
        spec: { ...podSpec, containers: [{ name: "c", image: "nginx", imagePullPolicy: "Always", ...container }] },
      },
    });
  });

  it("leave a recreated deployment without rolling updates", () => {
    expect(withDefaults("Deployment", { spec: { replicas: 0, strategy: { type: "Recreate" } } })["spec"]).toMatchObject(
      { replicas: 0, strategy: { type: "Recreate" } },
    );
    expect(JSON.stringify(withDefaults("Deployment", { spec: { strategy: { type: "Recreate" } } }))).not.toContain(
      "rollingUpdate",
    );
  });

  it.each([
    ["nginx", "Always"],
    ["nginx:latest", "Always"],
    ["nginx:1.2", "IfNotPresent"],
    ["host:5000/nginx", "Always"],
    ["host:5000/nginx:1", "IfNotPresent"],
    ["nginx@sha256:0123", "IfNotPresent"],
  ])("pull %s %s", (image, imagePullPolicy) => {
    expect(withDefaults("Pod", { spec: { containers: [{ name: "c", image }] } })["spec"]).toMatchObject({
      containers: [{ imagePullPolicy }],
    });
  });

  it("complete a pod: requests, probes, ports, volumes, service account", () => {
    const { spec } = withDefaults("Pod", {
      spec: {
        serviceAccount: "sa",
        hostNetwork: true,
        volumes: [
          { name: "e" },
          { name: "s", secret: { secretName: "x" } },
          { name: "t", projected: { sources: [{ serviceAccountToken: { path: "p" } }] } },
        ],
        containers: [
          {
            name: "c",
            image: "i:1",
            ports: [{ containerPort: 80 }],
            resources: { limits: { cpu: "1", memory: "1Gi" }, requests: { cpu: "500m" } },
            livenessProbe: { httpGet: { port: 80 }, failureThreshold: 5 },
            env: [{ name: "N", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }],
          },
        ],
      },
    });
    expect(spec).toEqual({
      ...podSpec,
      serviceAccount: "sa",
      serviceAccountName: "sa",
      hostNetwork: true,
      enableServiceLinks: true,
      volumes: [
        { name: "e", emptyDir: {} },
        { name: "s", secret: { secretName: "x", defaultMode: 420 } },
        {
          name: "t",
          projected: { defaultMode: 420, sources: [{ serviceAccountToken: { path: "p", expirationSeconds: 3600 } }] },
        },
      ],
      containers: [
        {
          name: "c",
          image: "i:1",
          imagePullPolicy: "IfNotPresent",
          ...container,
          ports: [{ containerPort: 80, hostPort: 80, protocol: "TCP" }],
          resources: { limits: { cpu: "1", memory: "1Gi" }, requests: { cpu: "500m", memory: "1Gi" } },
          livenessProbe: {
            httpGet: { port: 80, path: "/", scheme: "HTTP" },
            timeoutSeconds: 1,
            periodSeconds: 10,
            successThreshold: 1,
            failureThreshold: 5,
          },
          env: [{ name: "N", valueFrom: { fieldRef: { fieldPath: "metadata.name", apiVersion: "v1" } } }],
        },
      ],
    });
  });

  // oxfmt-ignore
  it.each([
    ["an inner service", { ports: [{ port: 80 }] }, { type: "ClusterIP", sessionAffinity: "None", internalTrafficPolicy: "Cluster", ports: [{ port: 80, protocol: "TCP", targetPort: 80 }] }],
    ["a balanced one", { type: "LoadBalancer" }, { type: "LoadBalancer", sessionAffinity: "None", externalTrafficPolicy: "Cluster", internalTrafficPolicy: "Cluster", allocateLoadBalancerNodePorts: true }],
    ["an external name", { type: "ExternalName", externalName: "x" }, { type: "ExternalName", externalName: "x", sessionAffinity: "None" }],
    ["sticky clients", { type: "ClusterIP", sessionAffinity: "ClientIP" }, { type: "ClusterIP", sessionAffinity: "ClientIP", sessionAffinityConfig: { clientIP: { timeoutSeconds: 10800 } }, internalTrafficPolicy: "Cluster" }],
  ])("complete %s", (_name, spec, expected) => expect(withDefaults("Service", { spec })["spec"]).toEqual(expected));

  it.each([
    ["one pod", {}, { parallelism: 1, completions: 1, podReplacementPolicy: "TerminatingOrFailed" }],
    ["a work queue", { parallelism: 3 }, { parallelism: 3, podReplacementPolicy: "TerminatingOrFailed" }],
    [
      "a policy for failures",
      { completions: 2, podFailurePolicy: { rules: [] } },
      { parallelism: 1, completions: 2, podFailurePolicy: { rules: [] }, podReplacementPolicy: "Failed" },
    ],
  ])("complete a job of %s", (_name, spec, expected) => {
    expect(withDefaults("Job", { spec })["spec"]).toEqual({
      ...expected,
      completionMode: "NonIndexed",
      manualSelector: false,
      backoffLimit: 6,
      suspend: false,
    });
  });

  it("complete a stateful set and its claims", () => {
    expect(
      withDefaults("StatefulSet", { spec: { volumeClaimTemplates: [{ metadata: { name: "d" }, spec: {} }] } })["spec"],
    ).toEqual({
      replicas: 1,
      revisionHistoryLimit: 10,
      podManagementPolicy: "OrderedReady",
      updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 0 } },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: "Retain", whenScaled: "Retain" },
      volumeClaimTemplates: [
        {
          metadata: { name: "d" },
          kind: "PersistentVolumeClaim",
          apiVersion: "v1",
          spec: { volumeMode: "Filesystem" },
          status: { phase: "Pending" },
        },
      ],
    });
  });

  it.each([
    ["v1", { minReplicas: 1 }],
    [
      "v2",
      {
        minReplicas: 1,
        metrics: [
          { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } } },
        ],
      },
    ],
  ])("complete an autoscaler of %s", (version, expected) =>
    expect(withDefaults("HorizontalPodAutoscaler", { spec: {} }, version)["spec"]).toEqual(expected),
  );

  it("complete limits of containers from one another", () => {
    expect(
      withDefaults("LimitRange", {
        spec: {
          limits: [
            { type: "Container", max: { cpu: "2" }, min: { cpu: "1", memory: "1Mi" }, default: { memory: "5Mi" } },
          ],
        },
      })["spec"],
    ).toEqual({
      limits: [
        {
          type: "Container",
          max: { cpu: "2" },
          min: { cpu: "1", memory: "1Mi" },
          default: { cpu: "2", memory: "5Mi" },
          defaultRequest: { cpu: "2", memory: "5Mi" },
        },
      ],
    });
  });

  it.each([
    ["PersistentVolume", { volumeMode: "" }, { volumeMode: "" }],
    ["PersistentVolumeClaim", { volumeMode: "" }, { volumeMode: "" }],
    ["CSIDriver", { fsGroupPolicy: "" }, { fsGroupPolicy: "" }],
    ["Job", { completionMode: "" }, { completionMode: "" }],
    ["Service", { type: "ClusterIP", internalTrafficPolicy: "" }, { internalTrafficPolicy: "" }],
    [
      "Deployment",
      { strategy: { rollingUpdate: { maxSurge: "", maxUnavailable: "" } } },
      { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "", maxUnavailable: "" } } },
    ],
    [
      "DaemonSet",
      { updateStrategy: { rollingUpdate: { maxSurge: "", maxUnavailable: "" } } },
      { updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "", maxUnavailable: "" } } },
    ],
    [
      "PersistentVolume",
      { azureDisk: { cachingMode: "", kind: "", fsType: "" } },
      { azureDisk: { cachingMode: "", kind: "", fsType: "", readOnly: false } },
    ],
    ["PersistentVolume", { persistentVolumeReclaimPolicy: "" }, { persistentVolumeReclaimPolicy: "Retain" }],
  ])('leave pointers to "" of a %s as they are: %j', (kind, spec, expected) =>
    expect(withDefaults(kind, { spec })["spec"]).toMatchObject(expected),
  );

  it.each([
    ["ValidatingWebhookConfiguration", { failurePolicy: "", matchPolicy: "", rules: [{ scope: "" }] }],
    ["MutatingWebhookConfiguration", { reinvocationPolicy: "", rules: [{ scope: "" }] }],
  ])('leave pointers to "" of webhooks in a %s as they are', (kind, webhook) =>
    expect(withDefaults(kind, { webhooks: [webhook] })["webhooks"]).toMatchObject([webhook]),
  );

  it("leave an empty mode of an address of a load balancer as it is", () => {
    const status = { loadBalancer: { ingress: [{ ip: "10.0.0.1", ipMode: "" }] } };
    expect(withDefaults("Service", { spec: { type: "LoadBalancer" }, status })["status"]).toEqual(status);
  });

  it("change nothing the second time, and nothing of what they are given", () => {
    for (const row of definitions) {
      if (row.default === undefined) continue;
      const given: KubeObject = {
        metadata: { name: "a" },
        spec: { template: { spec: { containers: [{ name: "c", image: "i" }] } } },
      };
      const before = structuredClone(given);
      const once = row.default(given);
      expect(row.default(once), row.resource).toBe(once);
      expect(given).toEqual(before);
    }
  });
});
