import { expect, test } from "vitest";
import type { Pod } from "../../api/core/v1.ts";
import { createEvaluator } from "../policy/evaluator.ts";
import { evaluatePodsInNamespace } from "./evaluate-namespace.ts";

const evaluate = createEvaluator({ relaxedForUserNamespaces: false, probeHosts: true });
const pod = (name: string, spec: object = {}, owner?: string): Pod => ({
  metadata: {
    name,
    ...(owner !== undefined && {
      ownerReferences: [{ apiVersion: "apps/v1", kind: "ReplicaSet", name: owner, uid: owner, controller: true }],
    }),
  },
  spec: { containers: [], ...spec },
});
const privileged = { hostNetwork: true };

/** Returns the warnings about pods whose checks take some milliseconds each; those named `exempt` are not checked. */
function warnings(pods: readonly Pod[], checkMs = 0): readonly string[] {
  let now = 0;
  return evaluatePodsInNamespace("ns", { level: "baseline", version: "latest" }, pods, {
    evaluate,
    isExempt: ({ metadata }) => metadata.name === "exempt",
    monotonic: () => (now += checkMs),
  });
}

const violated = 'existing pods in namespace "ns" violate the new PodSecurity enforce level "baseline:latest"';

// oxfmt-ignore
test.each<readonly [string, readonly Pod[], readonly string[]]>([
  ["nothing of pods that comply", [pod("a"), pod("b")], []],
  ["the first and only pod", [pod("a", privileged)], [violated, "a: host namespaces"]],
  ["two pods by the name of the first", [pod("b", privileged), pod("a", privileged)], [violated, "a (and 1 other pod): host namespaces"]],
  ["three pods", [pod("b", privileged), pod("a", privileged), pod("c", privileged)], [violated, "a (and 2 other pods): host namespaces"]],
  ["each reason, in order", [pod("b", privileged), pod("a", { volumes: [{ name: "v", hostPath: {} }] })], [violated, "a: hostPath volumes", "b: host namespaces"]],
  ["nothing of exempt pods", [pod("exempt", privileged)], []],
])("tells %s", (_, pods, expected) => expect(warnings(pods)).toEqual(expected));

test("checks one pod of each controller first, and says how many there was time for", () => {
  const pods = [pod("a", {}, "r"), pod("b", privileged, "r"), pod("c", privileged)];
  expect(warnings(pods, 600)).toEqual([
    "new PodSecurity enforce level only checked against the first 2 of 3 existing pods",
    violated,
    "c: host namespaces",
  ]);
});
