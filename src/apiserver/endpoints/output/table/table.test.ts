import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryServer } from "../../../../kube-apiserver/testing/memory-server.ts";
import type { ApiServer } from "../../../../kube-apiserver/server.ts";

let server: ApiServer;

beforeEach(async () => {
  server = await createMemoryServer();
  await send("POST", "/api/v1/namespaces/default/configmaps", { metadata: { name: "a" }, data: { k: "<v>" } });
  return () => server.close();
});

const table = "application/json;as=Table;v=v1;g=meta.k8s.io";

async function send(
  method: string,
  path: string,
  body?: object,
  accept = table,
): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await server.fetch(`http://server${path}`, {
    method,
    headers: { Accept: accept, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

const get = async (path: string, accept = table): Promise<unknown> =>
  JSON.parse((await send("GET", path, undefined, accept)).text);

const row = (include: string): Promise<unknown> =>
  get(`/api/v1/namespaces/default/configmaps/a?includeObject=${include}`);

describe("tables", () => {
  const names = { plural: "foos", kind: "Foo" };
  const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } };
  const definition = { group: "g.io", scope: "Namespaced", names, versions: [version] };
  const service = { service: { name: "s", namespace: "default" }, insecureSkipTLSVerify: true };
  const apiService = { group: "x.io", version: "v1", groupPriorityMinimum: 1000, versionPriority: 1, ...service };
  it.each([
    ["/apis/apiextensions.k8s.io/v1/customresourcedefinitions", "foos.g.io", definition],
    ["/apis/apiregistration.k8s.io/v1/apiservices", "v1.x.io", apiService],
  ])("are there for %s/%s, and not for its status", async (path, name, spec) => {
    expect((await send("POST", path, { metadata: { name }, spec }, "application/json")).status).toBe(201);
    expect(await get(`${path}/${name}`)).toMatchObject({ kind: "Table" });
    expect(await get(`${path}/${name}/status`)).toMatchObject({
      code: 406,
      message: expect.stringMatching(/^only the following media types are accepted: application\/json, /),
    });
  });

  it("have the columns of the kind and a row an object", async () => {
    expect(await get("/api/v1/namespaces/default/configmaps")).toMatchObject({
      kind: "Table",
      apiVersion: "meta.k8s.io/v1",
      metadata: { resourceVersion: expect.stringMatching(/^\d+$/) },
      columnDefinitions: [
        { name: "Name", type: "string", format: "name", priority: 0 },
        { name: "Data" },
        { name: "Age" },
      ],
      rows: [
        {
          cells: ["a", 1, expect.stringMatching(/^\d+s$/)],
          object: { kind: "PartialObjectMetadata", metadata: { name: "a" } },
        },
      ],
    });
  });

  it("carry as much of the objects as asked", async () => {
    expect(await row("None")).toMatchObject({ rows: [{ object: null }] });
    expect(await row("Metadata")).toMatchObject({ rows: [{ object: { kind: "PartialObjectMetadata" } }] });
    expect(await row("Object")).toMatchObject({
      rows: [{ object: { kind: "ConfigMap", apiVersion: "v1", data: { k: "<v>" } } }],
    });
    expect((await send("GET", "/api/v1/namespaces/default/configmaps/a?includeObject=All")).status).toBe(400);
  });

  it("have valid options even where a Status takes the place of the object", async () => {
    const path = "/api/v1/namespaces/default/configmaps/a?includeObject=All";
    expect((await send("DELETE", `${path}&dryRun=All`)).status).toBe(400);
    expect((await send("DELETE", path, undefined, "application/json")).status).toBe(200);
  });

  it("show when they were made of kinds without columns", async () => {
    expect(await get("/apis/rbac.authorization.k8s.io/v1/clusterroles")).toMatchObject({
      columnDefinitions: [{ name: "Name" }, { name: "Created At", type: "date" }],
    });
    expect(await get("/apis/rbac.authorization.k8s.io/v1/clusterroles?labelSelector=no")).toMatchObject({ rows: null });
    expect(await get("/api/v1/namespaces/default/configmaps?labelSelector=no")).toMatchObject({ rows: [] });
  });

  it("are not the only lists that have null for no items: so have those of metadata", async () => {
    const metadata = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
    expect(await get("/api/v1/namespaces/default/configmaps?labelSelector=no", metadata)).toMatchObject({
      items: null,
    });
    expect(await get("/api/v1/namespaces/default/configmaps?labelSelector=no", "application/json")).toMatchObject({
      items: [],
    });
  });

  it("are not what errors become, which are JSON then", async () => {
    const missing = "/api/v1/namespaces/default/configmaps/none";
    expect(
      JSON.parse((await send("GET", missing, undefined, "application/yaml;as=Table;v=v1;g=meta.k8s.io")).text),
    ).toMatchObject({ kind: "Status", code: 404 });
    expect((await send("GET", missing, undefined, "application/yaml")).text).toContain("kind: Status");
  });

  it("show scales as scales", async () => {
    const deployment = {
      metadata: { name: "d" },
      spec: {
        replicas: 2,
        selector: { matchLabels: { a: "1" } },
        template: { metadata: { labels: { a: "1" } }, spec: { containers: [{ name: "c", image: "i" }] } },
      },
    };
    await send("POST", "/apis/apps/v1/namespaces/default/deployments", deployment);
    expect(await get("/apis/apps/v1/namespaces/default/deployments/d/scale")).toMatchObject({
      columnDefinitions: [{}, { name: "Desired" }, { name: "Available" }, {}],
      rows: [{ cells: ["d", 2, 0, expect.stringMatching(/^\d+s$/)] }],
    });
  });

  it("come as YAML too, never as a watch in it", async () => {
    expect(
      (
        await send(
          "GET",
          "/api/v1/namespaces/default/configmaps",
          undefined,
          "application/yaml;as=Table;v=v1;g=meta.k8s.io",
        )
      ).text,
    ).toContain("kind: Table");
  });

  it("say the columns of a watch once", async () => {
    const answer = await server.fetch("http://server/api/v1/namespaces/default/configmaps?watch=1&resourceVersion=0", {
      headers: { Accept: table },
    });
    await send("PUT", "/api/v1/namespaces/default/configmaps/a", { metadata: { name: "a" }, data: {} });
    let text = "";
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      if (text.split("\n").length > 2) break;
    }
    const events = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { object: { columnDefinitions: unknown; rows: { cells: unknown[] }[] } });
    expect(events.map(({ object }) => object.columnDefinitions !== null)).toEqual([true, false]);
    expect(events.map(({ object }) => object.rows[0]?.cells[1])).toEqual([1, 0]);
  });
});

describe("metadata alone", () => {
  it.each([
    [
      "/api/v1/namespaces/default/configmaps",
      "PartialObjectMetadata",
      "you requested PartialObjectMetadata, but the requested object is a list (*v1.ConfigMapList)",
    ],
    [
      "/api/v1/namespaces/default/configmaps/a",
      "PartialObjectMetadataList",
      "you requested PartialObjectMetadataList, but the requested object is not a list (*v1.ConfigMap)",
    ],
  ])("of %s is no %s", async (path, kind, message) => {
    expect(await get(path, `application/json;as=${kind};v=v1;g=meta.k8s.io`)).toMatchObject({
      code: 406,
      reason: "NotAcceptable",
      message,
    });
  });
});
