import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import type { Answer, AnswerBody } from "../../../component-base/exchange.ts";
import { joinBytes } from "../../../component-base/join-bytes.ts";
import type { RequestContext } from "../request-context.ts";
import { withCompression } from "./with-compression.ts";

const large = "é".repeat(70_000);

function answerTo(acceptEncoding: string, body: AnswerBody): Promise<Answer> {
  const handler = withCompression(() =>
    Promise.resolve({ status: 200, headers: [["Content-Type", "application/json"]], body }),
  );
  return handler({
    exchange: { method: "GET", target: "/", headers: new Headers({ "Accept-Encoding": acceptEncoding }), body: null },
    info: { path: "/api/v1/pods" },
  } as unknown as RequestContext); // all that the filter looks at
}

it("compresses an answer of more than 128 KiB for who names gzip", async () => {
  const { headers, body } = await answerTo("br, gzip", large);
  expect(headers.slice(1)).toEqual([
    ["Content-Encoding", "gzip"],
    ["Vary", "Accept-Encoding"],
  ]);
  expect(body instanceof Uint8Array && gunzipSync(body).toString()).toBe(large);
});

it("compresses a long list as it is read", async () => {
  const texts = Array.from({ length: 50 }, (_, i) => `${i}${large}${large}`);
  let taken = 0;
  const counted = new Proxy(texts, { get: (list, name) => (name === "slice" && taken++, Reflect.get(list, name)) });
  const { headers, body } = await answerTo("gzip", counted);
  expect(headers.slice(1)).toEqual([
    ["Content-Encoding", "gzip"],
    ["Vary", "Accept-Encoding"],
  ]);
  expect(taken).toBe(0);
  const parts: Uint8Array[] = [];
  for await (const part of body as AsyncIterable<Uint8Array>) parts.push(part);
  expect(gunzipSync(joinBytes(parts)).toString()).toBe(texts.join(""));
});

it.each([
  ["the header gives a quality", "gzip;q=1", large],
  ["the header names something else", "deflate", large],
  ["the answer is small", "gzip", "x".repeat(128 * 1024)],
])("leaves an answer as it is where %s", async (_, acceptEncoding, body) => {
  expect((await answerTo(acceptEncoding, body)).body).toBe(body);
});
