import { expect, test } from "vitest";
import { isBackgroundRead, type TraceSource } from "./trace.ts";

const [page, reader]: readonly TraceSource[] = [{ kind: "ui" }, { kind: "console" }];

test.each([
  ["GET", "/api/v1/pods", page, true],
  ["GET", "/api/v1/pods", reader, false],
  ["POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews", page, true],
  ["POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews", reader, false],
  ["POST", "/apis/rbac.authorization.k8s.io/v1/clusterroles", page, false],
  ["POST", "/api/v1/namespaces/default/pods", page, false],
])("%s %s of %j is a read in the background: %s", (method, target, source = { kind: "ui" }, expected) => {
  expect(isBackgroundRead({ method, target, source })).toBe(expected);
});
