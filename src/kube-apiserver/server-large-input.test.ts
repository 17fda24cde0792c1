import { beforeEach, describe, expect, it } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createApiServer, type ApiServer } from "./server.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";

let server: ApiServer;

beforeEach(async () => {
  server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
    reportBug: (err) => {
      throw err;
    },
  });
  return () => server.close();
});

const send = (method: string, path: string, body: string, contentType = "application/json"): Promise<Response> =>
  server.fetch(path, { method, body, headers: { "Content-Type": contentType } });

// Work that grows with the square of the input would take minutes here, and run into the time limit of the test.
describe("large input takes time in proportion to its size", () => {
  it("when it repeats a key very often, and every repetition is a warning", async () => {
    const body = `metadata:\n  name: a\ndata:\n${"  k: v\n".repeat(200_000)}`;
    const response = await send("POST", configMaps, body, "application/yaml");
    expect(response.status).toBe(201);
    expect(response.headers.get("Warning")).toContain('line 5: key \\"k\\" already set in map');
  });

  it("when it names very many owners", async () => {
    const ownerReferences = Array.from({ length: 30_000 }, (_, i) => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      name: "o",
      uid: `u${i}`,
    }));
    const response = await send(
      "POST",
      configMaps,
      JSON.stringify({ metadata: { name: "a", ownerReferences: [...ownerReferences, ownerReferences[7]] } }),
    );
    expect(response.status).toBe(201);
    expect(response.headers.get("Warning")).toContain("duplicate UID(s) observed: u7");
  });

  it("when it has very many finalizers", async () => {
    const finalizers = Array.from({ length: 40_000 }, (_, i) => `example.com/f${i}`);
    const response = await send("POST", configMaps, JSON.stringify({ metadata: { name: "a", finalizers } }));
    expect(response.status).toBe(201);
  });
});
