import { expect, test } from "vitest";
import type { Resource } from "../../kube/resource.ts";
import { suggestTargets } from "./completion.ts";

const resource = (group: string, name: string, kind: string, namespaced: boolean): Resource => ({
  group,
  version: "v1",
  resource: name,
  kind,
  singular: "",
  namespaced,
  verbs: ["list"],
  shortNames: [],
  categories: [],
  subresources: [],
});
const known = {
  resources: [
    resource("", "configmaps", "ConfigMap", true),
    resource("", "nodes", "Node", false),
    resource("apps", "deployments", "Deployment", true),
  ],
  namespaces: ["default", "demo"],
};
const targets = (typed: string, method = "GET") => suggestTargets(method, typed, known).map((item) => item.target);

test("a path goes on", () => {
  expect(targets("/api/v1/c")).toEqual(["/api/v1/configmaps"]);
  expect(targets("/apis/apps/v1/namespaces/de")).toEqual([
    "/apis/apps/v1/namespaces/demo/deployments",
    "/apis/apps/v1/namespaces/default/deployments",
  ]);
});

test("words find kinds anywhere", () => {
  expect(targets("deploy")[0]).toBe("/apis/apps/v1/deployments");
  expect(targets("config demo")).toEqual(["/api/v1/namespaces/demo/configmaps"]);
});

test("after the question mark come parameters that the verb knows, then their values", () => {
  expect(targets("/api/v1/configmaps?labelS")).toEqual(["/api/v1/configmaps?labelSelector="]);
  expect(targets("/api/v1/configmaps?limit=5&watch=")).toEqual([
    "/api/v1/configmaps?limit=5&watch=true",
    "/api/v1/configmaps?limit=5&watch=false",
  ]);
  expect(targets("/api/v1/namespaces/demo/configmaps/a?prop", "DELETE")).toEqual([
    "/api/v1/namespaces/demo/configmaps/a?propagationPolicy=",
  ]);
});
