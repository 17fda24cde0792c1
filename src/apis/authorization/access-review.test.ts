import { expect, it } from "vitest";
import { StatusError } from "../../apimachinery/errors.ts";
import { isObject, type JsonValue } from "../../apimachinery/json/value.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { RegistryAccess } from "../../apiserver/registry/resource-definition.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import { Turns } from "../../component-base/event-loop.ts";
import { sliceUnits, Work } from "../../component-base/work.ts";
import { reviewOwnAccess } from "./access-review.ts";

const count = 30_000;

/** Sends a review to the handler as a large request and as an ordinary one. */
async function reviewed(resourceAttributes: JsonValue, isLarge: boolean) {
  const review = { metadata: {}, spec: { resourceAttributes } } as unknown as KubeObject;
  const asked: string[] = [];
  const authorize = (attributes: { readonly fieldSelector?: string }) => {
    asked.push(attributes.fieldSelector ?? "");
    return { decision: "allow", reason: "" };
  };
  const access = { identity: { authorizer: { authorize } } } as unknown as RegistryAccess;
  const work = new Work();
  const signal = new AbortController().signal;
  const ctx = { user: { name: "a" }, work, turns: new Turns(), signal, isLarge } as unknown as StrategyContext;
  const answer = await reviewOwnAccess(review, access, ctx, { dryRun: [], validate: () => undefined }).catch(
    (error: unknown) => {
      if (error instanceof StatusError) return error.status;
      throw error;
    },
  );
  return { answer, asked, ...work.counts };
}

const requirements = (make: (i: number) => JsonValue): JsonValue => ({
  requirements: Array.from({ length: count }, (_, i) => make(i)),
});

it.each([
  ["valid fields", { fieldSelector: requirements((i) => ({ key: `k${i}`, operator: "In", values: [`v${i}`] })) }],
  ["valid labels", { labelSelector: requirements((i) => ({ key: `k${i}`, operator: "In", values: [`v${i}`] })) }],
  ["unknown operators", { labelSelector: requirements((i) => ({ key: `k${i}`, operator: "Like", values: ["v"] })) }],
  ["labels without a key", { labelSelector: requirements(() => ({})) }],
])("a review of many %s is answered in slices as at once", async (_, attributes) => {
  const { answer, asked, done, longest } = await reviewed(attributes, true);
  const atOnce = await reviewed(attributes, false);
  expect(isObject(answer as unknown as JsonValue)).toBe(true);
  expect(answer).toEqual(atOnce.answer);
  expect(asked).toEqual(atOnce.asked);
  expect(done).toBeGreaterThan(sliceUnits);
  expect(longest).toBeLessThan(1.2 * sliceUnits);
});
