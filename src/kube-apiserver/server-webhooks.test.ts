import { expect, it } from "vitest";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { FakeClock } from "../component-base/testing/fake-clock.ts";
import { createApiServer } from "./server.ts";

it("a function in place of a webhook has the time of the webhook", async () => {
  const clock = new FakeClock();
  let asked = (): void => undefined;
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock,
    random: createSystemRandom(),
    admissionWebhooks: new Map([["slow.example.com", () => new Promise<never>(() => asked())]]),
  });
  const post = (path: string, body: object): Promise<Response> =>
    server.fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  const configured = await post("/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", {
    metadata: { name: "slow" },
    webhooks: [
      {
        name: "slow.example.com",
        clientConfig: { url: "https://slow.example.com" },
        rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
        sideEffects: "None",
        timeoutSeconds: 3,
        admissionReviewVersions: ["v1"],
      },
    ],
  });
  expect(configured.status).toBe(201);
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  const created = post("/api/v1/namespaces/default/configmaps", { metadata: { name: "a" } });
  await isAsked;
  await new Promise((resolve) => setImmediate(resolve)); // the timer starts after the call
  clock.advance(2999);
  expect(await Promise.race([created, "waiting"])).toBe("waiting");
  clock.advance(1);
  expect(await (await created).json()).toMatchObject({
    code: 500,
    message:
      'Internal error occurred: failed calling webhook "slow.example.com": failed to call webhook: context deadline exceeded',
  });
  await server.close();
});
