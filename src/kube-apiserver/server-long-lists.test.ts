import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FakeClock } from "../component-base/testing/fake-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { cborSerializer } from "../apiserver/codec/cbor/cbor-media.ts";
import { protobufSerializer } from "../apiserver/codec/protobuf/protobuf-media.ts";
import type { Serializer } from "../apiserver/codec/serializer.ts";
import { yamlSerializer } from "../apiserver/codec/yaml/yaml-media.ts";
import { indentJson } from "../apiserver/endpoints/output/indent-json.ts";
import { withMetaTypes } from "../apiserver/endpoints/output/meta-types.ts";
import { loadBuiltinTypes } from "../apiserver/schema/builtin/builtin-types.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { nextTask } from "../component-base/event-loop.ts";
import { isInPieces, type Answer } from "../component-base/exchange.ts";
import { joinBytes } from "../component-base/join-bytes.ts";
import { createApiServer, type ApiServer } from "./server.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const events = "/api/v1/namespaces/default/events";
const foos = "/apis/g.io/v1/namespaces/default/foos";

/** More than is encoded as a whole, and less than that in a few pages. */
const count = 700;
const padding = `x<&>ü${"y".repeat(2000)}`;

let server: ApiServer;

const ask = (method: string, target: string, headers: Readonly<Record<string, string>> = {}, body?: object) =>
  server.handle({
    method,
    target,
    headers: new Headers(headers),
    body: body === undefined ? null : utf8.encode(JSON.stringify(body)),
    signal: new AbortController().signal,
  });

beforeAll(async () => {
  const clock = new FakeClock(Date.parse("2026-01-01T00:00:00Z"));
  server = await createApiServer({
    backend: createMemoryBackend(),
    clock,
    random: createSystemRandom(),
    featureGates: { CBORServingAndStorage: true },
    reportBug: (error) => {
      throw error;
    },
  });
  const schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  await ask(
    "POST",
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
    {},
    {
      metadata: { name: "foos.g.io" },
      spec: {
        group: "g.io",
        scope: "Namespaced",
        names: { plural: "foos", kind: "Foo" },
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
      },
    },
  );
  // what the server writes by itself would come between two lists that are compared
  for (const target of [foos, "/apis/apiregistration.k8s.io/v1/apiservices/v1.g.io"])
    while ((await ask("GET", target)).status !== 200) {
      clock.advance(100);
      await nextTask();
    }
  const names = Array.from({ length: count }, (_, i) => `n${i}`);
  const made = await Promise.all(
    names.flatMap((name, i) => [
      ask(
        "POST",
        configMaps,
        {},
        { metadata: { name }, data: { "a-key": padding, n: `${i}` }, binaryData: { b: "AAE=" } },
      ),
      ask(
        "POST",
        foos,
        {},
        { apiVersion: "g.io/v1", kind: "Foo", metadata: { name }, spec: { padding, ratio: i / 4 } },
      ),
      ask(
        "POST",
        events,
        {},
        {
          metadata: { name },
          involvedObject: { namespace: "default", name },
          message: padding,
          lastTimestamp: new Date((i * 7919) % count).toISOString().replace(/\.\d+Z$/, `Z`),
        },
      ),
    ]),
  );
  if (made.some(({ status }) => status !== 201)) throw new Error("an object was refused");
}, 60_000);

afterAll(() => server.close());

const utf8 = new TextEncoder();
const text = new TextDecoder();

async function bytesOf({ body }: Answer): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body;
  if (typeof body === "string") return utf8.encode(body);
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(typeof part === "string" ? utf8.encode(part) : part);
  return joinBytes(parts);
}

const textOf = async (answer: Answer): Promise<string> => text.decode(await bytesOf(answer));

/** A list as JSON, put together from pages that are short enough to be encoded as a whole. */
async function pagedJson(target: string, accept: string, member: "items" | "rows"): Promise<string> {
  const begin = `"${member}":[`;
  const items: string[] = [];
  let opening = "";
  for (let token = ""; ;) {
    const answer = await ask("GET", `${target}?limit=100&continue=${token}`, { Accept: accept });
    expect(isInPieces(answer.body)).toBe(false);
    const page = await textOf(answer);
    const at = page.indexOf(begin) + begin.length;
    items.push(page.slice(at, page.lastIndexOf("]")));
    const { metadata } = JSON.parse(page) as { readonly metadata: { readonly continue?: string } };
    opening = page.slice(0, at).replace(/("metadata":\{"resourceVersion":"\d+")[^}]*/, "$1");
    if (metadata.continue === undefined || metadata.continue === "") return `${opening}${items.join(",")}]}`;
    token = encodeURIComponent(metadata.continue);
  }
}

const table = "as=Table;v=v1;g=meta.k8s.io";
const metadataOnly = "as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
const json = "application/json";
const yaml = "application/yaml";
const cbor = "application/cbor";
const protobuf = "application/vnd.kubernetes.protobuf";

