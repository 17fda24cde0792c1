import { afterEach, beforeEach, expect, it } from "vitest";
import { tableLayoutOf } from "./columns/printer-columns.ts";
import type { ApiServer } from "../kube-apiserver/server.ts";
import { createMemoryServer } from "../kube-apiserver/testing/memory-server.ts";
import { fooDefinition } from "./testing/foo-definition.ts";

const foos = "/apis/g.io/v1/foos";
const properties = { a: { type: "integer" }, b: { type: "number" } };
const columns = [
  { name: "A", type: "integer", jsonPath: ".spec.a" },
  { name: "B", type: "number", jsonPath: ".spec.b" },
  { name: "C", type: "string", jsonPath: ".spec.a" },
  { name: "D", type: "integer", jsonPath: ".spec.b" },
];
const definition = fooDefinition(
  { type: "object", properties: { spec: { type: "object", properties } } },
  { scope: "Cluster", additionalPrinterColumns: columns },
);

let server: ApiServer;

beforeEach(async () => {
  server = await createMemoryServer();
  await post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", JSON.stringify(definition));
  while ((await server.fetch(foos)).status !== 200) await new Promise((resolve) => setTimeout(resolve, 5));
});
afterEach(() => server.close());

const post = (path: string, body: string, contentType = "application/json") =>
  server.fetch(path, { method: "POST", body, headers: { "Content-Type": contentType } });

const foo = (spec: string): string => `{"apiVersion":"g.io/v1","kind":"Foo","metadata":{"name":"a"},"spec":${spec}}`;

async function cells(): Promise<string | undefined> {
  const answer = await server.fetch(foos, { headers: { Accept: "application/json;as=Table;g=meta.k8s.io;v=v1" } });
  return /"cells":(\[.*?\])/.exec(await answer.text())?.[1];
}

it("keeps every digit of integers in columns of integers and strings, and a float64 in those of numbers", async () => {
  expect((await post(foos, foo('{"a":9007199254740993,"b":9223372036854775807}'))).status).toBe(201);
  expect(await cells()).toBe('["a",9007199254740993,9223372036854776000,"9007199254740993",9223372036854775807]');
});

it("makes an int64 of a float in columns of integers", async () => {
  expect((await post(foos, foo('{"b":1e20}'))).status).toBe(201);
  expect(await cells()).toBe('["a",null,100000000000000000000,null,-9223372036854775808]');
  await server.fetch(`${foos}/a`, { method: "DELETE" });
  expect((await post(foos, foo('{"b":-1.5}'))).status).toBe(201);
  expect(await cells()).toBe('["a",null,-1.5,null,-1]');
});

it("keeps the columns before one that cannot be parsed", () => {
  const layout = (...paths: readonly string[]) =>
    tableLayoutOf({
      name: "v1",
      served: true,
      storage: true,
      additionalPrinterColumns: paths.map((jsonPath) => ({ name: jsonPath, type: "string", jsonPath })),
    })?.columns.map(({ name }) => name);
  expect(layout(".spec.a", ".spec[", ".spec.b")).toEqual(["Name", ".spec.a"]);
  expect(layout(".spec[")).toEqual(["Name"]);
  expect(layout()).toBeUndefined();
});

it("tells of a wrong media type before it looks at the options of a create", async () => {
  const answer = await post(`${foos}?fieldValidation=nonsense`, foo("{}"), "text/plain");
  expect(answer.status).toBe(415);
});
