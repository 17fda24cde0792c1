import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { createServer as createTlsServer } from "node:https";
import { afterEach, expect, test } from "vitest";
import { generateCertificate } from "./tls/certificate.ts";
import { createTestAuthority } from "./tls/testing/test-authority.ts";
import { createWebhookClient } from "./webhook-client.ts";

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

function call(url: string, more: object = {}): Promise<unknown> {
  const client = createWebhookClient();
  closing.push(() => client.close());
  return client.call({ url, caBundle: undefined, body: "{}", timeoutMs: 5000, ...more });
}

async function portOf(server: ReturnType<typeof createServer> | ReturnType<typeof createTlsServer>): Promise<number> {
  closing.push(() => server.close());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return (server.address() as AddressInfo).port;
}

test("nobody listens", async () => {
  await expect(call("https://127.0.0.1:1/x")).rejects.toThrow("dial tcp 127.0.0.1:1: connect: connection refused");
});

test("the name is unknown", async () => {
  await expect(call("https://nobody.invalid/x")).rejects.toThrow("dial tcp: lookup nobody.invalid: no such host");
});

test("the other side speaks no TLS, or hangs up", async () => {
  const plain = await portOf(createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")));
  await expect(call(`https://127.0.0.1:${plain}/`)).rejects.toThrow("http: server gave HTTP response to HTTPS client");
  const silent = await portOf(createServer((socket) => socket.destroy()));
  await expect(call(`https://127.0.0.1:${silent}/`)).rejects.toThrow("EOF");
});

test("the certificate is for another name, and a service has to prove its own", async () => {
  const { cert, key, ca } = generateCertificate(Date.now());
  const port = await portOf(createTlsServer({ cert, key }, (_, response) => void response.end("{}")));
  const connectTo = { host: "127.0.0.1", port };
  await expect(call("https://hook.ns.svc:443/", { connectTo, caBundle: ca })).rejects.toThrow(
    "x509: certificate is valid for localhost, kubernetes.default.svc, not hook.ns.svc",
  );
  await expect(call("https://kubernetes.default.svc:443/", { connectTo, caBundle: ca })).resolves.toMatchObject({
    status: 200,
    body: "{}",
  });
});

test("any certificate of the bundle is trusted: a root, an authority below it, or that of the server", async () => {
  const root = createTestAuthority("root");
  const middle = root.authority("middle");
  const { cert, key } = middle.issue({ usage: "server", dnsNames: ["localhost"] });
  const server = createTlsServer({ cert: cert + middle.ca, key }, (_, response) => void response.end("{}"));
  const url = `https://localhost:${await portOf(server)}/`;
  for (const caBundle of [root.ca, middle.ca, cert])
    await expect(call(url, { caBundle })).resolves.toMatchObject({ status: 200 });
  for (const caBundle of [createTestAuthority("root").ca, middle.issue({ usage: "server" }).cert])
    await expect(call(url, { caBundle })).rejects.toThrow("x509: certificate signed by unknown authority");
});

test("there is no answer in time", async () => {
  const { cert, key, ca } = generateCertificate(Date.now());
  const server = createTlsServer({ cert, key }, () => undefined);
  closing.push(() => server.closeAllConnections());
  const port = await portOf(server);
  await expect(call(`https://localhost:${port}/`, { caBundle: ca, timeoutMs: 300 })).rejects.toThrow(
    "context deadline exceeded (Client.Timeout exceeded while awaiting headers)",
  );
});

test("a response without an end is refused once it is larger than the bound", async () => {
  const { cert, key, ca } = generateCertificate(Date.now());
  const part = "x".repeat(100_000);
  let isOver = false;
  const server = createTlsServer({ cert, key }, (_, response) => {
    const write = (): void => void (!isOver && response.write(part) && setImmediate(write));
    response.on("drain", write).on("close", () => (isOver = true));
    write();
  });
  closing.push(() => server.closeAllConnections());
  const port = await portOf(server);
  const client = createWebhookClient(3_000_000);
  closing.push(() => client.close());
  const request = { url: `https://localhost:${port}/`, caBundle: ca, body: "{}", timeoutMs: 30_000 };
  await expect(client.call(request)).rejects.toThrow("the response is larger than 3 MB");
});
