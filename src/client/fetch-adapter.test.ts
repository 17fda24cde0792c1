import { describe, expect, it } from "vitest";
import type { Answer, Exchange } from "../component-base/exchange.ts";
import { createFetch } from "./fetch-adapter.ts";

function record(answer: Partial<Answer> = {}) {
  const seen: Exchange[] = [];
  const fetch = createFetch((exchange) => {
    seen.push(exchange);
    return Promise.resolve({ status: 200, headers: [], body: "", ...answer });
  });
  return { fetch, last: () => seen.at(-1) };
}

describe("createFetch", () => {
  it.each([
    ["/api/../v1?a=%2F#x", "/api/../v1?a=%2F"],
    ["http://127.0.0.1:80/a/../b?c", "/a/../b?c"],
    ["https://host?x=1", "/?x=1"],
    ["api", "/api"],
    [new URL("http://h/a b?c=d"), "/a%20b?c=d"],
    [new Request("http://h/a?b"), "/a?b"],
  ])("asks for %s as %s", async (input, target) => {
    const { fetch, last } = record();
    await fetch(input);
    expect(last()?.target).toBe(target);
  });

  it.each([
    [{ "User-Agent": "u", "Accept-Encoding": "gzip", Host: "h" }],
    [
      [
        ["User-Agent", "u"],
        ["accept-encoding", "gzip"],
        ["Host", "h"],
      ] as [string, string][],
    ],
    [new Headers({ "user-agent": "u", "accept-encoding": "gzip", host: "h" })],
  ])("keeps every header of %o", async (headers) => {
    const { fetch, last } = record();
    await fetch("/", { headers });
    expect(["User-Agent", "ACCEPT-ENCODING", "host", "content-type"].map((name) => last()?.headers.get(name))).toEqual([
      "u",
      "gzip",
      "h",
      null,
    ]);
  });

  it("tells the server of a cancelled body even while nothing comes", async () => {
    const { fetch, last } = record({
      body: { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) },
    });
    const { body } = await fetch("/");
    await body?.cancel();
    expect(last()?.signal.aborted).toBe(true);
  });

  it("gives an empty answer no Content-Type of its own", async () => {
    expect((await record({ status: 406 }).fetch("/")).headers.get("Content-Type")).toBeNull();
  });

  it("sends a GET with a body, and bodies of every kind", async () => {
    const { fetch, last } = record();
    const reading = { method: "get", body: "ä" };
    await fetch("/", reading);
    expect(last()).toMatchObject({ method: "GET", body: new TextEncoder().encode("ä") });
    expect(last()?.headers.get("content-type")).toBe("text/plain;charset=UTF-8");
    await fetch("/", { method: "POST", body: new URLSearchParams("a=b"), headers: { "content-type": "x/y" } });
    expect(last()?.headers.get("content-type")).toBe("x/y");
    await fetch("/", { method: "patch", body: new Uint8Array([1, 2, 3]).subarray(1) });
    expect(last()).toMatchObject({ method: "patch", body: new Uint8Array([2, 3]) });
    await fetch(new Request("http://h/", { method: "PUT", body: "r", headers: { a: "b" } }), { headers: { c: "d" } });
    expect(last()?.method).toBe("PUT");
    expect([last()?.headers.get("a"), last()?.headers.get("c")]).toEqual([null, "d"]);
  });

  it.each([
    [101, "GET"],
    [204, "GET"],
    [304, "GET"],
    [200, "HEAD"],
  ])("answers %i to %s without a body, and lets go of it", async (status, method) => {
    let released = false;
    async function* body() {
      try {
        yield "x";
      } finally {
        released = true;
      }
    }
    const opened = body();
    await opened.next();
    const response = await record({ status, body: opened }).fetch("/", { method });
    expect([response.status, await response.text()]).toEqual([status, ""]);
    expect(released).toBe(true);
  });

  it("gives texts, lists of texts, bytes and repeated headers", async () => {
    expect(await (await record({ body: ["a", "b"] }).fetch("/")).text()).toBe("ab");
    expect(await (await record({ body: new Uint8Array([104, 105]) }).fetch("/")).text()).toBe("hi");
    const { headers } = await record({
      headers: [
        ["Warning", '299 - "a"'],
        ["Warning", '299 - "\u00e2\u0082\u00ac"'],
      ],
    }).fetch("/");
    expect(headers.get("warning")).toBe('299 - "a", 299 - "\u00e2\u0082\u00ac"');
  });

  it.each(["abort", "cancel"])("streams, and ends the server's part at an %s", async (how) => {
    let released = false;
    const endless: AsyncIterable<string> = {
      [Symbol.asyncIterator]: () => {
        let count = 0;
        return {
          next: () => (count++ === 0 ? Promise.resolve({ done: false, value: "first" }) : new Promise(() => {})),
          return: () => ((released = true), Promise.resolve({ done: true, value: undefined })),
        };
      },
    };
    const stop = new AbortController();
    const reader = (await record({ body: endless }).fetch("/", { signal: stop.signal })).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("first");
    const rest = reader?.read().then(
      ({ done }) => `done ${done}`,
      (error: Error) => error.name,
    );
    if (how === "abort") stop.abort();
    else await reader?.cancel();
    expect(await rest).toBe(how === "abort" ? "AbortError" : "done true");
    expect(released).toBe(true);
  });

  it("rejects when it is aborted before the answer", async () => {
    const fetch = createFetch(() => new Promise(() => {}));
    const stop = new AbortController();
    const waiting = fetch("/", { signal: stop.signal });
    await Promise.resolve();
    stop.abort();
    await expect(waiting).rejects.toThrow("aborted");
    await expect(fetch("/", { signal: stop.signal })).rejects.toThrow("aborted");
  });
});
