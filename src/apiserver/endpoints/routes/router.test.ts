import { beforeAll, expect, it } from "vitest";
import { createMemoryServer } from "../../../kube-apiserver/testing/memory-server.ts";
import type { ApiServer } from "../../../kube-apiserver/server.ts";

let server: ApiServer;
beforeAll(async () => {
  server = await createMemoryServer();
  return () => server.close();
});

/** Sends a request with its target as it is; `fetch` would resolve dots in it. */
async function get(
  target: string,
  accept = "application/json",
): Promise<{ status: number; body: string; cache: string }> {
  const { status, headers, body } = await server.handle({
    method: "GET",
    target,
    headers: new Headers({ Accept: accept }),
    body: null,
    signal: new AbortController().signal,
  });
  const cache = headers.find(([name]) => name === "Cache-Control")?.[1] ?? "";
  return { status, cache, body: typeof body === "string" ? body : Array.isArray(body) ? body.join("") : "" };
}

it.each(["/apis//", "/apis//v1", "/apis//v1/configmaps", "/apis//v1/namespaces/default/configmaps", "/apis//a.b/v1/c"])(
  "finds no group without a name at %s",
  async (path) => {
    expect(await get(path)).toMatchObject({ status: 404, body: "404 page not found\n" });
  },
);

it.each(["/api//", "/apis/apps//"])("ignores slashes at the end of %s", async (path) => {
  expect((await get(path)).status).toBe(200);
});

it.each(["application/cbor", "application/*", "text/html"])(
  "refuses %s on the old paths of watches",
  async (accept) => {
    const { status, body } = await get("/api/v1/watch/namespaces/default/configmaps?timeoutSeconds=1", accept);
    expect(status).toBe(406);
    expect(JSON.parse(body).message).toContain("Available representations: application/json, application/yaml, ");
  },
);

it.each([".", ".."])("has no key for objects of the namespace %s", async (namespace) => {
  const { status, body } = await get(`/api/v1/namespaces/${namespace}/configmaps/a`);
  expect([status, JSON.parse(body)]).toEqual([
    500,
    expect.objectContaining({ message: `invalid key: "/configmaps/${namespace}/a"`, code: 500 }),
  ]);
});

it("says what it could not make of a path", async () => {
  expect(await get("/api/v1/watch/?a=b")).toMatchObject({
    status: 500,
    body: 'Internal Server Error: "/api/v1/watch/?a=b": failed to create RequestInfo: unable to determine kind and namespace from url, /api/v1/watch/?a=b\n',
  });
});

it("lets caches keep aggregated discovery only", async () => {
  const aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
  expect((await get("/apis", aggregated)).cache).toBe("public");
  expect((await get("/apis")).cache).toBe("no-cache, private");
});

it.each([
  ["configmaps/a/none", "text/html", 404],
  ["pods/a/status", "text/html", 406],
  ["pods/a/log", "text/html", 406],
  ["pods/a/log", "text/plain", 404],
  ["pods/a/proxy", "text/html", 404],
])(
  "of subresources, %s in %s is answered with %i: those that connect produce any type",
  async (path, accept, status) => {
    expect((await get(`/api/v1/namespaces/default/${path}`, accept)).status).toBe(status);
  },
);
