import { expect, it } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createApiServer } from "../kube-apiserver/server.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { fooDefinition } from "./testing/foo-definition.ts";

const definition = fooDefinition({ type: "object", properties: { spec: { type: "string", pattern: "^a" } } });

// In a file of its own: the validation tools are loaded once per process, and must not be loaded before this test.
it("takes an applied definition, when no other was ever written", async () => {
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
    reportBug: () => undefined,
  });
  const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/foos.g.io?fieldManager=me";
  const answer = await server.fetch(path, {
    method: "PATCH",
    headers: { "Content-Type": "application/apply-patch+yaml" },
    body: JSON.stringify(definition),
  });
  expect([answer.status, await answer.text()]).toEqual([201, expect.stringContaining('"name":"foos.g.io"')]);
  await server.close();
});
