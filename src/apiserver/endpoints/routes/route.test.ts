import { expect, test } from "vitest";
import { parseResourcePath } from "./route.ts";

const parse = (path: string) => {
  const found = parseResourcePath(path.split("/"));
  return (
    found && [found.watch ? "watch" : "", found.namespace, found.resource, found.name, found.subresource, ...found.rest]
  );
};

test.each([
  ["pods", ["", undefined, "pods", undefined, undefined]],
  ["nodes/n", ["", undefined, "nodes", "n", undefined]],
  ["namespaces", ["", undefined, "namespaces", undefined, undefined]],
  ["namespaces/a", ["", undefined, "namespaces", "a", undefined]],
  ["namespaces/a/finalize", ["", undefined, "namespaces", "a", "finalize"]],
  ["namespaces/a/pods", ["", "a", "pods", undefined, undefined]],
  ["namespaces/a/pods/b/status", ["", "a", "pods", "b", "status"]],
  ["namespaces/a/pods/b/proxy/x/y", ["", "a", "pods", "b", "proxy", "x", "y"]],
  ["namespaces//pods/b", ["", "", "pods", "b", undefined]],
  ["watch/namespaces/a/pods/b", ["watch", "a", "pods", "b", undefined]],
  ["watch/pods", ["watch", undefined, "pods", undefined, undefined]],
])("%s", (path, expected) => {
  expect(parse(path)).toEqual(expected);
});

test("an empty segment elsewhere is no resource path", () => {
  expect(parse("/namespaces")).toBeUndefined();
});
