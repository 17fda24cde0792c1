import { expect, it } from "vitest";
import type { KubeObject } from "../../../../apimachinery/meta.ts";
import type { MergeStep } from "../../../../share/merge-worlds.ts";
import { firstChoices, inOrderOfNeed, keyOfStep, mergeable } from "./choices.ts";

const object = (name: string, more: object = {}, kind = "Pod"): KubeObject => ({
  apiVersion: "v1",
  kind,
  metadata: { name, ...more },
});
const step = (of: KubeObject, more: Partial<MergeStep> = {}): MergeStep => ({
  kind: "apply",
  object: of,
  live: of,
  fields: [],
  conflicts: [],
  ...more,
});
const owner = { apiVersion: "apps/v1", kind: "ReplicaSet", name: "web", uid: "1", controller: true };
const controlled = step(object("controlled", { ownerReferences: [owner] }), { kind: "create" });
const steps = [
  controlled,
  step(object("plain")),
  step(object("refused"), { message: "no" }),
  step(object("conflict"), { conflicts: [{ path: "", message: "it was changed meanwhile" }] }),
];

it("steps that need a decision come first, and what controllers make is left to them", () => {
  const names = inOrderOfNeed(steps).map(({ object }) => object.metadata.name);
  expect(names).toEqual(["conflict", "refused", "plain", "controlled"]);
  expect(firstChoices(steps)).toEqual({ leftOut: new Set([keyOfStep(controlled)]), taken: new Set() });
});

it("events and leases are not merged", () => {
  const lease = { ...object("lease", {}, "Lease"), apiVersion: "coordination.k8s.io/v1" };
  expect(mergeable([object("event", {}, "Event"), lease, object("pod")])).toEqual([object("pod")]);
});
