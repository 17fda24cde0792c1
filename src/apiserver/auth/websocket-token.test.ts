import { expect, it } from "vitest";
import { toBase64Url } from "./serviceaccount/base64-url.ts";
import { websocketToken } from "./websocket-token.ts";

const protocolOf = (token: string): string => `base64url.bearer.authorization.k8s.io.${toBase64Url(token)}`;

const tokenIn = (protocols: string, connection = "Upgrade"): ReturnType<typeof websocketToken> =>
  websocketToken(new Headers({ Connection: connection, Upgrade: "websocket", "Sec-WebSocket-Protocol": protocols }));

it.each([
  [`v4.channel.k8s.io, ${protocolOf("a-token")}`, { token: "a-token" }],
  [protocolOf("a-token"), "invalid"],
  [`${protocolOf("a")}, ${protocolOf("b")}, v4.channel.k8s.io`, "invalid"],
  ["base64url.bearer.authorization.k8s.io.%%%, v4.channel.k8s.io", "invalid"],
  ["base64url.bearer.authorization.k8s.io._w, v4.channel.k8s.io", "invalid"],
  ["base64url.bearer.authorization.k8s.io., v4.channel.k8s.io", undefined],
  ["v4.channel.k8s.io", undefined],
])("the protocols %s have the token %j", (protocols, token) => expect(tokenIn(protocols)).toEqual(token));

it.each([
  ["keep-alive, Upgrade", true],
  ["upgrade , keep-alive", true],
  ["keep-alive upgrade", false],
  ["upgrades", false],
  ["", false],
])("the connection %j is one of a websocket: %j", (connection, isOne) =>
  expect(tokenIn(`a, ${protocolOf("t")}`, connection) !== undefined).toBe(isOne),
);

it("reads a long header in one pass", () =>
  expect(tokenIn(`a, ${protocolOf("t")}`, `${", ".repeat(100_000)}x`)).toBeUndefined());
