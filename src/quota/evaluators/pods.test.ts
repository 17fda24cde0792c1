import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { createPodEvaluator } from "./pods.ts";

let now = 0;
const evaluator = createPodEvaluator({ now: () => now, podLevelResources: true, inPlacePodVerticalScaling: true });

const pod = (spec: object, more: { readonly metadata?: object; readonly status?: object } = {}): KubeObject => ({
  spec,
  ...more,
  metadata: { name: "p", ...more.metadata },
});
const term = { topologyKey: "zone" };
const affinity = (kind: string, when: string, ...terms: readonly object[]): KubeObject =>
  pod({ affinity: { [kind]: { [`${when}DuringSchedulingIgnoredDuringExecution`]: terms } } });
const container = (name: string, requests: object): object => ({ name, resources: { requests } });

// oxfmt-ignore
describe("a pod is in a scope", () => {
  const cpu = { containers: [container("c", { cpu: "1" })] };
  const none = { containers: [container("c", { cpu: "0" })] };
  it.each<readonly [string, scope: string, KubeObject, boolean]>([
    ["by the class that its status has", "BestEffort", pod(cpu, { status: { qosClass: "BestEffort" } }), true],
    ["by its requests before its status has a class", "BestEffort", pod(cpu, { status: { qosClass: "" } }), false],
    ["where all that it requests is none", "BestEffort", pod(none), true],
    ["of an active deadline of no seconds", "Terminating", pod({ activeDeadlineSeconds: 0 }), true],
    ["without a deadline", "NotTerminating", pod({}), true],
    ["with terms for other namespaces", "CrossNamespacePodAffinity", affinity("podAffinity", "required", { ...term, namespaces: ["a"] }), true],
    ["with terms for namespaces by labels", "CrossNamespacePodAffinity", affinity("podAntiAffinity", "required", term, { ...term, namespaceSelector: {} }), true],
    ["with preferred terms", "CrossNamespacePodAffinity", affinity("podAffinity", "preferred", { weight: 1, podAffinityTerm: { ...term, namespaces: ["a"] } }), true],
    ["unless its terms name no namespaces", "CrossNamespacePodAffinity", affinity("podAffinity", "required", { ...term, namespaces: [] }), false],
    ["unless the scope is none of pods", "VolumeAttributesClass", pod({}), false],
  ])("%s: %s", (_name, scopeName, object, expected) => {
    expect(evaluator.matchesScope({ scopeName, operator: "Exists" }, object)).toBe(expected);
  });

  it.each([
    ["Exists", undefined, "high", true],
    ["Exists", undefined, "", false],
    ["DoesNotExist", undefined, "", true],
    ["In", ["high"], "high", true],
    ["In", ["", "x"], "", false],
    ["NotIn", ["high"], "", true],
    ["Other", [], "", false],
  ])("PriorityClass %s %j for the class '%s'", (operator, values, priorityClassName, expected) => {
    const selector = { scopeName: "PriorityClass", operator, ...(values && { values }) };
    expect(evaluator.matchesScope(selector, pod({ priorityClassName }))).toBe(expected);
  });
});

it("a pod that is deleted uses resources until its grace period is over", () => {
  const metadata = { deletionTimestamp: "1970-01-01T00:01:00Z", deletionGracePeriodSeconds: 30 };
  const deleted = pod({ containers: [container("c", { cpu: "1" })] }, { metadata });
  const usesCpu = (at: number): boolean => {
    now = at;
    return evaluator.usage(deleted).has("cpu");
  };
  expect([90_000, 90_001].map(usesCpu)).toEqual([true, false]);
  expect(evaluator.usage(pod({}, { status: { phase: "Failed" } }))).toEqual(evaluator.usage(deleted));
});

it.each<readonly [string, operation: string, subresource: string, after: object, boolean]>([
  ["creates", "CREATE", "", {}, true],
  ["resizes", "UPDATE", "resize", {}, true],
  ["updates that begin a deadline", "UPDATE", "", { activeDeadlineSeconds: 1 }, true],
  ["no other updates", "UPDATE", "", {}, false],
  ["no updates of a status", "UPDATE", "status", { activeDeadlineSeconds: 1 }, false],
  ["no bindings", "CREATE", "binding", {}, false],
])("requests are counted: %s", (_name, operation, subresource, after, expected) => {
  expect(evaluator.handles({ operation, subresource, oldObject: pod({}), object: pod(after) })).toBe(expected);
});

it("containers must name what a quota limits, and nothing else of it", () => {
  const containers = [container("b", { memory: "1" }), container("a", {})];
  expect(evaluator.constraints(["memory"], pod({ containers }))).toBe("must specify memory for: a");
  expect(evaluator.constraints(["requests.cpu", "cpu", "pods"], pod({ containers }))).toBe(
    "must specify cpu for: a,b; requests.cpu for: a,b",
  );
  expect(evaluator.constraints(["memory"], pod({ containers: [container("b", { memory: "1" })] }))).toBeUndefined();
  expect(evaluator.constraints(["pods", "ephemeral-storage"], pod({ containers }))).toBeUndefined();
});

it("updates that may set quota free are those of a phase, a deletion, a deadline or resources", () => {
  now = 0;
  const before = pod({ containers: [container("c", { cpu: "1" })] });
  const others: readonly KubeObject[] = [
    pod({ containers: [container("c", { cpu: "2" })] }),
    pod({ containers: [container("c", { cpu: "1" })], activeDeadlineSeconds: 1 }),
    { ...before, status: { phase: "Succeeded" } },
    { ...before, metadata: { name: "p", deletionTimestamp: "1970-01-01T00:01:00Z" } },
  ];
  expect(others.map((after) => evaluator.replenishes(before, after))).toEqual([true, true, true, true]);
  expect(evaluator.replenishes(before, { ...before, metadata: { name: "p", labels: { a: "b" } } })).toBe(false);
});
