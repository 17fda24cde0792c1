import { expect, it } from "vitest";
import { createSystemClock } from "../../apimachinery/system-clock.ts";
import { createSystemRandom } from "../../apimachinery/system-random.ts";
import { createApiServer } from "../../kube-apiserver/server.ts";
import { createMemoryBackend } from "../../apiserver/storage/backend/memory.ts";
import { fooDefinition } from "../testing/foo-definition.ts";

const definition = fooDefinition(
  { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  { scope: "Cluster" },
);

it("answers the metadata of a custom resource that has members before it", async () => {
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
    reportBug: () => undefined,
  });
  const send = (method: string, path: string, body?: object, accept = "application/json") =>
    server.fetch(path, {
      method,
      headers: { "Content-Type": "application/json", Accept: accept },
      ...(body && { body: JSON.stringify(body) }),
    });
  await send("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
  await expect
    .poll(() =>
      send("POST", "/apis/g.io/v1/foos", {
        apiVersion: "g.io/v1",
        kind: "Foo",
        metadata: { name: "a" },
        data: { metadata: { x: 1 } },
        list: [{}],
        spec: "s",
      }),
    )
    .toHaveProperty("status", 201);
  const answer = await send(
    "GET",
    "/apis/g.io/v1/foos/a",
    undefined,
    "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
  );
  expect(await answer.json()).toEqual({
    kind: "PartialObjectMetadata",
    apiVersion: "meta.k8s.io/v1",
    metadata: expect.objectContaining({ name: "a", generation: 1 }),
  });
  await server.close();
});
