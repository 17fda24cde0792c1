import { expect, test } from "vitest";
import { resourceOfPath } from "./rest.ts";

test.each([
  ["/api/v1/namespaces/default", { group: "", resource: "namespaces", name: "default" }],
  ["/api/v1/namespaces/default/pods", { group: "", resource: "pods", name: "" }],
  ["/apis/apps/v1/namespaces/a/deployments/web/scale", { group: "apps", resource: "deployments", name: "web" }],
  ["/apis/apps/v1/deployments?limit=1", { group: "apps", resource: "deployments", name: "" }],
  ["/healthz", { group: "", resource: "", name: "" }],
])("%s is a path of %j", (path, resource) => {
  expect(resourceOfPath(path)).toEqual(resource);
});
