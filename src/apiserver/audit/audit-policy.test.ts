import { describe, expect, it } from "vitest";
import { createPolicyEvaluator, type AuditedAttributes, type GroupResources, type PolicyRule } from "./audit-policy.ts";

const rule = (parts: Partial<PolicyRule> = {}): PolicyRule => ({
  level: "Metadata",
  users: [],
  userGroups: [],
  verbs: [],
  resources: [],
  namespaces: [],
  nonResourceURLs: [],
  omitStages: [],
  omitManagedFields: undefined,
  ...parts,
});
const group = (parts: Partial<GroupResources> = {}): GroupResources => ({
  group: "",
  resources: [],
  resourceNames: [],
  ...parts,
});
const user = { name: "ann", uid: "", groups: ["dev", "ops"], extra: {} };
const get: AuditedAttributes = {
  user,
  verb: "get",
  resourceRequest: true,
  namespace: "default",
  apiGroup: "",
  apiVersion: "v1",
  resource: "pods",
  subresource: "",
  name: "a",
  path: "/api/v1/namespaces/default/pods/a",
};
const log: AuditedAttributes = { ...get, subresource: "log" };
const path: AuditedAttributes = {
  ...get,
  resourceRequest: false,
  namespace: "",
  resource: "",
  name: "",
  path: "/logs/kubelet",
};
const nobody: AuditedAttributes = { ...get, user: undefined };

const levelOf = (rules: readonly PolicyRule[], attributes: AuditedAttributes): string =>
  createPolicyEvaluator({ rules, omitStages: [], omitManagedFields: false })(attributes).level;

describe("an audit policy", () => {
  it.each<[Partial<PolicyRule>, AuditedAttributes, boolean]>([
    [{}, get, true],
    [{}, path, true],
    [{ users: ["bob", "ann"] }, get, true],
    [{ users: ["bob"] }, get, false],
    [{ users: ["ann"] }, nobody, false],
    [{ userGroups: ["ops"] }, get, true],
    [{ userGroups: ["qa"] }, get, false],
    [{ userGroups: ["ops"] }, nobody, false],
    [{ verbs: ["get"] }, get, true],
    [{ verbs: ["list"] }, get, false],
    [{ namespaces: ["default"] }, get, true],
    [{ namespaces: [""] }, get, false],
    [{ namespaces: [""] }, path, false],
    [{ resources: [group()] }, get, true],
    [{ resources: [group({ group: "apps" })] }, get, false],
    [{ resources: [group({ resources: ["pods"] })] }, get, true],
    [{ resources: [group({ resources: ["pods"] })] }, log, false],
    [{ resources: [group({ resources: ["pods/log"] })] }, log, true],
    [{ resources: [group({ resources: ["pods/*"] })] }, log, true],
    [{ resources: [group({ resources: ["pods/*"] })] }, get, true],
    [{ resources: [group({ resources: ["*/log"] })] }, log, true],
    [{ resources: [group({ resources: ["*/log"] })] }, get, false],
    [{ resources: [group({ resources: ["*"] })] }, log, true],
    [{ resources: [group({ resources: ["pods"], resourceNames: ["a"] })] }, get, true],
    [{ resources: [group({ resources: ["pods"], resourceNames: ["b"] })] }, get, false],
    [{ resources: [group({ resources: ["pods"] })] }, path, false],
    [{ nonResourceURLs: ["/logs*"] }, path, true],
    [{ nonResourceURLs: ["/logs/kubelet"] }, path, true],
    [{ nonResourceURLs: ["*"] }, path, true],
    [{ nonResourceURLs: ["/metrics"] }, path, false],
    [{ nonResourceURLs: ["*"] }, get, false],
  ])("with %j", (parts, attributes, matched) => {
    expect(levelOf([rule(parts)], attributes)).toBe(matched ? "Metadata" : "None");
  });

  it("lets the first rule decide that is about a request", () => {
    expect(levelOf([rule({ verbs: ["list"], level: "Request" }), rule({ level: "None" }), rule()], get)).toBe("None");
  });

  it("leaves out stages of its own and of the rule, and managed fields as the rule says or else it itself", () => {
    const decide = createPolicyEvaluator({
      rules: [rule({ verbs: ["get"], omitStages: ["Panic"], omitManagedFields: false }), rule()],
      omitStages: ["RequestReceived"],
      omitManagedFields: true,
    });
    expect(decide(get)).toEqual({
      level: "Metadata",
      omitStages: new Set(["RequestReceived", "Panic"]),
      omitManagedFields: false,
    });
    expect(decide({ ...get, verb: "list" })).toEqual({
      level: "Metadata",
      omitStages: new Set(["RequestReceived"]),
      omitManagedFields: true,
    });
  });
});
