import { expect, it } from "vitest";
import { PlainHeaders } from "../client/plain-headers.ts";
import { inPieces, type Answer } from "../component-base/exchange.ts";
import type { ExtensionRequest } from "../component-base/extension-server.ts";
import { apiService, behind, external, reason, services, start, type Started } from "./testing/aggregated-server.ts";

const megabyte = 1_000_000;
const json = [["Content-Type", "application/json"]] as const;

/** How the user of a server without authentication is named. */
const anyone = [
  ["X-Remote-User", "system:unsecured"],
  ["X-Remote-Group", "system:masters"],
  ["X-Remote-Group", "system:authenticated"],
];

/** Starts a server with an APIService whose Service is outside, and answers its requests for things by a function. */
async function startWith(answer: () => Promise<Answer>): Promise<Started & { readonly asked: ExtensionRequest[] }> {
  const asked: ExtensionRequest[] = [];
  const started = await start({
    callExtension(request) {
      asked.push(request);
      const isOwn = !request.target.includes("things");
      return isOwn ? Promise.resolve({ status: 200, headers: json, body: "{}" }) : answer();
    },
  });
  await started.send("POST", "/api/v1/namespaces/default/services", external("there"));
  await started.send("POST", services, apiService("v1.x.test", behind("there")));
  await reason(started, "v1.x.test", "Passed");
  return { ...started, asked };
}

it("ends an answer that is larger than 128 MB, and the call with it", async () => {
  let sent = 0;
  let ended = false;
  async function* parts() {
    try {
      for (; ; sent++) yield "x".repeat(megabyte);
    } finally {
      ended = true;
    }
  }
  const { server } = await startWith(() => Promise.resolve({ status: 200, headers: json, body: inPieces(parts()) }));
  const answer = await server.fetch("/apis/x.test/v1/things");
  await expect(answer.text()).rejects.toThrow("the answer is larger than 128 MB");
  expect({ sent, ended }).toEqual({ sent: 128, ended: true });
});

it("gives up a request that is not answered within its timeout, and tells the extension server", async () => {
  const { send, clock, asked } = await startWith(() => new Promise(() => undefined));
  const waiting = send("GET", "/apis/x.test/v1/things?timeout=5s");
  await expect.poll(() => asked.some(({ target }) => target.includes("things"))).toBe(true);
  clock.advance(5_000);
  expect((await waiting).status).toBe(504);
  clock.advance(5_000);
  const { signal } = asked.find(({ target }) => target.includes("things")) ?? {};
  expect(signal?.aborted).toBe(true);
});

it("calls nobody but the Service that the APIService names, whatever a client writes", async () => {
  const { server, asked } = await startWith(() => Promise.resolve({ status: 200, headers: json, body: "{}" }));
  const targets = [
    "/apis/x.test/v1/things",
    "/apis/x.test/v1//evil.test/things",
    "/apis/x.test/v1/https:%2F%2Fevil.test%2Fthings",
    "/apis/x.test/v1/things/@evil.test:443",
    "/apis/x.test/v1/%2e%2e/%2e%2e/v1/things",
  ];
  const headers = new Headers({ Host: "evil.test", "X-Forwarded-Host": "evil.test", Forwarded: "host=evil.test" });
  for (const target of targets)
    await server.handle({ method: "GET", target, headers, body: null, signal: new AbortController().signal });
  expect(asked.filter(({ target }) => target.includes("things")).length).toBeGreaterThanOrEqual(3);
  expect(new Set(asked.map(({ address }) => `${address.host}:${address.port}`))).toEqual(new Set(["there.test:443"]));
  for (const { target } of asked) expect(target).toMatch(/^\/(apis|openapi)(\/|$)/);
});

it.each<[string, [string, string][]]>([
  [
    "other case",
    [
      ["x-rEMOTE-uSER", "root"],
      ["X-REMOTE-GROUP", "system:masters"],
    ],
  ],
  [
    "repeated headers",
    [
      ["X-Remote-User", "root"],
      ["X-Remote-User", "admin"],
      ["X-Remote-Group", "a"],
    ],
  ],
  [
    "extra keys in other spellings",
    [
      ["X-Remote-Extra-", "all"],
      ["x-remote-extra-%73copes", "all"],
    ],
  ],
  [
    "a connection that names them",
    [
      ["Connection", "X-Remote-User, X-Remote-Group"],
      ["X-Remote-Uid", "0"],
    ],
  ],
  [
    "an upgrade to a WebSocket",
    [
      ["Connection", "keep-alive, Upgrade"],
      ["Upgrade", "websocket"],
      ["X-Remote-User", "root"],
    ],
  ],
])("names no other user to an extension server for %s", async (_, sent) => {
  const { server, asked } = await startWith(() => Promise.resolve({ status: 200, headers: json, body: "{}" }));
  const headers = new PlainHeaders(sent);
  const signal = new AbortController().signal;
  await server.handle({ method: "GET", target: "/apis/x.test/v1/things", headers, body: null, signal });
  const named = asked
    .filter(({ target }) => target.includes("things"))
    .map((request) => request.headers.filter(([name]) => name.toLowerCase().startsWith("x-remote-")));
  // Upgrades are refused.
  expect(named).toEqual(sent.some(([name]) => name === "Upgrade") ? [] : [anyone]);
});
