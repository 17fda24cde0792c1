import { connect as connectHttp2, constants, type OutgoingHttpHeaders } from "node:http2";
import { connect, type TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { IssuedCertificate } from "../../src/node/tls/testing/test-authority.ts";
import { recorded } from "./answers.ts";
import { openAttackWorld, type AttackWorld } from "./attack-world.ts";
import { openAttackedServer, type AttackedServer } from "./attacked-server.ts";

// What is expected is what kube-apiserver 1.34.1 answers, recorded as those of attacks.test.ts.

const isHere = process.env["KUBE_APISERVER"] === undefined;
let world: AttackWorld;
let server: AttackedServer;

beforeAll(async () => {
  world = await openAttackWorld();
  server = await openAttackedServer(world);
});

afterAll(async () => {
  await server.close();
  world.close();
});

const options = { host: "127.0.0.1", rejectUnauthorized: false, servername: "kubernetes.default.svc" };

const opened = (more: object = {}): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ ...options, port: server.port, ...more }, () => resolve(socket));
    socket.once("error", reject);
  });

/** Sends bytes as they are, and returns the lines of status that come back until the server closes. */
async function statusesOf(bytes: string): Promise<string> {
  const socket = await opened({ ALPNProtocols: ["http/1.1"] });
  let text = "";
  socket.on("data", (part: Buffer) => (text += part.toString("latin1")));
  socket.write(bytes, "latin1");
  await new Promise<void>((resolve) => {
    socket.once("close", () => resolve());
    socket.once("error", () => resolve());
  });
  return [...text.matchAll(/HTTP\/1\.\d (\d+) /g)].map(([, status]) => status).join(", ") || "closed";
}

const request = (lines: readonly string[], body = ""): string => `${lines.join("\r\n")}\r\n\r\n${body}`;
const post = ["POST /apis/authentication.k8s.io/v1/selfsubjectreviews HTTP/1.1", "Host: a"];
/** A request that is answered, after which the connection is closed. */
const last = request(["GET /version HTTP/1.1", "Host: a", "Connection: close"]);

/** Requests that a proxy and a server may take for different ones, each with one that follows it. */
const smuggled: readonly (readonly [name: string, bytes: string])[] = [
  ["one after the other", request(["GET /version HTTP/1.1", "Host: a"]) + last],
  ["a length and chunks", request([...post, "Content-Length: 4", "Transfer-Encoding: chunked"], "0\r\n\r\n") + last],
  ["two lengths", request([...post, "Content-Length: 0", "Content-Length: 5"], "hello") + last],
  ["two lengths that are the same", request([...post, "Content-Length: 2", "Content-Length: 2"], "{}") + last],
  ["lengths in one header", request([...post, "Content-Length: 2, 2"], "{}") + last],
  ["a negative length", request([...post, "Content-Length: -1"]) + last],
  ["a length with a sign", request([...post, "Content-Length: +2"], "{}") + last],
  ["a length that is no number", request([...post, "Content-Length: 0x2"], "{}") + last],
  ["an encoding that is none", request([...post, "Transfer-Encoding: xchunked"], "0\r\n\r\n") + last],
  ["chunks twice", request([...post, "Transfer-Encoding: chunked", "Transfer-Encoding: chunked"], "0\r\n\r\n") + last],
  ["a chunk whose size is no number", request([...post, "Transfer-Encoding: chunked"], "z\r\n\r\n") + last],
  ["a space before the colon", request(["GET /version HTTP/1.1", "Host: a", "Content-Length : 0"]) + last],
  ["a header without a name", request(["GET /version HTTP/1.1", "Host: a", ": x"]) + last],
  ["a name with a space", request(["GET /version HTTP/1.1", "Host: a", "X Remote: x"]) + last],
  ["no host", request(["GET /version HTTP/1.1"]) + last],
  ["two hosts", request(["GET /version HTTP/1.1", "Host: a", "Host: b"]) + last],
  ["a method that is none", request(["GE\u0000T /version HTTP/1.1", "Host: a"]) + last],
  ["no version", request(["GET /version"]) + last],
  ["version 3", request(["GET /version HTTP/3.0", "Host: a"]) + last],
  ["headers beyond all", request(["GET /version HTTP/1.1", "Host: a", `X: ${"x".repeat(2 ** 21)}`]) + last],
];

/** What kube-apiserver reads in one of the possible ways, and llhttp refuses. */
const refusedHere: ReadonlySet<string> = new Set([
  "a length and chunks",
  "two lengths that are the same",
  "an encoding that is none",
  "chunks twice",
  "a chunk whose size is no number",
  "version 3",
]);

