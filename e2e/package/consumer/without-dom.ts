import { createApiServer, createMemoryBackend, createSystemClock, createSystemRandom, StatusError } from "kubepad";
import type { Backend, Exchange, Handle } from "kubepad";
import { openHttpHost } from "kubepad/node";
import { createTestServer } from "kubepad/testing";

/** Serves a backend of one's own through a handler of one's own. */
export async function serve(backend: Backend = createMemoryBackend()): Promise<string> {
  const server = await createApiServer({ backend, clock: createSystemClock(), random: createSystemRandom() });
  const handle: Handle = (exchange: Exchange) => server.handle(exchange);
  return (await openHttpHost({ handle, port: 0 })).url;
}

export async function testsOfTypes(): Promise<string> {
  await using server = await createTestServer();
  const object = await server.create({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "a" },
    data: { a: "b" },
  });
  // @ts-expect-error a seed is a list or a file
  await createTestServer({ seed: "text" });
  const text: string = object.data.a + (object.metadata.uid ?? "");
  if (text === "")
    throw new StatusError({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", code: 500 });
  return text;
}
