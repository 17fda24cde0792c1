import { expect, it } from "vitest";
import { replaceParts, type TextPart } from "../../../apimachinery/json/text-parts.ts";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { Turns } from "../../../component-base/event-loop.ts";
import type { MaybeAsync } from "../../../component-base/maybe-async.ts";
import { inSlices, Work } from "../../../component-base/work.ts";
import { loadBuiltinTypes } from "../../schema/builtin/builtin-types.ts";
import { codecOfKind } from "./typed-codec.ts";
import { unstructuredCodec } from "./unstructured-codec.ts";

const types = await loadBuiltinTypes();
const { signal } = new AbortController();
const count = 3_000;
const pairs = Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${(i * 7) % count}`, `"${i}\n`]));
const items = Array.from({ length: count }, (_, i) => ({ key: `k${i}`, ...(i % 3 === 0 && { operator: "Exists" }) }));
const kind = { group: "", version: "v1", kind: "Pod" };
const pod = (): JsonObject => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "a", resourceVersion: "1", labels: { ...pairs }, finalizers: items.map(({ key }) => key) },
  spec: { containers: [{ name: "c", resources: { limits: { ...pairs, cpu: "1" } } }], tolerations: [...items] },
});

it("objects with long lists and maps are decoded and encoded in slices as at once", async () => {
  const codec = codecOfKind(types, kind);
  const valid = (value: JsonObject): JsonObject => JSON.parse(JSON.stringify(value).replaceAll(String.raw`\"`, ""));
  const once = codec.decode(valid(pod()));
  const work = new Work(200);
  const owner = { work, turns: new Turns(), signal, isLarge: true };
  const value = valid(pod());
  const decoded = await inSlices(owner, () => codec.decode(value));
  const text = codec.encode(once);
  expect(codec.encode(decoded) === text).toBe(true);
  expect((await inSlices(owner, () => ({ text: codec.encode(decoded) }))).text === text).toBe(true);
  expect(work.counts.longest).toBeLessThan(400);
  const later = codec.encode({ ...decoded, metadata: { ...decoded.metadata, resourceVersion: "2" } });
  expect(later === text.replace(`"resourceVersion":"1"`, `"resourceVersion":"2"`)).toBe(true);
});

it("the changed parts of large objects are found in slices as at once, and none where the text is the same", async () => {
  const large = (first: string): KubeObject =>
    unstructuredCodec.decode({
      metadata: { name: "a" },
      spec: { map: { ...pairs, k0: first }, list: items.map(({ key }) => key), one: first },
    });
  const before = large("x");
  const tail = unstructuredCodec.encodeTail(before);
  const owner = { work: new Work(200), turns: new Turns(), signal, isLarge: true };
  const partsTo = (after: KubeObject): MaybeAsync<readonly TextPart[] | undefined> =>
    inSlices(owner, () => unstructuredCodec.changedParts(before, tail, after));
  expect(await partsTo(large("x"))).toEqual([]);
  const after = large("y");
  const parts = (await partsTo(after)) ?? [];
  expect(replaceParts(tail, parts) === unstructuredCodec.encodeTail(after)).toBe(true);
  expect(parts.length).toBe(2); // the map as a whole, and the one value beside it; the list is the same
});
