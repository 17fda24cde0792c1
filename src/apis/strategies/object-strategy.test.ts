import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { testContext } from "../testing/strategy-context.ts";
import { objectStrategy, statusStrategy } from "./object-strategy.ts";
import { semanticEqual } from "./semantic-equal.ts";

const ctx = testContext();
const strategy = objectStrategy({ status: { replicas: 0 }, generation: ["spec"], countedMetadata: "annotations" });
const live: KubeObject = {
  metadata: { name: "a", generation: 3, labels: { l: "1" } },
  spec: { n: 1 },
  status: { replicas: 5 },
};

describe("the strategy of a kind with spec and status", () => {
  it("takes no status and no generation from who creates", () => {
    expect(
      strategy.prepareForCreate?.({ metadata: { name: "a", generation: 9 }, spec: {}, status: { replicas: 7 } }, ctx),
    ).toEqual({
      metadata: { name: "a", generation: 1 },
      spec: {},
      status: { replicas: 0 },
    });
  });

  it.each([
    ["nothing", {}, 3],
    ["the spec", { spec: { n: 2 } }, 4],
    ["an empty list in the spec", { spec: { n: 1, list: [] } }, 3],
    ["a label", { metadata: { ...live.metadata, labels: {} } }, 3],
    ["an annotation", { metadata: { ...live.metadata, annotations: { a: "1" } } }, 4],
    ["the status", { status: { replicas: 6 } }, 3],
  ])("counts a change of %s rightly, and keeps the status", (_name, change, generation) => {
    const updated = strategy.prepareForUpdate?.({ ...live, ...change }, live, ctx);
    expect(updated?.metadata.generation).toBe(generation);
    expect(updated?.["status"]).toEqual(live["status"]);
  });

  it("does not change the objects that it is given", () => {
    const before = structuredClone(live);
    strategy.prepareForUpdate?.({ ...live, spec: {} }, live, ctx);
    strategy.prepareForCreate?.(live, ctx);
    expect(live).toEqual(before);
  });
});

describe("the strategy of /status", () => {
  const sent: KubeObject = {
    metadata: { name: "a", resourceVersion: "7", labels: { l: "2" }, annotations: { x: "y" }, finalizers: ["f"] },
    spec: { n: 2 },
    status: { replicas: 6 },
  };

  it.each([
    ["writable", sent.metadata],
    ["keeps labels", { ...sent.metadata, labels: { l: "1" } }],
    ["kept", { name: "a", generation: 3, labels: { l: "1" }, resourceVersion: "7" }],
  ] as const)("leaves the spec alone, with metadata %s", (metadata, expected) => {
    const updated = statusStrategy(strategy, metadata).prepareForUpdate?.(sent, live, ctx);
    expect(updated).toEqual({ metadata: expected, spec: live["spec"], status: sent["status"] });
  });
});

describe("semantic equality", () => {
  it.each([
    [{ a: [] }, {}, true],
    [{ a: null }, { a: {} }, false],
    [{ limits: null }, { limits: {} }, true],
    [{ a: 0 }, {}, false],
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 2, c: "" }] }, false],
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 2, c: null }] }, true],
    [[1, 2], [2, 1], false],
    ["a", { 0: "a" }, false],
  ])("of %j and %j", (a, b, expected) => {
    expect(semanticEqual(a, b)).toBe(expected);
    expect(semanticEqual(b, a)).toBe(expected);
  });
});
