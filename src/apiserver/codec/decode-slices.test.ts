import { expect, it } from "vitest";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { Turns } from "../../component-base/event-loop.ts";
import { inSlices, runningWork, Work } from "../../component-base/work.ts";
import { loadBuiltinTypes } from "../schema/builtin/builtin-types.ts";

import { decodeCborDocument, encodeCbor } from "./cbor/cbor-serializer.ts";
import { decodeJsonDocument } from "./json/json-serializer.ts";
import { unstructuredCodec } from "./json/unstructured-codec.ts";
import type { DocumentDecoder } from "./request-decoder.ts";
import { decodeYamlDocument } from "./yaml/yaml-serializer.ts";

const utf8 = new TextEncoder();
const object = { apiVersion: "example.com/v1", kind: "Thing", list: Array.from({ length: 300 }, (_, i) => i) };
const json: DocumentDecoder = (body, registry, options) =>
  decodeJsonDocument(new TextDecoder().decode(body), registry, options);

it.each<[string, DocumentDecoder, Uint8Array]>([
  ["JSON", json, utf8.encode(JSON.stringify(object))],
  ["YAML", decodeYamlDocument, utf8.encode(`apiVersion: example.com/v1\nkind: Thing\nlist: [${object.list.join()}]\n`)],
  ["CBOR", decodeCborDocument, encodeCbor(object)],
])("%s is read once, however often what comes after it pauses", async (_, decode, body) => {
  const types = await loadBuiltinTypes();
  const work = new Work(100);
  const values = new Set<unknown>();
  const unstructured = {
    ...unstructuredCodec,
    decode: (value: unknown): KubeObject => {
      values.add(value);
      runningWork()?.loop(
        1_000,
        () => ({}),
        () => undefined,
      );
      return object as unknown as KubeObject; // of no Go type
    },
  };
  const owner = { work, turns: new Turns(), signal: new AbortController().signal, isLarge: true };
  await inSlices(owner, () => decode(body, types, { strict: true, unstructured, work }));
  work.renew();
  expect(values.size).toBe(1);
  expect(work.counts.done).toBeLessThan(10_000);
});
