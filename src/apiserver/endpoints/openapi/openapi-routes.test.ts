import { beforeAll, describe, expect, it } from "vitest";
import { createMemoryServer } from "../../../kube-apiserver/testing/memory-server.ts";
import type { ApiServer } from "../../../kube-apiserver/server.ts";
import { definitionOf } from "../../../apiextensions/testing/definition-of.ts";

let server: ApiServer;

beforeAll(async () => {
  server = await createMemoryServer();
  return () => server.close();
});

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  server.fetch(`http://server${path}`, { headers });

const v1Url = async (): Promise<string> => {
  const { paths } = (await (await get("/openapi/v3")).json()) as {
    paths: Record<string, { serverRelativeURL: string }>;
  };
  return paths["apis/coordination.k8s.io/v1"]?.serverRelativeURL ?? "";
};

describe("OpenAPI over HTTP", () => {
  it("keeps documents under their hash for good", async () => {
    const answer = await get(await v1Url());
    expect(answer.headers.get("Cache-Control")).toBe("public, immutable");
    expect(answer.headers.get("ETag")).toBe(`"${new URL(await v1Url(), "http://server").searchParams.get("hash")}"`);
  });

  it("leads from another hash to the present one", async () => {
    const { status, headers } = await server.handle({
      method: "GET",
      target: "/openapi/v3/apis/coordination.k8s.io/v1?hash=0",
      headers: new Headers(),
      body: null,
      signal: new AbortController().signal,
    });
    expect(status).toBe(301);
    expect(headers).toContainEqual(["Location", await v1Url()]);
  });

  it.each(["", "W/"])('answers 304 to who has the document, by the tag %s"..."', async (weak) => {
    const etag = (await get("/openapi/v3/version")).headers.get("ETag") ?? "";
    expect((await get("/openapi/v3/version", { "If-None-Match": weak + etag })).status).toBe(304);
  });

  it("refuses other media types in version 2 and in the documents of version 3, not in the index", async () => {
    const statuses = await Promise.all(
      ["/openapi/v2", "/openapi/v3/version", "/openapi/v3"].map(
        async (path) => (await get(path, { Accept: "text/html" })).status,
      ),
    );
    expect(statuses).toEqual([406, 406, 200]);
  });

  it.each([
    ["gzip", "gzip"],
    ["br, gzip;q=0.5", "gzip"],
    ["gzip;q=0", null],
    ["identity", null],
  ])("encodes version 2 for Accept-Encoding %s as %s", async (accepted, encoding) => {
    expect((await get("/openapi/v2", { "Accept-Encoding": accepted })).headers.get("Content-Encoding")).toBe(encoding);
  });

  it("tells of custom resources as they come and go", async () => {
    const path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    const definition = definitionOf("Widget", "example.com");
    const listed = async (): Promise<boolean> =>
      (await (await get("/openapi/v3")).text()).includes("apis/example.com/v1");
    const { status } = await server.fetch(`http://server${path}`, {
      method: "POST",
      body: JSON.stringify(definition),
      headers: { "Content-Type": "application/json" },
    });
    expect(status).toBe(201);
    await expect.poll(listed).toBe(true);
    await server.fetch(`http://server${path}/widgets.example.com`, { method: "DELETE" });
    await expect.poll(listed).toBe(false);
  });
});
