import { describe, expect, test } from "vitest";
import type { Exchange, Handle } from "../component-base/exchange.ts";
import { withCors } from "./with-cors.ts";
import { withTrustedCallers } from "./with-trusted-callers.ts";

const next: Handle = async () => ({ status: 200, headers: [], body: "let in" });
const exchange = (headers: Readonly<Record<string, string>>, method = "GET"): Exchange => ({
  method,
  target: "/api",
  headers: new Headers(headers),
  body: null,
  signal: new AbortController().signal,
});

const host = "127.0.0.1:8001";
const page = "https://example.com";
const isAllowedOrigin = (origin: string): boolean => origin === "https://friend.example.com";
const guarded = withTrustedCallers(next, { allowedHosts: ["kube.test"], isAllowedOrigin, scheme: "http" });

describe("a server without credentials", () => {
  test.each([
    ["a program", { Host: host }],
    ["a program that names no host", {}],
    ["localhost without a port", { Host: "localhost" }],
    ["localhost in capitals", { Host: "LOCALHOST:8001" }],
    ["the loopback address of IPv6", { Host: "[::1]:8001" }],
    ["a host that is allowed", { Host: "kube.test:8001" }],
    ["whoever types the address", { Host: host, "Sec-Fetch-Site": "none" }],
    ["a page of its own", { Host: host, "Sec-Fetch-Site": "same-origin" }],
    ["a form of its own", { Host: host, Origin: `http://${host}`, "Sec-Fetch-Site": "same-origin" }],
    [
      "a page of an allowed origin",
      { Host: host, Origin: "https://friend.example.com", "Sec-Fetch-Site": "cross-site" },
    ],
  ])("answers %s", async (_, headers) => {
    expect(await guarded(exchange(headers))).toMatchObject({ status: 200, body: "let in" });
  });

  test.each([
    ["a rebound host name", { Host: "evil.test:8001" }, 'host "evil.test:8001" is not this server\'s'],
    ["a name that only begins like one", { Host: "localhost.evil.test" }, "is not this server's"],
    ["two hosts", { Host: "127.0.0.1, evil.test" }, "is not this server's"],
    ["a page of another origin", { Host: host, Origin: page }, `pages of origin "${page}" may not use this server`],
    ["a page of another port", { Host: host, Origin: "http://127.0.0.1:3000" }, "may not use this server"],
    ["a page of another scheme", { Host: host, Origin: `https://${host}` }, "may not use this server"],
    ["a sandboxed page", { Host: host, Origin: "null" }, "may not use this server"],
    ["an image of another site", { Host: host, "Sec-Fetch-Site": "cross-site" }, "(Sec-Fetch-Site: cross-site)"],
    ["an image of another port", { Host: host, "Sec-Fetch-Site": "same-site" }, "(Sec-Fetch-Site: same-site)"],
  ])("refuses %s with a Status", async (_, headers, message) => {
    const { status, headers: sent, body } = await guarded(exchange(headers));
    expect(sent).toContainEqual(["Content-Type", "application/json"]);
    expect([status, JSON.parse(String(body))]).toEqual([
      403,
      {
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Failure",
        message: expect.stringContaining(message),
        reason: "Forbidden",
        code: 403,
      },
    ]);
  });

  test("refuses a host although another one was let in before", async () => {
    expect((await guarded(exchange({ Host: host }))).status).toBe(200);
    expect((await guarded(exchange({ Host: "evil.test:8001" }))).status).toBe(403);
  });
});

describe("cross-origin resource sharing", () => {
  const sharing = withCors(next, isAllowedOrigin);
  const headers = [
    ["Access-Control-Allow-Credentials", "true"],
    [
      "Access-Control-Allow-Headers",
      "Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since",
    ],
    ["Access-Control-Allow-Methods", "POST, GET, OPTIONS, PUT, DELETE, PATCH"],
    ["Access-Control-Allow-Origin", "https://friend.example.com"],
    ["Access-Control-Expose-Headers", "Date"],
  ];

  test("adds kube-apiserver's headers to answers for allowed origins", async () => {
    expect(await sharing(exchange({ Origin: "https://friend.example.com" }))).toEqual({
      status: 200,
      headers,
      body: "let in",
    });
  });

  test("answers their preflights itself", async () => {
    expect(await sharing(exchange({ Origin: "https://friend.example.com" }, "OPTIONS"))).toEqual({
      status: 204,
      headers: [["Cache-Control", "no-cache, private"], ...headers],
      body: "",
    });
  });

  test("says nothing to others", async () => {
    for (const sent of [{ Origin: page }, {}, { Origin: "" }])
      expect((await sharing(exchange(sent, "OPTIONS"))).headers).toEqual([]);
  });
});
