import { expect, test } from "vitest";
import { PlainHeaders } from "../../client/plain-headers.ts";
import { tracedAnswer, tracedRequest, writtenRevision } from "./traced-messages.ts";

const request = (headers: readonly (readonly [string, string])[], body: Uint8Array | null) =>
  tracedRequest({ method: "POST", target: "/", headers: new PlainHeaders(headers), body, signal: AbortSignal.abort() });
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("the headers and the text of a request are kept, credentials only by their scheme", () => {
  const headers = [
    ["Accept", "application/json"],
    ["Authorization", "Bearer secret"],
    ["Cookie", "session=secret"],
  ] as const;
  expect(request(headers, bytes('{"a":"ü"}'))).toEqual({
    headers: [
      ["Accept", "application/json"],
      ["Authorization", "Bearer …"],
      ["Cookie", "…"],
    ],
    text: '{"a":"ü"}',
  });
});

test.each([
  ["none", null],
  ["protobuf", new Uint8Array([0x6b, 0x38, 0x73, 0, 0xff, 0xfe])],
  ["zeros", new Uint8Array([0, 1])],
  ["more than 256 KB", new Uint8Array(256 * 1024 + 1).fill(97)],
])("a body is not kept: %s", (_, body) => {
  expect(request([], body)).toEqual({ headers: [] });
});

test("answers to people and clients are kept whole, those to the page and to controllers by their headers", () => {
  const headers = [["Content-Type", "application/json"]] as const;
  expect(tracedAnswer(headers, ["{", "}"], { kind: "console" })).toEqual({ headers, text: "{}" });
  expect(tracedAnswer(headers, bytes("{}"), { kind: "client" })).toEqual({ headers, text: "{}" });
  expect(tracedAnswer(headers, "{}", { kind: "ui" })).toEqual({ headers });
  expect(tracedAnswer(headers, "{}", { kind: "controller", name: "job" })).toEqual({ headers });
});

const map = (revision: string) =>
  `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","namespace":"b","resourceVersion":"${revision}","annotations":{"resourceVersion":"9"}}}`;

test.each([
  ["a write", "PATCH", "/a", 200, map("7"), "7"],
  ["a write that is answered in parts", "POST", "/a", 201, [map("8").slice(0, 20), map("8").slice(20)], "8"],
  ["a read", "GET", "/a", 200, map("7"), undefined],
  ["a dry run", "PUT", "/a?dryRun=All", 200, map("7"), undefined],
  ["a refusal", "PUT", "/a", 409, map("7"), undefined],
  ["a Status", "DELETE", "/a", 200, '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Success"}', undefined],
  ["bytes", "PUT", "/a", 200, bytes(map("7")), undefined],
])("the revision of %s", (_, method, target, status, body, revision) => {
  const exchange = { method, target, headers: new PlainHeaders([]), body: null, signal: AbortSignal.abort() };
  expect(writtenRevision(exchange, { status, headers: [], body })).toBe(revision);
});
