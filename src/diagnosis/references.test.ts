import { expect, test } from "vitest";
import type { KubeObject } from "../apimachinery/meta.ts";
import { podLabelsOf, referencesOf, referrersOf, refersTo } from "./references.ts";

const lines = (object: KubeObject): readonly string[] =>
  referencesOf(object).map(
    ({ to, path, optional }) =>
      `${to.kind} ${to.namespace === "" ? "" : `${to.namespace}/`}${to.name} by ${path}${optional ? ", optional" : ""}`,
  );

const metadata = { name: "a", namespace: "shop" };
const podSpec = {
  serviceAccountName: "runner",
  nodeName: "node-1",
  priorityClassName: "high",
  imagePullSecrets: [{ name: "registry" }],
  volumes: [
    { name: "config", configMap: { name: "settings" } },
    { name: "certs", secret: { secretName: "tls", optional: true } },
    { name: "data", persistentVolumeClaim: { claimName: "disk" } },
    { name: "all", projected: { sources: [{ configMap: { name: "roots" } }, { secret: { name: "tls" } }] } },
    { name: "scratch", emptyDir: {} },
  ],
  initContainers: [{ name: "init", envFrom: [{ secretRef: { name: "keys", optional: true } }] }],
  containers: [{ name: "app", env: [{ name: "A", valueFrom: { configMapKeyRef: { name: "settings", key: "a" } } }] }],
};

test("a pod refers to its account, volumes, environment, secrets, class and node", () => {
  expect(lines({ apiVersion: "v1", kind: "Pod", metadata, spec: podSpec })).toEqual([
    "ServiceAccount shop/runner by spec.serviceAccountName",
    "ConfigMap shop/settings by spec.volumes[0].configMap.name",
    "Secret shop/tls by spec.volumes[3].projected.sources[1].secret.name",
    "PersistentVolumeClaim shop/disk by spec.volumes[2].persistentVolumeClaim.claimName",
    "ConfigMap shop/roots by spec.volumes[3].projected.sources[0].configMap.name",
    "Secret shop/keys by spec.initContainers[0].envFrom[0].secretRef.name, optional",
    "Secret shop/registry by spec.imagePullSecrets[0].name",
    "PriorityClass high by spec.priorityClassName",
    "Node node-1 by spec.nodeName",
  ]);
});

test.each<readonly [KubeObject, readonly string[]]>([
  [
    { apiVersion: "apps/v1", kind: "StatefulSet", metadata, spec: { serviceName: "db", template: { spec: {} } } },
    ["Service shop/db by spec.serviceName, optional"],
  ],
  [
    {
      apiVersion: "batch/v1",
      kind: "CronJob",
      metadata,
      spec: { jobTemplate: { spec: { template: { spec: { serviceAccountName: "runner" } } } } },
    },
    ["ServiceAccount shop/runner by spec.jobTemplate.spec.template.spec.serviceAccountName"],
  ],
  [
    {
      apiVersion: "networking.k8s.io/v1",
      kind: "Ingress",
      metadata,
      spec: {
        ingressClassName: "nginx",
        tls: [{ secretName: "cert" }],
        rules: [{ http: { paths: [{ path: "/", backend: { service: { name: "web" } } }] } }],
      },
    },
    [
      "Service shop/web by spec.rules[0].http.paths[0].backend.service.name",
      "Secret shop/cert by spec.tls[0].secretName",
      "IngressClass nginx by spec.ingressClassName",
    ],
  ],
  [
    {
      apiVersion: "autoscaling/v2",
      kind: "HorizontalPodAutoscaler",
      metadata,
      spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" } },
    },
    ["Deployment shop/web by spec.scaleTargetRef.name"],
  ],
  [
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "RoleBinding",
      metadata,
      roleRef: { kind: "ClusterRole", name: "view" },
      subjects: [
        { kind: "ServiceAccount", name: "runner" },
        { kind: "User", name: "jane" },
      ],
    },
    ["ClusterRole view by roleRef.name", "ServiceAccount shop/runner by subjects[0].name"],
  ],
  [
    {
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata,
      spec: { storageClassName: "fast", volumeName: "pv-1" },
    },
    ["StorageClass fast by spec.storageClassName", "PersistentVolume pv-1 by spec.volumeName"],
  ],
  [{ apiVersion: "v1", kind: "ConfigMap", metadata }, []],
])("references of %o", (object, expected) => expect(lines(object)).toEqual(expected));

test("what may refer to a kind is known, and recognized", () => {
  const resources = referrersOf("", "Secret").map(({ resource }) => resource);
  expect(resources).toEqual(expect.arrayContaining(["pods", "deployments", "ingresses", "serviceaccounts"]));
  const pod: KubeObject = { apiVersion: "v1", kind: "Pod", metadata, spec: podSpec };
  expect(refersTo(pod, { group: "", kind: "ConfigMap", namespace: "shop", name: "settings" })?.words).toBe("volume");
  expect(refersTo(pod, { group: "", kind: "ConfigMap", namespace: "other", name: "settings" })).toBeUndefined();
});

test("selectors meet the labels of pods, and of those that a workload makes", () => {
  const labels = { app: "web" };
  expect(podLabelsOf({ kind: "Pod", metadata: { ...metadata, labels } })).toEqual(labels);
  expect(podLabelsOf({ kind: "Deployment", metadata, spec: { template: { metadata: { labels } } } })).toEqual(labels);
  expect(podLabelsOf({ kind: "ConfigMap", metadata })).toBeUndefined();
});

const aClass = (name: string) => ({ spec: { storageClassName: name } });

test.each<readonly [what: string, object: KubeObject, expected: string]>([
  [
    "the claims that a StatefulSet makes",
    { apiVersion: "apps/v1", kind: "StatefulSet", metadata, spec: { volumeClaimTemplates: [aClass("fast")] } },
    "StorageClass fast by spec.volumeClaimTemplates[0].spec.storageClassName",
  ],
  [
    "the claim of an ephemeral volume",
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata,
      spec: { volumes: [{ name: "a", ephemeral: { volumeClaimTemplate: aClass("fast") } }] },
    },
    "StorageClass fast by spec.volumes[0].ephemeral.volumeClaimTemplate.spec.storageClassName",
  ],
  [
    "the conversion of a definition",
    {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "lamps.example.com" },
      spec: { conversion: { webhook: { clientConfig: { service: { namespace: "shop", name: "converter" } } } } },
    },
    "Service shop/converter by spec.conversion.webhook.clientConfig.service.name",
  ],
  [
    "a metric of an autoscaler",
    {
      apiVersion: "autoscaling/v2",
      kind: "HorizontalPodAutoscaler",
      metadata,
      spec: {
        metrics: [
          { object: { describedObject: { apiVersion: "networking.k8s.io/v1", kind: "Ingress", name: "front" } } },
        ],
      },
    },
    "Ingress shop/front by spec.metrics[0].object.describedObject.name",
  ],
  [
    "a backend of an Ingress that is no Service",
    {
      apiVersion: "networking.k8s.io/v1",
      kind: "Ingress",
      metadata,
      spec: { defaultBackend: { resource: { apiGroup: "example.com", kind: "Bucket", name: "assets" } } },
    },
    "Bucket shop/assets by spec.defaultBackend.resource.name",
  ],
])("%s refers to what it needs", (_, object, expected) => {
  expect(lines(object)).toEqual([expected]);
});
