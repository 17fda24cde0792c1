import { request as httpRequest, Agent, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { isListed, type Answer, type Exchange, type Handle } from "../component-base/exchange.ts";
import { openHttpHost, type HttpHost } from "./http-host.ts";
import { keptBodyBytes } from "./received-request.ts";

const open: HttpHost[] = [];
afterEach(async () => {
  for (const host of open.splice(0)) await host.close();
});

async function host(handle: Handle): Promise<HttpHost> {
  const opened = await openHttpHost({ handle, port: 0, graceMs: 200 });
  open.push(opened);
  return opened;
}

const answer = (
  body: Answer["body"],
  status = 200,
  headers: Answer["headers"] = [["Content-Type", "text/plain"]],
): Answer => ({ status, headers, body });
const text = (body: Exchange["body"]): string =>
  body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body);

/** What a plain socket gets for what it sends; it says at once that it sends no more unless `ends` is false. */
function raw({ url }: HttpHost, sent: string, ends = true): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () =>
      ends ? socket.end(sent) : socket.write(sent),
    );
    let got = "";
    socket.on("data", (part) => (got += part.toString()));
    socket.on("close", () => resolve(got));
  });
}

const get = (target: string, method = "GET"): string =>
  `${method} ${target} HTTP/1.1\r\nHost: x\r\nAccept: a\r\naccept: b\r\n\r\n`;

describe("what the core is given", () => {
  const echo: Handle = async ({ method, target, headers, body }) =>
    answer(`${method} ${target} accept=${headers.get("Accept")} none=${headers.get("x")} body=${text(body)}`);

  test.each(["/a/../b//c?x=%zz&y=%2F", "/", "/x?"])("the target %s as it was sent", async (target) => {
    expect(await raw(await host(echo), get(target))).toContain(`GET ${target} accept`);
  });

  test("the path of an absolute target", async () => {
    expect(await raw(await host(echo), get("http://elsewhere/api?x"))).toContain(
      "GET /api?x accept=a none=null body=null",
    );
  });

  test.each(["OPTIONS", "PROPFIND", "PURGE", "PATCH", "DELETE"])("the method %s", async (method) => {
    expect(await raw(await host(echo), get("/x", method))).toContain(`${method} /x`);
  });

  test("the bytes of a body, with any method", async () => {
    const { url } = await host(echo);
    for (const method of ["POST", "DELETE"])
      expect(await (await fetch(url, { method, body: "ünï" })).text()).toContain("body=ünï");
  });

  test("a body that the client asks to send first", async () => {
    const sent =
      "POST /x HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc";
    expect(await raw(await host(echo), sent, false)).toMatch(
      /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK\r\n[^]*body=abc$/,
    );
  });

  test("nothing of a body that the client does not end, and everything after it", async () => {
    const opened = await host(echo);
    expect(await raw(opened, "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 30\r\n\r\nabc")).not.toContain("200");
    expect(await raw(opened, get("/y"))).toContain("GET /y");
  });

  test("a body in chunks", async () => {
    const sent = "POST /x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n";
    expect(await raw(await host(echo), sent)).toContain("body=abc");
  });

  test("an empty body that was announced as one without bytes", async () => {
    const { url } = await host(async ({ body }) => answer(String(body?.constructor === Uint8Array)));
    expect(await (await fetch(url, { method: "POST", body: "" })).text()).toBe("true");
  });
});

describe("a long list", () => {
  const item = "x".repeat(1 << 20);
  const texts = Array.from({ length: 60 }, () => item);

  test("leaves as its reader takes it, and is complete in the end", async () => {
    let pieces = 0;
    const counted = new Proxy(texts, { get: (list, name) => (name === "slice" && pieces++, Reflect.get(list, name)) });
    const { url } = await host(async () => answer(counted));
    const response = await new Promise<IncomingMessage>((resolve) => void httpRequest(url, resolve).end());
    await new Promise((resolve) => setImmediate(resolve));
    expect(response.headers["transfer-encoding"]).toBe("chunked");
    expect(pieces).toBeLessThan(30); // what fits into the buffers of the sockets
    let length = 0;
    for await (const part of response) length += (part as Uint8Array).length;
    expect([length, pieces]).toEqual([texts.length * item.length, texts.length]);
  });
});

describe("a body beyond what the server reads", () => {
  const refuse: Handle = async ({ body }) =>
    body instanceof Uint8Array && body.length >= keptBodyBytes ? answer("too large", 413) : answer("fine");

  test("is refused while the connection stays", async () => {
    const { url } = await host(refuse);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = (body: Uint8Array): Promise<number> =>
      new Promise((resolve, reject) => {
        const request = httpRequest(url, { method: "POST", agent }, (response) =>
          response.resume().on("end", () => resolve(response.statusCode ?? 0)),
        );
        request.on("error", reject).end(body);
      });
    expect(await send(new Uint8Array(20_000_000))).toBe(413);
    expect(await send(new Uint8Array(10))).toBe(200);
    expect(await send(new Uint8Array(keptBodyBytes - 1))).toBe(200);
    agent.destroy();
  });
});

