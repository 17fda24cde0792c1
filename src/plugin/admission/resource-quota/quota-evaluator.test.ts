import { expect, it } from "vitest";
import type { ResourceQuota } from "../../../api/core/v1.ts";
import { newConflict } from "../../../apimachinery/errors.ts";
import { createEvaluatorRegistry } from "../../../quota/registry.ts";
import { requestFor } from "../testing/request.ts";
import { QuotaEvaluator } from "./quota-evaluator.ts";

const registry = createEvaluatorRegistry({ gates: { enabled: () => true }, now: () => 0 });
const create = (name: string, dryRun = false) =>
  requestFor({ resource: "configmaps", dryRun, object: { metadata: { name, namespace: "ns" } } });

/** Stores one quota; the first writes conflict. */
function storing(configmaps: string, conflicts = 0) {
  const hard = { configmaps };
  let version = 1;
  let left = conflicts;
  const stored: { quota: ResourceQuota; writes: number } = {
    quota: {
      metadata: { name: "q", namespace: "ns", resourceVersion: "1" },
      spec: { hard },
      status: { hard, used: { configmaps: "0" } },
    },
    writes: 0,
  };
  const evaluator = new QuotaEvaluator(
    {
      getQuotas: () => [stored.quota],
      updateStatus: async (quota) => {
        stored.writes++;
        await Promise.resolve();
        if (left-- > 0) throw newConflict({ group: "", resource: "resourcequotas" }, "q", "modified");
        stored.quota = { ...quota, metadata: { ...quota.metadata, resourceVersion: String(++version) } };
      },
    },
    registry,
  );
  const used = () => stored.quota.status?.used?.["configmaps"];
  return { evaluator, stored, used };
}

it("charges requests of one turn by one write, and refuses those that are too many", async () => {
  const { evaluator, stored, used } = storing("3");
  const results = await Promise.allSettled(["a", "b", "c", "d", "e"].map((name) => evaluator.evaluate(create(name))));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected", "rejected"]);
  expect(results[4]).toMatchObject({
    reason: {
      message:
        'configmaps "e" is forbidden: exceeded quota: q, requested: configmaps=1, used: configmaps=3, limited: configmaps=3',
    },
  });
  expect(used()).toBe("3");
  expect(stored.writes).toBe(1);
});

it("charges again after a conflict, and gives up after the fourth", async () => {
  const patient = storing("5", 3);
  await patient.evaluator.evaluate(create("a"));
  expect([patient.used(), patient.stored.writes]).toEqual(["1", 4]);
  const hopeless = storing("5", 10);
  await expect(hopeless.evaluator.evaluate(create("a"))).rejects.toMatchObject({ code: 409 });
  expect(hopeless.stored.writes).toBe(4);
});

it("charges nothing for a dry run, but judges it", async () => {
  const { evaluator, used } = storing("0");
  await expect(evaluator.evaluate(create("a", true))).rejects.toThrow("exceeded quota: q");
  const roomy = storing("1");
  await roomy.evaluator.evaluate(create("a", true));
  expect([used(), roomy.used()]).toEqual(["0", "0"]);
});

it("leaves alone what does not change usage", () => {
  const { evaluator } = storing("1");
  const update = requestFor({ operation: "UPDATE", resource: "configmaps", object: { metadata: {} } });
  expect(evaluator.evaluate(update)).toBeUndefined();
  expect(evaluator.evaluate(requestFor({ resource: "events", object: { metadata: {} } }))).toBeUndefined();
});
