import { expect, test } from "vitest";
import { writtenBy } from "./writes.ts";

test.each([
  ["POST", "/api/v1/namespaces/demo/pods", 201, "/pods"],
  ["PATCH", "/apis/apps/v1/namespaces/demo/deployments/web", 200, "apps/deployments"],
  ["PATCH", "/api/v1/namespaces/demo/pods/web/status", 200, "/pods/status"],
  ["DELETE", "/api/v1/nodes/node-1", 200, "/nodes"],
  ["GET", "/api/v1/pods", 200, undefined],
  ["POST", "/api/v1/namespaces/demo/pods?dryRun=All", 201, undefined],
  ["PUT", "/api/v1/namespaces/demo/pods/web", 409, undefined],
  ["POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews", 201, undefined],
  ["POST", "/kubepad/time", 200, undefined],
])("%s %s with %i writes to %s", (method, target, status, key) =>
  expect(writtenBy({ method, target, status })).toBe(key),
);
