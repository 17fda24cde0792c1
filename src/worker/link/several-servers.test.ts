import { expect, it } from "vitest";
import { ask, createSource, ok, settle, statusOf, textOf } from "../testing/exchanges.ts";
import { createMemoryLinks } from "../testing/memory-link.ts";
import { createLinkClient } from "./link-client.ts";
import { createLinkServer } from "./link-server.ts";
import type { Handle } from "../../component-base/exchange.ts";

const naming =
  (name: string): Handle =>
  ({ target, signal }) =>
    target === "/slow" ? new Promise(() => undefined) : Promise.resolve(ok(target === "/watch" ? watch(signal) : name));

async function* watch(signal: AbortSignal): AsyncGenerator<string> {
  yield "first\n";
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
}

function open() {
  const links = createMemoryLinks();
  const handles = new Map(["one", "two"].map((name) => [name, naming(name)]));
  const server = createLinkServer(links.server, (id) => handles.get(id));
  const client = createLinkClient(links.client);
  return { server, client, handles, sent: links.sent, one: client.connect("one"), two: client.connect("two") };
}

it("an exchange goes to the server that it names", async () => {
  const { one, two, sent } = open();
  expect((await Promise.all([one.handle(ask("/")), two.handle(ask("/"))])).map(({ body }) => body)).toEqual([
    "one",
    "two",
  ]);
  expect(sent.filter(([kind]) => kind === "open").map(([, id, server]) => [id, server])).toEqual([
    [1, "one"],
    [2, "two"],
  ]);
});

it("one for an unknown server, or one that is gone, is answered with a 503 Status", async () => {
  const { client, handles, one } = open();
  const unknown = await client.connect("three").handle(ask("/"));
  expect(await statusOf(unknown)).toMatchObject({ code: 503, message: 'there is no server "three" here' });
  handles.delete("one");
  expect((await one.handle(ask("/"))).status).toBe(503);
});

it("a server that ends takes only its own exchanges with it", async () => {
  const { server, one, two } = open();
  const slow = [one.handle(ask("/slow")), two.handle(ask("/slow"))] as const;
  const watches = await Promise.all([one.handle(ask("/watch")), two.handle(ask("/watch"))]);
  await settle();
  server.end("one", "one was closed");
  expect(await statusOf(await slow[0])).toMatchObject({ code: 503, message: "one was closed" });
  expect(await textOf(watches[0].body)).toBe("first\n");
  expect(server.pending).toBe(2);
  server.close("all were closed");
  expect(await statusOf(await slow[1])).toMatchObject({ message: "all were closed" });
  expect(await textOf(watches[1].body)).toBe("first\n");
});

it("a connection that is lost takes only its own exchanges with it, and a later one of the same id is another", async () => {
  const { client, handles, one, two } = open();
  const slow = one.handle(ask("/slow"));
  const other = two.handle(ask("/slow"));
  await settle();
  const { body } = createSource("x", 3);
  handles.set("one", () => Promise.resolve(ok(body)));
  const later = client.connect("one");
  const streamed = await later.handle(ask("/"));
  one.lose("one was closed");
  expect(await statusOf(await slow)).toMatchObject({ code: 503, message: "one was closed" });
  expect((await one.handle(ask("/"))).status).toBe(503);
  expect(await textOf(streamed.body)).toBe("xxx");
  client.lose("the worker ended");
  expect(await statusOf(await other)).toMatchObject({ message: "the worker ended" });
});
