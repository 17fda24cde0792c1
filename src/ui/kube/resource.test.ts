import { expect, test } from "vitest";
import { addressOf, asNew, isWatch, pathOfAddress, readTarget, targetOf, withParameter } from "./resource.ts";

// oxfmt-ignore
test.each([
  ["/api/v1/namespaces", { group: "", version: "v1", resource: "namespaces", namespace: undefined, name: undefined, subresource: undefined, query: "" }],
  ["/api/v1/namespaces/demo", { group: "", version: "v1", resource: "namespaces", namespace: undefined, name: "demo", subresource: undefined, query: "" }],
  ["/apis/apps/v1/namespaces/demo/deployments/web/scale?x=1", { group: "apps", version: "v1", resource: "deployments", namespace: "demo", name: "web", subresource: "scale", query: "x=1" }],
  ["/api/v1/namespaces/demo/configmaps?watch=true", { group: "", version: "v1", resource: "configmaps", namespace: "demo", name: undefined, subresource: undefined, query: "watch=true" }],
])("reads %s", (target, parts) => expect(readTarget(target)).toEqual(parts));

test("paths that speak of no resource are not read", () =>
  expect(["/version", "/api", "/apis/apps/v1", "deploy"].map(readTarget)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]));

test("an address leads back to its object", () => {
  for (const path of [
    { group: "apps", version: "v1", resource: "deployments", namespace: "demo", name: "web" },
    { group: "", version: "v1", resource: "nodes", namespace: undefined, name: "a" },
  ]) {
    expect(pathOfAddress(addressOf(path).replace("#/objects/", "").split("/"))).toEqual(path);
  }
  expect(targetOf({ group: "apps", version: "v1", resource: "deployments", namespace: "demo", name: "web" })).toBe(
    "/apis/apps/v1/namespaces/demo/deployments/web",
  );
});

test("sets, replaces and takes away one parameter", () => {
  expect(withParameter("/a?x=1", "y", "app=web,tier")).toBe("/a?x=1&y=app%3Dweb,tier");
  expect(withParameter("/a?x=1&y=2", "x", undefined)).toBe("/a?y=2");
  expect(withParameter("/a?x=1", "x", "")).toBe("/a");
});

test.each([
  ["GET", "/api/v1/pods?watch=true", true],
  ["GET", "/api/v1/pods?watch=0", false],
  ["GET", "/api/v1/watch/pods", true],
  ["POST", "/api/v1/pods?watch=1", false],
])("%s %s watches: %s", (method, target, yes) => expect(isWatch(method, target)).toBe(yes));

test("what the server gave an object is not carried into a new one", () => {
  const made = asNew({
    kind: "A",
    metadata: {
      name: "a",
      uid: "1",
      resourceVersion: "2",
      creationTimestamp: "t",
      generation: 3,
      labels: { x: "y" },
      managedFields: [],
    },
    status: {},
    spec: { a: 1 },
  });
  expect(made).toEqual({ kind: "A", metadata: { name: "a", labels: { x: "y" } }, spec: { a: 1 } });
});
