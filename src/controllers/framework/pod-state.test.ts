import { expect, it } from "vitest";
import type { Pod } from "../../api/core/v1.ts";
import { formatTime } from "../../apimachinery/time.ts";
import { newPodCondition, sortForDeletion } from "./pod-state.ts";

const now = Date.parse("2026-01-01T00:00:00Z");
const ago = (seconds: number): string => formatTime(now - seconds * 1000);
const status = (name: string, restartCount: number) => ({ name, restartCount });

const pod = (uid: string, readySeconds: number, more: Partial<NonNullable<Pod["status"]>> = {}): Pod => ({
  metadata: { name: uid, uid, creationTimestamp: ago(5000) },
  spec: {
    nodeName: "n",
    containers: [{ name: "c" }],
    initContainers: [{ name: "init" }, { name: "side", restartPolicy: "Always" }],
  },
  status: {
    phase: "Running",
    conditions: [{ type: "Ready", status: "True", lastTransitionTime: ago(readySeconds) }],
    ...more,
  },
});

it.each<[string, readonly Pod[], readonly string[]]>([
  ["the newer one goes first if its age is another power of two", [pod("a", 1000), pod("b", 10)], ["b", "a"]],
  [
    "of about the same age, uids decide before restarts",
    [pod("a", 1000), pod("b", 1001, { containerStatuses: [status("c", 9)] })],
    ["a", "b"],
  ],
  [
    "of the same age, restarts decide",
    [pod("a", 1000), pod("b", 1000, { containerStatuses: [status("c", 9)] })],
    ["b", "a"],
  ],
  [
    "then restarts of sidecars, and not of other init containers",
    [
      pod("a", 1000, { initContainerStatuses: [status("init", 9)] }),
      pod("b", 1000, { initContainerStatuses: [status("side", 1)] }),
    ],
    ["b", "a"],
  ],
])("%s", (_what, pods, expected) => {
  const order = (given: readonly Pod[]) => sortForDeletion(given, now, () => 0).map(({ metadata }) => metadata.uid);
  expect(order(pods)).toEqual(expected);
  expect(order(pods.toReversed())).toEqual(expected);
});

it("a condition of a pod is about the generation that was seen", () => {
  const condition = { type: "DisruptionTarget", status: "True" };
  const lastTransitionTime = "1970-01-01T00:00:01Z";
  expect(newPodCondition({ metadata: { generation: 3 } }, condition, 1000)).toEqual({
    ...condition,
    observedGeneration: 3,
    lastTransitionTime,
  });
  expect(newPodCondition({ metadata: {} }, condition, 1000)).toEqual({ ...condition, lastTransitionTime });
});
