import { describe, expect, it } from "vitest";
import type { JsonObject } from "../apimachinery/json/value.ts";
import type { FieldSet } from "./field-set.ts";
import { fromFieldsV1, parseFieldsV1, toFieldsV1 } from "./fields-v1.ts";
import { formatPath } from "./path-element.ts";

const a: JsonObject = { "f:spec": { "f:replicas": {}, "f:ports": { 'k:{"port":80}': { ".": {}, "f:name": {} } } } };
const b: JsonObject = { "f:spec": { ".": {}, "f:ports": { 'k:{"port":80}': { "f:name": {} } } } };

const set = (fields: JsonObject): FieldSet => fromFieldsV1(fields);
const print = (of: FieldSet): string => JSON.stringify(toFieldsV1(of));

describe("a set of fields", () => {
  // oxfmt-ignore
  it.each<[string, FieldSet, JsonObject]>([
    ["unites what is in either", set(a).union(set(b)), { "f:spec": { ".": {}, "f:ports": { 'k:{"port":80}': { ".": {}, "f:name": {} } }, "f:replicas": {} } }],
    ["keeps what is in both", set(a).intersection(set(b)), { "f:spec": { "f:ports": { 'k:{"port":80}': { "f:name": {} } } } }],
    ["takes away what the other has", set(a).difference(set(b)), { "f:spec": { "f:ports": { 'k:{"port":80}': {} }, "f:replicas": {} } }],
    ["takes away what is below, too", set(a).recursiveDifference(set(b)), {}],
    ["knows its leaves", set(a).leaves(), { "f:spec": { "f:ports": { 'k:{"port":80}': { "f:name": {} } }, "f:replicas": {} } }],
  ])("%s", (_, actual, expected) => {
    expect(print(actual)).toBe(JSON.stringify(expected));
  });

  it("stays the very set where an operation changes nothing", () => {
    const [one, two] = [set(a), set(a)];
    expect(one.union(two)).toBe(one);
    expect(one.intersection(two)).toBe(one);
    expect(one.difference(set({ "f:data": {} }))).toBe(one);
  });

  it("has the paths of its members, and neither their parents nor what is below them", () => {
    const [field, key] = [(name: string) => ({ kind: "field" as const, name }), set(a).paths()[1] ?? []];
    expect(set(a).has([field("spec"), field("replicas")])).toBe(true);
    expect(set(a).has(key)).toBe(true);
    expect(set(a).has([field("spec")])).toBe(false);
    expect(set(a).has([field("spec"), field("replicas"), field("x")])).toBe(false);
    expect(set(a).has([])).toBe(false);
  });

  it("lists paths that end at a level before those that go on", () => {
    expect(set(a).paths().map(formatPath)).toEqual([
      ".spec.replicas",
      ".spec.ports[port=80]",
      ".spec.ports[port=80].name",
    ]);
  });

  it("is a subset of what has all of it", () => {
    expect(set(b).isSubsetOf(set(a).union(set(b)))).toBe(true);
    expect(set(b).isSubsetOf(set(a))).toBe(false);
  });
});

describe("FieldsV1", () => {
  it("is written in the canonical order: fields, keys, values by kind, places", () => {
    const fields = {
      "i:10": {},
      "i:9": {},
      'v:"a"': {},
      "v:10": {},
      "v:9": {},
      'k:{"b":1,"a":2}': {},
      "f:b": {},
      "f:a": {},
    };
    expect(Object.keys(toFieldsV1(set(fields)))).toEqual([
      "f:a",
      "f:b",
      'k:{"a":2,"b":1}',
      "v:9",
      "v:10",
      'v:"a"',
      "i:9",
      "i:10",
    ]);
  });

  it("passes over types of elements that a later version may know", () => {
    expect(print(set({ "f:a": {}, "x:new": {} }))).toBe('{"f:a":{}}');
  });

  it.each([
    [
      '{"f:a":[]}',
      'ReadMapCB: expect { or n, but found [, error found in #8 byte of ...|{"f:a":[]}|..., bigger context ...|{"f:a":[]}|...',
    ],
    ['{"i:x":{}}', 'strconv.Atoi: parsing "x": invalid syntax'],
    ['{"abc":{}}', "missing colon: abc"],
  ])("refuses %s in upstream's words", (text, message) => {
    expect(() => parseFieldsV1(text)).toThrow(message);
    expect(() => fromFieldsV1(JSON.parse(text))).toThrow(message);
  });

  it("reads repeated members as json-iterator does", () => {
    expect(print(parseFieldsV1('{"f:a":{},"f:a":{"f:b":{}}}'))).toBe('{"f:a":{".":{},"f:b":{}}}');
  });
});
