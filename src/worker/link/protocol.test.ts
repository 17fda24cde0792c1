import { afterEach, describe, expect, it } from "vitest";
import type { Exchange } from "../../component-base/exchange.ts";
import { createBroadcastLink, createThreadLink } from "./links.ts";
import { readFrame } from "./protocol.ts";
import type { Frame } from "./protocol.ts";
import { ask, closeClients, connect, ok, readRequest, settle, textOf } from "../testing/exchanges.ts";
import type { Ends } from "../testing/exchanges.ts";
import { createThreadPorts } from "../testing/fake-worker.ts";
import { createMemoryLinks } from "../testing/memory-link.ts";

afterEach(closeClients);

const threadLinks = (): Ends => {
  const { page, worker } = createThreadPorts();
  return { client: createThreadLink(page), server: createThreadLink(worker) };
};

const broadcastLinks = (): Ends => {
  const name = crypto.randomUUID();
  return {
    client: createBroadcastLink(new BroadcastChannel(name)),
    server: createBroadcastLink(new BroadcastChannel(name)),
  };
};

describe.each([
  ["memory", createMemoryLinks],
  ["a thread's port", threadLinks],
  ["a BroadcastChannel", broadcastLinks],
])("exchanges over %s", (_, links) => {
  it("carry method, raw target, every header and the body", async () => {
    const seen: Exchange[] = [];
    const { handle, client, server } = connect((exchange) => {
      seen.push(exchange);
      return Promise.resolve(
        ok("{}", [
          ["Warning", "one"],
          ["Warning", "two"],
        ]),
      );
    }, links());
    const headers = new Headers({ "Accept-Encoding": "gzip", "User-Agent": "a/1", Host: "x" });
    const answer = await handle(
      ask("/api/../v1?a=%2F", { method: "POST", headers, body: new TextEncoder().encode("{}") }),
    );
    expect(answer).toEqual(
      ok("{}", [
        ["Warning", "one"],
        ["Warning", "two"],
      ]),
    );
    expect(seen[0]).toMatchObject({ method: "POST", target: "/api/../v1?a=%2F", body: new TextEncoder().encode("{}") });
    expect(["Accept-Encoding", "user-agent", "HOST", "absent"].map((name) => seen[0]?.headers.get(name))).toEqual([
      "gzip",
      "a/1",
      "x",
      null,
    ]);
    client.lose("done");
    server.close("the server stops");
  });

  it("stream answers in order and end", async () => {
    async function* events() {
      yield "one\n";
      yield new TextEncoder().encode("two\n");
      yield "three\n";
    }
    const { handle, client, server } = connect(() => Promise.resolve(ok(events())), links());
    expect(await textOf((await handle(ask("/watch"))).body)).toBe("one\ntwo\nthree\n");
    client.lose("done");
    server.close("the server stops");
  });

  it("stream request bodies larger than the window", async () => {
    const { handle, client, server } = connect(async ({ body }) => ok(String(await readRequest(body))), links());
    let left = 10;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => (left-- > 0 ? controller.enqueue(new Uint8Array(100_000)) : controller.close()),
    });
    expect((await handle(ask("/post", { method: "POST", body }))).body).toBe("1000000");
    client.lose("done");
    server.close("the server stops");
  });
});

describe("frames", () => {
  it("are one each way for a small exchange", async () => {
    const links = createMemoryLinks();
    const { handle } = connect(() => Promise.resolve(ok(["[", "1", "]"])), links);
    expect((await handle(ask("/", { method: "PUT", body: new Uint8Array(10) }))).body).toBe("[1]");
    expect(links.sent.map(([kind]) => kind)).toEqual(["open", "answer"]);
  });

  it("are one for a list of a thousand objects too", async () => {
    const links = createMemoryLinks();
    const { handle } = connect(() => Promise.resolve(ok(Array.from({ length: 1000 }, () => "x".repeat(2000)))), links);
    expect(await textOf((await handle(ask("/"))).body)).toHaveLength(2_000_000);
    expect(links.sent.map(([kind]) => kind)).toEqual(["open", "answer"]);
  });

  it("split a very long list into acknowledged pieces", async () => {
    const links = createMemoryLinks();
    const { handle } = connect(() => Promise.resolve(ok(Array.from({ length: 5000 }, () => "x".repeat(2000)))), links);
    expect(await textOf((await handle(ask("/"))).body)).toHaveLength(10_000_000);
    expect(links.sent.filter(([kind]) => kind === "body")).toHaveLength(10);
    expect(links.sent.filter(([kind]) => kind === "credit").length).toBeGreaterThan(5);
  });

  it("answer in whatever order the server finishes", async () => {
    const waiting = new Map<string, () => void>();
    const { handle } = connect(
      ({ target }) => new Promise((resolve) => waiting.set(target, () => resolve(ok(target)))),
    );
    const answers = ["/a", "/b", "/c"].map((target) => handle(ask(target)));
    await settle();
    for (const target of ["/c", "/a", "/b"]) waiting.get(target)?.();
    expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(["/a", "/b", "/c"]);
  });

  it("of unknown or finished exchanges are ignored", async () => {
    const links = createMemoryLinks();
    const { handle } = connect(({ target }) => Promise.resolve(ok(target)), links);
    await handle(ask("/first"));
    const late: Frame[] = [
      ["body", 1, "x"],
      ["end", 1],
      ["abort", 99, ""],
      ["credit", 1, 5],
      ["answer", 1, 500, [], "", "nothing"],
    ];
    for (const frame of late) {
      links.server.send(frame);
      links.client.send(frame);
    }
    expect((await handle(ask("/second"))).body).toBe("/second");
  });

  it.each([
    ["text", "open"],
    ["an object", { kind: "open" }],
    ["an unknown kind", ["hello", 1]],
    ["an id that is none", ["end", "1"]],
    ["a body that is none", ["body", 1, { x: 1 }]],
    ["an open without headers", ["open", 1, "default", "GET", "/", null, null, false]],
    ["an open that names no server", ["open", 1, "GET", "/", [], null, false]],
  ])("are not read from %s", (_, message) => {
    expect(readFrame(message)).toBeUndefined();
  });
});
