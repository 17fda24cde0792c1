import { connect, type ClientHttp2Session } from "node:http2";
import { request } from "node:https";
import { afterEach, describe, expect, test, vi } from "vitest";
import { isListed, type Answer, type Exchange, type Handle } from "../../component-base/exchange.ts";
import { openHttpHost, type Http2Settings, type HttpHost } from "../http-host.ts";
import { keptBodyBytes } from "../received-request.ts";
import { generateCertificate } from "../tls/certificate.ts";
import { identifyClients } from "../tls/client-certificates.ts";
import { createTestAuthority } from "../tls/testing/test-authority.ts";

const serving = generateCertificate(Date.now());
const authority = createTestAuthority("root");
const opened: HttpHost[] = [];
const sessions: ClientHttp2Session[] = [];
afterEach(async () => {
  for (const session of sessions.splice(0)) session.destroy();
  for (const host of opened.splice(0)) await host.close();
});

async function open(handle: Handle, http2: Http2Settings = {}): Promise<HttpHost> {
  const identify = identifyClients({ users: authority.ca, proxies: undefined, proxyNames: [] }, () => Date.now());
  const tls = { cert: serving.cert, key: serving.key, clientCa: authority.ca, identify };
  const host = await openHttpHost({ handle, port: 0, tls, http2, graceMs: 200 });
  opened.push(host);
  return host;
}

function session({ url }: HttpHost, client: object = {}): ClientHttp2Session {
  const made = connect(url, { ca: serving.ca, ...client });
  made.on("error", () => undefined);
  sessions.push(made);
  return made;
}

interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

function get(made: ClientHttp2Session, headers: Record<string, string> = {}, body?: Uint8Array | string): Promise<Got> {
  return new Promise((resolve, reject) => {
    const stream = made.request({ ":path": "/x?y=1", ...headers }, { endStream: body === undefined });
    let text = "";
    let head: Readonly<Record<string, unknown>> = {};
    stream.on("response", (found) => (head = { ...found }));
    stream.on("data", (part: Buffer) => (text += part.toString()));
    stream.on("end", () => resolve({ status: Number(head[":status"]), headers: head, body: text }));
    stream.on("error", reject);
    if (body !== undefined) stream.end(body);
  });
}

const answer = (body: Answer["body"], status = 200, headers: Answer["headers"] = []): Answer => ({
  status,
  headers,
  body,
});

const tell: Handle = async ({ method, target, headers, body, certificateUser }) =>
  answer(
    JSON.stringify({
      method,
      target,
      host: headers.get("Host"),
      listed: isListed(headers) ? [...headers].map(([name]) => name) : [],
      body: body instanceof Uint8Array ? new TextDecoder().decode(body) : body,
      user: certificateUser === "invalid" ? certificateUser : certificateUser?.name,
    }),
  );

describe("a request over HTTP/2", () => {
  test("has its method, target, headers, body and user", async () => {
    const host = await open(tell);
    const client = authority.issue({ commonName: "alice" });
    const { status, headers, body } = await get(session(host, client), { ":method": "PATCH", "x-a": "1" }, "text");
    expect(status).toBe(200);
    expect(headers["content-length"]).toBe(String(body.length));
    expect(JSON.parse(body)).toEqual({
      method: "PATCH",
      target: "/x?y=1",
      host: new URL(host.url).host,
      listed: ["host", "x-a"],
      body: "text",
      user: "alice",
    });
    expect(JSON.parse((await get(session(host))).body)).toMatchObject({ method: "GET", body: null });
  });

  test("is kept to one byte more than the largest body", async () => {
    const host = await open(async ({ body }) => answer(String(body instanceof Uint8Array ? body.length : 0)));
    const length = Number((await get(session(host), { ":method": "POST" }, new Uint8Array(keptBodyBytes * 2))).body);
    expect(length).toBeGreaterThanOrEqual(keptBodyBytes);
    expect(length).toBeLessThan(keptBodyBytes + 2 ** 20);
  });

  test("repeats headers that are repeated, and none about connections", async () => {
    const host = await open(async () =>
      answer("", 200, [
        ["Warning", "a"],
        ["Connection", "close"],
        ["Warning", "b"],
      ]),
    );
    const { headers } = await get(session(host));
    expect(headers["warning"]).toBe("a, b");
    expect(headers).not.toHaveProperty("connection");
  });

  test("has no body where there is none, or for HEAD", async () => {
    const host = await open(async ({ target }) => answer("text", target === "/204" ? 204 : 200));
    const made = session(host);
    expect(await get(made, { ":path": "/204" })).toMatchObject({ status: 204, body: "" });
    const head = await get(made, { ":method": "HEAD" });
    expect([head.body, head.headers["content-length"]]).toEqual(["", "4"]);
  });
});

test("clients that do not offer HTTP/2 are served as before", async () => {
  const { url } = await open(tell);
  const version = await new Promise((resolve, reject) => {
    const sent = request(`${url}/`, { ca: serving.ca, agent: false }, (response) => {
      response.resume();
      resolve(response.httpVersion);
    });
    sent.on("error", reject);
    sent.end();
  });
  expect(version).toBe("1.1");
});

async function* ticks(signal: AbortSignal, ended: () => void) {
  try {
    yield "first\n";
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  } finally {
    ended();
  }
}

describe("a watch over HTTP/2", () => {
  test("is released when its client resets it, and other streams of the connection go on", async () => {
    const ended = vi.fn<() => void>();
    const host = await open(async ({ signal, target }) =>
      target === "/watch" ? answer(ticks(signal, ended)) : answer("ok"),
    );
    const made = session(host);
    const watch = made.request({ ":path": "/watch" });
    await new Promise((resolve) => watch.once("data", resolve));
    watch.close();
    await vi.waitUntil(() => ended.mock.calls.length === 1, 60_000);
    expect((await get(made)).body).toBe("ok");
  });

  test("ends with the host, which waits for nothing else", async () => {
    const ended = vi.fn<() => void>();
    const host = await open(async ({ signal }: Exchange) => answer(ticks(signal, ended)));
    const watch = session(host).request({ ":path": "/watch" });
    await new Promise((resolve) => watch.once("data", resolve));
    opened.splice(0);
    await host.close();
    expect(ended).toHaveBeenCalledTimes(1);
  });

  test("is not whole if its body fails", async () => {
    async function* broken() {
      yield "part";
      throw new Error("broken");
    }
    const host = await open(async () => answer(broken()));
    await expect(get(session(host))).rejects.toThrow("NGHTTP2_INTERNAL_ERROR");
  });
});

test("more requests at one time than a connection may have wait, or are refused", async () => {
  const host = await open(async () => answer("ok"), { maxStreams: 2 });
  const made = session(host);
  await get(made);
  expect(made.remoteSettings.maxConcurrentStreams).toBe(2);
});

test("a client is told to make another connection by chance, and its request is answered", async () => {
  const host = await open(async () => answer("ok"), { goawayChance: 1 });
  const made = session(host);
  const goaway = new Promise((resolve) => made.once("goaway", resolve));
  expect((await get(made)).body).toBe("ok");
  await goaway;
});