describe("what the client gets", () => {
  test("texts, bytes and joined texts with their length and a date", async () => {
    const bodies: Answer["body"][] = ["häuser", new TextEncoder().encode("häuser"), ["hä", "user"]];
    const { url } = await host(async ({ target }) => answer(bodies[Number(target.slice(1))] ?? "", 201));
    for (const [i] of bodies.entries()) {
      const response = await fetch(`${url}/${i}`);
      expect([response.status, response.headers.get("content-length"), await response.text()]).toEqual([
        201,
        "7",
        "häuser",
      ]);
      expect(response.headers.get("date")).toMatch(/GMT$/);
    }
  });

  test("repeated headers one by one and no second length", async () => {
    const headers: Answer["headers"] = [
      ["Warning", '299 - "a"'],
      ["Warning", '299 - "b"'],
      ["Content-Length", "5"],
    ];
    const got = await raw(await host(async () => answer("abc", 200, headers)), get("/"));
    expect(got.match(/^warning:.*$/gim)).toHaveLength(2);
    expect(got.match(/^content-length:.*$/gim)).toEqual(["Content-Length: 3"]);
    expect(got).not.toMatch(/^(connection|keep-alive):/im);
  });

  test("no body for HEAD, not even of a stream, which is let go", async () => {
    let returned = 0;
    const endless = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<IteratorResult<string>>(() => undefined),
        return: async () => ({ done: true as const, value: (returned += 1) }),
      }),
    };
    const opened = await host(async ({ target }) => answer(target === "/stream" ? endless : "abc"));
    expect(await raw(opened, get("/", "HEAD"))).toMatch(/Content-Length: 3\r\n[^]*\r\n\r\n$/);
    expect(await raw(opened, get("/stream", "HEAD"))).toMatch(/\r\n\r\n$/);
    expect(returned).toBe(1);
  });

  test("answers in the order of pipelined requests, whichever is ready first", async () => {
    const opened = await host(async ({ target }) => {
      if (target === "/slow") await new Promise((resolve) => setTimeout(resolve, 20));
      return answer(target === "/bytes" ? "</bytes ü>" : `<${target}>`);
    });
    const last = "GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    const got = await raw(opened, get("/slow") + get("/fast") + get("/bytes") + last, false);
    expect(got.match(/<.*?>/g)).toEqual(["</slow>", "</fast>", "</bytes ü>", "</last>"]);
  });

  test("the state after the requests before it on the same connection, which have all been answered", async () => {
    const order: string[] = [];
    let write = (): void => undefined;
    const written = new Promise<void>((resolve) => (write = resolve));
    const opened = await host(async ({ method }) => {
      order.push(`${method} begins`);
      if (method === "POST") await written;
      order.push(`${method} ends`);
      return answer(method === "PUT" ? watched(2, "x").body : method);
    });
    const body = "Host: x\r\nContent-Length: 1\r\n\r\na";
    const last = "DELETE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    const answers = raw(opened, `POST / HTTP/1.1\r\n${body}${get("/")}PUT / HTTP/1.1\r\n${body}${last}`, false);
    await until(() => order.length > 0);
    await raw(opened, get("/", "HEAD")); // another connection is not held up
    expect(order).toEqual(["POST begins", "HEAD begins", "HEAD ends"]);
    write();
    await answers;
    expect(order.slice(3)).toEqual([
      "POST ends",
      "GET begins",
      "GET ends",
      "PUT begins",
      "PUT ends",
      "DELETE begins",
      "DELETE ends",
    ]);
  });

  test("one answer after the other over a connection that stays", async () => {
    const { url } = await host(async ({ target, body }) => answer(`${target} ${text(body)}`));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set<unknown>();
    const send = (target: string, body: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const request = httpRequest(`${url}${target}`, { method: "POST", agent }, (response) => {
          let got = "";
          response.on("data", (part) => (got += part)).on("end", () => resolve(got));
        });
        request
          .on("socket", (socket) => sockets.add(socket))
          .on("error", reject)
          .end(body);
      });
    for (const body of ["a", "", "ü", "x".repeat(200_000), "b"]) expect(await send("/x", body)).toBe(`/x ${body}`);
    expect(sockets.size).toBe(1);
    agent.destroy();
  });

  test("the end of the connection where it asks for it", async () => {
    const { url } = await host(async () => answer("abc"));
    const response = await fetch(url, { headers: { connection: "close" } });
    expect([response.headers.get("connection"), await response.text()]).toEqual(["close", "abc"]);
    expect(await raw(await host(async () => answer("abc")), "GET / HTTP/1.0\r\n\r\n")).toMatch(
      /^HTTP\/1.1 200 OK\r\n[^]*\r\nConnection: close\r\n[^]*abc$/,
    );
  });

  test("headers beyond ASCII as the bytes they are", async () => {
    const opened = await host(async () => answer("abc", 200, [["Warning", '299 - "\xc3\xbc"']]));
    expect(await raw(opened, get("/"))).toContain('Warning: 299 - "ü"\r\n');
  });

  test("no signal of its end to who has answered", async () => {
    let signal: AbortSignal | undefined;
    const { url } = await host(async (exchange) => {
      signal = exchange.signal;
      return answer("abc");
    });
    await (await fetch(url, { headers: { connection: "close" } })).text();
    await (await fetch(url)).text();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(signal?.aborted).toBe(false);
  });

  test("a Bad Request for what is not HTTP", async () => {
    expect(await raw(await host(async () => answer("never")), "nonsense\r\n\r\n")).toMatch(
      /^HTTP\/1.1 400 Bad Request\r\n[^]*400 Bad Request$/,
    );
  });
});

