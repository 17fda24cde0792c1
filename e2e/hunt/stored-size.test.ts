import { expect, it } from "vitest";
import { createMemoryServer } from "../fuzz/memory-server.ts";
import { several } from "./hunt-case.ts";

const pods = "/api/v1/namespaces/default/pods";
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const sizes = "/apis/hunt.example.com/v1/namespaces/default/sizes";
const definition = `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"sizes.hunt.example.com"},"spec":{"group":"hunt.example.com","scope":"Namespaced","names":{"plural":"sizes","kind":"Size"},"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}}`;
const mergePatch = "application/merge-patch+json";
const tooLarge =
  /"message":"rpc error: code = ResourceExhausted desc = trying to send message larger than max \(\d+ vs\. 2097152\)","code":500/;

async function openServer() {
  const bugs: unknown[] = [];
  const server = await createMemoryServer(bugs);
  const send = async (method: string, target: string, body?: string, type = "application/json") => {
    const headers = { Authorization: "Bearer admin", "Content-Type": type };
    const response = await server.fetch(target, { method, headers, ...(body !== undefined && { body }) });
    return { status: response.status, text: await response.text() };
  };
  return { send, bugs, close: () => server.close() };
}

/** A status of 0.3 MB whose items have 93 characters each once they are written. */
const status = `{"status":{"containerStatuses":[${several(100_000, () => "{}")}]}}`;

it.each(["", "?dryRun=All"])(
  "an object that is written with more than storage takes is refused as by etcd's client%s",
  async (query) => {
    const { send, bugs, close } = await openServer();
    await send("POST", pods, `{"metadata":{"name":"a"},"spec":{"containers":[{"name":"a","image":"a"}]}}`);
    const { text: before } = await send("GET", `${pods}/a`);
    const { text } = await send("PATCH", `${pods}/a/status${query}`, status, mergePatch);
    expect(text).toMatch(tooLarge);
    expect((await send("GET", `${pods}/a`)).text).toBe(before);
    expect(bugs).toEqual([]);
    await close();
  },
);

it("an object does not grow by patches without end", async () => {
  const { send, bugs, close } = await openServer();
  expect((await send("POST", definitions, definition)).status).toBe(201);
  const object = `{"apiVersion":"hunt.example.com/v1","kind":"Size","metadata":{"name":"a"}}`;
  await expect.poll(async () => (await send("POST", sizes, object)).status, { timeout: 60_000 }).toBe(201);
  const grow = (key: string) => send("PATCH", `${sizes}/a`, `{"${key}":"${"x".repeat(2_900_000)}"}`, mergePatch);
  expect((await grow("a")).status).toBe(200);
  expect((await grow("b")).status).toBe(200);
  expect((await grow("c")).text).toMatch(tooLarge);
  expect(Object.keys(JSON.parse((await send("GET", `${sizes}/a`)).text))).not.toContain("c");
  expect((await send("PATCH", `${sizes}/a`, `{"a":null}`, mergePatch)).status).toBe(200);
  expect((await grow("c")).status).toBe(200);
  expect(bugs).toEqual([]);
  await close();
});
