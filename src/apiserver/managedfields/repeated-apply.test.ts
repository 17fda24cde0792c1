import { type ApplyRequest, RepeatedApplies } from "./repeated-apply.ts";
import { describe, expect, it } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { createCustomFieldManager } from "./custom-field-manager.ts";
import { ApplyCache } from "./apply-cache.ts";

const fields = createCustomFieldManager({
  kind: { group: "g.io", version: "v1", kind: "Foo" },
  subresource: "",
  isStored: true,
  cache: new ApplyCache(),
  ownable: undefined,
  atomOf: () => undefined,
  convert: (object) => object,
  complete: (object) => object,
});

const time = (second: number): string => `2026-01-01T00:00:0${second}Z`;
const entry = (manager: string, second: number) => ({
  manager,
  operation: "Apply",
  apiVersion: "g.io/v1",
  time: time(second),
  fieldsType: "FieldsV1",
  fieldsV1: sets,
});
const sets = { "f:spec": {} };
const spec = { a: "b" };
const live: KubeObject = { metadata: { name: "x", managedFields: [entry("one", 1), entry("two", 2)] }, spec };
const request = (manager: string, second: number, force = false): ApplyRequest => ({
  manager,
  force,
  now: time(second),
});
const renewed: KubeObject = {
  metadata: { ...live.metadata, managedFields: [live.metadata.managedFields?.[1] ?? {}, entry("one", 3)] },
  spec,
};

describe("an apply that changed nothing", () => {
  it("is known when it comes again, with the time of its manager renewed in the entries' order", () => {
    const applies = new RepeatedApplies();
    expect(applies.recall(fields, live, "{}", request("one", 3))).toBeUndefined();
    applies.remember(fields, live, "{}", request("one", 3), renewed);
    expect(applies.recall(fields, live, "{}", request("one", 5))).toEqual({
      ...renewed,
      metadata: { ...renewed.metadata, managedFields: [entry("two", 2), entry("one", 5)] },
    });
    applies.remember(fields, live, "{}", request("two", 3), live);
    expect(applies.recall(fields, live, "{}", request("two", 5))).toBe(live);
  });

  it("is another for another text, manager, object or path, and where others give way", () => {
    const applies = new RepeatedApplies();
    applies.remember(fields, live, "{}", request("one", 3), renewed);
    expect(applies.recall(fields, live, "{} ", request("one", 5))).toBeUndefined();
    expect(applies.recall(fields, live, "{}", request("two", 5))).toBeUndefined();
    expect(applies.recall(fields, live, "{}", request("one", 5, true))).toBeUndefined();
    expect(applies.recall(fields, { ...live }, "{}", request("one", 5))).toBeUndefined();
    expect(applies.recall({ ...fields }, live, "{}", request("one", 5))).toBeUndefined();
  });

  it.each<readonly [string, KubeObject]>([
    ["another value", { ...renewed, spec: { a: "b" } }],
    ["a new member", { ...renewed, status: {} }],
    ["other metadata", { ...renewed, metadata: { ...renewed.metadata, labels: { a: "b" } } }],
    [
      "other fields owned",
      {
        ...renewed,
        metadata: {
          ...renewed.metadata,
          managedFields: [entry("two", 2), { ...entry("one", 3), fieldsV1: { ...sets } }],
        },
      },
    ],
    ["other managers", { ...renewed, metadata: { ...renewed.metadata, managedFields: [entry("one", 3)] } }],
  ])("is not one that brought %s", (_, applied) => {
    const applies = new RepeatedApplies();
    applies.remember(fields, live, "{}", request("one", 3), applied);
    expect(applies.recall(fields, live, "{}", request("one", 5))).toBeUndefined();
  });

  it("is forgotten for many others", () => {
    const applies = new RepeatedApplies();
    for (let i = 0; i < 5; i++) applies.remember(fields, live, `{"a":${i}}`, request("one", 3), live);
    expect([0, 1, 4].map((i) => applies.recall(fields, live, `{"a":${i}}`, request("one", 5)))).toEqual([
      undefined,
      live,
      live,
    ]);
    const others = Array.from({ length: 1024 }, (): KubeObject => ({ metadata: {} }));
    for (const other of others) applies.remember(fields, other, "{}", request("one", 3), other);
    expect(applies.recall(fields, live, '{"a":4}', request("one", 5))).toBeUndefined();
    expect(others.every((other) => applies.recall(fields, other, "{}", request("one", 5)) === other)).toBe(true);
  });
});
