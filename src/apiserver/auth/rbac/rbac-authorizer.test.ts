import { describe, expect, it } from "vitest";
import type { AuthorizationAttributes } from "../../request/authorizer.ts";
import { resolveRequestInfo } from "../../request/resolve-request-info.ts";
import { anonymousUser, type UserInfo } from "../../request/user.ts";
import { mastersAuthorizer, unionAuthorizers } from "../authorizers.ts";
import { forbiddenError } from "../forbidden-message.ts";
import { bootstrapPolicy } from "./bootstrap-policy.ts";
import type { PolicyRule, Role, RoleBinding, RuleSource, Subject } from "./policy.ts";
import { createRbacAuthorizer, subjectRules, ruleAllows } from "./rbac-authorizer.ts";
import { RuleCache } from "./rule-cache.ts";

const user = (name: string, ...groups: string[]): UserInfo => ({ name, uid: "", groups, extra: {} });
function asks(who: UserInfo, method: string, target: string): AuthorizationAttributes {
  const { isResourceRequest, path, ...info } = resolveRequestInfo(method, target);
  return { ...info, user: who, resourceRequest: isResourceRequest, path: isResourceRequest ? "" : path };
}

const bind = (name: string, kind: string, roleName: string, subjects: Subject[], namespace?: string): RoleBinding => ({
  metadata: namespace === undefined ? { name } : { name, namespace },
  subjects,
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind, name: roleName },
});

const roles: Role[] = [
  ...bootstrapPolicy().clusterroles,
  {
    metadata: { name: "reader" },
    rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list", "watch"] }],
  },
  { metadata: { name: "pods", namespace: "x" }, rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["*"] }] },
];
const bindings: RoleBinding[] = [
  ...bootstrapPolicy().clusterrolebindings,
  bind("readers", "ClusterRole", "reader", [{ kind: "Group", name: "viewers" }]),
  bind("dangling", "ClusterRole", "gone", [{ kind: "User", name: "carol" }]),
  bind(
    "local",
    "Role",
    "pods",
    [
      { kind: "ServiceAccount", name: "bot" },
      { kind: "User", name: "dave" },
    ],
    "x",
  ),
  bind("odd", "Rule", "pods", [{ kind: "User", name: "carol" }], "x"),
];
const source: RuleSource = {
  revision: 1,
  clusterRoleBindings: () => bindings.filter((binding) => binding.metadata.namespace === undefined),
  roleBindings: (namespace) => bindings.filter((binding) => binding.metadata.namespace === namespace),
  clusterRole: (name) => roles.find((role) => role.metadata.namespace === undefined && role.metadata.name === name),
  role: (namespace, name) => roles.find((role) => role.metadata.namespace === namespace && role.metadata.name === name),
};
const authorizer = unionAuthorizers([mastersAuthorizer, createRbacAuthorizer(new RuleCache(source))]);
const viewer = user("viewer", "viewers", "system:authenticated");

describe("the RBAC authorizer", () => {
  // oxfmt-ignore
  it.each([
    [viewer, "GET", "/api/v1/namespaces/x/configmaps/a", 'RBAC: allowed by ClusterRoleBinding "readers" of ClusterRole "reader" to Group "viewers"'],
    [viewer, "GET", "/apis", 'RBAC: allowed by ClusterRoleBinding "system:discovery" of ClusterRole "system:discovery" to Group "system:authenticated"'],
    [anonymousUser, "GET", "/livez", 'RBAC: allowed by ClusterRoleBinding "system:public-info-viewer" of ClusterRole "system:public-info-viewer" to Group "system:unauthenticated"'],
    [user("dave"), "DELETE", "/api/v1/namespaces/x/pods/a", 'RBAC: allowed by RoleBinding "local/x" of Role "pods" to User "dave"'],
    [user("system:serviceaccount:x:bot"), "GET", "/api/v1/namespaces/x/pods", 'RBAC: allowed by RoleBinding "local/x" of Role "pods" to ServiceAccount "bot/x"'],
    [user("boss", "system:masters"), "POST", "/nonsense", ""],
  ])("allows %o to %s %s", (who, method, target, reason) => {
    expect(authorizer.authorize(asks(who, method, target))).toEqual({ decision: "allow", reason });
  });

  it.each([
    [viewer, "GET", "/api/v1/namespaces/x/configmaps/a/status", ""],
    [viewer, "DELETE", "/api/v1/namespaces/x/configmaps/a", ""],
    [viewer, "GET", "/metrics", ""],
    [anonymousUser, "GET", "/livez/ping", ""],
    [anonymousUser, "GET", "/api", ""],
    [user("dave"), "GET", "/api/v1/namespaces/y/pods", ""],
    [user("system:serviceaccount:y:bot"), "GET", "/api/v1/namespaces/x/pods", ""],
    [user("carol"), "GET", "/api/v1/pods", 'RBAC: clusterrole.rbac.authorization.k8s.io "gone" not found'],
    [
      user("carol"),
      "GET",
      "/api/v1/namespaces/x/pods",
      'RBAC: [clusterrole.rbac.authorization.k8s.io "gone" not found, unsupported role reference kind: "Rule"]',
    ],
  ])("does not allow %o to %s %s", (who, method, target, reason) => {
    expect(authorizer.authorize(asks(who, method, target))).toEqual({ decision: "noOpinion", reason });
  });

  it("lists the rules of a user", () => {
    const rules = new RuleCache(source);
    expect(subjectRules(rules.rulesOf(user("dave"), "x"))).toEqual({
      resourceRules: [{ apiGroups: [""], resources: ["pods"], verbs: ["*"] }],
      nonResourceRules: [],
      evaluationError: "",
    });
    expect(subjectRules(rules.rulesOf(user("carol"), "x")).evaluationError).toBe(
      '[clusterrole.rbac.authorization.k8s.io "gone" not found, unsupported role reference kind: "Rule"]',
    );
    expect(subjectRules(rules.rulesOf(viewer, "")).nonResourceRules).toHaveLength(2);
  });
});

