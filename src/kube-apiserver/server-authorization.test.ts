import { describe, expect, it } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import type { AuthorizationMode } from "../apiserver/auth/authorizers.ts";
import { createApiServer, type ApiServer } from "./server.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";

describe("a server without tokens", () => {
  const start = (authorizationModes?: readonly AuthorizationMode[]): Promise<ApiServer> =>
    createApiServer({
      backend: createMemoryBackend(),
      clock: createSystemClock(),
      random: createSystemRandom(),
      authorizationModes,
    });
  const review = { spec: { resourceAttributes: { verb: "list", resource: "secrets" } } };
  const asAlice = { "Impersonate-User": "alice" };

  /** What callers without a token and alice, whom they impersonate, get for Secrets, and what a review says of her. */
  async function secretsOf(open: ApiServer): Promise<readonly unknown[]> {
    const secrets = "/api/v1/secrets";
    const reviewed = await open.fetch("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {
      method: "POST",
      headers: { ...asAlice, "Content-Type": "application/json" },
      body: JSON.stringify(review),
    });
    const answers = [await open.fetch(secrets), await open.fetch(secrets, { headers: asAlice })];
    await open.close();
    return [...answers.map(({ status }) => status), (await reviewed.json()).status];
  }

  it("lets RBAC decide who is impersonated", async () => {
    expect(await secretsOf(await start())).toEqual([200, 403, { allowed: false }]);
  });

  it("allows everything where it is told to", async () => {
    expect(await secretsOf(await start(["AlwaysAllow"]))).toEqual([200, 200, { allowed: true }]);
    expect(await secretsOf(await start(["RBAC", "AlwaysAllow"]))).toEqual([200, 200, { allowed: true }]);
  });

  it("allows nothing but to system:masters where it is told to", async () => {
    const open = await start(["AlwaysDeny"]);
    const denied = await open.fetch("/api/v1/secrets", { headers: asAlice });
    expect((await denied.json()).message).toBe(
      'secrets is forbidden: User "alice" cannot list resource "secrets" in API group "" at the cluster scope: Everything is forbidden.',
    );
    await open.close();
  });

  it("lists the rules of system:masters, and of users those that they hold", async () => {
    const open = await start();
    const rulesOf = async (headers: Readonly<Record<string, string>>): Promise<unknown> => {
      const answer = await open.fetch("/apis/authorization.k8s.io/v1/selfsubjectrulesreviews", {
        method: "POST",
        headers: { ...headers, "Content-Type": "application/json" },
        body: JSON.stringify({ spec: { namespace: "default" } }),
      });
      return (await answer.json()).status.resourceRules;
    };
    const everything = { verbs: ["*"], apiGroups: ["*"], resources: ["*"] };
    expect(await rulesOf({})).toContainEqual(everything);
    expect(await rulesOf(asAlice)).not.toContainEqual(everything);
    await open.close();
  });
});
