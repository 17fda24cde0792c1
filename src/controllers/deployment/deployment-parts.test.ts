import { expect, it } from "vitest";
import type { Deployment, ReplicaSet } from "../../api/apps/v1.ts";
import { progressConditions } from "./deployment-progress.ts";
import { newSetAnnotations } from "./replica-set-annotations.ts";
import { revisionOf } from "./replica-set-facts.ts";
import { shrunkOld } from "./scaling.ts";

const deployment: Deployment = {
  metadata: { name: "d" },
  spec: { replicas: 10, strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 3, maxUnavailable: 2 } } },
};
const set = (name: string, replicas: number, availableReplicas: number, more: object = {}): ReplicaSet => ({
  metadata: { name, uid: name },
  spec: { replicas },
  status: { replicas, availableReplicas, ...more },
});

it("an old ReplicaSet loses its pods that are not available first, and then others in a second step", () => {
  const steps = shrunkOld(deployment, set("new", 4, 4), [set("old", 9, 7)]);
  expect(steps.map(({ set: { metadata }, replicas }) => [metadata.name, replicas])).toEqual([
    ["old", 7],
    ["old", 4],
  ]);
});

it("available pods beyond the size of their ReplicaSet, which are about to go, do not let others go", () => {
  const rollingUpdate = { maxSurge: 1, maxUnavailable: 1 };
  const three: Deployment = {
    ...deployment,
    spec: { replicas: 3, strategy: { type: "RollingUpdate", rollingUpdate } },
  };
  const steps = shrunkOld(three, set("new", 1, 0), [set("old", 3, 4)]);
  expect(steps.map(({ replicas }) => replicas)).toEqual([2]);
});

it("the failure of a ReplicaSet was updated when it came about", () => {
  const lastTransitionTime = "2026-01-01T00:00:00Z";
  const failure = { type: "ReplicaFailure", status: "True", reason: "FailedCreate", message: "m", lastTransitionTime };
  const sets = [set("new", 1, 0, { conditions: [failure] })];
  const status = { replicas: 1, conditions: [] };
  const now = Date.parse("2026-01-02T00:00:00Z");
  expect(progressConditions(deployment, status, { newSet: sets[0], sets, now })).toEqual([
    { ...failure, lastUpdateTime: lastTransitionTime },
  ]);
});

it("revisions are counted as int64", () => {
  const annotations = { "deployment.kubernetes.io/revision": "3546343826724305832" };
  const next = revisionOf({ metadata: { annotations } }) + 1n;
  expect(newSetAnnotations({ metadata: {} }, undefined, next)).toMatchObject({
    "deployment.kubernetes.io/revision": "3546343826724305833",
  });
});
