import { describe, expect, it } from "vitest";
import { Client } from "../../client/client.ts";
import { FakeApi, served } from "../../client/testing/fake-api.ts";
import { until } from "../../client/testing/until.ts";
import { FakeClock } from "../../component-base/testing/fake-clock.ts";
import {
  aggregateRules,
  type ClusterRole,
  createClusterRoleAggregationController,
} from "./clusterrole-aggregation-controller.ts";

const target = { group: "rbac.authorization.k8s.io", version: "v1", resource: "clusterroles" };
const role = (
  name: string,
  labels: Readonly<Record<string, string>>,
  rules: readonly unknown[],
  selects?: string,
): ClusterRole => ({
  metadata: { name, labels },
  rules,
  ...(selects !== undefined && { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [selects]: "true" } }] } }),
});

describe("aggregateRules", () => {
  const all = [
    role("b", { x: "true" }, [1, 2]),
    role("a", { x: "true", y: "true" }, [2, 3]),
    role("sum", { x: "true" }, [9], "x"),
    role("other", {}, [4]),
  ];

  it("takes the rules of selected roles by name, each once, and none of its own", () =>
    expect(aggregateRules(all[2] ?? role("", {}, []), all)).toEqual([2, 3, 1]));
  it("goes selector by selector", () => {
    const sum = {
      ...role("sum", {}, []),
      aggregationRule: {
        clusterRoleSelectors: [
          { matchExpressions: [{ key: "y", operator: "DoesNotExist" }] },
          { matchLabels: { y: "true" } },
        ],
      },
    };
    expect(aggregateRules(sum, all)).toEqual([1, 2, 4, 3]);
  });
});

describe("the aggregation controller", () => {
  it("follows roles that come, change and go, through several layers", async () => {
    const api = new FakeApi([served(target.group, "v1", "clusterroles", "ClusterRole")]);
    const client = new Client({ handle: api.handle, userAgent: "test" });
    const controller = createClusterRoleAggregationController({ handle: api.handle, clock: new FakeClock(0) });
    const stop = new AbortController();
    await client.create(target, role("view", { edit: "true" }, [], "view"));
    await client.create(target, role("edit", {}, [], "edit"));
    controller.start(stop.signal);
    const stored = (name: string) =>
      [...api.store("clusterroles", target.group).objects.values()].find(({ metadata }) => metadata.name === name);
    const settled = (name: string, wanted: readonly unknown[]) =>
      until(() => JSON.stringify(stored(name)?.["rules"]) === JSON.stringify(wanted));
    await client.create(target, role("pods", { view: "true" }, [{ verbs: ["get"] }]));
    await settled("view", [{ verbs: ["get"] }]);
    await settled("edit", [{ verbs: ["get"] }]);
    await client.patch(target, "pods", "merge", { rules: [{ verbs: ["list"] }] });
    await settled("edit", [{ verbs: ["list"] }]);
    await client.delete(target, "pods");
    await settled("edit", []);
    expect(stored("view")?.["rules"]).toEqual([]);
    stop.abort();
  });
});
