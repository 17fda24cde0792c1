import { expect, it } from "vitest";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import { createApiServer } from "../../kube-apiserver/server.ts";
import { createMemoryBackend } from "../storage/backend/memory.ts";

it("answers a dry run of a creation by update with the resourceVersion that was sent", async () => {
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
  });
  const path = "http://x/apis/coordination.k8s.io/v1/namespaces/default/leases/a";
  const put = async (query: string, resourceVersion: string): Promise<string | undefined> => {
    const answer = await server.fetch(path + query, {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ metadata: { name: "a", resourceVersion } }),
    });
    return ((await answer.json()) as { metadata: { resourceVersion?: string } }).metadata.resourceVersion;
  };
  expect(await put("?dryRun=All", "5")).toBe("5");
  expect(await put("?dryRun=All", "")).toBeUndefined();
  const stored = (await put("", "5")) ?? "";
  expect(stored).not.toBe("5");
  expect(await put("?dryRun=All", stored)).toBe(stored);
  await server.close();
});
