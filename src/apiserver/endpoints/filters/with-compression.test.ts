import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import type { Answer, AnswerBody } from "../../../component-base/exchange.ts";
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

it.each([
  ["the header gives a quality", "gzip;q=1", large],
  ["the header names something else", "deflate", large],
  ["the answer is small", "gzip", "x".repeat(128 * 1024)],
])("leaves an answer as it is where %s", async (_, acceptEncoding, body) => {
  expect((await answerTo(acceptEncoding, body)).body).toBe(body);
});
