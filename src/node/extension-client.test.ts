import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { answerText } from "../client/answer-text.ts";
import type { ExtensionRequest } from "../component-base/extension-server.ts";
import { createExtensionClient } from "./extension-client.ts";
import { generateCertificate } from "./tls/certificate.ts";

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

const { cert, key, ca } = generateCertificate(Date.now());

async function open(respond: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer({ cert, key, requestCert: true, rejectUnauthorized: false }, respond);
  closing.push(() => (server.closeAllConnections(), server.close()));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return server;
}

function request(server: Server, more: Partial<ExtensionRequest> = {}): ExtensionRequest {
  const { port } = server.address() as AddressInfo; // a TCP server has one
  return {
    method: "GET",
    target: "/apis/x.test/v1",
    address: { host: "127.0.0.1", port },
    serverName: "kubernetes.default.svc",
    caBundle: ca,
    insecure: false,
    headers: [],
    body: null,
    signal: new AbortController().signal,
    ...more,
  };
}

function client(certificate?: { cert: string; key: string }) {
  const made = createExtensionClient(certificate);
  closing.push(() => made.close());
  return made;
}

it("shows its certificate, repeats headers and sends the body", async () => {
  const server = await open((received, response) => {
    let body = "";
    received.on("data", (part: Buffer) => (body += part.toString()));
    received.on("end", () => {
      const { headersDistinct, method, url, socket } = received;
      const shown = "getPeerCertificate" in socket && typeof socket.getPeerCertificate === "function";
      const groups = headersDistinct["x-remote-group"];
      response.setHeader("X-Made", ["a", "b"]);
      response.end(JSON.stringify({ method, url, body, groups, shown, host: headersDistinct["host"]?.length }));
    });
  });
  const answer = await client({ cert, key }).call(
    request(server, {
      method: "POST",
      body: new TextEncoder().encode("{}"),
      headers: [
        ["X-Remote-Group", "a"],
        ["X-Remote-Group", "b"],
      ],
    }),
  );
  expect(answer.status).toBe(200);
  expect(answer.headers.filter(([name]) => name === "X-Made").map(([, value]) => value)).toEqual(["a", "b"]);
  expect(JSON.parse(await answerText(answer.body))).toEqual({
    method: "POST",
    url: "/apis/x.test/v1",
    body: "{}",
    groups: ["a", "b"],
    shown: true,
    host: 1,
  });
});

it("verifies the name of the Service, unless it is told not to", async () => {
  const server = await open((_, response) => void response.end());
  await expect(client().call(request(server, { serverName: "other.ns.svc" }))).rejects.toThrow(
    "x509: certificate is valid for localhost, kubernetes.default.svc, not other.ns.svc",
  );
  await expect(client().call(request(server, { caBundle: undefined }))).rejects.toThrow(
    "x509: certificate signed by unknown authority",
  );
  const trusting = request(server, { serverName: "other.ns.svc", caBundle: undefined, insecure: true });
  await expect(client().call(trusting)).resolves.toMatchObject({ status: 200 });
});

it("ends the connection with whoever reads the answer", async () => {
  let closed = (): void => undefined;
  const ended = new Promise<void>((resolve) => (closed = resolve));
  const server = await open((_, response) => {
    response.on("close", closed);
    response.write('{"type":"ADDED"}\n');
  });
  const { body } = await client().call(request(server));
  const parts = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  expect(new TextDecoder().decode((await parts.next()).value)).toBe('{"type":"ADDED"}\n');
  await parts.return?.();
  await ended;
});

it("ends the connection of an answer of which nothing is read", async () => {
  let closed = (): void => undefined;
  const ended = new Promise<void>((resolve) => (closed = resolve));
  const server = await open((_, response) => {
    response.on("close", closed);
    response.write("a part of a long body");
  });
  const { body } = await client().call(request(server));
  await (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]().return?.();
  await expect(ended).resolves.toBeUndefined();
});

it("says what is wrong in the words of Go", async () => {
  const server = await open((_, response) => void response.end());
  const asked = request(server);
  await new Promise<void>((done) => server.close(() => done()));
  await expect(client().call(asked)).rejects.toThrow(
    `dial tcp 127.0.0.1:${asked.address.port}: connect: connection refused`,
  );
});