// Protobuf is encoded twice or held, since the length of all items precedes them.
const registry = withMetaTypes(await loadBuiltinTypes());
const whole = (serializer: Serializer, of: string): Uint8Array => {
  const encoded = serializer.encode(of, registry);
  return typeof encoded === "string" ? utf8.encode(encoded) : encoded;
};

describe("a long list has the same bytes in pieces as in one", () => {
  it.each([
    [configMaps, json, table],
    [configMaps, json, metadataOnly],
    [foos, json, table],
    [foos, json, metadataOnly],
  ])("%s as %s;%s", async (target, type, as) => {
    const answer = await ask("GET", target, { Accept: `${type};${as}` });
    expect(isInPieces(answer.body)).toBe(true);
    const expected = await pagedJson(target, `${type};${as}`, as === table ? "rows" : "items");
    expect((await textOf(answer)) === `${expected}\n`).toBe(true);
  });

  it.each([
    [configMaps, yaml, "", yamlSerializer],
    [configMaps, yaml, table, yamlSerializer],
    [configMaps, yaml, metadataOnly, yamlSerializer],
    [configMaps, cbor, "", cborSerializer],
    [configMaps, cbor, metadataOnly, cborSerializer],
    [configMaps, protobuf, metadataOnly, protobufSerializer],
    [foos, yaml, "", yamlSerializer],
    [foos, cbor, "", cborSerializer],
    [foos, protobuf, metadataOnly, protobufSerializer],
  ])("%s as %s;%s", async (target, type, as, serializer) => {
    const answer = await ask("GET", target, { Accept: `${type};${as}` });
    expect(answer.status).toBe(200);
    expect(isInPieces(answer.body)).toBe(type !== protobuf);
    const expected = await textOf(await ask("GET", target, { Accept: `${json};${as}` }));
    expect(Buffer.compare(await bytesOf(answer), whole(serializer, expected.trimEnd()))).toBe(0);
  });

  it("as protobuf with the length of all items in front", async () => {
    const expected = await textOf(await ask("GET", configMaps, { Accept: json }));
    const answer = await ask("GET", configMaps, { Accept: protobuf });
    expect(Buffer.compare(await bytesOf(answer), whole(protobufSerializer, expected.trimEnd()))).toBe(0);
  });

  it("indented", async () => {
    const expected = await textOf(await ask("GET", configMaps, { Accept: json }));
    const answer = await ask("GET", `${configMaps}?pretty=1`, { Accept: json });
    expect(isInPieces(answer.body)).toBe(true);
    expect((await textOf(answer)) === indentJson(expected.trimEnd())).toBe(true);
  });

  it("as a Table in the order of its kind", async () => {
    const answer = await ask("GET", events, { Accept: `${json};${table}` });
    expect(isInPieces(answer.body)).toBe(true);
    const { rows } = JSON.parse(await textOf(answer)) as { rows: { cells: unknown[]; object: { metadata: object } }[] };
    const { items } = JSON.parse(await textOf(await ask("GET", events))) as {
      items: { metadata: { name: string }; lastTimestamp: string }[];
    };
    const inOrder = items.toSorted((a, b) => Date.parse(a.lastTimestamp) - Date.parse(b.lastTimestamp));
    expect(rows.map(({ object }) => object.metadata)).toMatchObject(
      inOrder.map(({ metadata }) => ({ name: metadata.name })),
    );
  });
});

describe("a long list", () => {
  it.each([`${json};${table}`, yaml, cbor])("as %s leaves the event loop a turn between two pieces", async (accept) => {
    const [{ body }, other] = await Promise.all([
      ask("GET", configMaps, { Accept: accept }),
      ask("GET", configMaps, { Accept: accept }),
    ]);
    let turns = 0;
    let reading = true;
    const count = async (): Promise<void> => {
      for (; reading; turns++) await nextTask();
    };
    const counting = count();
    let pieces = 0;
    const read = async (body: Answer["body"]): Promise<void> => {
      if (!isInPieces(body)) throw new Error("expected pieces");
      for await (const piece of body) {
        pieces++;
        expect(piece.length).toBeLessThan(600_000);
      }
    };
    await Promise.all([read(body), read(other.body)]);
    reading = false;
    await counting;
    expect(pieces).toBeGreaterThan(20);
    // Two lists are never encoded in the same turn. The first and last pieces have no items and need no turn.
    expect(turns).toBeGreaterThanOrEqual(pieces - 4);
  });

  it("in YAML is refused with a Status if an item has a control character", async () => {
    const made = await ask("POST", configMaps, {}, { metadata: { name: "control" }, data: { a: "\u007f" } });
    expect(made.status).toBe(201);
    const answer = await ask("GET", configMaps, { Accept: yaml });
    expect([answer.status, await textOf(answer)]).toEqual([
      500,
      expect.stringContaining("message: 'yaml: control characters are not allowed'"),
    ]);
    await ask("DELETE", `${configMaps}/control`);
  });
});
