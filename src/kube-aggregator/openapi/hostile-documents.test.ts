import { expect, it } from "vitest";
import type { Pace } from "../../apiserver/endpoints/openapi/pace.ts";
import { inPieces, type Answer, type AnswerBody } from "../../component-base/exchange.ts";
import {
  apiService,
  behind,
  external,
  reason,
  services,
  start,
  until,
} from "../../kube-apiserver/testing/aggregated-server.ts";
import { convertSwagger } from "./convert-swagger.ts";
import { mergeSwagger, type Swagger } from "./swagger.ts";

const pace = { spend: () => undefined } as unknown as Pace; // takes no turns
const group = "/apis/x.test/v1";
const reference = (name: string) => ({ $ref: `#/definitions/${name}` });
const operation = (schema: object) => ({ get: { responses: { 200: { description: "", schema } } } });

const members = (object: object) =>
  Object.entries(object).map(([name, value]) => ({ name, text: JSON.stringify(value) }));
const swagger = (paths: object, definitions: object): Swagger => ({
  paths: members(paths),
  schemas: members(definitions),
  parameters: [],
});

it("renames references once each, also to what is the new name of another one", async () => {
  const into = swagger({}, { A: { description: "own" }, B: { description: "own" } });
  const added = swagger(
    { "/a": operation(reference("A")), "/c": operation(reference("A_v2")) },
    { A: { description: "other", properties: { b: reference("B") } }, A_v2: {}, B: { description: "other" } },
  );
  const { paths, schemas } = await mergeSwagger(into, added, pace);
  const text = JSON.stringify([...paths, ...schemas].map((member) => [member.name, JSON.parse(member.text)]));
  expect(text).toContain(JSON.stringify(["/a", operation(reference("A_v3"))]));
  expect(text).toContain(JSON.stringify(["/c", operation(reference("A_v2"))]));
  expect(text).toContain(JSON.stringify(["A_v3", { description: "other", properties: { b: reference("B_v2") } }]));
});

it("renames tens of thousands of definitions in one pass over the text of each", async () => {
  const names = Array.from({ length: 30_000 }, (_, at) => `D${at}`);
  const of = (description: string) => Object.fromEntries(names.map((name) => [name, { description }]));
  const all = operation({ allOf: names.map(reference) });
  const { schemas } = await mergeSwagger(swagger({}, of("own")), swagger({ "/a": all }, of("other")), pace);
  expect(schemas).toHaveLength(60_000);
});

it("reads a large definition once that is compared with all that have taken its names", async () => {
  const taken = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`D${at === 0 ? "" : `_v${at + 1}`}`, {}]));
  const large = { properties: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`p${at}`, {}])) };
  const added = swagger({ "/a": operation(reference("D")) }, { D: large });
  const { schemas } = await mergeSwagger(swagger({}, taken), added, pace);
  expect(schemas.at(-1)?.name).toBe("D_v3001");
});

it("refuses a document that would be far larger with a schema for each of its media types", async () => {
  const schema = { description: "x".repeat(100_000) };
  const produces = Array.from({ length: 100_000 }, (_, at) => `a/${at}`);
  const document = { paths: { "/a": { get: { produces, responses: { 200: { schema } } } } } };
  await expect(convertSwagger(document, pace)).rejects.toThrow("the contents of the document are larger than 32 MB");
});

async function* endless() {
  for (;;) yield "x".repeat(1_000_000);
}

const nested = (depth: number): string => `${'{"items":'.repeat(depth)}{}${"}".repeat(depth)}`;
const document = (paths: object, definitions: object): string => JSON.stringify({ swagger: "2.0", paths, definitions });

/** What hostile servers answer in place of their document, by what it is. */
const hostile: readonly (readonly [name: string, body: () => AnswerBody])[] = [
  ["without an end", () => inPieces(endless())],
  ["deep", () => `{"paths":{},"definitions":{"a":${nested(200_000)}}}`],
  ["deep in a path", () => `{"paths":{"${group}/":${nested(200_000)}},"definitions":{}}`],
  [
    "that refers to itself",
    () =>
      document(
        { [`${group}/`]: operation(reference("a")) },
        { a: { ...reference("b"), items: reference("a") }, b: { properties: { a: reference("a") } } },
      ),
  ],
  ["that refers to nothing", () => document({ [`${group}/`]: operation(reference("none")) }, {})],
  ["of other types", () => JSON.stringify({ paths: [1], definitions: "a", parameters: 7 })],
  [
    "with names of prototypes",
    () => `{"paths":{"${group}/":{"__proto__":{"a":1}}},"definitions":{"__proto__":{"a":1},"constructor":{}}}`,
  ],
  ["that is a list", () => "[]"],
  ["that is cut off", () => '{"paths":'],
  ["with half of a pair", () => `{"paths":{"${group}/":{"get":{"summary":"\\ud800"}}}}`],
  ["of everything that this server has", () => document({ "/api/v1/pods": operation({}), "/version/": {} }, {})],
];

it.each(hostile)(
  "a document %s takes nothing from those of this server",
  async (_, body) => {
    let asked = 0;
    const json = (text: AnswerBody): Answer => ({
      status: 200,
      headers: [["Content-Type", "application/json"]],
      body: text,
    });
    const started = await start({
      callExtension: ({ target }) => {
        if (target === "/openapi/v3") return Promise.resolve({ ...json("404"), status: 404 });
        if (target !== "/openapi/v2") return Promise.resolve(json("{}"));
        asked++;
        return Promise.resolve(json(body()));
      },
    });
    const { send, server, clock } = started;
    const before = (await send("GET", "/openapi/v2")).json;
    await send("POST", "/api/v1/namespaces/default/services", external("there"));
    await send("POST", services, apiService("v1.x.test", behind("there")));
    await reason(started, "v1.x.test", "Passed");
    await until(() => {
      clock.advance(1_000);
      return asked > 0;
    });
    await server.aggregation.idle();
    const { status, json: after } = await send("GET", "/openapi/v2");
    expect(status).toBe(200);
    expect(after["paths"]).toMatchObject(before["paths"]);
    expect(after["definitions"]).toEqual(expect.objectContaining(before["definitions"]));
    expect((await send("GET", "/openapi/v3")).status).toBe(200);
    expect((await send("GET", "/api/v1/pods")).status).toBe(200);
  },
  60_000,
);
