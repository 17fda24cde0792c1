import { afterEach, expect, it } from "vitest";
import { Client } from "../../client/client.ts";
import { createTestServer } from "../../envtest/test-server.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const name = "robot";
const account = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name, namespace: "default" } };
const secret = (annotations: Record<string, string> = {}) => ({
  apiVersion: "v1",
  kind: "Secret",
  type: "kubernetes.io/service-account-token",
  metadata: {
    name: "robot-token",
    namespace: "default",
    annotations: { "kubernetes.io/service-account.name": name, ...annotations },
  },
});
type Filled = { readonly data?: Readonly<Record<string, string>> };

async function start() {
  const server = await createTestServer({ controllers: ["*", "-simulated-nodes", "-kube-scheduler"] });
  closing.push(() => server.close());
  const filled = () => server.waitFor(secret(), (found) => (found as Filled).data?.["token"] !== undefined);
  return { server, filled };
}

it("fills a token Secret with a token of the account, the CA and the namespace", async () => {
  const { server, filled } = await start();
  const { metadata } = await server.create(account);
  await server.create(secret());
  const found = await filled();
  const { data = {} } = found as Filled;
  expect(Object.keys(data).sort()).toEqual(["ca.crt", "namespace", "token"]);
  expect(atob(data["namespace"] ?? "")).toBe("default");
  expect(atob(data["ca.crt"] ?? "")).toMatch(/^-----BEGIN CERTIFICATE-----/);
  expect(found.metadata.annotations["kubernetes.io/service-account.name"]).toBe(name);
  expect((found.metadata.annotations as Record<string, string>)["kubernetes.io/service-account.uid"]).toBe(
    metadata.uid,
  );
  const user = await whoIs(server, atob(data["token"] ?? ""));
  expect(user).toBe("system:serviceaccount:default:robot");
});

it("deletes the Secret with its account, after which the token is not valid", async () => {
  const { server, filled } = await start();
  await server.create(account);
  await server.create(secret());
  const token = atob(((await filled()) as Filled).data?.["token"] ?? "");
  await server.delete(account);
  await server.waitForDeletion(secret());
  expect(await whoIs(server, token)).toBeUndefined();
});

it("deletes a Secret of an account that does not exist, or is another one by now", async () => {
  const { server } = await start();
  await server.create(secret());
  await server.waitForDeletion(secret());
  await server.create(account);
  await server.create(secret({ "kubernetes.io/service-account.uid": "another" }));
  await server.waitForDeletion(secret());
  await expect(server.get(secret())).rejects.toThrow('secrets "robot-token" not found');
});

it("takes the reference out of the account when its Secret is deleted", async () => {
  const { server, filled } = await start();
  await server.create({ ...account, secrets: [{ name: "robot-token" }, { name: "other" }] });
  await server.create(secret());
  await filled();
  await server.delete(secret());
  const kept = await server.waitFor(
    account,
    (found) => (found as { readonly secrets?: readonly unknown[] }).secrets?.length === 1,
  );
  expect((kept as { readonly secrets?: unknown }).secrets).toEqual([{ name: "other" }]);
});

/** Returns the name of the user of a token, as a TokenReview tells it. */
async function whoIs(server: Awaited<ReturnType<typeof start>>["server"], token: string): Promise<string | undefined> {
  const client = new Client({ handle: server.handle, userAgent: "test" });
  const review = { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec: { token } };
  const path = "/apis/authentication.k8s.io/v1/tokenreviews";
  const { status } = await client.json<{ status: { user?: { username?: string } } }>("POST", path, review);
  return status.user?.username;
}
