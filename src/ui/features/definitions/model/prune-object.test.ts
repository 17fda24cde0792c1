import { expect, test } from "vitest";
import { pruneObject } from "./prune-object.ts";

const text = { type: "string" };

test("a version keeps what its schema knows", () => {
  const schema = {
    properties: {
      spec: {
        properties: {
          name: text,
          tags: { additionalProperties: { properties: { a: text } } },
          parts: { items: { properties: { a: text } } },
          free: { "x-kubernetes-preserve-unknown-fields": true, properties: { a: { properties: {} } } },
          inner: { "x-kubernetes-embedded-resource": true },
        },
      },
    },
  };
  const object = {
    apiVersion: "v",
    kind: "K",
    metadata: { name: "x", any: 1 },
    other: 1,
    spec: {
      name: "n",
      more: 1,
      tags: { t: { a: "1", b: "2" } },
      parts: [{ a: "1", b: "2" }],
      free: { a: { gone: 1 }, kept: 1 },
      inner: { apiVersion: "v1", kind: "C", metadata: {}, data: 1 },
    },
  };
  expect(pruneObject(object, schema)).toEqual({
    apiVersion: "v",
    kind: "K",
    metadata: { name: "x", any: 1 },
    spec: {
      name: "n",
      tags: { t: { a: "1" } },
      parts: [{ a: "1" }],
      free: { a: {}, kept: 1 },
      inner: { apiVersion: "v1", kind: "C", metadata: {} },
    },
  });
});

test("what is no object stays what it is", () => {
  expect(pruneObject(3, {})).toBe(3);
});
