import { expect, test } from "vitest";
import { parseManifest } from "../../ui/data/yaml.ts";
import { grantsOf, missingRuleOf, ruleInWords } from "./missing-rule.ts";

const refused = (message: string) =>
  missingRuleOf({ kind: "Status", apiVersion: "v1", metadata: {}, reason: "Forbidden", code: 403, message });

test("the missing rule is read off the authorizer's words", () => {
  const words = (message: string) => {
    const rule = refused(message);
    return rule === undefined ? undefined : [rule.user, ruleInWords(rule)];
  };
  expect(
    words(
      'deployments.apps is forbidden: User "jane" cannot list resource "deployments" in API group "apps" in the namespace "demo"',
    ),
  ).toEqual(["jane", "list deployments of group apps in namespace demo"]);
  expect(
    words(
      'nodes "a" is forbidden: User "jane" cannot get resource "nodes" in API group "" at the cluster scope: RBAC: x',
    ),
  ).toEqual(["jane", 'get nodes "a" of the core group in the whole cluster']);
  expect(words('forbidden: User "jane" cannot get path "/metrics"')).toEqual(["jane", "get the path /metrics"]);
  expect(words('namespaces "kube-system" is forbidden: this namespace may not be deleted')).toBeUndefined();
});

test("a role and its binding grant it, in the namespace or in the cluster", async () => {
  const rule = refused(
    'configmaps "a" is forbidden: User "jane" cannot get resource "configmaps" in API group "" in the namespace "demo"',
  );
  const [role, binding] = rule === undefined ? [] : grantsOf(rule);
  expect(role?.target).toBe("/apis/rbac.authorization.k8s.io/v1/namespaces/demo/roles?fieldValidation=Strict");
  expect(await parseManifest(role?.manifest ?? "")).toEqual({
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "Role",
    metadata: { name: "jane-get-configmaps", namespace: "demo" },
    rules: [{ apiGroups: [""], resources: ["configmaps"], resourceNames: ["a"], verbs: ["get"] }],
  });
  expect(await parseManifest(binding?.manifest ?? "")).toMatchObject({
    kind: "RoleBinding",
    roleRef: { kind: "Role", name: "jane-get-configmaps" },
    subjects: [{ kind: "User", name: "jane" }],
  });
  const path = refused('forbidden: User "system:anonymous" cannot get path "/metrics"');
  expect(path === undefined ? [] : grantsOf(path).map(({ kind }) => kind)).toEqual([
    "ClusterRole",
    "ClusterRoleBinding",
  ]);
});
