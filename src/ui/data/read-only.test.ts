import { expect, test } from "vitest";
import { withReadOnly } from "./read-only.ts";

const statusOf = async (method: string, target: string): Promise<number> => {
  const handle = withReadOnly(() => Promise.resolve({ status: 200, headers: [], body: "" }));
  const signal = new AbortController().signal;
  return (await handle({ method, target, headers: new Headers(), body: null, signal })).status;
};

const pods = "/api/v1/namespaces/default/pods";

test.each([
  ["GET", pods],
  ["GET", `${pods}?watch=true`],
  ["HEAD", pods],
  ["POST", `${pods}?fieldManager=me&dryRun=All`],
  ["PATCH", `${pods}/a?dryRun=All`],
  ["POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews"],
  ["POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews"],
])("%s %s is sent", async (method, target) => {
  expect(await statusOf(method, target)).toBe(200);
});

test.each([
  ["POST", pods],
  ["PUT", `${pods}/a`],
  ["PATCH", `${pods}/a?dryRun=`],
  ["DELETE", pods],
  ["POST", "/apis/rbac.authorization.k8s.io/v1/clusterroles"],
])("%s %s is refused", async (method, target) => {
  expect(await statusOf(method, target)).toBe(403);
});
