import { describe, expect, it } from "vitest";
import type { ResourceListText, ResourceQuotaSpec } from "../api/core/v1.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { formatResourceList } from "../component-helpers/resource/resource-list.ts";
import { checkRequest } from "./check-request.ts";
import { readQuota } from "./quota.ts";
import { createEvaluatorRegistry } from "./registry.ts";

const registry = createEvaluatorRegistry({ gates: { enabled: () => true }, now: () => 0 });

const quota = (hard: ResourceListText, used: ResourceListText, spec: ResourceQuotaSpec = {}) =>
  readQuota({ metadata: { name: "q" }, spec: { hard, ...spec }, status: { hard, used } });

const object = (spec: object, more: object = {}): KubeObject => ({ metadata: { name: "o" }, spec, ...more });
const requests = (cpu: string) => ({ containers: [{ name: "c", resources: { requests: { cpu } } }] });

/** Returns what is used after a request, or why it is refused. */
function charge(
  resource: string,
  request: { readonly object: KubeObject; readonly oldObject?: KubeObject; readonly subresource?: string },
  ...quotas: readonly ReturnType<typeof quota>[]
) {
  const evaluator = registry.get({ group: resource.includes("claims.") ? "resource.k8s.io" : "", resource });
  if (evaluator === undefined) throw new Error(`${resource} are not counted`);
  const operation = request.oldObject === undefined ? "CREATE" : "UPDATE";
  const charged = checkRequest(quotas, { operation, subresource: "", ...request }, evaluator);
  return "refusal" in charged ? charged.refusal : charged.quotas.map(({ used }) => formatResourceList(used));
}

describe("what objects use", () => {
  const node = { type: "NodePort", ports: [{}, {}] };
  const balanced = { type: "LoadBalancer", ports: [{}, { nodePort: 30000 }], allocateLoadBalancerNodePorts: false };
  const claim = { storageClassName: "gold", resources: { requests: { storage: "1500m" } } };
  const extended = {
    containers: [{ name: "c", resources: { requests: { "example.com/gpu": "2", "hugepages-2Mi": "4Mi" } } }],
  };
  // oxfmt-ignore
  it.each<readonly [string, string, object, readonly string[], ResourceListText]>([
    ["config maps by both names", "configmaps", {}, ["configmaps", "count/configmaps"], { configmaps: "1", "count/configmaps": "1" }],
    ["pods and their requests", "pods", requests("250m"), ["pods", "count/pods", "cpu", "requests.cpu"], { pods: "1", "count/pods": "1", cpu: "250m", "requests.cpu": "250m" }],
    ["resources of vendors and huge pages", "pods", extended, ["requests.example.com/gpu", "hugepages-2Mi"], { "requests.example.com/gpu": "2", "hugepages-2Mi": "4Mi" }],
    ["services with node ports", "services", node, ["services", "services.nodeports", "services.loadbalancers"], { services: "1", "services.nodeports": "2", "services.loadbalancers": "0" }],
    ["load balancers with given node ports", "services", balanced, ["services.nodeports", "services.loadbalancers"], { "services.nodeports": "1", "services.loadbalancers": "1" }],
    ["claims by class, in whole bytes", "persistentvolumeclaims", claim, ["requests.storage", "gold.storageclass.storage.k8s.io/persistentvolumeclaims", "gold.storageclass.storage.k8s.io/requests.storage"], { "requests.storage": "2", "gold.storageclass.storage.k8s.io/persistentvolumeclaims": "1", "gold.storageclass.storage.k8s.io/requests.storage": "2" }],
  ])("%s", (_name, resource, spec, names, expected) => {
    const none = Object.fromEntries(names.map((name) => [name, "0"]));
    const hard = Object.fromEntries(names.map((name) => [name, "10Gi"]));
    expect(charge(resource, { object: object(spec) }, quota(hard, none))).toEqual([expected]);
  });

  it.each([
    [{ resources: { requests: { storage: "1" } } }, { "requests.storage": "1" }],
    [{ storageClassName: "gold" }, { "gold.storageclass.storage.k8s.io/persistentvolumeclaims": "1" }],
  ])("claims without a class, or without storage, use nothing of it: %j", (spec, more) => {
    const evaluator = registry.get({ group: "", resource: "persistentvolumeclaims" });
    expect(formatResourceList(evaluator?.usage(object(spec)) ?? new Map())).toEqual({
      "count/persistentvolumeclaims": "1",
      persistentvolumeclaims: "1",
      ...more,
    });
  });

  it("finished pods count as objects only", () => {
    const pod = object(requests("1"), { status: { phase: "Succeeded" } });
    const evaluator = registry.get({ group: "", resource: "pods" });
    expect(formatResourceList(evaluator?.usage(pod) ?? new Map())).toEqual({ "count/pods": "1" });
  });

  it("claims for devices count the greatest of their alternatives", () => {
    const request = (deviceClassName: string, count: number) => ({
      deviceClassName,
      allocationMode: "ExactCount",
      count,
    });
    const devices = {
      requests: [{ exactly: request("a", 2) }, { firstAvailable: [request("a", 1), request("a", 3)] }],
    };
    const evaluator = registry.get({ group: "resource.k8s.io", resource: "resourceclaims" });
    expect(formatResourceList(evaluator?.usage(object({ devices })) ?? new Map())).toEqual({
      "count/resourceclaims.resource.k8s.io": "1",
      "a.deviceclass.resource.k8s.io/devices": "5",
    });
  });
});

