import { expect, it } from "vitest";
import { decodeJsonReporting } from "../../../apimachinery/json/decode.ts";
import { StrictReport } from "./strict-report.ts";
import { unstructuredCodec } from "./unstructured-codec.ts";

function printed(text: string): string {
  return unstructuredCodec.encode(unstructuredCodec.decode(decodeJsonReporting(text).value));
}

it("sorts members and keeps numbers", () => {
  expect(printed('{"kind":"X","spec":{"b":9223372036854775807,"a":1.0,"f":1.5,"10":1},"apiVersion":"a/v1"}')).toBe(
    '{"apiVersion":"a/v1","kind":"X","spec":{"10":1,"a":1,"b":9223372036854775807,"f":1.5}}',
  );
});

it("stores a tail without TypeMeta and reads it back", () => {
  const tail = unstructuredCodec.encodeTail({
    kind: "X",
    apiVersion: "a/v1",
    spec: { a: "<" },
    metadata: { name: "n" },
  });
  expect(tail).toBe('"metadata":{"name":"n"},"spec":{"a":"\\u003c"}}');
  expect(unstructuredCodec.decodeStored(tail)).toEqual({ metadata: { name: "n" }, spec: { a: "<" } });
});

it("takes the last of repeated members and names them all", () => {
  const text = '{"spec":{"a":1,"a":2,"l":[{"b":{"c":1,"c":3}}]},"kind":"X","kind":"Y"}';
  const report = new StrictReport();
  const object = unstructuredCodec.decode(decodeJsonReporting(text).value, { report, text, repeated: true });
  expect(object).toEqual({ spec: { a: 2, l: [{ b: { c: 3 } }] }, kind: "Y" });
  expect(report.problems).toEqual([
    'duplicate field "spec.a"',
    'duplicate field "spec.l[0].b.c"',
    'duplicate field "kind"',
  ]);
});
