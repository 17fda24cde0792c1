import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { createDefaultTolerationSeconds } from "./default-toleration-seconds.ts";
import { createPodTopologyLabels } from "./pod-topology-labels.ts";
import { createPriority } from "./priority.ts";
import { createRuntimeClass } from "./runtime-class.ts";
import { listing, podRequest, refusalOf, requestFor } from "./testing/request.ts";

const named = (name: string, fields: object): KubeObject => ({ metadata: { name }, ...fields });

describe("Priority", () => {
  const plugin = createPriority(
    listing({
      priorityclasses: [
        named("high", { value: 1000, preemptionPolicy: "Never" }),
        named("usual", { value: 7, globalDefault: true, preemptionPolicy: "PreemptLowerPriority" }),
        named("other-default", { value: 9, globalDefault: true }),
      ],
    }),
  );
  // oxfmt-ignore
  it.each([
    ["fills in the class", { priorityClassName: "high" }, { priorityClassName: "high", priority: 1000, preemptionPolicy: "Never" }],
    ["accepts the right number", { priorityClassName: "high", priority: 1000 }, { priority: 1000 }],
    ["gives pods without a class the least default one", {}, { priorityClassName: "usual", priority: 7, preemptionPolicy: "PreemptLowerPriority" }],
  ])("%s", (_name, spec, expected) => expect(plugin.admit?.(podRequest(spec))).toMatchObject({ spec: expected }));

  it("gives pods 0 where there is no default class", () =>
    expect(createPriority(listing({})).admit?.(podRequest({}))).toMatchObject({
      spec: { priority: 0, preemptionPolicy: "PreemptLowerPriority" },
    }));

  // oxfmt-ignore
  it.each([
    ["an unknown class", { priorityClassName: "none" }, 'pods "p" is forbidden: no PriorityClass with name none was found'],
    ["another number", { priorityClassName: "high", priority: 1 }, "the integer value of priority (1) must not be provided in pod spec; priority admission controller computed 1000 from the given PriorityClass name"],
    ["another policy", { priorityClassName: "high", preemptionPolicy: "PreemptLowerPriority" }, "the string value of PreemptionPolicy (PreemptLowerPriority) must not be provided in pod spec; priority admission controller computed Never from the given PriorityClass name"],
  ])("refuses %s", (_name, spec, message) => expect(() => plugin.admit?.(podRequest(spec))).toThrow(message));

  it("keeps on update what older clients leave out", () => {
    const oldObject = named("p", { spec: { priority: 3, preemptionPolicy: "Never" } });
    expect(plugin.admit?.(podRequest({}, { operation: "UPDATE", oldObject }))).toMatchObject({
      spec: { priority: 3, preemptionPolicy: "Never" },
    });
  });

  it.each([
    ["CREATE", "usual", true],
    ["CREATE", "new", true],
    ["UPDATE", "usual", false],
    ["UPDATE", "new", true],
  ] as const)("of a default class, %s of %s: refused %s", (operation, name, refused) => {
    const request = requestFor({
      operation,
      group: "scheduling.k8s.io",
      resource: "priorityclasses",
      object: named(name, { value: 1, globalDefault: true }),
    });
    expect(refusalOf(() => plugin.validate?.(request))).toBe(
      refused ? "PriorityClass usual is already marked as default. Only one default can exist" : undefined,
    );
  });
});

describe("DefaultTolerationSeconds", () => {
  const plugin = createDefaultTolerationSeconds();
  const notReady = {
    key: "node.kubernetes.io/not-ready",
    operator: "Exists",
    effect: "NoExecute",
    tolerationSeconds: 300,
  };
  const unreachable = { ...notReady, key: "node.kubernetes.io/unreachable" };
  it.each([
    ["both", undefined, [notReady, unreachable]],
    ["the other one", [unreachable], [unreachable, notReady]],
    ["none to what tolerates everything", [{ operator: "Exists" }], undefined],
    [
      "both beside another effect",
      [{ key: notReady.key, effect: "NoSchedule" }],
      [{ key: notReady.key, effect: "NoSchedule" }, notReady, unreachable],
    ],
  ])("adds %s", (_name, tolerations, expected) => {
    const admitted = plugin.admit?.(podRequest(tolerations === undefined ? {} : { tolerations })) as
      | KubeObject
      | undefined;
    expect(admitted?.["spec"]).toEqual(expected && { tolerations: expected });
  });
});

describe("RuntimeClass", () => {
  const plugin = createRuntimeClass(
    listing({
      runtimeclasses: [
        named("heavy", {
          overhead: { podFixed: { cpu: "250m" } },
          scheduling: { nodeSelector: { runtime: "heavy" }, tolerations: [{ key: "heavy", operator: "Exists" }] },
        }),
        named("plain", {}),
      ],
    }),
  );
  it("gives overhead and a place", () =>
    expect(plugin.admit?.(podRequest({ runtimeClassName: "heavy", nodeSelector: { a: "b" } }))).toMatchObject({
      spec: {
        overhead: { cpu: "250m" },
        nodeSelector: { a: "b", runtime: "heavy" },
        tolerations: [{ key: "heavy", operator: "Exists" }],
      },
    }));

  // oxfmt-ignore
  it.each([
    ["a class that is not there", { runtimeClassName: "none" }, 'pod rejected: RuntimeClass "none" not found'],
    ["a class without a name", { runtimeClassName: "" }, "resource name may not be empty"],
    ["a class whose name no path can have", { runtimeClassName: "%/" }, "invalid resource name \"%/\": [may not contain '/' may not contain '%']"],
    ["another overhead", { runtimeClassName: "heavy", overhead: { cpu: "1" } }, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead"],
    ["another place", { runtimeClassName: "heavy", nodeSelector: { runtime: "light" } }, "conflict: runtimeClass.scheduling.nodeSelector[runtime] = heavy; pod.spec.nodeSelector[runtime] = light"],
  ])("refuses %s", (_name, spec, message) => expect(() => plugin.admit?.(podRequest(spec))).toThrow(message));

  it.each([
    ["the same amount in other words", { runtimeClassName: "heavy", overhead: { cpu: "0.25" } }, undefined],
    [
      "overhead without a class",
      { overhead: { cpu: "1" } },
      "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead",
    ],
    [
      "a missing overhead",
      { runtimeClassName: "heavy" },
      "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead",
    ],
  ])("validates %s", (_name, spec, message) => {
    expect(refusalOf(() => plugin.validate?.(podRequest(spec)))).toBe(message);
  });
});

it("PodTopologyLabels copies the labels of the node to bindings and pods", () => {
  const labels = { "topology.kubernetes.io/zone": "z", other: "o" };
  const plugin = createPodTopologyLabels(listing({ nodes: [{ metadata: { name: "n", labels } }] }));
  const copied = { metadata: { labels: { "topology.kubernetes.io/zone": "z" } } };
  expect(plugin.admit?.(podRequest({ nodeName: "n" }))).toMatchObject(copied);
  const binding = named("p", { target: { kind: "Node", name: "n" } });
  expect(plugin.admit?.(requestFor({ resource: "pods", subresource: "binding", object: binding }))).toMatchObject(
    copied,
  );
  expect(plugin.admit?.(podRequest({ nodeName: "unknown" }))).toBeUndefined();
});
