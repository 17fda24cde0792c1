import { expect, it } from "vitest";
import { createSystemClock } from "../apimachinery/system-clock.ts";
import { createSystemRandom } from "../apimachinery/system-random.ts";
import { createMemoryBackend } from "../apiserver/storage/backend/memory.ts";
import { createApiServer } from "./server.ts";

const converting = "error decoding YAML: error converting YAML to JSON: yaml: ";
const utf8 = new TextEncoder();

it.each([
  [String.raw`{"a":"\/"}`, 400, `${converting}found unknown escape character`],
  ['{"a":"\ufffe"}', 400, `${converting}control characters are not allowed`],
  ['{"a":"\u007f"}', 400, `${converting}control characters are not allowed`],
  [Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), 400, `${converting}invalid leading UTF-8 octet`],
  ['{"a"\n:"1"}', 400, `${converting}line 1: did not find expected ',' or '}'`],
  [`{"${"k".repeat(1023)}":"1"}`, 400, `${converting}did not find expected ',' or '}'`],
  ['{"a":"x\u0085y"}', 201, "x y"],
  ['{"a":"x \u2028 y"}', 201, "x\u2028y"],
])("a configuration of JSON is read as YAML: %j answers %i, %s", async (data, status, expected) => {
  const server = await createApiServer({
    backend: createMemoryBackend(),
    clock: createSystemClock(),
    random: createSystemRandom(),
  });
  const head = utf8.encode('{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":');
  const bytes = typeof data === "string" ? utf8.encode(data) : data;
  const answer = await server.fetch("/api/v1/namespaces/default/configmaps/a?fieldManager=m", {
    method: "PATCH",
    headers: { "Content-Type": "application/apply-patch+yaml" },
    body: Uint8Array.of(...head, ...bytes, 0x7d),
  });
  const body = (await answer.json()) as { readonly message?: string; readonly data?: { readonly a: string } };
  expect([answer.status, body.message ?? body.data?.a]).toEqual([status, expected]);
  await server.close();
});
