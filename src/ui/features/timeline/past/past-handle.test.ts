import { afterEach, beforeEach, expect, test } from "vitest";
import { isRecord } from "../../../../apimachinery/is-record.ts";
import type { ApiServer } from "../../../../index.ts";
import { createApiServer, createMemoryBackend, createSystemClock, createSystemRandom } from "../../../../index.ts";
import type { Handle } from "../../../../component-base/exchange.ts";
import { acceptTable } from "../../../data/table.ts";
import { pageAgent, readJson, readText, send } from "../../../data/send.ts";
import { streamEvents } from "../../../data/watch-stream.ts";
import { createPastHandle } from "./past-handle.ts";
import { createReadWrites, PastPosition } from "./past-position.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";

let server: ApiServer;
beforeEach(async () => {
  server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
  });
});
afterEach(() => server.close());

async function write(method: string, target: string, body?: object): Promise<number> {
  const reply = await send(server.handle, pageAgent, {
    method,
    target,
    headers: [["Content-Type", method === "PATCH" ? "application/merge-patch+json" : "application/json"]],
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(reply.status, await readText(reply.body)).toBeLessThan(300);
  return (await server.inspect.stats()).revision;
}

const create = (name: string, mode: string, labels: Readonly<Record<string, string>> = {}): Promise<number> =>
  write("POST", configMaps, { metadata: { name, labels }, data: { mode } });
const change = (name: string, mode: string): Promise<number> =>
  write("PATCH", `${configMaps}/${name}`, { data: { mode } });

function openPast(revision: number): { readonly handle: Handle; readonly position: PastPosition } {
  const writes = createReadWrites(server.inspect);
  const position = new PastPosition({ revision, at: undefined }, writes);
  return { position, handle: createPastHandle({ handle: server.handle, past: position, writes }) };
}

test("objects, lists, pages and Tables are those of the revision that is shown", async () => {
  await create("a", "one");
  const then = await create("b", "two");
  const copy = await readJson(server.handle, configMaps);
  const one = await readText((await send(server.handle, pageAgent, { method: "GET", target: `${configMaps}/a` })).body);
  await change("a", "three");
  await write("DELETE", `${configMaps}/b`);
  const { handle } = openPast(then);
  expect(await readJson(handle, configMaps)).toEqual(copy);
  const again = await send(handle, pageAgent, { method: "GET", target: `${configMaps}/a?resourceVersion=0` });
  expect((await readText(again.body)).trim()).toBe(one.trim());
  const first = await readJson(handle, `${configMaps}?limit=1`);
  const token =
    isRecord(first.body) && isRecord(first.body["metadata"]) ? String(first.body["metadata"]["continue"]) : "";
  const second = await readJson(
    handle,
    `${configMaps}?limit=1&resourceVersion=0&continue=${encodeURIComponent(token)}`,
  );
  expect(second.body).toMatchObject({ items: [{ metadata: { name: "b" }, data: { mode: "two" } }] });
  const asTable = { method: "GET", target: `${configMaps}/b`, headers: [["Accept", acceptTable]] as const };
  expect(JSON.parse(await readText((await send(handle, pageAgent, asTable)).body))).toMatchObject({
    kind: "Table",
    rows: [{ object: { metadata: { name: "b" } } }],
  });
  const asMetadata = {
    ...asTable,
    headers: [["Accept", "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1"]] as const,
  };
  expect(JSON.parse(await readText((await send(handle, pageAgent, asMetadata)).body))).toMatchObject({
    kind: "PartialObjectMetadata",
    metadata: { name: "b" },
  });
});

test("what was not there yet is not found, and what is of no revision is answered as it is now", async () => {
  const then = await create("a", "one");
  await create("later", "two");
  const { handle } = openPast(then);
  expect(await readJson(handle, `${configMaps}/later`)).toMatchObject({
    code: 404,
    body: { reason: "NotFound", message: `configmaps "later" not found at revision ${then}` },
  });
  expect(await readJson(handle, "/api/v1")).toMatchObject({ code: 200, body: { kind: "APIResourceList" } });
  expect(await readJson(handle, "/api/v1/namespaces/default/pods/web/log")).toMatchObject({
    code: 400,
    body: { message: `revision ${then} is shown: the history keeps objects, and no log of them` },
  });
});

test("nothing is written, not even tried, and reviews are answered", async () => {
  const then = await create("a", "one");
  const { handle } = openPast(then);
  const { revision } = await server.inspect.stats();
  for (const [method, target] of [
    ["POST", configMaps],
    ["DELETE", `${configMaps}/a`],
    ["PATCH", `${configMaps}/a?dryRun=All`],
  ] as const) {
    const reply = await send(handle, pageAgent, { method, target, body: "{}" });
    expect(reply.status).toBe(403);
    expect(await readText(reply.body)).toContain("nothing is written to the past");
  }
  const review = { spec: { resourceAttributes: { verb: "get", resource: "pods" } } };
  const target = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
  const headers = [["Content-Type", "application/json"]] as const;
  const reply = await send(handle, pageAgent, { method: "POST", target, headers, body: JSON.stringify(review) });
  expect(reply.status).toBe(201);
  expect((await server.inspect.stats()).revision).toBe(revision);
});

test("a compacted revision is refused as the server refuses it", async () => {
  const then = await create("a", "one");
  await change("a", "two");
  await server.store.compact();
  const { handle } = openPast(then);
  expect(await readJson(handle, configMaps)).toMatchObject({ code: 410, body: { reason: "Expired" } });
  expect(await readJson(handle, `${configMaps}/a`)).toMatchObject({ code: 410 });
  expect(await readJson(handle, `${configMaps}?watch=true`)).toMatchObject({ code: 410 });
});

/** Opens a watch of the past, and returns a function that takes its next events. */
async function openWatch(handle: Handle, target: string, signal: AbortSignal) {
  const reply = await send(handle, pageAgent, { method: "GET", target, signal });
  expect(reply.status).toBe(200);
  const events = streamEvents(reply.body);
  return async (count: number): Promise<readonly unknown[]> => {
    const taken: unknown[] = [];
    while (taken.length < count) {
      const next = await events.next();
      if (next.done === true) break;
      for (const event of next.value)
        taken.push(event.type === "ERROR" ? [event.type, event.status.code] : [event.type, event.object.metadata.name]);
    }
    return taken;
  };
}

test("a watch tells what is different when another revision is shown, forwards and backwards", async () => {
  const start = await create("a", "one", { app: "x" });
  await create("b", "one");
  await change("a", "two");
  await change("a", "three");
  const end = await write("DELETE", `${configMaps}/b`);
  const { handle, position } = openPast(start);
  const control = new AbortController();
  const all = await openWatch(handle, `${configMaps}?watch=true&resourceVersion=${start}`, control.signal);
  const begun = await openWatch(handle, `${configMaps}?watch=true&labelSelector=app%3Dx`, control.signal);
  expect(await begun(1)).toEqual([["ADDED", "a"]]);
  position.show({ revision: end, at: undefined });
  expect(await all(4)).toEqual([
    ["ADDED", "b"],
    ["MODIFIED", "a"],
    ["MODIFIED", "a"],
    ["DELETED", "b"],
  ]);
  expect(await begun(2)).toEqual([
    ["MODIFIED", "a"],
    ["MODIFIED", "a"],
  ]);
  position.show({ revision: end - 1, at: undefined });
  expect(await all(1)).toEqual([["ADDED", "b"]]);
  position.show({ revision: start, at: undefined });
  expect(await all(2)).toEqual([
    ["DELETED", "b"],
    ["MODIFIED", "a"],
  ]);
  expect(await begun(1)).toEqual([["MODIFIED", "a"]]);
  control.abort();
  expect(await all(1)).toEqual([]);
});

test("a watch from before the revision delivers what was written up to it", async () => {
  const start = await create("a", "one");
  const then = await change("a", "two");
  await change("a", "three");
  const { handle } = openPast(then);
  const control = new AbortController();
  const target = `${configMaps}?watch=true&fieldSelector=metadata.name%3Da&resourceVersion=${start - 1}`;
  const next = await openWatch(handle, target, control.signal);
  expect(await next(2)).toEqual([
    ["ADDED", "a"],
    ["MODIFIED", "a"],
  ]);
  control.abort();
  expect(await next(1)).toEqual([]);
});

test("a watch ends as an expired one where too much is different", async () => {
  const start = await create("a", "one");
  for (let i = 0; i < 101; i++) await create(`many-${i}`, "one");
  const { handle, position } = openPast(start);
  const next = await openWatch(
    handle,
    `${configMaps}?watch=true&resourceVersion=${start}`,
    new AbortController().signal,
  );
  position.show({ revision: start + 101, at: undefined });
  expect(await next(1)).toEqual([["ERROR", 410]]);
  expect(await next(1)).toEqual([]);
});

test("watches end when nobody looks at the past any more", async () => {
  const start = await create("a", "one");
  const { handle, position } = openPast(start);
  const target = `${configMaps}?watch=true&resourceVersion=${start}`;
  const next = await openWatch(handle, target, new AbortController().signal);
  const ended = next(1);
  position.end();
  expect(await ended).toEqual([]);
});

test("the end of the past calls no listeners: no other revision is shown", async () => {
  const { position } = openPast(await create("a", "one"));
  let calls = 0;
  position.subscribe(() => calls++);
  position.end();
  expect(calls).toBe(0);
});
