import { expect, it } from "vitest";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { Turns } from "../../../component-base/event-loop.ts";
import { anonymousUser } from "../../request/user.ts";
import { AttributesRecord } from "../attributes.ts";
import { checkMatchConditions, PolicyValidator, type ValidatorInput } from "./validator.ts";

/** Counts the turns for which evaluations wait. */
class CountedTurns extends Turns {
  count = 0;

  override next(): Promise<void> {
    this.count++;
    return super.next();
  }
}

const kind = { group: "", version: "v1", kind: "ConfigMap" };
const resource = { group: "", version: "v1", resource: "configmaps" };
const object = { metadata: { name: "a" }, items: Array.from({ length: 50_000 }, (_, i) => i) } as KubeObject;

function inputOf(turns: Turns | undefined): ValidatorInput {
  const request = { user: anonymousUser, namespace: "", dryRun: false, warn: () => undefined };
  const objects = {
    equivalents: () => [],
    toVersion: (same: KubeObject) => same,
    fromVersion: (same: KubeObject) => same,
    atom: () => undefined,
    text: () => "",
  };
  const parts = { operation: "CREATE", kind, resource, subresource: "", name: "a", object, objects } as const;
  const attributes = new AttributesRecord(request, { ...parts, oldObject: undefined });
  const versioned = { attributes, kind, resource, object, oldObject: undefined };
  const bindings = { versioned, params: undefined, namespace: undefined };
  return { bindings, authorize: () => ({ allowed: true, reason: "", error: undefined }), turns };
}

it("expressions of a policy that cost much give way to other requests, and decide the same", async () => {
  const all = (limit: number): string => `object.items.all(item, item < ${limit})`;
  const validator = new PolicyValidator({
    metadata: { name: "p" },
    spec: {
      matchConditions: [1, 2, 3].map((i) => ({ name: `m${i}`, expression: all(50_000 + i) })),
      validations: [50_001, 50_002, 49_000, 50_003].map((limit) => ({ expression: all(limit) })),
    },
  });
  const turns = new CountedTurns();
  const matched = await checkMatchConditions(validator.matchConditions, inputOf(turns));
  expect(matched.matches).toBe(true);
  expect(turns.count).toBe(2); // each expression takes more than a slice
  const result = validator.validate(inputOf(turns), matched);
  expect(result).toBeInstanceOf(Promise);
  expect((await result).decisions.map(({ action }) => action)).toEqual(["admit", "admit", "deny", "admit"]);
  expect(turns.count).toBe(2 + 3);
  expect(await result).toEqual(validator.validate(inputOf(undefined), matched));
});
