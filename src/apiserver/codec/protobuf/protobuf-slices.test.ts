import { expect, it } from "vitest";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import { asJson, asKubeObject } from "../../../apimachinery/meta.ts";
import { Turns } from "../../../component-base/event-loop.ts";
import { inSlices, Work } from "../../../component-base/work.ts";
import { codecOfKind, parseStored } from "../json/typed-codec.ts";
import { loadBuiltinTypes } from "../../schema/builtin/builtin-types.ts";
import { decodeProtobufDocument, encodeProtobuf } from "./protobuf-serializer.ts";

/** Turns that come at once. */
class InstantTurns extends Turns {
  override next(): Promise<void> {
    return Promise.resolve();
  }
}

const types = await loadBuiltinTypes();
const kind = { group: "", version: "v1", kind: "Pod" };
const count = 3_000;
const texts = Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${(i * 7) % count}`, `ä${i}`]));
const fields = Object.fromEntries(Array.from({ length: count }, (_, i) => [`f:k${i}`, {}]));
const volumes = Array.from({ length: count }, (_, i) => ({
  name: `v${i}`,
  secret: { secretName: "s", items: [{ key: "k", path: `p${i}` }] },
}));

/** A pod with long lists and maps, some of them in items of others. */
const pod = (): JsonObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: {
    name: "a",
    annotations: texts,
    managedFields: [{ manager: "m", fieldsType: "FieldsV1", fieldsV1: fields }],
  },
  spec: {
    volumes,
    containers: ["a", "b"].map((name) => ({
      name,
      env: Array.from({ length: count }, (_, i) => ({ name: `n${i}`, value: "v" })),
    })),
  },
});

const newOwner = () => ({
  work: new Work(200),
  turns: new InstantTurns(),
  signal: new AbortController().signal,
  isLarge: true,
});

it("objects with long lists and maps are written and read in slices as at once", async () => {
  const schema = types.schemaOf(kind);
  if (schema === undefined) throw new Error("no type Pod");
  const object = codecOfKind(types, kind).decode(pod());
  const once = encodeProtobuf(schema, "v1", "Pod", object);
  const writing = newOwner();
  const written = await inSlices(writing, () => encodeProtobuf(schema, "v1", "Pod", object));
  expect(Buffer.compare(written, once)).toBe(0);
  expect(writing.work.counts.done).toBeGreaterThan(4 * count);
  expect(writing.work.counts.longest).toBeLessThan(5_000);
  const reading = newOwner();
  const read = await inSlices(reading, () => decodeProtobufDocument(once, types, { strict: false }));
  expect(
    JSON.stringify(read.object) === JSON.stringify(decodeProtobufDocument(once, types, { strict: false }).object),
  ).toBe(true);
  expect(reading.work.counts.longest).toBeLessThan(400);
});

it("a stored text is parsed in slices as at once", async () => {
  const object = asKubeObject({ ...pod(), wide: 9007199254740993n, list: [1.5, 1e21] });
  const text = encodeJson(asJson(object));
  const owner = newOwner();
  const parsed = await inSlices(owner, () => parseStored(text));
  expect(encodeJson(asJson(parsed)) === text).toBe(true);
  expect(Object.keys(parsed)).toEqual(Object.keys(parseStored(text)));
  expect(owner.work.counts.done).toBeGreaterThan(text.length / 10);
});
