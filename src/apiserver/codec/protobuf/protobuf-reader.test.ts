import { expect, it } from "vitest";
import { ProtobufReader } from "./protobuf-reader.ts";
import { rawNode } from "./raw-nodes.ts";

// oxfmt-ignore
it.each([
  ["a varint", [0x98, 0x06, 0x80, 0x01]],
  ["bytes", [0x9a, 0x06, 2, 0xff, 0xff]],
  ["no bytes", [0x9a, 0x06, 0]],
  ["bytes with a length of two bytes", [0x9a, 0x06, 0x80, 0x01, ...Array<number>(128).fill(0xff)]],
  ["eight bytes", [0x99, 0x06, 1, 2, 3, 4, 5, 6, 7, 8]],
  ["four bytes", [0x9d, 0x06, 1, 2, 3, 4]],
  ["a group with bytes", [0x9b, 0x06, 0x0a, 1, 0x0a, 0x9c, 0x06]],
])("skips a field of %s", (_, field) => {
  const reader = new ProtobufReader(Uint8Array.from([...field, 0x0a, 1, 0x61]), 0);
  expect(reader.tag("Message")).toBe(true);
  reader.skip();
  expect(reader.tag("Message")).toBe(true);
  expect([reader.field, reader.text(), reader.tag("Message")]).toEqual([1, "a", false]);
});

it("keeps FieldsV1 that are no JSON as text, and refuses other raw values", () => {
  const message = [10, 3, 0x7b, 0x7b, 0x7b];
  const read = (type: string): unknown =>
    rawNode(type).read(new ProtobufReader(Uint8Array.from([message.length, ...message]), 0), undefined);
  expect(read("FieldsV1")).toBe("{{{");
  expect(() => read("RawExtension")).toThrow("invalid character '{' looking for beginning of object key string");
});

it("skips nothing that is cut off", () => {
  const reader = new ProtobufReader(Uint8Array.from([0x9a, 0x06, 2, 0xff]), 0);
  reader.tag("Message");
  expect(() => reader.skip()).toThrow("unexpected EOF");
});
