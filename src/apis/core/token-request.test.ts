import { expect, it } from "vitest";
import { fakeAccess } from "../testing/fake-access.ts";
import { testContext } from "../testing/strategy-context.ts";
import { requestToken } from "./token-request.ts";

it("tokens for a pod of another account are refused before its uid is looked at", async () => {
  const access = fakeAccess({
    serviceaccounts: [{ metadata: { name: "robot", uid: "r" } }],
    pods: [{ metadata: { name: "q", uid: "u" }, spec: { serviceAccountName: "other" } }],
  });
  const boundObjectRef = { apiVersion: "v1", kind: "Pod", name: "q", uid: "none" };
  const asked = { metadata: {}, spec: { boundObjectRef } };
  await expect(
    requestToken("robot", asked, access, testContext(), { dryRun: [], validate: () => undefined }),
  ).rejects.toThrow('cannot bind token for serviceaccount "robot" to pod running with different serviceaccount name.');
});
