import { describe, expect, it, test, vi } from "vitest";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import { Turns } from "../../../component-base/event-loop.ts";
import type { ResourceInfo } from "../../registry/resource-definition.ts";
import { loadBuiltinTypes } from "../../schema/builtin/builtin-types.ts";
import type { OpenApiDocument } from "./document.ts";
import { loadDocuments, type OpenApiDocuments } from "./documents.ts";
import { Pace } from "./pace.ts";
import { createServedDocuments, type ServedDocuments } from "./served-documents.ts";

const empty: OpenApiDocument = { version: 3, paths: [], schemas: [], parameters: [] };
const documents: OpenApiDocuments = {
  v2: async () => ({ ...empty, version: 2 }),
  v3Names: () => new Map([["version", []]]),
  v3: (name) => (name === "version" ? Promise.resolve(empty) : undefined),
};
const served = (subtle: SubtleCrypto | undefined) =>
  createServedDocuments({ builtin: [], custom: () => [], load: async () => () => () => documents, subtle })();

test.each([
  ["by WebCrypto", crypto.subtle],
  ["without it", undefined],
])("documents are identified by their SHA-512, %s", async (_name, subtle) => {
  const pace = new Pace(new Turns());
  const { v3, v3Index } = await served(subtle);
  const document = await v3("version", pace);
  const digest = await crypto.subtle.digest("SHA-512", new TextEncoder().encode(String(document?.json)));
  const hash = Buffer.from(digest).toString("hex").toUpperCase();
  expect(document?.hash).toBe(hash);
  expect(await v3("other", pace)).toBeUndefined();
  expect(JSON.parse(String((await v3Index(pace)).json))).toEqual({
    paths: { version: { serverRelativeURL: `/openapi/v3/version?hash=${hash}` } },
  });
});

describe("documents of many custom resources", () => {
  /** Counts how often a schema is converted: each conversion reads its title once. */
  function countedResource(i: number, converted: (i: number) => void, fields = 200): ResourceInfo {
    const properties: JsonObject = Object.fromEntries(
      Array.from({ length: fields }, (_, field) => [`field${field}`, { type: "string", description: "A field." }]),
    );
    const schema: JsonObject = {
      get title(): string {
        converted(i);
        return "counted";
      },
      type: "object",
      properties: { spec: { type: "object", properties } },
    };
    const kind = `Widget${i}`;
    return {
      group: `group${i % 10}.example.com`,
      version: "v1",
      resource: `widget${i}s`,
      singular: "",
      kind,
      namespaced: true,
      verbs: [],
      servedByDefault: true,
      custom: true,
      published: { listKind: `${kind}List`, schema, selectablePaths: [] },
    };
  }

  async function open(count: number, fields?: number) {
    const [converted, turns] = [vi.fn<(i: number) => void>(), new Turns()];
    const next = vi.spyOn(turns, "next");
    const digest = vi.fn<SubtleCrypto["digest"]>((...how) => crypto.subtle.digest(...how));
    let custom = Array.from({ length: count }, (_, i) => countedResource(i, converted, fields));
    const makeDocuments = await loadDocuments(await loadBuiltinTypes());
    const current = createServedDocuments({
      builtin: [],
      custom: () => custom,
      load: async () => makeDocuments,
      subtle: { digest } as Partial<SubtleCrypto> as SubtleCrypto,
    });
    return {
      ask: async <T>(request: (documents: ServedDocuments, pace: Pace) => Promise<T>): Promise<T> =>
        request(await current(), new Pace(turns)),
      replace(i: number) {
        custom = custom.map((resource, at) => (at === i ? countedResource(i, converted, fields) : resource));
      },
      converted,
      digest,
      next,
    };
  }

  it("converts each schema once, however many documents there are", async () => {
    const { ask, converted, digest } = await open(30);
    const { json } = await ask((served, pace) => served.v3Index(pace));
    await ask((served, pace) => served.v3Index(pace));
    await ask((served, pace) => served.v3("apis/group1.example.com/v1", pace));
    expect(converted.mock.calls.map(([i]) => i)).toEqual(Array.from({ length: 30 }, (_, i) => i).sort(byGroup));
    expect(digest).toHaveBeenCalledTimes(String(json).split("serverRelativeURL").length);
  });

  it("writes one document and the index anew when one resource changes", async () => {
    const { ask, converted, digest, replace } = await open(30);
    const before = await ask((served, pace) => served.v3("apis/group7.example.com/v1", pace));
    await ask((served, pace) => served.v3Index(pace));
    converted.mockClear();
    digest.mockClear();
    replace(3);
    await ask((served, pace) => served.v3Index(pace));
    expect(converted.mock.calls).toEqual([[3]]);
    expect(digest).toHaveBeenCalledTimes(2);
    expect(await ask((served, pace) => served.v3("apis/group7.example.com/v1", pace))).toBe(before);
  });

  it("converts one schema for version 2 when one resource changes", async () => {
    const { ask, converted, replace } = await open(30);
    await ask((served, pace) => served.v2(pace));
    converted.mockClear();
    replace(3);
    await ask((served, pace) => served.v2(pace));
    expect(converted.mock.calls).toEqual([[3]]);
  });

  it.each([
    ["for more resources", 60, 200],
    ["for a large schema", 1, 12_000],
  ])("takes more turns with other work %s", async (_, count, fields) => {
    const turnsFor = async (...size: [count: number, fields: number]): Promise<number> => {
      const { ask, next } = await open(...size);
      await ask((served, pace) => served.v3Index(pace));
      return next.mock.calls.length;
    };
    expect(await turnsFor(count, fields)).toBeGreaterThan((await turnsFor(1, 200)) + 10);
  });
});

const byGroup = (a: number, b: number): number => (a % 10) - (b % 10) || a - b;