describe("a request is refused that", () => {
  // oxfmt-ignore
  it.each<readonly [string, ResourceListText, ResourceListText, object, string]>([
    ["exceeds a quota", { pods: "1" }, { pods: "1" }, {}, "exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1"],
    ["exceeds several resources", { pods: "1", cpu: "1" }, { pods: "1", cpu: "500m" }, requests("1"), "exceeded quota: q, requested: cpu=1,pods=1, used: cpu=500m,pods=1, limited: cpu=1,pods=1"],
    ["lacks what a quota limits", { cpu: "1", "limits.memory": "1Gi" }, {}, { containers: [{ name: "b" }, { name: "a" }] }, "failed quota: q: must specify cpu for: a,b; limits.memory for: a,b"],
    ["comes before the quota is counted", { pods: "1" }, {}, {}, "status unknown for quota: q, resources: pods"],
  ])("%s", (_name, hard, used, spec, message) => expect(charge("pods", { object: object(spec) }, quota(hard, used))).toBe(message));
});

describe("an update", () => {
  const hard = { "services.loadbalancers": "1" };
  const balanced = object({ type: "LoadBalancer", ports: [{}] });
  it("is charged for what it adds", () =>
    expect(
      charge("services", { object: balanced, oldObject: object({}) }, quota(hard, { "services.loadbalancers": "1" })),
    ).toBe(
      "exceeded quota: q, requested: services.loadbalancers=1, used: services.loadbalancers=1, limited: services.loadbalancers=1",
    ));
  it("is not charged again for what it had", () =>
    expect(
      charge("services", { object: balanced, oldObject: balanced }, quota(hard, { "services.loadbalancers": "1" })),
    ).toEqual([{ "services.loadbalancers": "1" }]));
});

describe("scopes", () => {
  const affinity = { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ namespaces: ["other"] }] } };
  const high = { scopeName: "PriorityClass", operator: "In", values: ["high"] };
  // oxfmt-ignore
  it.each<readonly [string, ResourceQuotaSpec, object, boolean]>([
    ["Terminating", { scopes: ["Terminating"] }, { activeDeadlineSeconds: 5 }, true],
    ["Terminating without a deadline", { scopes: ["Terminating"] }, {}, false],
    ["NotTerminating", { scopes: ["NotTerminating"] }, {}, true],
    ["BestEffort", { scopes: ["BestEffort"] }, { containers: [{ name: "c" }] }, true],
    ["BestEffort with a request", { scopes: ["BestEffort"] }, requests("1"), false],
    ["NotBestEffort and Terminating", { scopes: ["NotBestEffort", "Terminating"] }, requests("1"), false],
    ["a priority class", { scopeSelector: { matchExpressions: [high] } }, { priorityClassName: "high" }, true],
    ["another priority class", { scopeSelector: { matchExpressions: [high] } }, { priorityClassName: "low" }, false],
    ["any but a priority class", { scopeSelector: { matchExpressions: [{ ...high, operator: "NotIn" }] } }, {}, true],
    ["affinity across namespaces", { scopes: ["CrossNamespacePodAffinity"] }, { affinity }, true],
  ])("%s", (_name, scopes, spec, counted) =>
    expect(charge("pods", { object: object(spec) }, quota({ pods: "5" }, { pods: "0" }, scopes))).toEqual([{ pods: counted ? "1" : "0" }]));
});
