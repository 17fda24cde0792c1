import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startKubectlClient, type KubectlClient } from "./kubectl-client.ts";

let client: KubectlClient;
const apply = (manifest: string, ...flags: readonly string[]) =>
  client.run(["apply", "-f", "-", ...flags], { stdin: manifest });

const policy = (name: string, expression: string, message: string, actions: string): string => `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: ${name}}
spec:
  matchConstraints:
    resourceRules:
    - {apiGroups: [""], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [configmaps]}
  validations:
  - {expression: "${expression}", message: ${message}}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: ${name}}
spec: {policyName: ${name}, validationActions: [${actions}]}
`;

beforeAll(async () => {
  client = await startKubectlClient();
  const denies = policy(
    "team",
    "has(object.metadata.labels) && 'team' in object.metadata.labels",
    "a team is needed",
    "Deny",
  );
  const warns = policy(
    "colour",
    "!has(object.data) || !('colour' in object.data) || object.data.colour != 'red'",
    "red is no good",
    "Warn, Audit",
  );
  const applied = await apply(denies + "---" + warns);
  if (applied.status !== 0) throw new Error(applied.stderr);
  await vi.waitUntil(
    async () => (await client.run(["create", "configmap", "probe", "--dry-run=server"])).status !== 0,
    { timeout: 60_000, interval: 200 },
  );
}, 240_000);
afterAll(() => client.close());

test("a policy's denial is told with the policy, the binding and the message", async () => {
  const { status, stderr } = await client.run(["create", "configmap", "nobody"]);
  expect(status).toBe(1);
  expect(stderr.trim()).toBe(
    "error: failed to create configmap: configmaps \"nobody\" is forbidden: ValidatingAdmissionPolicy 'team' with binding 'team' denied request: a team is needed",
  );
});

test("a policy's warning is shown, and the object is created", async () => {
  const { status, stdout, stderr } = await apply(
    "{apiVersion: v1, kind: ConfigMap, metadata: {name: warned, labels: {team: a}}, data: {colour: red}}",
  );
  expect(stderr.trim()).toBe(
    "Warning: Validation failed for ValidatingAdmissionPolicy 'colour' with binding 'colour': red is no good",
  );
  expect(stdout.trim()).toBe("configmap/warned created");
  expect(status).toBe(0);
});

test("Pod Security refuses and warns by the labels of the namespace", async () => {
  await apply(`{apiVersion: v1, kind: Namespace, metadata: {name: safe, labels: {
    pod-security.kubernetes.io/enforce: baseline, pod-security.kubernetes.io/warn: restricted}}}`);
  const privileged = "{name: a, image: a, securityContext: {privileged: true}}";
  const pod = (container: string): string =>
    `{apiVersion: v1, kind: Pod, metadata: {name: a, namespace: safe}, spec: {containers: [${container}]}}`;
  const refused = await apply(pod(privileged), "--validate=false");
  expect(refused.stderr.trim()).toBe(
    'Error from server (Forbidden): error when creating "STDIN": pods "a" is forbidden: violates PodSecurity "baseline:latest": privileged (container "a" must not set securityContext.privileged=true)',
  );
  const warned = await apply(pod("{name: a, image: a}"));
  expect(warned.stderr).toMatch(
    /^Warning: would violate PodSecurity "restricted:latest": allowPrivilegeEscalation != false/,
  );
  expect(warned.stdout.trim()).toBe("pod/a created");
});

test("a quota that would be exceeded refuses, and describe shows what is used", async () => {
  expect((await client.run(["create", "namespace", "small"])).status).toBe(0);
  expect((await client.run(["create", "quota", "few", "-n", "small", "--hard=secrets=1"])).status).toBe(0);
  await vi.waitUntil(
    async () => (await client.run(["describe", "quota", "few", "-n", "small"])).stdout.match(/secrets +0 +1/) !== null,
    { timeout: 60_000, interval: 200 },
  );
  const create = (name: string) => client.run(["create", "secret", "generic", name, "-n", "small"]);
  expect((await create("one")).stdout.trim()).toBe("secret/one created");
  expect((await create("two")).stderr.trim()).toBe(
    'error: failed to create secret secrets "two" is forbidden: exceeded quota: few, requested: secrets=1, used: secrets=1, limited: secrets=1',
  );
});