describe("headers", () => {
  const lengths: Handle = async ({ headers }) => answer(String([...(isListed(headers) ? headers : [])].length));
  const many = (count: number, length: number): string =>
    `GET / HTTP/1.1\r\nHost: x\r\n${`X: ${"v".repeat(length)}\r\n`.repeat(count)}Connection: close\r\n\r\n`;

  test.each([
    ["of 900 KB", 1, 900_000],
    ["of 60,000 lines", 60_000, 8],
  ])("%s are read", async (_, count, length) => {
    expect(await raw(await host(lengths), many(count, length), false)).toMatch(
      new RegExp(`^HTTP/1.1 200 OK\r\n[^]*\r\n\r\n${count + 2}$`),
    );
  });

  test("beyond a megabyte are refused as Go's server does", async () => {
    expect(await raw(await host(lengths), many(1, 1_100_000), false)).toBe(
      "HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n" +
        "431 Request Header Fields Too Large",
    );
  });
});

/** A stream that counts what was taken from it and hears of its end. */
function watched(parts: number, part: string, signal?: AbortSignal) {
  const state = { taken: 0, returned: 0 };
  async function* body(): AsyncGenerator<string> {
    try {
      for (; state.taken < parts; state.taken += 1) yield part;
      if (signal && !signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    } finally {
      state.returned += 1;
    }
  }
  return { state, body: body() };
}

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
};

describe("a stream", () => {
  test("is sent in parts and ends when it ends", async () => {
    const { url } = await host(async () => answer(watched(3, "event\n").body));
    const response = await fetch(url);
    expect(response.headers.get("transfer-encoding")).toBe("chunked");
    expect(await response.text()).toBe("event\n".repeat(3));
  });

  test.each([
    ["HTTP/1.1", "Transfer-Encoding: chunked", "4\r\näbc\r\n1\r\nd\r\n0\r\n\r\n"],
    ["HTTP/1.0", "Connection: close", "äbcd"],
  ])(
    "comes in a chunk for each turn to who speaks %s, or up to the end of the connection",
    async (version, header, body) => {
      async function* parts() {
        yield "ä";
        yield "";
        yield new TextEncoder().encode("bc");
        await new Promise((resolve) => setImmediate(resolve));
        yield "d";
      }
      const opened = await host(async () => answer(parts()));
      const got = await raw(opened, get("/x").replace("HTTP/1.1", `${version}\r\nConnection: close`), false);
      const end = got.indexOf("\r\n\r\n");
      expect([got.slice(0, end).includes(header), got.slice(end + 4)]).toEqual([true, body]);
    },
  );

  test("is aborted and returned when the client goes away", async () => {
    const streams: ReturnType<typeof watched>[] = [];
    const { url } = await host(async ({ signal }) => {
      const stream = watched(1, "x", signal);
      streams.push(stream);
      return answer(stream.body);
    });
    const controller = new AbortController();
    const response = await fetch(url, { signal: controller.signal });
    await response.body?.getReader().read();
    expect(streams[0]?.state.returned).toBe(0);
    controller.abort();
    await until(() => streams[0]?.state.returned === 1);
  });

  test("is not taken faster than the client reads", async () => {
    const part = "x".repeat(65_536);
    const stream = watched(5_000, part);
    const { url } = await host(async () => answer(stream.body));
    const reader = (await fetch(url)).body?.getReader();
    await reader?.read();
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(stream.state.taken).toBeLessThan(1_000);
    await reader?.cancel();
    await until(() => stream.state.returned === 1);
  });

  test("that breaks leaves the client without the last chunk", async () => {
    async function* broken(): AsyncGenerator<string> {
      yield "half";
      throw new Error("broken");
    }
    const { url } = await host(async () => answer(broken()));
    await expect(fetch(url).then((response) => response.text())).rejects.toThrow("terminated");
  });

  test("ends when the host closes", async () => {
    const opened = await host(async ({ signal }) => answer(watched(1, "x", signal).body));
    const response = await fetch(opened.url);
    await opened.close();
    expect(await response.text()).toBe("x");
  });
});
