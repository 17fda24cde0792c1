import type { JsonMap } from "../../conformance/recorded-case.ts";

const root = `-----BEGIN CERTIFICATE-----
MIIBdzCCAR2gAwIBAgIUZQ4Y1Z0c
-----END CERTIFICATE-----
`;
const resourceRules = [
  { apiGroups: ["example.com"], apiVersions: ["v1"], resources: ["things"], operations: ["CREATE"] },
];
const applied = { expression: 'Object{metadata: Object.metadata{labels: {"a": "b"}}}' };

/** One object of each of the kinds that are served only on demand. */
export const rareSamples: readonly JsonMap[] = [
  {
    apiVersion: "certificates.k8s.io/v1beta1",
    kind: "ClusterTrustBundle",
    metadata: { name: "example.com:a:b" },
    spec: { signerName: "example.com/a", trustBundle: root },
  },
  {
    apiVersion: "certificates.k8s.io/v1beta1",
    kind: "ClusterTrustBundle",
    metadata: { name: "bundle" },
    spec: { trustBundle: root },
  },
  {
    apiVersion: "certificates.k8s.io/v1alpha1",
    kind: "PodCertificateRequest",
    metadata: { name: "a" },
    spec: {
      signerName: "example.com/a",
      podName: "a",
      podUID: "0a1b2c3d-0000-4000-8000-000000000001",
      serviceAccountName: "default",
      serviceAccountUID: "0a1b2c3d-0000-4000-8000-000000000002",
      nodeName: "a",
      nodeUID: "0a1b2c3d-0000-4000-8000-000000000003",
      maxExpirationSeconds: 86400,
      pkixPublicKey: "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=",
      proofOfPossession: "AAEC",
    },
  },
  {
    apiVersion: "admissionregistration.k8s.io/v1beta1",
    kind: "MutatingAdmissionPolicy",
    metadata: { name: "a" },
    spec: {
      matchConstraints: { resourceRules },
      failurePolicy: "Fail",
      reinvocationPolicy: "Never",
      mutations: [{ patchType: "ApplyConfiguration", applyConfiguration: applied }],
    },
  },
  {
    apiVersion: "admissionregistration.k8s.io/v1beta1",
    kind: "MutatingAdmissionPolicy",
    metadata: { name: "b" },
    spec: {
      paramKind: { apiVersion: "v1", kind: "ConfigMap" },
      matchConstraints: { resourceRules, matchPolicy: "Exact", namespaceSelector: { matchLabels: { a: "b" } } },
      matchConditions: [{ name: "a", expression: "true" }],
      variables: [{ name: "a", expression: "1" }],
      reinvocationPolicy: "IfNeeded",
      mutations: [
        { patchType: "JSONPatch", jsonPatch: { expression: '[JSONPatch{op: "add", path: "/a", value: variables.a}]' } },
      ],
    },
  },
  {
    apiVersion: "admissionregistration.k8s.io/v1beta1",
    kind: "MutatingAdmissionPolicyBinding",
    metadata: { name: "a" },
    spec: {
      policyName: "none.example.com",
      paramRef: { name: "a", namespace: "default", parameterNotFoundAction: "Deny" },
      matchResources: { resourceRules },
    },
  },
  {
    apiVersion: "coordination.k8s.io/v1beta1",
    kind: "LeaseCandidate",
    metadata: { name: "a" },
    spec: {
      leaseName: "a",
      binaryVersion: "1.34.1",
      emulationVersion: "1.34.0",
      strategy: "OldestEmulationVersion",
      renewTime: "2026-01-02T03:04:05.000006Z",
    },
  },
  {
    apiVersion: "resource.k8s.io/v1alpha3",
    kind: "DeviceTaintRule",
    metadata: { name: "a" },
    spec: {
      deviceSelector: { deviceClassName: "a", driver: "a.example.com", pool: "a", device: "a" },
      taint: { key: "example.com/a", value: "b", effect: "NoExecute", timeAdded: "2026-01-02T03:04:05Z" },
    },
  },
  {
    apiVersion: "internal.apiserver.k8s.io/v1alpha1",
    kind: "StorageVersion",
    metadata: { name: "example.com.things" },
    spec: {},
  },
  {
    apiVersion: "storagemigration.k8s.io/v1alpha1",
    kind: "StorageVersionMigration",
    metadata: { name: "a" },
    spec: { resource: { group: "example.com", version: "v1", resource: "things" } },
  },
  {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name: "v1.things.example.com" },
    spec: {
      group: "things.example.com",
      version: "v1",
      groupPriorityMinimum: 1000,
      versionPriority: 15,
      insecureSkipTLSVerify: true,
      service: { name: "a", namespace: "default", port: 443 },
    },
  },
];
