import { describe, expect, it } from "vitest";
import { errorMessage } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { fillDefaults } from "../defaulting.ts";
import { testContext } from "../testing/strategy-context.ts";
import { resourceQuotaDefaults, resourceQuotaStrategy, validateQuotaStatus } from "./resource-quota.ts";

const ctx = testContext();
const object = (fields: object): KubeObject => ({ metadata: { name: "a", namespace: "ns" }, ...fields });

describe("resource quotas", () => {
  const messages = (spec: object) => (resourceQuotaStrategy.validate?.(object({ spec }), ctx) ?? []).map(errorMessage);
  // oxfmt-ignore
  it.each([
    ["storage", { hard: { storage: "1" } }, ['spec.hard[storage]: Invalid value: "storage": must be a standard resource for quota']],
    ["a name that is none", { hard: { foo: "1" } }, ['spec.hard[foo]: Invalid value: "foo": must be a standard resource type or fully qualified', 'spec.hard[foo]: Invalid value: "foo": must be a standard resource for quota']],
    ["an unknown scope", { hard: { pods: "1" }, scopes: ["Foo"] }, ['spec.scopes: Invalid value: ["Foo"]: unsupported scope']],
    ["pods of a volume attributes class", { hard: { pods: "1" }, scopeSelector: { matchExpressions: [{ scopeName: "VolumeAttributesClass", operator: "Exists" }] } }, ['spec.scopeSelector.matchExpressions: Invalid value: {"MatchExpressions":[{"ScopeName":"VolumeAttributesClass","Operator":"Exists","Values":null}]}: unsupported scope applied to resource']],
    ["selected scopes that exclude each other", { scopeSelector: { matchExpressions: [{ scopeName: "Terminating", operator: "Exists" }, { scopeName: "NotTerminating", operator: "Exists" }] } }, ["spec.scopeSelector.matchExpressions: Invalid value: null: conflicting scopes"]],
  ])("refuse %s", (_name, spec, expected) => expect(messages(spec)).toEqual(expected));

  it("keep their scopes", () => {
    const quota = (...scopes: readonly string[]) => object({ spec: { scopes } });
    const update = (next: KubeObject, old: KubeObject) =>
      (resourceQuotaStrategy.validateUpdate?.(next, old, ctx) ?? []).map(errorMessage);
    expect(update(quota("Terminating", "BestEffort"), quota("BestEffort", "Terminating"))).toEqual([]);
    expect(update(quota("Terminating"), quota())).toEqual([
      'spec.scopes: Invalid value: ["Terminating"]: field is immutable',
    ]);
  });

  it("round amounts up to thousandths", () =>
    expect(
      fillDefaults(object({ spec: { hard: { cpu: "0.5m", pods: "500u" } } }), resourceQuotaDefaults),
    ).toMatchObject({
      spec: { hard: { cpu: "0.5m", pods: "1m" } },
    }));

  it("have amounts in their status", () =>
    expect(
      validateQuotaStatus(object({ status: { hard: { pods: "-1" }, used: { pods: "1500m" } } })).map(errorMessage),
    ).toEqual([
      'status.hard[pods]: Invalid value: "-1": must be greater than or equal to 0',
      'status.used[pods]: Invalid value: "1500m": must be an integer',
    ]));
});