test("requests that smuggle others are answered as by kube-apiserver", { timeout: 600_000 }, async () => {
  const lines: string[] = [];
  for (const [name, bytes] of smuggled) {
    const statuses = await statusesOf(bytes);
    const differs = refusedHere.has(name) && (!isHere || statuses === "400");
    lines.push(`${name}: ${differs ? "400 here" : statuses}\n`);
  }
  await expect(lines.join("")).toMatchFileSnapshot(recorded("smuggled.txt"));
});

test("nothing is negotiated anew within a connection", async () => {
  const socket = await opened({ maxVersion: "TLSv1.2" });
  const problem = await new Promise<Error | null>((resolve) => {
    socket.once("error", resolve);
    socket.once("close", () => resolve(new Error("closed")));
    socket.renegotiate({ rejectUnauthorized: false }, resolve);
  });
  socket.destroy();
  expect(problem).toBeInstanceOf(Error);
});

test("floods of headers over HTTP/2 end their request or connection, and others are answered", async () => {
  const statusOf = (headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      const session = connectHttp2(`https://127.0.0.1:${server.port}`, {
        ...options,
        settings: { maxHeaderListSize: 2 ** 30 },
        maxSendHeaderBlockLength: 2 ** 30,
      });
      session.once("error", reject);
      const stream = session.request({ ":path": "/version", ...headers });
      stream.once("response", ({ [constants.HTTP2_HEADER_STATUS]: status }) => resolve(Number(status)));
      stream.once("error", reject);
      stream.once("close", () => {
        session.destroy();
        reject(new Error("closed"));
      });
      stream.end();
      stream.resume();
    });
  const flood = Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`x-${at}`, "x".repeat(50)]));
  const answered = await statusOf(flood).catch(() => "refused");
  expect(["refused", 431]).toContain(answered);
  expect(await statusOf({})).toBe(200);
});

/** Asks over HTTP/2 who the client is; returns the status and the user. */
const whoOverHttp2 = (client: IssuedCertificate | undefined, headers: OutgoingHttpHeaders): Promise<string> =>
  new Promise((resolve, reject) => {
    const session = connectHttp2(`https://127.0.0.1:${server.port}`, { ...options, ...client });
    session.once("error", reject);
    const stream = session.request({
      ":method": "POST",
      ":path": "/apis/authentication.k8s.io/v1/selfsubjectreviews",
      "content-type": "application/json",
      ...headers,
    });
    let status = 0;
    let text = "";
    stream.once("response", (answered) => (status = Number(answered[constants.HTTP2_HEADER_STATUS])));
    stream.on("data", (part: Buffer) => (text += part.toString()));
    stream.once("error", reject);
    stream.once("close", () => {
      session.destroy();
      const { username, groups } = text.startsWith("{") ? (JSON.parse(text).status?.userInfo ?? {}) : {};
      resolve(username === undefined ? `${status}` : `${status} ${username} ${JSON.stringify(groups)}`);
    });
    stream.end("{}");
  });

test("headers of front proxies over HTTP/2 are those of front proxies alone", async () => {
  const alice = world.users.issue({ commonName: "alice", organizations: ["dev"] });
  const front = world.proxies.issue({ commonName: "front" });
  const rear = world.proxies.issue({ commonName: "rear" });
  const root = { "x-remote-user": "root", "x-remote-group": "system:masters", "x-remote-uid": "0" };
  const attacks: readonly (readonly [string, IssuedCertificate | undefined, OutgoingHttpHeaders])[] = [
    ["a user", alice, {}],
    ["a user as root", alice, root],
    ["a user as root, in upper case", alice, { "X-REMOTE-USER": "root", "X-REMOTE-GROUP": "system:masters" }],
    ["a user as root, with a token", alice, { ...root, authorization: "Bearer static-token" }],
    ["nobody as root", undefined, root],
    ["nobody as root, with a token", undefined, { ...root, authorization: "Bearer static-token" }],
    ["a proxy of another name as root", rear, root],
    ["a front proxy", front, {}],
    ["a front proxy as root", front, root],
    ["a front proxy as two", front, { "x-remote-user": ["bob", "root"] }],
    ["a front proxy of two groups", front, { "x-remote-user": "bob", "x-remote-group": ["a", "b"] }],
    ["a user for another host", alice, { ...root, ":authority": "front" }],
    ["a user who impersonates", alice, { ...root, "impersonate-user": "root" }],
  ];
  const lines: string[] = [];
  for (const [name, client, headers] of attacks)
    lines.push(`${name}: ${await whoOverHttp2(client, headers).catch(() => "no answer")}\n`);
  await expect(lines.join("")).toMatchFileSnapshot(recorded("http2.txt"));
});