describe("ruleAllows", () => {
  const anyone = user("u");
  const rule = (fields: Partial<PolicyRule>): PolicyRule => ({
    verbs: ["*"],
    apiGroups: ["*"],
    resources: ["*"],
    ...fields,
  });
  it.each([
    [rule({}), "GET", "/api/v1/nodes/n/proxy", true],
    [rule({ resources: ["*/status"] }), "PATCH", "/api/v1/nodes/n/status", true],
    [rule({ resources: ["*/status"] }), "GET", "/api/v1/nodes/n", false],
    [rule({ resources: ["pods"] }), "GET", "/api/v1/namespaces/x/pods/a/log", false],
    [rule({ resources: ["pods/log"] }), "GET", "/api/v1/namespaces/x/pods/a/log", true],
    [rule({ resourceNames: ["a"] }), "GET", "/api/v1/namespaces/x/pods/a", true],
    [rule({ resourceNames: ["a"] }), "GET", "/api/v1/namespaces/x/pods", false],
    [rule({ resourceNames: ["a"] }), "GET", "/api/v1/namespaces/x/pods?fieldSelector=metadata.name%3Da", true],
    [rule({ verbs: ["list"] }), "GET", "/api/v1/pods?watch=1", false],
    [rule({ apiGroups: ["apps"] }), "GET", "/api/v1/pods", false],
    [rule({}), "GET", "/healthz", false],
    [rule({ nonResourceURLs: ["/healthz/*"] }), "GET", "/healthz/a/b", true],
    [rule({ nonResourceURLs: ["/healthz/*"] }), "GET", "/healthz", false],
    [rule({ nonResourceURLs: ["/healthz**"] }), "GET", "/healthzy", true],
  ])("%j and %s %s: %s", (given, method, target, allowed) => {
    expect(ruleAllows(given, asks(anyone, method, target))).toBe(allowed);
  });
});

describe("forbiddenError", () => {
  // oxfmt-ignore
  it.each([
    ["GET", "/api/v1/namespaces/x/configmaps/a", "", 'configmaps "a" is forbidden: User "alice" cannot get resource "configmaps" in API group "" in the namespace "x"'],
    ["GET", "/apis/g.io/v1/foos/a/status", "r", 'foos.g.io "a" is forbidden: User "alice" cannot get resource "foos/status" in API group "g.io" at the cluster scope: r'],
    ["OPTIONS", "/api/v1/pods", "", 'pods is forbidden: User "alice" cannot  resource "pods" in API group "" at the cluster scope'],
    ["POST", "/a<b&c", "<", 'forbidden: User "alice" cannot post path "/a&lt;b&amp;c": <'],
  ])("names %s %s", (method, target, reason, message) => {
    expect(forbiddenError(asks(user("alice"), method, target), reason).message).toBe(message);
  });

  it("has details of the resource, empty ones for a path", () => {
    expect(forbiddenError(asks(user("alice"), "GET", "/nonsense"), "").status).toMatchObject({
      code: 403,
      reason: "Forbidden",
      details: {},
    });
    expect(forbiddenError(asks(user("alice"), "GET", "/apis/g.io/v1/foos/a"), "").status.details).toEqual({
      group: "g.io",
      kind: "foos",
      name: "a",
    });
  });
});
